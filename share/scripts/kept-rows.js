/** Rows as the server wrote them, with the parts by which a search found them marked. */
import { escaped } from "./kept-mustache.js";

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const NAME = /(<span class="name">)([^<]*?)(?=<\/span>| <span class="disc)/;
const SUBTITLE = /(<span class="subtitle"><span>)([^<]*)/;
const CELL = /<(?:td|th)[^>]*>(?:<a [^>]*>)?(?:<span class="tone-[^>]*>)?([^<]*)/g;

/** A text with its matched parts marked; `ranges` are pairs of UTF-16 offsets, in order. */
export function marked(text, ranges) {
  let [html, end] = ["", 0];
  for (const [from, to] of ranges) {
    if (from < end || to > text.length) continue;
    html += `${escaped(text.slice(end, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
    end = to;
  }
  return html + escaped(text.slice(end));
}

const plain = (html) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);

/** An entry of a list of names; `marks` say by which texts it was found. */
export function markedEntry(html, marks, dataset) {
  if (marks.length === 0) return html;
  const name = plain(NAME.exec(html)[2]);
  const own = marks.find(({ field, text }) => dataset.isTitle(field) && text === name);
  if (own) return html.replace(NAME, (_, start) => start + marked(name, own.ranges));
  return html.replace(SUBTITLE, (_, start, subtitle) => besideName(start, plain(subtitle), marks[0]));
}

/** The subtitle, and the text by which a record was found where neither it nor the name tells. */
function besideName(start, subtitle, { text, ranges }) {
  const at = subtitle.indexOf(text);
  if (at < 0) return ` <span class="also">${marked(text, ranges)}</span>${start}${escaped(subtitle)}`;
  return start + marked(subtitle, ranges.map(([from, to]) => [from + at, to + at]));
}

/** A row of a table, whose columns are those of the declaration. */
export function markedRow(html, marks, { declaration: { list } }) {
  if (marks.length === 0) return html;
  let column = -1;
  return html.replace(CELL, (cell, value) => {
    column += 1;
    const text = plain(value);
    const own = marks.find((mark) => mark.field === list.columns[column] && mark.text === text);
    return own ? cell.slice(0, cell.length - value.length) + marked(text, own.ranges) : cell;
  });
}

/** An entry whose row stands unfolded. */
export const unfolded = (html) => html.replace("<details>", "<details open>");

/** A record of any dataset as an entry that leads to its page. */
export function linkEntry(dataset, row, marks = []) {
  const { declaration } = dataset;
  const named = dataset.name(row);
  const name = `<span class="name">${escaped(named.title)}${disc(named)}</span>`;
  const subtitle = `<span class="subtitle"><span>${escaped(named.subtitle ?? "")}</span></span>`;
  const html = `<li class="entry"><a class="line" href="${dataset.page(row)}">`
    + `${declaration.list.image ? picture(named) : ""}<span class="text">${name}${subtitle}</span></a></li>\n`;
  return markedEntry(html, marks, dataset);
}

function picture({ picture: source, code }) {
  return source
    ? `<img class="picture" alt="" loading="lazy" width="44" height="33" src="${escaped(source)}">`
    : `<span class="picture drawn" aria-hidden="true">${escaped(code)}</span>`;
}

/** The disc of a weight, and its name for those who do not see it; a direction has none. */
function disc({ mark, markTone }) {
  if (!mark || !["tone-strong", "tone-medium"].includes(markTone)) return "";
  const name = escaped(mark);
  return ` <span class="disc ${markTone}" title="${name}"><span class="unseen">${name}</span></span>`;
}
