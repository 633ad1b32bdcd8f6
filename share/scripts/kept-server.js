/**
 * A small server inside the service worker: it answers for the datasets that are kept on this device,
 * at the same addresses and with the same templates as the server, when that cannot be reached.
 */
import { distanceDocument, distancePage } from "./kept-distance-page.js";
import { homePage } from "./kept-home-page.js";
import { listDocument, recordDocument } from "./kept-list-document.js";
import { tidied } from "./kept-list-form.js";
import { listPage } from "./kept-list-page.js";
import { liveDocument } from "./kept-live-window.js";
import { mapDocument, mapPage } from "./kept-map-page.js";
import { nearDocument, nearPage } from "./kept-near-page.js";
import { recordPage } from "./kept-record-page.js";
import { problemDocument, problemOf, problemPage } from "./kept-refusal.js";
import { searchDocument, searchPage, soughtDataset } from "./kept-search-page.js";
import { allKept, keptDataset, keptEntries, lastHome, letGo, templatesOf, wordsOf } from "./kept-shelf.js";
import * as store from "./kept-store.js";
import { datasetPart, meaning } from "./path-part.js";

const DATASET = /^\/(~?[a-z][a-z0-9_]*~?)(\.json)?$/;
const BESIDE = /^\/(~?[a-z][a-z0-9_]*~?)\/(map|distance|near)(\.json)?$/;
const LIVE = /^\/(~?[a-z][a-z0-9_]*~?)\/live$/;
const RECORD = /^\/(~?[a-z][a-z0-9_]*~?)\/([^/]+?)(\.json)?$/;
/** What stands beside a list and has no answer here. */
const ELSEWHERE = ["changes", "changes.json", "changes.atom", "aside", "aside.json", "about", "search"];
const PAGES = { map: mapPage, distance: distancePage, near: nearPage };
const DOCUMENTS = { map: mapDocument, distance: distanceDocument, near: nearDocument };

/** The answer to a request; null where no kept dataset has one. Throws where one cannot be read. */
export async function answerFromKept(request) {
  const url = new URL(request.url);
  const route = routeOf(url);
  const kept = route && (await route.kept());
  if (!kept) return null;
  try {
    return await answered(await route.answer(kept), kept, { isPage: route.isPage, url });
  } catch (error) {
    const problem = problemOf(error);
    if (problem) return refused(problem, kept, { isPage: route.isPage, url });
    letGo(); // What failed is opened anew for the next question.
    throw error;
  }
}

/**
 * What an address means: which kept copy answers, and how; null for what is not ours.
 *
 * A page is answered by its parts or by the `location` of another one, a document by what it says.
 */
function routeOf(url) {
  switch (url.pathname) {
    case "/":
      return { isPage: true, kept: homeCopy, answer: (copy) => homePage(copy, url) };
    case "/search":
      return { isPage: true, kept: allCopies, answer: (copy) => searchPage(copy, url) };
    case "/search.json":
      return { isPage: false, kept: () => soughtCopies(url), answer: ({ all }) => searchDocument(all, url) };
    default:
      return datasetRoute(url);
  }
}

function datasetRoute(url) {
  const { pathname } = url;
  const [, list, listTwin] = DATASET.exec(pathname) ?? [];
  if (list) return route(list, listTwin, (dataset) => tidyList(dataset, url), (dataset) => listDocument(dataset, url));
  const [, map, name, mapTwin] = BESIDE.exec(pathname) ?? [];
  if (map) return route(map, mapTwin, (dataset) => PAGES[name](dataset, url), (dataset) => DOCUMENTS[name](dataset, url));
  const [, live] = LIVE.exec(pathname) ?? [];
  if (live) return route(live, true, null, (dataset) => liveDocument(dataset, url));
  const [, id, encoded, recordTwin] = RECORD.exec(pathname) ?? [];
  const part = decoded(encoded);
  if (part === null || ELSEWHERE.includes(part)) return null;
  const key = meaning(part);
  return route(id, recordTwin, (dataset) => recordPage(dataset, key, url), (dataset) => recordDocument(dataset, key));
}

/** `part` names the dataset; as a bare word that addresses use for themselves it is a page of the server's. */
function route(part, isDocument, page, document) {
  const id = meaning(part);
  if (id === part && datasetPart(id) !== part) return null;
  return { isPage: !isDocument, kept: () => keptDataset(id), answer: isDocument ? document : page };
}

/** A list's page, or where it is under a tidier address. */
async function tidyList(dataset, url) {
  const location = tidied(dataset, url);
  return location === null ? listPage(dataset, url) : { location };
}

function decoded(text) {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** All kept datasets that speak the language of the copy that was kept last; null where there is none. */
async function allCopies() {
  const all = await allKept();
  if (all.length === 0) return null;
  const { entry, manifest, words } = all.reduce((one, other) => (other.entry.keptAt > one.entry.keptAt ? other : one));
  return { entry, manifest, words, all: all.filter((each) => each.manifest.language === manifest.language) };
}

/** What a search looks through; null where the dataset that it asks for is not kept. */
async function soughtCopies(url) {
  const id = soughtDataset(url);
  if (id === null) return allCopies();
  const dataset = await keptDataset(id);
  return dataset && { entry: dataset.entry, manifest: dataset.manifest, words: dataset.words, all: [dataset] };
}

/** What the home page tells of all copies; no dataset need be opened for it. */
async function homeCopy() {
  const entries = await keptEntries();
  const all = (await Promise.all(entries.map(({ dataset }) => store.manifest(dataset)))).filter(Boolean);
  if (all.length === 0) return null;
  const [entry, manifest] = [entries[0], all[0]];
  const isSpoken = ({ language }) => language === manifest.language;
  const [words, last] = await Promise.all([wordsOf(manifest), lastHome()]);
  const bytes = entries.reduce((sum, each) => sum + each.bytes, 0);
  const known = last && isSpoken(last.frame) ? last : null;
  return words && { entry, manifest, manifests: all.filter(isSpoken), words, bytes, known, now: new Date() };
}

/** An answer as a response; null where a page's templates are not on this device. */
async function answered(answer, kept, { isPage, url, status = 200 }) {
  if (isPage && answer.location) return Response.redirect(new URL(answer.location, url.origin), 303);
  if (!isPage) return response(JSON.stringify(answer), kept, { status, type: "application/json" });
  const templates = await templatesOf(kept.manifest);
  const type = "text/html; charset=utf-8";
  return templates && response(templates.page(answer, kept.words), kept, { status, type });
}

/** A problem as a page or as a document, as the server tells it. */
async function refused(problem, kept, { isPage, url }) {
  const { manifest, words } = kept;
  const { status } = problem;
  const page = isPage && problemPage(problem, words, manifest.lists[""].frame, url);
  if (page) return answered(page, kept, { isPage, url, status });
  const text = JSON.stringify(problemDocument(problem, words, url));
  return response(text, kept, { status, type: "application/problem+json" });
}

function response(body, { entry, manifest }, { status, type }) {
  const headers = { "Content-Type": type, "Content-Language": manifest.language, "Cache-Control": "no-store" };
  if (entry.keptAt) headers["X-Almanac-Kept-At"] = new Date(entry.keptAt).toISOString();
  return new Response(body, { status, headers });
}
