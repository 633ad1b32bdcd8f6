/** The list of a kept dataset as the server makes it: its page without a query, with what the query changes. */
import * as address from "./kept-address.js";
import { controls } from "./kept-controls.js";
import { frame, withHas } from "./kept-frame.js";
import { inputs, pager } from "./kept-pager.js";
import { LARGEST_LIMIT, readQuery } from "./kept-query.js";
import { markedEntry, markedRow, unfolded } from "./kept-rows.js";
import { headings, sectionMarkup, shownSections, tableSections } from "./kept-section-markup.js";

const OPEN = "open-row";

/** The parts of the page at a URL: `{ template, model, frame }`; throws a `QueryProblem`. */
export async function listPage(dataset, url) {
  const { id, manifest } = dataset;
  const pairs = address.asked(url);
  const open = manifest.list.unfold ? pairs.filter(([name, value]) => name === OPEN && value !== "") : [];
  const rest = manifest.list.unfold ? pairs.filter(([name]) => name !== OPEN) : pairs;
  const query = readQuery(rest, dataset.declaration);
  const base = manifest.lists[""];
  const model = withHas(await listModel(dataset, query, open, base.model));
  const own = { title: model.title, kind: "list", summary: model.summary, feed: base.frame.feed };
  const twin = twinOf(dataset, query);
  return { template: "list", model, frame: frame(base.frame, url, { ...own, twin }) };
}

/** The rows of the page as JSON, in the same order: by the texts of its language where they are told apart. */
function twinOf(dataset, query) {
  const { core, language } = dataset.manifest;
  const { isText, isTold } = dataset.orderOf(query);
  const collation = query.collation ?? core.collation;
  const isPlain = !isText || (collation === "root" && !isTold);
  const twin = address.list(dataset.id, isPlain ? query : query.with({ collation }), ".json");
  return isText && isTold ? address.adding(["lang", language], twin) : twin;
}

async function listModel(dataset, query, open, base) {
  const { id, manifest, words } = dataset;
  const found = dataset.find(query);
  const sections = dataset.sections.of(dataset, query);
  const window = windowOf(dataset, query, found, sections);
  const parts = shownSections(dataset, query, sections, window);
  await dataset.texts.need([...window.rows, ...parts.flatMap(({ others }) => others)]);
  const count = counted(dataset, query, found);
  return {
    ...base, ...controls(dataset, query, base, inputs(open)), count, search: query.search ?? "",
    status: [], trouble: null,
    map: base.map && address.beside(id, "map", query.with({ offset: 0, limit: 100 }).parameters),
    sections: headings(dataset, query, sections, parts, found), rows: rows(dataset, query, window, parts, open),
    hasRows: window.rows.length > 0, isNothingFound: found.total === 0 && dataset.count > 0,
    suggestion: suggestion(dataset, query, found), live: parts.length > 0 ? null : live(dataset, query, found),
    pager: pager(dataset, query, window.rows.length, found.total),
    watch: base.watch && watch(query, words, base.watch),
    exports: exportsOf(query, count, words, base.exports),
  };
}

/** The rows that the page shows; a short list in sections is shown as a whole. */
function windowOf({ declaration }, query, { rows }, sections) {
  const total = sections.reduce((sum, { count }) => sum + count, 0);
  const isWhole = query.isBySection(declaration) && query.isShownWhole(total);
  const limit = isWhole ? LARGEST_LIMIT : query.limit;
  return { offset: query.offset, rows: rows.slice(query.offset, query.offset + limit), total: rows.length };
}

/** "45,716 records", or "7 of 45,716 records" while some are left out. */
function counted({ count, words }, query, { total }) {
  const isPart = total !== count && (query.search !== null || query.filters.length > 0);
  if (!isPart) return words.count("status.records", count);
  const records = words.count("list.of_records", count);
  return words.say("list.found", { found: words.numbers.integer(total), records });
}

function rows(dataset, query, window, parts, open) {
  const marks = marksOf(dataset, query);
  const opened = new Set(open.map(([, key]) => key));
  const mark = dataset.manifest.list.isTable ? markedRow : markedEntry;
  const entry = (row) => {
    const html = mark(dataset.texts.markup(row), marks(row), dataset);
    return opened.has(String(dataset.table.ids[row])) ? unfolded(html) : html;
  };
  if (parts.length > 0 && dataset.manifest.list.isTable) return tableSections(dataset, parts, entry);
  if (parts.length > 0) return parts.map((part) => sectionMarkup(dataset, part, entry)).join("");
  const all = Array.from(window.rows, entry).join("");
  return dataset.manifest.list.isTable ? all : `<ol class="entries">\n${all}</ol>\n`;
}

/** By which texts a row was found; none for rows that nobody searched for. */
export function marksOf(dataset, query) {
  if (query.search === null) return () => [];
  const { tier } = dataset.find(query);
  return (row) => dataset.table.marks(row, query.search, tier(row));
}

function suggestion({ id, words }, query, { total, suggestion: text }) {
  if (total > 0 || query.search === null || !text) return null;
  const title = words.say("search.suggestion", { query: text });
  return { title, address: address.list(id, query.with({ offset: 0, search: text })), isCurrent: false };
}

/** What keeps the table live; nothing for a list of names. In the order of sections no table is live. */
function live({ count, id, manifest, words }, query, { total }) {
  const base = Object.values(manifest.lists).map(({ model }) => model.live).find(Boolean);
  if (!base) return null;
  const isAll = query.search === null && query.filters.length === 0;
  return {
    ...base, total, offset: query.offset, ofAll: isAll ? null : words.count("list.of_records", count),
    address: address.beside(id, "live", query.with({ offset: 0, limit: 100 }).parameters),
  };
}

function watch(query, words, base) {
  const text = address.list("", query.with({ sort: [], offset: 0, limit: 100, collation: null })).slice(2);
  return { ...base, query: text || null, wish: words.say(text ? "watch.search" : "watch.dataset") };
}

function exportsOf(query, count, words, base) {
  const asked = address.list("", query.with({ offset: 0, limit: 100 })).slice(1);
  const links = base.links.map((link) => ({ ...link, address: link.address.split("?")[0] + asked }));
  return { ...base, what: words.say("export.what", { count }), links };
}
