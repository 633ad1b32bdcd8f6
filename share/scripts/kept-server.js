/**
 * A small server inside the service worker: it answers for the datasets that are kept on this device,
 * at the same addresses and with the same templates as the server, when that cannot be reached.
 */
import { distanceDocument, distancePage } from "./kept-distance-page.js";
import { homePage } from "./kept-home-page.js";
import { listDocument, recordDocument } from "./kept-list-document.js";
import { tidied } from "./kept-list-form.js";
import { listPage } from "./kept-list-page.js";
import { mapDocument, mapPage } from "./kept-map-page.js";
import { nearDocument, nearPage } from "./kept-near-page.js";
import { recordPage } from "./kept-record-page.js";
import { problemDocument, problemOf, problemPage } from "./kept-refusal.js";
import { searchDocument, searchPage, soughtDataset } from "./kept-search-page.js";
import { allKept, keptDataset, keptEntries, lastHome, templatesOf, wordsOf } from "./kept-shelf.js";
import * as store from "./kept-store.js";

const DATASET = /^\/([a-z][a-z0-9_]*)(\.json)?$/;
const BESIDE = /^\/([a-z][a-z0-9_]*)\/(map|distance|near)(\.json)?$/;
const RECORD = /^\/([a-z][a-z0-9_]*)\/([^/]+?)(\.json)?$/;
/** What stands beside a list and has no answer here. */
const ELSEWHERE = ["live", "changes", "changes.json", "changes.atom", "about", "search"];
const PAGES = { map: mapPage, distance: distancePage, near: nearPage };
const DOCUMENTS = { map: mapDocument, distance: distanceDocument, near: nearDocument };

/** The answer to a request; null where no kept dataset has one. */
export async function answerFromKept(request) {
  const url = new URL(request.url);
  const route = routeOf(url);
  const kept = route && (await route.kept());
  if (!kept) return null;
  try {
    const answer = await route.answer(kept);
    if (answer?.location) return Response.redirect(new URL(answer.location, url.origin), 303);
    return await answered(answer, kept, { isPage: route.isPage });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    const { manifest, words } = kept;
    if (!route.isPage) return json(problemDocument(problem, words, url), kept, problem.status, "application/problem+json");
    const page = problemPage(problem, words, manifest.lists[""].frame, url);
    return answered(page, kept, { isPage: true, status: problem.status });
  }
}

/** What an address means: of which kept copy, and how it is answered; null for what is not ours. */
function routeOf(url) {
  const { pathname } = url;
  if (pathname === "/") return { isPage: true, kept: homeCopy, answer: (copy) => homePage(copy, url) };
  if (pathname === "/search") {
    return { isPage: true, kept: allCopies, answer: ({ all, words, frame }) => searchPage(all, words, frame, url) };
  }
  if (pathname === "/search.json") {
    return { isPage: false, kept: () => searched(url), answer: ({ all }) => searchDocument(all, url) };
  }
  return datasetRoute(url, pathname);
}

function datasetRoute(url, pathname) {
  const [, list, isTwin] = DATASET.exec(pathname) ?? [];
  if (list) {
    const page = async (dataset) => located(tidied(dataset, url)) ?? listPage(dataset, url);
    return route(list, isTwin, page, (dataset) => listDocument(dataset, url));
  }
  const [, beside, name, isOther] = BESIDE.exec(pathname) ?? [];
  if (beside) return route(beside, isOther, (dataset) => PAGES[name](dataset, url), (dataset) => DOCUMENTS[name](dataset, url));
  const [, home, encoded, isData] = RECORD.exec(pathname) ?? [];
  const key = decoded(encoded);
  if (key === null || ELSEWHERE.includes(encoded)) return null;
  return route(home, isData, (dataset) => recordPage(dataset, key, url), (dataset) => recordDocument(dataset, key));
}

function route(id, isDocument, page, document) {
  return { isPage: !isDocument, kept: () => keptDataset(id), answer: isDocument ? document : page };
}

const located = (location) => location && { location };

function decoded(text) {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** All kept datasets that speak one language, which is that of the copy that was kept last. */
async function allCopies() {
  const all = await allKept();
  if (all.length === 0) return null;
  const newest = all.reduce((one, other) => (other.entry.keptAt > one.entry.keptAt ? other : one));
  const same = all.filter(({ manifest }) => manifest.language === newest.manifest.language);
  return { ...newest, entry: newest.entry, manifest: newest.manifest, words: newest.words, all: same, frame: newest.manifest.lists[""].frame };
}

/** What a search looks through; null where the dataset that it asks for is not kept. */
async function searched(url) {
  const id = soughtDataset(url);
  if (id === null) return allCopies();
  const dataset = await keptDataset(id);
  return dataset && { entry: dataset.entry, manifest: dataset.manifest, words: dataset.words, all: [dataset] };
}

/** What the home page tells: no dataset need be opened for it. */
async function homeCopy() {
  const entries = await keptEntries();
  const manifests = (await Promise.all(entries.map(({ dataset }) => store.manifest(dataset)))).filter(Boolean);
  if (manifests.length === 0) return null;
  const [entry, manifest] = [entries[0], manifests[0]];
  const words = await wordsOf(manifest);
  const known = await lastHome();
  const bytes = entries.reduce((sum, each) => sum + each.bytes, 0);
  const spoken = manifests.filter(({ language }) => language === manifest.language);
  const home = known?.frame.language === manifest.language ? known : null;
  return words && { entry, manifest, manifests: spoken, words, bytes, known: home, now: new Date() };
}

/** Parts of a page in their templates, or a document; null where the templates are not on this device. */
async function answered(answer, kept, { isPage, status = 200 }) {
  if (!isPage) return json(answer, kept, status);
  const templates = await templatesOf(kept.manifest);
  return templates && response(templates.page(answer, kept.words), kept, status, "text/html; charset=utf-8");
}

function json(value, kept, status = 200, type = "application/json") {
  return response(JSON.stringify(value), kept, status, type);
}

function response(body, { entry, manifest }, status, type) {
  const headers = { "Content-Type": type, "Content-Language": manifest.language, "Cache-Control": "no-store" };
  if (entry.keptAt) headers["X-Almanac-Kept-At"] = new Date(entry.keptAt).toISOString();
  return new Response(body, { status, headers });
}
