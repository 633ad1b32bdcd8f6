/** Values as addresses write them: `60.5`, `2011`, `2026-11-21`, `2026-11-21T14:02:48Z`, `true`. */
import { isNumber } from "./kept-numbers.js";

const DAY = 86_400_000;

/**
 * The value of a text for a type: `{ type, number }` or `{ type, text }`; null when it is none.
 * Days and instants have a number, too: milliseconds since 1970.
 */
export function readValue(text, type) {
  switch (type) {
    case "integer": case "year": return /^[+-]?\d+$/.test(text) ? { type, number: Number(text) } : null;
    case "number": return isNumber(text) ? { type, number: Number(text) } : null;
    case "boolean": return text === "true" || text === "false" ? { type, text } : null;
    case "date": return date(text);
    case "timestamp": case "datetime": return instant(text, type);
    default: return { type, text };
  }
}

/** What `readValue` expects, in plain words. */
export function expected(type) {
  switch (type) {
    case "integer": return "a whole number";
    case "year": return "a year";
    case "number": return "a number";
    case "boolean": return "true or false";
    case "date": return "a date such as 2026-11-21";
    case "timestamp": case "datetime": return "a time such as 2026-11-21T14:02:48Z, or milliseconds since 1970";
    default: return "a text";
  }
}

/** A value as the rows of answers have it, to be compared with theirs. */
export function rowValue({ type, number, text }) {
  switch (type) {
    case "boolean": return text === "true";
    case "date": return text;
    case "timestamp": return new Date(number).toISOString();
    case "datetime": return new Date(number).toISOString().slice(0, -1);
    default: return number ?? text;
  }
}

function date(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  const isTrue = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isTrue ? { type: "date", text, days: time / DAY } : null;
}

function instant(text, type) {
  if (/^[+-]?\d+$/.test(text)) return { type, number: Number(text) };
  const [whole, day, clock, zone] = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const time = whole === undefined ? NaN : Date.parse(`${day}T${clock ?? "00:00"}${zone ?? "Z"}`);
  return Number.isNaN(time) ? null : { type, number: time };
}
