/**
 * Core, the same Swift as on the server, in WebAssembly: finds, sorts, filters and measures what a
 * device keeps. Needs no document: for windows, workers and service workers alike.
 */

/** How well a record matches a query, the best first, as `/search.json` calls it. */
export const TIERS = ["exact", "folded", "prefix", "word", "inside", "typo"];

/** How the values of a type are handed over; the kinds are those of `FieldKind` in Swift. */
const KINDS = {
  text: "text",
  link: "text",
  image: "text",
  date: "text",
  timestamp: "text",
  datetime: "text",
  list: "list",
  integer: "whole",
  year: "whole",
  boolean: "whole",
  number: "number",
  point: "place",
  currencies: "other",
};

/** What went wrong in Core, or with what it was given. */
export class CoreError extends Error {
  name = "CoreError";
}

/** Instantiates Core from its bytes (an ArrayBuffer or a view of one) or a compiled module. */
export async function loadCore(source) {
  const host = {};
  const imports = {
    math: { sin: Math.sin, cos: Math.cos, atan2: Math.atan2, hypot: Math.hypot, cbrt: Math.cbrt },
    host: { grow: (pages) => grow(host.memory, pages) },
  };
  const exports = await instantiate(source, imports);
  host.memory = exports.memory;
  return new Core(new Memory(exports));
}

async function instantiate(source, imports) {
  try {
    const made = await WebAssembly.instantiate(source, imports);
    const { exports } = made.instance ?? made;
    if (!(exports.memory instanceof WebAssembly.Memory) || !exports.table_open)
      throw new CoreError("it is some other program");
    return exports;
  } catch (error) {
    const size = source?.byteLength === undefined ? "" : ` of ${source.byteLength} bytes`;
    throw new CoreError(`core.wasm${size} cannot be used: ${error.message}`, { cause: error });
  }
}

function grow(memory, pages) {
  try {
    return memory.grow(pages);
  } catch {
    return -1;
  }
}

/** The program's memory: what it is given, and what it answers. */
class Memory {
  #exports;
  #failure = null;
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(exports) {
    this.#exports = exports;
  }

  /** Calls a function; one that trapped leaves the program in no state to go on. */
  call(name, ...values) {
    if (this.#failure)
      throw new CoreError("Core failed before and must be loaded anew.", { cause: this.#failure });
    try {
      return this.#exports[name](...values);
    } catch (error) {
      this.#failure = error;
      throw new CoreError(`Core failed: ${error.message}`, { cause: error });
    }
  }

  /** Calls a body with the address of bytes, as long as it runs. */
  giving(bytes, body) {
    const start = this.call("allocate", bytes.length) >>> 0;
    if (start === 0) throw new CoreError("There is not enough memory for Core.");
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    try {
      return body(start, bytes.length);
    } finally {
      if (!this.#failure) this.call("free", start);
    }
  }

  /** Lets go of a table. */
  release(table) {
    if (!this.#failure) this.call("table_release", table);
  }

  /** What a function answered; null where it found its input wrong. */
  answer(address) {
    if (address === 0) return null;
    const { buffer } = this.#exports.memory;
    const size = new DataView(buffer).getUint32(address >>> 0, true);
    const bytes = buffer.slice((address >>> 0) + 4, (address >>> 0) + 4 + size);
    this.call("free", address);
    return new Answer(bytes, this.#decoder);
  }
}

/** Reads an answer from its start. */
class Answer {
  #bytes;
  #view;
  #decoder;
  #at = 0;

  constructor(bytes, decoder) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes);
    this.#decoder = decoder;
  }

  word() {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  number() {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** A number, or null where there is none. */
  known() {
    const number = this.number();
    return Number.isNaN(number) ? null : number;
  }

  words() {
    const count = this.word();
    this.#at += 4 * count;
    return new Uint32Array(this.#bytes.slice(this.#at - 4 * count, this.#at));
  }

  bytes() {
    const count = this.word();
    this.#at += count;
    return new Uint8Array(this.#bytes, this.#at - count, count);
  }

  text() {
    return this.#decoder.decode(this.bytes());
  }
}

/** Writes what Core reads. */
class Writer {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #encoder = new TextEncoder();
  #at = 0;

  get bytes() {
    return this.#bytes.subarray(0, this.#at);
  }

  byte(number) {
    this.#room(1);
    this.#bytes[this.#at++] = number;
  }

  word(number) {
    this.#room(4);
    this.#view.setInt32(this.#at, number, true);
    this.#at += 4;
  }

  whole(number) {
    this.#room(8);
    this.#view.setBigInt64(this.#at, BigInt(number), true);
    this.#at += 8;
  }

  number(number) {
    this.#room(8);
    this.#view.setFloat64(this.#at, number, true);
    this.#at += 8;
  }

  text(text) {
    this.#room(4 + 3 * text.length);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(this.#at + 4));
    this.word(written);
    this.#at += written;
  }

  words(numbers) {
    this.word(numbers.length);
    for (const number of numbers) this.word(number);
  }

  #room(count) {
    if (this.#at + count <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * (this.#at + count));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** A running Core. */
class Core {
  #memory;

  constructor(memory) {
    this.#memory = memory;
  }

  /**
   * An empty table.
   *
   * `key` is "integer" or "text", `fields` are `{name, type}` as in the dataset file, `search` the
   * fields that are searched, `sort` the dataset's own order (`["-hits", "name"]`), sections first,
   * `sections` the field that groups rows (names of sections that tie stay apart), `measure` the
   * field of places, `collation` the order of texts in lists: "root", "pl", "sk" or "ru".
   */
  table(shape) {
    return new Table(this.#memory, shape);
  }

  /** The shortest line between two places on WGS84: `{metres, initialBearing, finalBearing}`. */
  distance(from, to) {
    const answer = this.#memory.answer(this.#memory.call("geodesic", ...ends(from, to)));
    if (!answer) throw new CoreError("A distance is between two places on Earth.");
    return {
      metres: answer.number(),
      initialBearing: answer.known(),
      finalBearing: answer.known(),
    };
  }

  /** Places along that line for drawing it, both ends among them. */
  line(from, to, { every = 100_000, atMost = 128 } = {}) {
    const answer = this.#memory.answer(
      this.#memory.call("geodesic_line", ...ends(from, to), every, atMost),
    );
    if (!answer) throw new CoreError("A line is between two places on Earth, by steps of metres.");
    return Array.from({ length: answer.word() }, () => ({
      latitude: answer.number(),
      longitude: answer.number(),
    }));
  }
}

function ends(from, to) {
  return [from, to].flatMap(({ latitude, longitude }) => [latitude, longitude]);
}

/** Tables that nobody holds any more give their memory back. */
const forgotten =
  globalThis.FinalizationRegistry &&
  new FinalizationRegistry(({ memory, table }) => memory.release(table));

/** A dataset's rows: row numbers count from 0 in the order of adding. */
class Table {
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
      if (isKnown) writeValue(writer, KINDS[type], value, name);
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

function writeValue(writer, kind, value, name) {
  switch (kind) {
    case "text":
      return writer.text(textOf(value, name));
    case "list":
      if (!Array.isArray(value)) throw wrong(name, "a list", value);
      writer.word(value.length);
      for (const text of value) writer.text(textOf(text, name));
      return;
    case "whole":
      return writer.whole(wholeNumber(value, name));
    case "number":
      return writer.number(decimal(value, name));
    case "place":
      writer.number(decimal(value.latitude, name));
      writer.number(decimal(value.longitude, name));
  }
}

function textOf(value, name) {
  if (typeof value !== "string") throw wrong(name, "a text", value);
  return value;
}

function wholeNumber(value, name) {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint" || Number.isInteger(value)) return value;
  throw wrong(name, "a whole number", value);
}

/** A number as JSON or an address writes it. */
function decimal(value, name) {
  const isText = typeof value === "string" && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw wrong(name, "a number", value);
  return number;
}

function wrong(name, expected, found) {
  return new CoreError(`${name}: expected ${expected}, found ${JSON.stringify(found)}.`);
}
