/**
 * One kept dataset in memory: what `Core` searches, sorts and measures.
 *
 * Everything else of a row stays in its part on the device until it is asked for.
 */
import * as address from "./kept-address.js";
import { field } from "./kept-query.js";
import { RowTexts } from "./kept-row-texts.js";
import { Sections } from "./kept-sections.js";

const MOST_ORDERS = 12;
const TEXTS = ["text", "list"];

export class KeptDataset {
  #orders = new Map();
  #store;

  /** Reads all rows once; throws where one is missing or of another version. */
  static async open({ entry, manifest, store, core, words }) {
    const dataset = new KeptDataset({ entry, manifest, store, core, words });
    // The titles of sections stand in the parts alone; a dataset without any is read without its pages.
    if (dataset.sections.field) for await (const part of store.parts(dataset.id)) dataset.#takePart(part);
    else for await (const rows of store.values(dataset.id)) dataset.#take(rows);
    return dataset.#finish();
  }

  constructor({ entry, manifest, store, core, words }) {
    Object.assign(this, { entry, manifest, core, words });
    this.#store = store;
    this.id = manifest.dataset;
    this.declaration = { ...manifest.declaration, key: manifest.core.key };
    // Of matches that are equally good the first one is the same in all languages.
    this.table = core.table({ ...manifest.core, sort: this.terms({ sort: [] }), collation: "root" });
    this.texts = new RowTexts((index) => this.#part(index), manifest.rows_a_part);
    this.places = new Float64Array(2 * manifest.count).fill(NaN);
    this.sections = new Sections(manifest.list.isTable ? null : manifest.list.sections);
  }

  get count() {
    return this.table.count;
  }

  release() {
    this.table.release();
  }

  #takePart(part) {
    this.texts.take(this.table.count / this.manifest.rows_a_part, part);
    for (const { sections, values } of part.rows) {
      const names = values[this.sections.field] ?? [];
      this.sections.add([names].flat().map(String), sections ?? []);
    }
    this.#take(part.rows);
  }

  #take(rows) {
    const { measure } = this.manifest.core;
    for (const [place, { values }] of rows.entries()) {
      const point = measure ? values[measure] : null;
      if (point) this.places.set([point.latitude, point.longitude], 2 * (this.table.count + place));
    }
    this.table.add(rows.map(({ id, values }) => ({ ...values, id })));
  }

  #finish() {
    if (this.count !== this.manifest.count) throw new Error(`${this.id} is not whole`);
    this.table.finish();
    this.numbers = new Map(this.table.ids.map((id, row) => [String(id), row]));
    return this;
  }

  /** The row number of a key as an address has it; null where there is none. */
  rowOf(key) {
    return this.numbers.get(key) ?? null;
  }

  /** How a record is named where several are: title, subtitle, picture, code, mark and its tone. */
  name(row) {
    const { subtitle, mark, markTone, picture } = this.manifest.record.model;
    return { subtitle, mark, markTone, picture, ...this.texts.name(row) };
  }

  /** The way to a record's page, by its name. */
  link(row) {
    return { title: this.name(row).title, address: this.page(row), isCurrent: false };
  }

  /** The address of a record's page. */
  page(row) {
    return address.record(this.id, this.table.ids[row]);
  }

  /** A record as maps mark it; `isOwn` where the page is the record's own. */
  mark(row, { isOwn = false } = {}) {
    return { ...this.place(row), label: this.name(row).title, href: isOwn ? null : this.page(row) };
  }

  /** Where a record is; null where that is not known. */
  place(row) {
    const latitude = this.places[2 * row];
    return Number.isNaN(latitude) ? null : { latitude, longitude: this.places[2 * row + 1] };
  }

  /** A row as its part has it. */
  async row(number) {
    const size = this.manifest.rows_a_part;
    const { rows } = await this.#part(Math.floor(number / size));
    return rows[number % size];
  }

  async #part(index) {
    const part = await this.#store.part(this.id, index);
    if (part?.version !== this.manifest.version) throw new Error(`a part of ${this.id} is of another version`);
    return part;
  }

  /** What a query finds: `{ rows, total, isAtLeast, isPartial, suggestion, tier(row) }`, rows in its order. */
  find(query) {
    const key = JSON.stringify([query.sort, query.filters, query.search, query.collation]);
    const known = this.#orders.get(key) ?? this.#find(query);
    this.#orders.delete(key);
    this.#orders.set(key, known);
    if (this.#orders.size > MOST_ORDERS) this.#orders.delete(this.#orders.keys().next().value);
    return known;
  }

  #find({ sort, filters, search, collation }) {
    const found = search === null ? null : this.table.find(search);
    const terms = this.terms({ sort }).map((term) => this.#told(term));
    const by = { collation: collation ?? this.manifest.core.collation };
    let rows = found?.rows ?? this.table.order(terms, by);
    if (found && sort.length > 0) rows = this.table.order(terms, { ...by, within: found.rows });
    if (filters.length > 0) rows = this.table.filter(rows, filters.map(condition));
    const isWhole = sort.length === 0 && filters.length === 0;
    return { ...found, rows, total: found && isWhole ? found.total : rows.length, tier: tiers(found) };
  }

  /** The order of a query: its own, else the dataset's, sections first. */
  terms({ sort }) {
    const { sections, sort: own } = this.declaration.list;
    return sort.length > 0 ? sort : [...(sections ? [sections] : []), ...own];
  }

  /** Whether a field names records, in any language. */
  isTitle(name) {
    const { fields, list } = this.declaration;
    return name === list.title || fields.find((each) => each.name === name)?.original === list.title;
  }

  /** Whether an order looks at texts, and at such as are told otherwise in the copy's language. */
  orderOf(query) {
    const names = this.terms(query).map(field);
    const before = names.includes("id") ? names.slice(0, names.indexOf("id")) : names;
    const types = before.map((name) => this.declaration.fields.find((each) => each.name === name).type);
    const told = this.manifest.core.sort_as ?? {};
    return { isText: types.some((type) => TEXTS.includes(type)), isTold: before.some((name) => told[name]) };
  }

  /** A term by the field that tells its values in the person's language, where there is one. */
  #told(term) {
    const name = field(term);
    const other = this.manifest.core.sort_as?.[name] ?? name;
    return term.startsWith("-") ? `-${other}` : other;
  }
}

/** A filter as `Core` takes it. */
function condition({ field: name, test, value }) {
  return { field: name, [test]: value.text ?? String(value.number) };
}

/** How well each row matches, looked up when the first one is asked for. */
function tiers(found) {
  let known = null;
  return (row) => {
    known ??= new Map(Array.from(found.rows, (each, place) => [each, found.tiers[place]]));
    return known.get(row);
  };
}
