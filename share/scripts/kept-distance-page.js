/** Two records of a kept dataset and how far they are from each other. */
import * as address from "./kept-address.js";
import { figure } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { hint } from "./kept-nearest-word.js";
import { namedRecord } from "./kept-named-record.js";
import { QueryProblem } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";
import { Refusal } from "./kept-refusal.js";
import { bearing, distance, exactDistance, inUnit, place } from "./kept-texts.js";

const NAMES = ["from", "to", "from_q", "to_q", "units"];
const UNITS = ["km", "mi"];

/** The parts of the page at a URL, or `{ location }` of the page that says the same more shortly. */
export async function distancePage(dataset, url) {
  const { id, manifest, words } = dataset;
  const asked = request(measured(dataset), url);
  const [from, to] = [await choice(dataset, asked.from, asked.from_q), await choice(dataset, asked.to, asked.to_q)];
  const keys = { from: keyOf(dataset, from), to: keyOf(dataset, to) };
  if (asked.isUntidy && isSettled(from) && isSettled(to)) return { location: pairAddress(id, { ...keys, units: asked.units }) };
  const base = manifest.pages.distance;
  await dataset.texts.need([from, to].flatMap(({ row, rows = [] }) => (row === undefined ? rows : [row])));
  const unit = asked.units ?? unitOf(base.model.units);
  const measure = between(dataset, from.row, to.row);
  const result = measure && told(words, measure, unit);
  const title = result?.sentence ?? words.say("distance.title");
  const model = withHas({
    ...base.model, from: end(dataset, "from", from, keys, asked), to: end(dataset, "to", to, keys, asked),
    swap: keys.from === null && keys.to === null ? null : pairAddress(id, { from: keys.to, to: keys.from, units: asked.units }),
    unitAsked: asked.units ?? null, units: unitsControl(base.model.units, unit, pairAddress(id, keys)), result,
    map: result && drawn(dataset, measure, result), notes: notes(dataset, [from.row, to.row]), status: [], trouble: null,
  });
  const twin = result && pairAddress(id, keys, "distance.json");
  return { template: "distance", model, frame: frame(base.frame, url, { title: `${title} · ${manifest.title}`, kind: "distance", twin }) };
}

/** A distance for programs. */
export async function distanceDocument(dataset, url) {
  const ends = { from: "", to: "" };
  for (const [name, value] of address.asked(url)) {
    if (!Object.hasOwn(ends, name)) throw unknown(name, Object.keys(ends));
    ends[name] = value;
  }
  const [from, to] = Object.entries(ends).map(([name, key]) => {
    if (key === "") throw new QueryProblem(name, "Expected the key of a record.");
    return rowNumber(measured(dataset), key);
  });
  await dataset.texts.need([from, to]);
  const { metres = null, initialBearing = null, finalBearing = null, line = [] } = between(dataset, from, to) ?? {};
  return {
    dataset: dataset.id, version: dataset.manifest.version, from: endDocument(dataset, from), to: endDocument(dataset, to),
    metres, kilometres: metres === null ? null : inUnit(metres, "km"), miles: metres === null ? null : inUnit(metres, "mi"),
    initial_bearing: initialBearing, final_bearing: finalBearing,
    line: line.map(({ latitude, longitude }) => [latitude, longitude]), credit: dataset.manifest.credit,
  };
}

/** A record that is measured from: its key, name and place. */
export function endDocument(dataset, row) {
  return { id: dataset.table.ids[row], title: dataset.name(row).title, location: dataset.place(row) };
}

/** The dataset, if distances are measured between its records. */
export function measured(dataset) {
  if (dataset.manifest.pages.distance) return dataset;
  throw new Refusal("no-measure", 404, { dataset: dataset.id, title: dataset.manifest.title });
}

/** That there is no such parameter, with the nearest that there is. */
export const unknown = (name, names) => new QueryProblem(name, `There is no such parameter here.${hint(name, names)}`);

/** The unit of a name. */
export function unitNamed(name) {
  if (UNITS.includes(name)) return name;
  throw new QueryProblem("units", `Expected ${UNITS.join(" or ")}, found "${name}".`);
}

/** The unit that is chosen on a page of the same copy. */
export const unitOf = ({ choices }) => (choices.find(({ isChosen }) => isChosen)?.value === "imperial" ? "mi" : "km");

/** The choice of units, with a way back to a page. */
export function unitsControl(base, unit, back) {
  const choices = base.choices.map((each) => ({ ...each, isChosen: (each.value === "imperial") === (unit === "mi") }));
  return { ...base, back, choices };
}

function request(dataset, url) {
  const asked = { isUntidy: false };
  for (const [name, value] of address.asked(url)) {
    if (!NAMES.includes(name)) throw unknown(name, NAMES);
    asked.isUntidy ||= value === "" || name.endsWith("_q");
    asked[name] = value === "" ? undefined : value;
    if (name === "units" && value !== "") unitNamed(value);
  }
  // A field that was emptied goes before the key of what stood in it.
  for (const name of ["from", "to"]) if (`${name}_q` in asked && asked[`${name}_q`] === undefined) asked[name] = undefined;
  return asked;
}

/** What an end's parameters mean: what was typed goes before a key of another name. */
async function choice(dataset, key, typed) {
  const text = typed?.trim() ?? "";
  if (text === "") return key === undefined ? {} : { row: rowNumber(dataset, key) };
  const row = key === undefined ? null : dataset.rowOf(key);
  if (row !== null) await dataset.texts.need([row]);
  if (row !== null && dataset.name(row).title === text) return { row };
  return { typed: text, ...(await namedRecord(dataset, text)) };
}

const isSettled = ({ row, typed }) => row !== undefined || typed === undefined;
const keyOf = (dataset, { row }) => (row === undefined ? null : String(dataset.table.ids[row]));
const pairAddress = (id, { from, to, units }, page = "distance") =>
  address.beside(id, page, [["from", from], ["to", to], ["units", units]]);

function between(dataset, from, to) {
  const [start, end] = [from, to].map((row) => (row === undefined ? null : dataset.place(row)));
  if (!start || !end) return null;
  const names = { from: dataset.name(from).title, to: dataset.name(to).title };
  return { from, to, names, ...dataset.core.distance(start, end), line: dataset.core.line(start, end, { every: 100_000, atMost: 128 }) };
}

function end(dataset, name, { row, rows, isAll, typed, suggestion }, keys, { units }) {
  const { id, manifest, table, words } = dataset;
  const isChosen = row !== undefined;
  const own = isChosen ? dataset.place(row) : null;
  const chosen = (other) => pairAddress(id, { ...keys, [name]: String(table.ids[other]), units });
  return withHas({
    name, textName: `${name}_q`, label: words.say(`distance.${name}`), hint: words.say("search.hint", { title: manifest.title }),
    id: isChosen ? String(table.ids[row]) : "", text: isChosen ? dataset.name(row).title : typed ?? "",
    page: isChosen ? address.record(id, table.ids[row]) : null, place: own && place(words, own),
    nothing: !isChosen && !rows && typed ? nothing(words, typed, suggestion) : null,
    choose: rows ? words.say(isAll ? "distance.choose" : "distance.choose_some", { count: String(rows.length) }) : null,
    candidates: (rows ?? []).map((other) => ({
      name: dataset.name(other).title, about: dataset.name(other).subtitle ?? "", choice: chosen(other),
    })),
  });
}

function nothing(words, text, suggestion) {
  const what = words.say("distance.nothing", { text });
  return suggestion ? `${what} ${words.say("distance.suggestion", { text: suggestion })}` : what;
}

function told(words, { metres, initialBearing, finalBearing, names }, unit) {
  const other = unit === "km" ? "mi" : "km";
  const facts = [
    [`in.${unit}`, exactDistance(words, metres, unit)], [`in.${other}`, exactDistance(words, metres, other)],
    ["initial", initialBearing === null ? null : bearing(words, initialBearing)],
    ["final", finalBearing === null ? null : bearing(words, finalBearing)],
  ];
  return withHas({
    sentence: words.say("distance.sentence", names), distance: distance(words, metres, unit),
    facts: facts.filter(([, value]) => value !== null).map(([name, value]) => ({ term: words.say(`distance.${name}`), value })),
  });
}

function drawn(dataset, { from, to, line }, { sentence, distance: far }) {
  const places = [from, to].map((row) => ({
    ...dataset.place(row), label: dataset.name(row).title, href: address.record(dataset.id, dataset.table.ids[row]),
  }));
  return figure(dataset, { places, line, label: `${sentence}: ${far}` });
}

/** What is to be known of the chosen ends: that a place is not known, or both are the same. */
function notes(dataset, rows) {
  const { words } = dataset;
  const chosen = rows.filter((row) => row !== undefined);
  const isSame = chosen.length === 2 && chosen[0] === chosen[1];
  const unplaced = [...new Set(chosen)].filter((row) => !dataset.place(row));
  const lines = unplaced.map((row) => words.say("distance.no_place", { name: dataset.name(row).title }));
  return isSame ? [...lines, words.say("distance.same")] : lines;
}
