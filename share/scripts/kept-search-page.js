/** One search over everything that is kept. */
import * as address from "./kept-address.js";
import { frame, withHas } from "./kept-frame.js";
import { checkLength, QueryProblem, whole } from "./kept-query.js";
import { linkEntry } from "./kept-rows.js";

const ROWS_OF_PAGE = 8;
const USUAL_LIMIT = 10;
const LARGEST_LIMIT = 100;
const TIERS = ["exact", "folded", "prefix", "word", "inside", "typo"];

/** The parts of the page at a URL; all datasets speak one language. */
export async function searchPage({ all, manifest, words }, url) {
  const base = manifest.lists[""].frame;
  const pairs = address.asked(url);
  const other = pairs.find(([name]) => name !== "q");
  if (other) throw new QueryProblem(other[0], "A search takes q alone.");
  const search = (pairs.at(-1)?.[1] ?? "").trim();
  const parts = search === "" ? [] : await findAll(all, search, ROWS_OF_PAGE);
  const full = parts.filter(({ found }) => found.rows.length > 0);
  const isNothing = search !== "" && full.length === 0;
  const model = withHas({
    search, tally: full.length > 0 ? tally(full, words) : null, places: search === "" ? base.places : [],
    groups: full.map((part) => group(part, search, words)),
    nothing: isNothing ? words.say("search.nothing", { query: search }) : null,
    suggestion: isNothing ? suggestion(parts, words) : null, isPartial: parts.some(({ found }) => found.isPartial),
  });
  const title = search || words.say("search.title");
  const twin = search ? address.search(search, ".json") : null;
  return { template: "search", model, frame: frame(base, url, { title, kind: "search", twin }) };
}

/** What a search finds, for the fields that search while one types. */
export async function searchDocument(datasets, url) {
  const { query, limit, dataset } = request(url);
  const asked = dataset === null ? datasets : datasets.filter(({ id }) => id === dataset);
  const parts = await findAll(asked, query, limit);
  const full = parts.filter(({ found }) => found.total > 0);
  return {
    query, total: full.reduce((sum, { found }) => sum + found.total, 0),
    total_at_least: parts.some(({ found }) => found.isAtLeast), partial: parts.some(({ found }) => found.isPartial),
    suggestion: full.length > 0 ? null : nearest(parts),
    datasets: full.map((part) => partDocument(part, query)),
  };
}

/** The dataset that a search is to be in alone; null for all. */
export const soughtDataset = (url) => url.searchParams.get("in") || null;

function request(url) {
  const asked = { query: "", dataset: soughtDataset(url), limit: USUAL_LIMIT };
  for (const [name, value] of address.asked(url).filter((pair) => pair[1] !== "")) {
    if (name === "q") asked.query = value;
    else if (name === "limit") asked.limit = whole(name, value, 1, LARGEST_LIMIT);
    else if (name !== "in") throw new QueryProblem(name, "A search takes q, in and limit.");
  }
  return { ...asked, query: asked.query.trim() === "" ? "" : asked.query };
}

/** What each dataset finds, the one with the best match first. */
async function findAll(datasets, text, limit) {
  checkLength(text);
  const searched = datasets.filter(({ declaration }) => declaration.search.length > 0);
  const parts = searched.map((dataset) => ({ dataset, found: dataset.table.find(text, { limit }) }));
  await Promise.all(parts.map(({ dataset, found }) => dataset.texts.need(found.rows)));
  const rank = ({ found }) => (found.rows.length > 0 ? found.tiers[0] : Infinity);
  return parts.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

function tally(parts, words) {
  const total = parts.reduce((sum, { found }) => sum + found.total, 0);
  const count = counted(words, { total, isAtLeast: parts.some(({ found }) => found.isAtLeast) });
  return words.say("search.everywhere", {
    results: words.count("search.count", total, { count }), datasets: words.count("search.datasets", parts.length),
  });
}

function counted(words, { total, isAtLeast }) {
  const number = words.numbers.integer(total);
  return isAtLeast ? words.say("search.at_least", { count: number }) : number;
}

function group({ dataset, found }, search, words) {
  const { title, lists } = dataset.manifest;
  const count = counted(words, found);
  const entries = Array.from(found.rows, (row, place) =>
    linkEntry(dataset, row, dataset.table.marks(row, search, found.tiers[place])));
  const hasMore = found.total > found.rows.length;
  return {
    title, address: `${address.list(dataset.id)}?q=${address.encoded(search)}`, count,
    rows: `<ol class="entries">\n${entries.join("")}</ol>\n`,
    more: hasMore ? words.say("search.all_in", { count, title }) : null, age: lists[""].model.status[0] ?? "",
  };
}

/** The nearest words of the first dataset that has some. */
const nearest = (parts) => parts.find(({ found }) => found.suggestion)?.found.suggestion ?? null;

function suggestion(parts, words) {
  const text = nearest(parts);
  if (text === null) return null;
  return { title: words.say("search.suggestion", { query: text }), address: address.search(text), isCurrent: false };
}

function partDocument({ dataset, found }, query) {
  const rows = Array.from(found.rows, (row, place) => rowDocument(dataset, row, query, found.tiers[place]));
  return {
    dataset: dataset.id, title: dataset.manifest.title, total: found.total, total_at_least: found.isAtLeast,
    partial: found.isPartial, rows, credit: dataset.manifest.credit,
  };
}

/** A record, and the text that tells best why it was found: its title where that matches. */
function rowDocument(dataset, row, query, tier) {
  const id = dataset.table.ids[row];
  const { title, subtitle } = dataset.name(row);
  const marks = dataset.table.marks(row, query, tier);
  const isTitle = ({ field, text }) => dataset.isTitle(field) && text === title;
  const mark = marks.find(isTitle) ?? marks[0];
  return {
    id, title, subtitle: subtitle ?? "", href: address.record(dataset.id, id), match: TIERS[tier],
    ...(mark && { field: mark.field, text: mark.text }), marks: mark?.ranges ?? [],
  };
}
