/** A key or a dataset's id as one part of an address, so that no route is ever meant by it (`PathPart` on the server). */

/** Ids that addresses use for themselves, or will. */
const RESERVED = new Set([
  "about", "changes", "distance", "en", "greeting", "health", "index", "library", "live", "map",
  "metrics", "near", "new", "notifications", "openapi", "patterns", "pictures", "pl",
  "preferences", "push", "ru", "search", "site", "sk", "sql", "status", "subscriptions",
]);
const WORD = /^[a-z][a-z_-]*$/;
const SUFFIX = /\.[a-z][a-z0-9_-]*$/;
const STEP = /^\.{1,2}$/;
const BLANK = /^\p{White_Space}*$/u;

/** A record's key as addresses write it, before it is percent-encoded. */
export function keyPart(key) {
  const isMistaken = [WORD, SUFFIX, STEP, BLANK].some((form) => form.test(key)) || /^~(.*~)?$/s.test(key);
  return isMistaken ? `~${key}~` : key;
}

/** A dataset's id as addresses write it. */
export function datasetPart(id) {
  return RESERVED.has(id) ? `~${id}~` : id;
}

/** What a part means, given without percent-encoding. */
export function meaning(part) {
  return part.length > 2 && part.startsWith("~") && part.endsWith("~") ? part.slice(1, -1) : part;
}

/** Whether a part of an address may be a record's page and nothing else. */
export function isOfRecord(part) {
  return !WORD.test(part) && !SUFFIX.test(part);
}
