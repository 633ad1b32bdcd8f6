/** Which rows of a kept dataset are asked for, in which order: read and written as addresses do it on the server. */
import { doubleText } from "./kept-numbers.js";
import { hint } from "./kept-nearest-word.js";
import { expected, readValue } from "./kept-values.js";

export const USUAL_LIMIT = 100;
export const LARGEST_LIMIT = 1000;
const MOST_LETTERS = 500;
const MOST_FILTERS = 50;
const LARGEST_OFFSET = 2 ** 31 - 1;
const UNSORTED = ["point", "list", "currencies", "image", "link"];
const COLLATIONS = ["root", "pl", "sk", "ru"];
const RANGED = ["integer", "number", "year", "date", "timestamp", "datetime"];

/** Whether rows can be ordered by a type. */
export const isSortable = (type) => !UNSORTED.includes(type);
/** Whether a type's values are on a scale, so that `.min` and `.max` apply. */
export const isRanged = (type) => RANGED.includes(type);

/** What is wrong with a parameter, in the engine's English. */
export class QueryProblem extends Error {
  constructor(parameter, message) {
    super(message);
    this.parameter = parameter;
  }
}

export class TableQuery {
  sort = [];
  filters = [];
  search = null;
  offset = 0;
  limit = USUAL_LIMIT;
  /** How texts are to compare, where the address says it. */
  collation = null;

  /** The same rows with some parts of the query changed. */
  with(changes) {
    return Object.assign(new TableQuery(), this, changes);
  }

  /** The pairs that say the same; only what differs from the defaults. */
  get parameters() {
    const pairs = this.search === null ? [] : [["q", this.search]];
    if (this.sort.length > 0) pairs.push(["sort", this.sort.join(",")]);
    pairs.push(...this.filters.map(written));
    if (this.offset > 0) pairs.push(["offset", String(this.offset)]);
    if (this.limit !== USUAL_LIMIT) pairs.push(["limit", String(this.limit)]);
    if (this.collation !== null) pairs.push(["collation", this.collation]);
    return pairs;
  }

  /** What was asked for by a parameter; empty for nothing. */
  given(name) {
    return this.parameters.find((pair) => pair[0] === name)?.[1] ?? "";
  }

  /** Whether the rows come ordered by section, so that headings can stand between them. */
  isBySection({ list }) {
    if (!list.sections) return false;
    return this.sort.length === 0 ? this.search === null : field(this.sort[0]) === list.sections;
  }

  /** The same rows ordered by section: in their own order where it is one, else in the dataset's. */
  bySection(declaration) {
    const { sections, sort } = declaration.list;
    if (!sections || this.isBySection(declaration)) return this;
    return this.with({ offset: 0, sort: this.search === null ? [] : [sections, ...sort] });
  }

  /** Whether a list in sections is shown as a whole, where it has so many rows. */
  isShownWhole(total) {
    return this.offset === 0 && this.limit === USUAL_LIMIT && total <= LARGEST_LIMIT;
  }
}

/** The field of a term such as `-mass`. */
export const field = (term) => term.replace(/^-/, "");

function written({ field: name, test, value }) {
  const suffix = test === "equals" ? "" : `.${{ least: "min", most: "max", known: "known" }[test]}`;
  return [name + suffix, valueText(value)];
}

/** A filter's value as addresses write it. */
export function valueText(value) {
  if (value.number !== undefined) return value.type === "number" ? doubleText(value.number) : String(value.number);
  return value.text;
}

/** Reads a query from the pairs of an address; throws a `QueryProblem` that names the parameter. */
export function readQuery(pairs, declaration) {
  const query = new TableQuery();
  for (const [name, value] of pairs) if (value !== "") read(query, name, value, declaration);
  return query;
}

function read(query, name, value, declaration) {
  switch (name) {
    case "q": return (query.search = search(value, declaration));
    case "sort": return (query.sort = sort(value, declaration));
    case "offset": return (query.offset = whole(name, value, 0, LARGEST_OFFSET));
    case "limit": return (query.limit = whole(name, value, 1, LARGEST_LIMIT));
    case "view": return view(query, value, declaration);
    case "collation": return (query.collation = collation(value));
    default: return add(query, filter(name, value, declaration), name);
  }
}

/** Adds a condition, while there are not more than anybody sets. */
function add({ filters }, condition, name) {
  if (filters.length >= MOST_FILTERS) {
    throw new QueryProblem(name, `Expected at most ${MOST_FILTERS} filters, found more.`);
  }
  filters.push(condition);
}

function search(text, declaration) {
  if (declaration.search.length === 0) throw new QueryProblem("q", "This dataset has no search.");
  checkLength(text);
  return /^[\u0000-\u0020]*$/.test(text) ? null : text;
}

/** Refuses a search that nobody typed. */
export function checkLength(text) {
  const { length } = [...text];
  if (length > MOST_LETTERS) {
    throw new QueryProblem("q", `Expected at most ${MOST_LETTERS} letters, found ${length}.`);
  }
}

function collation(name) {
  if (COLLATIONS.includes(name)) return name;
  const expected = COLLATIONS.join(", ");
  throw new QueryProblem("collation", `Expected one of ${expected}, found "${name}".${hint(name, COLLATIONS)}`);
}

function view(query, name, declaration) {
  const found = declaration.views.find((each) => each.name === name);
  if (!found) {
    const near = hint(name, declaration.views.map((each) => each.name));
    throw new QueryProblem("view", `There is no view "${name}".${near}`);
  }
  for (const [parameter, value] of found.parameters) read(query, parameter, value, declaration);
}

/** A whole number of a range. */
export function whole(name, text, least, most) {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new QueryProblem(name, `Expected a whole number from ${least} to ${most}, found "${text}".`);
}

function sort(text, declaration) {
  const terms = [];
  for (const term of text.split(",").filter(Boolean)) {
    checkTerm(field(term), declaration);
    if (terms.some((other) => field(other) === field(term))) {
      throw new QueryProblem("sort", `"${field(term)}" stands there twice.`);
    }
    terms.push(term);
  }
  return terms;
}

function checkTerm(name, { fields, list }) {
  if (name === "id") return;
  const found = fields.find((each) => each.name === name);
  if (!found) {
    const sortable = ["id", ...fields.filter(({ type }) => isSortable(type)).map((each) => each.name)];
    throw new QueryProblem(
      "sort", `There is no field "${name}".${hint(name, sortable)} Fields that sort: ${sortable.join(", ")}.`);
  }
  if (isSortable(found.type) || name === list.sections) return;
  throw new QueryProblem("sort", `"${name}" is of type ${found.type}, which has no order.`);
}

const TESTS = { min: "least", max: "most", known: "known" };

function filter(name, text, { fields, key }) {
  const [fieldName, ...rest] = name.split(".");
  const asked = rest.length > 0 ? rest.join(".") : null;
  const found = [{ name: "id", type: key }, ...fields].find((each) => each.name === fieldName);
  if (!found) {
    const names = ["q", "sort", "offset", "limit", "view", "collation", "id", ...fields.map((each) => each.name)];
    throw new QueryProblem(name, `There is no such parameter or field.${hint(fieldName, names)}`);
  }
  const complaint = complain(found, asked);
  if (complaint) throw new QueryProblem(name, complaint);
  const test = asked === null ? "equals" : TESTS[asked];
  const type = test === "known" ? "boolean" : found.type;
  const value = readValue(text, type);
  if (value === null) throw new QueryProblem(name, `Expected ${expected(type)}, found "${text}".`);
  return { field: found.name, test, value };
}

function complain({ name, type }, asked) {
  if (asked !== null && !Object.hasOwn(TESTS, asked)) {
    return `expected .min, .max or .known, found ".${asked}".${hint(asked, Object.keys(TESTS))}`;
  }
  const what = `"${name}" is of type ${type}, which`;
  if (asked === "min" || asked === "max") return isRanged(type) ? null : `${what} has no range.`;
  const isOnlyKnown = asked === null && ["point", "currencies"].includes(type);
  return isOnlyKnown ? `${what} can only be asked for .known.` : null;
}
