/** Rows of a kept dataset for programs, as the `.json` twins of its pages have them. */
import * as address from "./kept-address.js";
import { readQuery } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";

/** `/{dataset}.json`: the rows of a query with their total, and the sections where its order has them. */
export async function listDocument(dataset, url) {
  const { declaration, id, manifest } = dataset;
  const query = readQuery(address.asked(url), declaration);
  const { rows, total, isAtLeast } = dataset.find(query);
  const window = Array.from(rows.slice(query.offset, query.offset + query.limit));
  const records = [];
  for (const number of window) records.push(record(await dataset.row(number)));
  return {
    dataset: id, version: manifest.version, total, ...(query.search !== null && { total_at_least: isAtLeast }),
    offset: query.offset, rows: records,
    ...(query.isBySection(declaration) && { sections: await sections(dataset, query) }), credit: manifest.credit,
  };
}

/** `/{dataset}/{id}.json`. */
export async function recordDocument(dataset, key) {
  const { version, credit } = dataset.manifest;
  const row = await dataset.row(rowNumber(dataset, key));
  return { dataset: dataset.id, version, record: record(row), credit };
}

/** Without what only this device sorts by, whose names no field can have. */
function record({ id, values }) {
  return { id, ...Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith("@"))) };
}

async function sections(dataset, query) {
  const all = dataset.sections.of(dataset, query);
  await dataset.texts.need(all.flatMap(({ others }) => others));
  const named = (row) => ({ id: dataset.table.ids[row], title: dataset.name(row).title });
  return all.map(({ name, count, offset, others, otherCount }) => ({
    name, count, offset,
    ...(others.length > 0 && { see_also: others.map(named), see_also_count: otherCount }),
  }));
}
