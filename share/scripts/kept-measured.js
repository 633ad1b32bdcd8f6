/** What pages and documents about distances have in common. */
import { hint } from "./kept-nearest-word.js";
import { QueryProblem } from "./kept-query.js";
import { Refusal } from "./kept-refusal.js";

const UNITS = ["km", "mi"];

/** The dataset, if distances are measured between its records. */
export function measured(dataset) {
  if (dataset.manifest.pages.distance) return dataset;
  throw new Refusal("no-measure", 404, { dataset: dataset.id, title: dataset.manifest.title });
}

/** That there is no such parameter, with the nearest that there is. */
export function unknown(name, names) {
  return new QueryProblem(name, `There is no such parameter here.${hint(name, names)}`);
}

/** The unit of a name. */
export function unitNamed(name) {
  if (UNITS.includes(name)) return name;
  throw new QueryProblem("units", `Expected ${UNITS.join(" or ")}, found "${name}".`);
}

/** The unit that is chosen on a page of the same copy. */
export function unitOf({ choices }) {
  return choices.find(({ isChosen }) => isChosen)?.value === "imperial" ? "mi" : "km";
}

/** The choice of units, with a way back to a page. */
export function unitsControl(base, unit, back) {
  const isChosen = (value) => (value === "imperial") === (unit === "mi");
  return { ...base, back, choices: base.choices.map((each) => ({ ...each, isChosen: isChosen(each.value) })) };
}

/** A record that is measured from, for programs: its key, name and place. */
export function endDocument(dataset, row) {
  return { id: dataset.table.ids[row], title: dataset.name(row).title, location: dataset.place(row) };
}

/** That the places of some records are not known, in words. */
export function unplaced(dataset, rows) {
  return rows
    .filter((row) => !dataset.place(row))
    .map((row) => dataset.words.say("distance.no_place", { name: dataset.name(row).title }));
}
