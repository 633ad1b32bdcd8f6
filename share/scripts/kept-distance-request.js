/** What is asked of a distance page: both ends, by key or by what was typed. */
import * as address from "./kept-address.js";
import { unitNamed, unknown } from "./kept-measured.js";
import { namedRecord } from "./kept-named-record.js";
import { rowNumber } from "./kept-record-page.js";

const NAMES = ["from", "to", "from_q", "to_q", "units"];

/** The parameters of an address; an empty value says nothing. `isUntidy` where it says more than it needs to. */
export function distanceRequest(url) {
  const asked = { isUntidy: false };
  const cleared = [];
  for (const [name, value] of address.asked(url)) {
    if (!NAMES.includes(name)) throw unknown(name, NAMES);
    asked.isUntidy ||= value === "" || name.endsWith("_q");
    asked[name] = value === "" ? undefined : value;
    if (name === "units" && value !== "") unitNamed(value);
    if (name.endsWith("_q") && value === "") cleared.push(name.slice(0, -2));
  }
  // A field that was emptied goes before the key of what stood in it.
  for (const name of cleared) asked[name] = undefined;
  return asked;
}

/**
 * What an end's parameters mean: nothing, `{ row }`, or what was typed with `{ rows, isAll }` that may be
 * meant or a `suggestion`. What was typed goes before a key of another name, since a form sends the key
 * that was chosen before.
 */
export async function chosenEnd(dataset, key, typed) {
  const text = typed?.trim() ?? "";
  if (text === "") return key === undefined ? {} : { row: rowNumber(dataset, key) };
  const row = key === undefined ? null : dataset.rowOf(key);
  if (row !== null) {
    await dataset.texts.need([row]);
    if (dataset.name(row).title === text) return { row };
  }
  return { typed: text, ...(await namedRecord(dataset, text)) };
}

/** Whether a record is chosen, or none was asked for. */
export const isSettled = ({ row, typed }) => row !== undefined || typed === undefined;
