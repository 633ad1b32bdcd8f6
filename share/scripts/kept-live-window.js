/** Rows of a kept table for its page, which asks for others as somebody scrolls. */
import * as address from "./kept-address.js";
import { marksOf } from "./kept-list-page.js";
import { readQuery } from "./kept-query.js";
import { markedRow } from "./kept-rows.js";

const OWN = ["rows-as", "last-version", "anchor-id", "anchor-lead"];

/** `/{dataset}/live` as a document: one window, at a rank or around the row that is held. */
export async function liveDocument(dataset, url) {
  const pairs = address.asked(url);
  const query = readQuery(pairs.filter(([name]) => !OWN.includes(name)), dataset.declaration);
  const { rows } = dataset.find(query);
  const offset = placeOf(dataset, rows, new Map(pairs)) ?? query.offset;
  const window = Array.from(rows.slice(offset, offset + query.limit));
  await dataset.texts.need(window);
  const marks = marksOf(dataset, query);
  const html = (row) => markedRow(dataset.texts.markup(row), marks(row), dataset);
  return {
    version: dataset.manifest.version, total: rows.length, offset,
    rows: window.map((row) => ({ id: dataset.table.ids[row], html: html(row) })),
  };
}

/** Where a window begins that holds a row so many rows below its start; null where it is not found. */
function placeOf(dataset, rows, asked) {
  const row = dataset.rowOf(asked.get("anchor-id"));
  const rank = row === null ? -1 : rows.indexOf(row);
  return rank < 0 ? null : Math.max(0, rank - Number(asked.get("anchor-lead") ?? 0));
}
