/** The pages and documents that were read on this device, as they were then. */
import { ANSWERS, forget, found, keepCopy, KEPT_AT, PAGES } from "./shell-caches.js";
import { marked } from "./device-mark.js";

const LANGUAGE = "lang";
const PLACES = ["offset", "open-row"]; // where somebody is in a list, which is the same list
let epoch = 0; // of the preferences that pages are written by

/** Whether a whole page is asked for, to be shown. */
export function isPage({ mode, headers }) {
  return mode === "navigate" || headers.get("Accept")?.startsWith("text/html") === true;
}

/** Whether a document for scripts is asked for: a search, places, distances, rows. */
export function isDocument({ url }) {
  return new URL(url).pathname.endsWith(".json");
}

function placeOf(request) {
  if (isPage(request)) return PAGES;
  return isDocument(request) ? ANSWERS : null;
}

/** One address for a page in whatever language it was asked for: a device mostly has one. */
function key(address, besides = []) {
  const url = new URL(address);
  for (const name of [LANGUAGE, ...besides]) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

/** A page as it was read; of a list that was read elsewhere in it, its beginning. */
async function copyOf(place, request) {
  const exact = await found(place, key(request.url));
  return exact ?? (request.mode === "navigate" ? found(place, key(request.url, PLACES)) : null);
}

/** Which preferences hold now: a number that changes with them. */
export function currentPreferences() {
  return epoch;
}

/** Keeps what the server answered, unless it was not to be kept, or other preferences hold since. */
export async function remember(request, answer, preferences) {
  const place = placeOf(request);
  if (!place || answer.status !== 200 || answer.type !== "basic") return;
  if (request.cache === "no-store" || /no-store/.test(answer.headers.get("Cache-Control"))) return;
  if (!isKind(place, answer) || preferences !== epoch) return;
  await keepCopy(place, key(answer.redirected ? answer.url : request.url), answer.clone());
}

function isKind(place, answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  return kind.startsWith(place === PAGES ? "text/html" : "application/json");
}

/** A page as it was last read here, which says so; nothing where it was not, or in other words. */
export async function visited(request) {
  const place = placeOf(request);
  if (!place) return null;
  const copy = await copyOf(place, request);
  if (!copy) return null;
  const asked = new URL(request.url).searchParams.get(LANGUAGE);
  const isOther = asked && asked !== (copy.headers.get("Content-Language") ?? asked);
  if (isOther && request.mode !== "navigate") return null;
  return marked(copy, { from: "visited", at: new Date(copy.headers.get(KEPT_AT)) });
}

/** Lets all of them go: they were written for other preferences. */
export async function forgetVisited() {
  epoch += 1;
  await Promise.all([PAGES, ANSWERS].map(forget));
}

/** The visited pages, the newest first: where they are, and when they were read. */
export async function visitedPages() {
  const cache = await caches.open(PAGES.name);
  const keys = await cache.keys();
  const all = await Promise.all(keys.map(async (key) => {
    const page = await cache.match(key, { ignoreVary: true });
    const title = /<title>([^<]*)<\/title>/.exec((await page?.text()) ?? "")?.[1];
    return { address: new URL(key.url).pathname + new URL(key.url).search, title };
  }));
  return all.filter(({ title }) => title).reverse();
}
