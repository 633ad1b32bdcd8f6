/** The page of a kept record, filled into the page that all records of its dataset share. */
import * as address from "./kept-address.js";
import { figure } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { keyPart } from "./path-part.js";
import { Refusal } from "./kept-refusal.js";

/** The parts of a record's page; throws a `Refusal` where no such record is kept. */
export async function recordPage(dataset, key, url) {
  const { id, manifest } = dataset;
  const number = rowNumber(dataset, key);
  const row = await dataset.row(number);
  await dataset.texts.need([number - 1, number + 1].filter((other) => other >= 0 && other < dataset.count));
  const shared = filled(manifest.record, row);
  const model = withHas({
    ...shared.model, ...row.page, facts: facts(manifest.record.facts, row.facts), map: map(dataset, number, row),
    previous: neighbour(dataset, number - 1), next: neighbour(dataset, number + 1), status: [], trouble: null,
  });
  const title = `${model.title} · ${model.dataset.title}`;
  const twin = address.record(id, row.id, ".json");
  const own = new URL(url); // A key may be asked for between tildes; the page says its own address.
  own.pathname = address.record(id, row.id);
  return { template: "record", model, frame: frame(shared.frame, own, { title, kind: "record", twin }) };
}

/** The row of a key as an address has it. */
export function rowNumber(dataset, key) {
  const number = dataset.rowOf(key);
  if (number === null) {
    const values = { dataset: dataset.id, id: key, title: dataset.manifest.title, hint: "" };
    throw new Refusal("unknown-record", 404, values);
  }
  return number;
}

/** What all records share, with this one's key and title in the places that are marked for them. */
function filled({ model, frame: around, marks }, { id, page }) {
  const parts = [[`/${marks.key}`, `/${address.encoded(keyPart(String(id)))}`], [marks.key, address.encoded(String(id))]];
  const values = [...parts, [marks.id, String(id)], [marks.title, page.title]];
  const put = (text) => values.reduce((made, [mark, own]) => made.replaceAll(mark, () => own), text);
  const fill = (value) => {
    if (typeof value === "string") return put(value);
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
  };
  return { model: fill(model), frame: fill(around) };
}

function facts(shared, own) {
  return Object.entries(own).map(([name, fact]) =>
    ({ ...shared[name], ...(typeof fact === "string" ? { text: fact } : fact) })).map(withHas);
}

/** The way to the record before or after, in the list's own order. */
function neighbour(dataset, number) {
  if (number < 0 || number >= dataset.count) return null;
  return dataset.link(number);
}

function map(dataset, number, { id, page }) {
  const { words } = dataset;
  const place = dataset.place(number);
  if (!place) return null;
  const all = address.beside(dataset.id, "map", [["map-id", String(id)]]);
  const more = { title: words.say("map.among_all"), address: all, isCurrent: false };
  return figure(dataset, { places: [{ ...place, label: page.title, href: null }], label: page.title, more });
}
