/** Two records of a kept dataset and how far they are from each other. */
import * as address from "./kept-address.js";
import { chosenEnd, distanceRequest, isSettled } from "./kept-distance-request.js";
import { figure } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { endDocument, measured, unitOf, unitsControl, unknown, unplaced } from "./kept-measured.js";
import { QueryProblem } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";
import { bearing, distance, exactDistance, inUnit, place } from "./kept-texts.js";

/** The parts of the page at a URL, or `{ location }` of the page that says the same more shortly. */
export async function distancePage(dataset, url) {
  const asked = distanceRequest(url);
  const { from: fromKey, from_q: fromText, to: toKey, to_q: toText, units } = asked;
  const from = await chosenEnd(measured(dataset), fromKey, fromText);
  const to = await chosenEnd(dataset, toKey, toText);
  const pair = new Pair(dataset, from, to, units);
  if (asked.isUntidy && isSettled(from) && isSettled(to)) return { location: pair.address() };
  await dataset.texts.need([from, to].flatMap(({ row, rows }) => (row === undefined ? rows ?? [] : [row])));
  return pair.page(url);
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
  const line = between(dataset, from, to);
  const metres = line?.metres ?? null;
  return {
    dataset: dataset.id, version: dataset.manifest.version,
    from: endDocument(dataset, from), to: endDocument(dataset, to), metres,
    kilometres: metres === null ? null : inUnit(metres, "km"), miles: metres === null ? null : inUnit(metres, "mi"),
    initial_bearing: line?.initialBearing ?? null, final_bearing: line?.finalBearing ?? null,
    line: (line?.places ?? []).map(({ latitude, longitude }) => [latitude, longitude]),
    credit: dataset.manifest.credit,
  };
}

/** The shortest line between two records; null where a place is not known. */
function between(dataset, from, to) {
  const [start, end] = [from, to].map((row) => (row === undefined ? null : dataset.place(row)));
  if (!start || !end) return null;
  const names = { from: dataset.name(from).title, to: dataset.name(to).title };
  const places = dataset.core.line(start, end, { every: 100_000, atMost: 128 });
  return { from, to, names, places, ...dataset.core.distance(start, end) };
}

/** Both ends of a distance page, as far as they are chosen. */
class Pair {
  #dataset;
  #ends;
  #keys;
  #units;

  constructor(dataset, from, to, units) {
    const keyOf = ({ row }) => (row === undefined ? null : String(dataset.table.ids[row]));
    this.#dataset = dataset;
    this.#ends = { from, to };
    this.#keys = { from: keyOf(from), to: keyOf(to) };
    this.#units = units;
  }

  /** The page with these ends, or others in their place. */
  address(keys = this.#keys, { page = "distance", units = this.#units } = {}) {
    return address.beside(this.#dataset.id, page, [["from", keys.from], ["to", keys.to], ["units", units]]);
  }

  page(url) {
    const { manifest, words } = this.#dataset;
    const { frame: around, model: base } = manifest.pages.distance;
    const [from, to] = [this.#ends.from.row, this.#ends.to.row];
    const unit = this.#units ?? unitOf(base.units);
    const line = between(this.#dataset, from, to);
    const result = line && told(words, line, unit);
    const model = withHas({
      ...base, from: this.#end("from"), to: this.#end("to"), swap: this.#swap, unitAsked: this.#units ?? null,
      units: unitsControl(base.units, unit, this.address(this.#keys, { units: null })), result,
      map: result && this.#map(line, result), notes: this.#notes([from, to]), status: [], trouble: null,
    });
    const title = `${result?.sentence ?? words.say("distance.title")} · ${manifest.title}`;
    const twin = result && this.address(this.#keys, { page: "distance.json", units: null });
    return { template: "distance", model, frame: frame(around, url, { title, kind: "distance", twin }) };
  }

  /** The same page with both ends changed over; null where none is chosen. */
  get #swap() {
    const { from, to } = this.#keys;
    return from === null && to === null ? null : this.address({ from: to, to: from });
  }

  #end(name) {
    const { words } = this.#dataset;
    const { row, rows, isAll, typed, suggestion } = this.#ends[name];
    const isNothing = row === undefined && !rows && typed !== undefined;
    const some = isAll ? "distance.choose" : "distance.choose_some";
    return withHas({
      name, textName: `${name}_q`, label: words.say(`distance.${name}`),
      hint: words.say("search.hint", { title: this.#dataset.manifest.title }),
      ...(row === undefined ? { id: "", text: typed ?? "", page: null, place: null } : this.#chosen(row)),
      nothing: isNothing ? nothing(words, typed, suggestion) : null,
      choose: rows ? words.say(some, { count: String(rows.length) }) : null,
      candidates: (rows ?? []).map((each) => this.#candidate(name, each)),
    });
  }

  #chosen(row) {
    const { table, words } = this.#dataset;
    const own = this.#dataset.place(row);
    const { title } = this.#dataset.name(row);
    const page = this.#dataset.page(row);
    return { id: String(table.ids[row]), text: title, page, place: own && place(words, own) };
  }

  #candidate(name, row) {
    const { title, subtitle } = this.#dataset.name(row);
    const keys = { ...this.#keys, [name]: String(this.#dataset.table.ids[row]) };
    return { name: title, about: subtitle ?? "", choice: this.address(keys) };
  }

  #map({ from, to, places }, { sentence, distance: far }) {
    const ends = [from, to].map((row) => this.#dataset.mark(row));
    return figure(this.#dataset, { places: ends, line: places, label: `${sentence}: ${far}` });
  }

  /** What is to be known of the chosen ends: that a place is not known, or both are the same. */
  #notes(rows) {
    const chosen = rows.filter((row) => row !== undefined);
    const distinct = [...new Set(chosen)];
    const notes = unplaced(this.#dataset, distinct);
    return distinct.length < chosen.length ? [...notes, this.#dataset.words.say("distance.same")] : notes;
  }
}

function nothing(words, text, suggestion) {
  const what = words.say("distance.nothing", { text });
  return suggestion ? `${what} ${words.say("distance.suggestion", { text: suggestion })}` : what;
}

function told(words, { metres, initialBearing, finalBearing, names }, unit) {
  const other = unit === "km" ? "mi" : "km";
  const facts = [
    [`in.${unit}`, exactDistance(words, metres, unit)],
    [`in.${other}`, exactDistance(words, metres, other)],
    ["initial", initialBearing === null ? null : bearing(words, initialBearing)],
    ["final", finalBearing === null ? null : bearing(words, finalBearing)],
  ].filter(([, value]) => value !== null);
  return withHas({
    sentence: words.say("distance.sentence", names), distance: distance(words, metres, unit),
    facts: facts.map(([name, value]) => ({ term: words.say(`distance.${name}`), value })),
  });
}
