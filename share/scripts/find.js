/** Asks the server's search, and makes options of what it found. */

import { spoken } from "./language.js";
import { datasetPart } from "./path-part.js";

/** What the server refuses to do, in its own words. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail ?? String(status));
    this.next = problem.next ?? "";
  }
}

/** Searches everything, or one dataset. */
export async function find(text, { dataset, limit }, signal) {
  const query = new URLSearchParams({ q: text, limit });
  if (dataset) query.set("in", dataset);
  const answer = await fetch(spoken("/search.json?" + query), { signal });
  const type = answer.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await answer.json() : {};
  if (answer.ok) return body;
  throw new Refusal(body, answer.status);
}

/** The groups of an answer, a dataset each, as elements of a listbox. */
export function foundGroups(answer, phrases) {
  return answer.datasets.filter(({ rows }) => rows.length > 0).map((each) => {
    const group = element("div", "found-group");
    group.role = "group";
    group.ariaLabel = `${each.title}, ${total(each, phrases)}`;
    group.append(head(each.title, total(each, phrases)), ...each.rows.map(foundRow));
    if (each.total > each.rows.length) group.append(more(each, answer.query, phrases));
    return group;
  });
}

/** How many were found: "128", or "128+" where nobody counted further. */
export function total(each, phrases) {
  const count = phrases.number(each.total);
  return each.total_at_least ? phrases.say("search.at_least", { count }) : count;
}

/** A record as an option: its name led to its place by dots, as in a table of contents. */
export function foundRow(row) {
  const option = element("a", "found");
  option.href = row.href;
  option.role = "option";
  option.tabIndex = -1;
  option.record = row;
  const [title, subtitle] = [row.title, row.subtitle ?? ""];
  const isTitle = row.text === title;
  const at = isTitle || !row.text ? -1 : subtitle.indexOf(row.text);
  option.append(part("name", title, isTitle ? row.marks : []));
  if (!isTitle && row.text && at < 0) option.append(" ", part("also", row.text, row.marks));
  const moved = at < 0 ? [] : row.marks.map(([from, to]) => [from + at, to + at]);
  if (!subtitle) return option;
  const end = element("span", "subtitle");
  end.append(part("", subtitle, moved));
  option.append(" ", end);
  return option;
}

function part(className, text, marks) {
  const made = element("span", className);
  made.append(...marked(text, marks));
  return made;
}

/** A text with its matched parts marked; `marks` are pairs of offsets, in order. */
export function marked(text, marks = []) {
  const nodes = [];
  let end = 0;
  for (const [from, to] of marks) {
    if (from < end || to > text.length) continue;
    if (from > end) nodes.push(text.slice(end, from));
    nodes.push(element("mark", "", text.slice(from, to)));
    end = to;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** An element with a class and a text. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** What stands above a group. */
export function head(title, count) {
  const line = element("p", "found-head");
  line.ariaHidden = "true";
  line.append(element("span", "", title), " ", element("span", "tally", count ?? ""));
  return line;
}

function more(each, query, phrases) {
  const values = { count: total(each, phrases), title: each.title };
  const option = element("a", "found more", phrases.say("search.all_in", values));
  option.href = `/${datasetPart(each.dataset)}?` + new URLSearchParams({ q: query });
  option.role = "option";
  option.tabIndex = -1;
  return option;
}
