/** A table in Core: what a device asks of a dataset that it keeps. */
import { CoreError } from "./core-memory.js";
import { decimal, wholeNumber, Writer, writeValue } from "./core-writer.js";

/** How well a record matches a query, the best first, as `/search.json` calls it. */
export const TIERS = ["exact", "folded", "prefix", "word", "inside", "typo"];

/** Tables that nobody holds any more give their memory back. */
const forgotten =
  globalThis.FinalizationRegistry &&
  new FinalizationRegistry(({ memory, table }) => memory.release(table));

/** A dataset's rows: row numbers count from 0 in the order of adding. */
export class Table {
  #memory;
  #table;
  #key;
  #fields;
  #numbers;
  #collation;
  #isFinished = false;
  /** The public ids by row number. */
  ids = [];

  constructor(memory, shape) {
    const { key, fields, search = [], sort = [], sections, measure, collation = "root" } = shape;
    this.#memory = memory;
    this.#key = key;
    this.#fields = fields;
    this.#collation = collation;
    this.#numbers = new Map(fields.map(({ name }, number) => [name, number]));
    const writer = new Writer();
    writer.word(key === "integer" ? 1 : 0);
    writer.text(collation);
    writer.word(fields.length);
    for (const { type } of fields) writer.text(type);
    writer.words(search.map((name) => this.#number(name)));
    this.#writeTerms(writer, sort);
    writer.word(sections ? this.#number(sections) : -1);
    writer.word(measure ? this.#number(measure) : -1);
    this.#table = memory.giving(writer.bytes, (...bytes) => memory.call("table_open", ...bytes));
    if (this.#table === 0)
      throw new CoreError(`Core knows no table of ${JSON.stringify(fields)}.`);
    forgotten?.register(this, { memory, table: this.#table }, this);
  }

  /** How many rows there are. */
  get count() {
    return this.ids.length;
  }

  /** Adds rows as `/{dataset}.json` has them: `{id, field: value…}`. */
  add(records) {
    const writer = new Writer();
    writer.word(records.length);
    for (const record of records) this.#writeRecord(writer, record);
    const isRead = this.#memory.giving(writer.bytes, (...bytes) => this.#call("table_add", ...bytes));
    if (!isRead) {
      this.release();
      throw new CoreError("Core could not read these records, and released the table.");
    }
    for (const { id } of records) this.ids.push(id);
    this.#isFinished = false;
  }

  /** Sorts and indexes what was added. */
  finish() {
    this.#call("table_finish");
    this.#isFinished = true;
  }

  /**
   * Row numbers in an order such as `["-price", "name"]`; without terms in the dataset's own. Absent
   * values come last, ties by public id. `within` says which rows are wanted, where not all.
   */
  order(terms = [], { collation = this.#collation, within } = {}) {
    const writer = new Writer();
    writer.text(collation);
    this.#writeTerms(writer, terms);
    const answer = this.#ask("table_order", writer.bytes);
    if (!answer) throw new CoreError(`Core knows no order of "${collation}".`);
    const order = answer.words();
    if (!within) return order;
    const isWanted = new Uint8Array(this.count);
    for (const row of within) isWanted[row] = 1;
    return order.filter((row) => isWanted[row]);
  }

  /**
   * What matches a query, the best first: `{rows, tiers, total, isAtLeast, isPartial, suggestion}`;
   * rows and tiers are those of the window asked for, all without one.
   */
  find(text, { offset = 0, limit = 0x7fff_ffff } = {}) {
    const bytes = new TextEncoder().encode(text);
    const answer = this.#ask("table_find", bytes, offset, limit);
    const total = answer.word();
    const isPartial = answer.word() === 1;
    const rows = answer.words();
    const tiers = answer.bytes();
    const suggestion = answer.text() || null;
    return { rows, tiers, total, isAtLeast: isPartial, isPartial, suggestion };
  }

  /**
   * The texts by which a row matches a query at a tier (a number or one of `TIERS`), the most telling
   * first: `[{field, index, text, ranges: [[start, end]…]}]` in UTF-16 units.
   */
  marks(row, text, tier) {
    const number = typeof tier === "number" ? tier : TIERS.indexOf(tier);
    const bytes = new TextEncoder().encode(text);
    const answer = this.#memory.giving(bytes, (start, count) =>
      this.#memory.answer(this.#call("table_marks", row, start, count, number)),
    );
    if (!answer) throw new CoreError(`There is no row ${row}, or no tier ${tier}.`);
    return Array.from({ length: answer.word() }, () => {
      const field = this.#fields[answer.word()].name;
      const mark = { field, index: answer.word(), text: answer.text() };
      const ends = answer.words();
      const ranges = Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i], ends[2 * i + 1]]);
      return { ...mark, ranges };
    });
  }

  /**
   * Those of some rows that meet all conditions, in the same order: `{field, equals}`,
   * `{field, least}`, `{field, most}`, `{field, known}`. Values are as addresses write them, or as
   * `/{dataset}.json` does.
   */
  filter(rows, conditions) {
    const writer = new Writer();
    writer.word(conditions.length);
    for (const condition of conditions) this.#writeCondition(writer, condition);
    writer.words(rows);
    const answer = this.#ask("table_filter", writer.bytes);
    if (!answer) throw new CoreError(`These are no conditions: ${JSON.stringify(conditions)}`);
    return answer.words();
  }

  /** The rows nearest to a place, the nearest first: `[{row, metres, bearing}]`. */
  nearest(place, options) {
    return this.near(place, options).rows;
  }

  /** The same with how many rows are within the radius: `{total, rows}`. */
  near({ latitude, longitude }, { limit = 20, radius = Infinity } = {}) {
    const answer = this.#memory.answer(
      this.#call("table_nearest", latitude, longitude, limit, radius ?? Infinity),
    );
    if (!answer) throw new CoreError("There is no such place on Earth.");
    const total = answer.word();
    const rows = Array.from({ length: answer.word() }, () => ({
      row: answer.word(),
      metres: answer.number(),
      bearing: answer.known(),
    }));
    return { total, rows };
  }

  /** Gives the memory back; the table is of no more use. */
  release() {
    if (this.#table === 0) return;
    forgotten?.unregister(this);
    const table = this.#table;
    this.#table = 0;
    this.ids = [];
    this.#memory.release(table);
  }

  // Calls

  #call(name, ...values) {
    if (this.#table === 0) throw new CoreError("This table was released.");
    return this.#memory.call(name, this.#table, ...values);
  }

  #ask(name, bytes, ...values) {
    if (!this.#isFinished) throw new CoreError("Call finish() after the last add().");
    return this.#memory.giving(bytes, (start, count) =>
      this.#memory.answer(this.#call(name, start, count, ...values)),
    );
  }

  // Writing

  #number(name) {
    const number = this.#numbers.get(name);
    if (number === undefined) throw new CoreError(`There is no field "${name}".`);
    return number;
  }

  #writeTerms(writer, terms) {
    writer.word(terms.length);
    for (const term of terms) {
      const name = term.replace(/^-/, "");
      writer.word(name === "id" ? -1 : this.#number(name));
      writer.word(term.startsWith("-") ? 1 : 0);
    }
  }

  #writeRecord(writer, record) {
    if (this.#key === "integer") writer.whole(wholeNumber(record.id, "id"));
    else writer.text(String(record.id));
    for (const { name, type } of this.#fields) {
      const value = record[name];
      const isKnown = value !== null && value !== undefined && value.length !== 0;
      writer.byte(isKnown ? 1 : 0);
      if (isKnown) writeValue(writer, type, value, name);
    }
  }

  #writeCondition(writer, condition) {
    const name = condition.field;
    const isKey = name === "id";
    writer.word(isKey ? -1 : this.#number(name));
    const comparison = ["equals", "least", "most", "known"].findIndex((test) => test in condition);
    writer.word(comparison);
    const value = [condition.equals, condition.least, condition.most, condition.known][comparison];
    const type = isKey ? this.#key : this.#fields[this.#number(name)].type;
    if (comparison === 3) writer.byte(value === true || value === "true" ? 1 : 0);
    else if (type === "number") writer.number(decimal(value, name));
    else if (type === "boolean") writer.text({ true: "1", false: "0" }[value] ?? "");
    else writer.text(String(value));
  }
}
