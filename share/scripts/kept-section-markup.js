/** The sections of a kept list: the ways to them, and their rows under headings. */
import * as address from "./kept-address.js";
import { escaped } from "./kept-mustache.js";
import { anchors } from "./kept-sections.js";

/** The sections that stand in a window, in the order of the rows; none where the order is across them. */
export function shownSections({ declaration, words }, query, all, window) {
  if (!query.isBySection(declaration)) return [];
  const marks = anchors(all.map(({ name }) => name ?? words.say("list.no_section")));
  const end = window.offset + window.rows.length;
  return all.map((section, place) => {
    const last = section.offset + section.count;
    const [from, to] = [Math.max(section.offset, window.offset), Math.min(last, end)];
    const isHere = section.count > 0 ? from < to : from === to && (to < end || end === window.total);
    if (!isHere) return null;
    const rows = window.rows.slice(from - window.offset, to - window.offset);
    const others = to === last ? section : { others: [], otherCount: 0 };
    return {
      name: section.title ?? words.say("list.no_section"), anchor: marks[place], count: section.count, isContinued: from > section.offset, rows,
      others: others.others, moreOthers: others.otherCount - others.others.length,
    };
  }).filter(Boolean);
}

/** The ways to all sections, also to those that stand on other pages of the list. */
export function headings({ declaration, id, words }, query, all, shown, { total }) {
  const names = all.map(({ name }) => name ?? words.say("list.no_section"));
  const here = new Set(shown.filter(({ isContinued }) => !isContinued).map(({ anchor }) => anchor));
  const list = query.bySection(declaration);
  const isWhole = list.isShownWhole(total);
  return anchors(names).map((anchor, place) => {
    const page = address.list(id, list.with({ offset: isWhole ? 0 : all[place].offset }));
    return {
      title: all[place].title ?? names[place], count: words.numbers.integer(all[place].count),
      address: `${here.has(anchor) ? "" : page}#${address.encoded(anchor)}`,
    };
  });
}

/** A section of a list of names: its heading, its entries, and who else belongs here. */
export function sectionMarkup(dataset, section, entry) {
  const { anchor, rows, others, moreOthers } = section;
  return `<section class="part" id="${escaped(anchor)}">${heading(dataset, section)}\n<ol class="entries">\n`
    + `${[...rows].map(entry).join("")}</ol>${seeAlso(dataset, others, moreOthers)}</section>\n`;
}

/** The sections of a table, each a body of rows below its heading; the first body is open. */
export function tableSections(dataset, sections, row) {
  const span = `colspan="${dataset.declaration.list.columns.length}"`;
  return sections.map((section) => {
    const { anchor, rows, others, moreOthers } = section;
    const also = seeAlso(dataset, others, moreOthers);
    return `<tr class="part" id="${escaped(anchor)}"><th scope="rowgroup" ${span}>${heading(dataset, section)}</th></tr>\n`
      + [...rows].map(row).join("") + (also && `<tr class="part-others"><td ${span}>${also}</td></tr>\n`);
  }).join("</tbody>\n<tbody>\n");
}

function heading({ words }, { name, count, isContinued }) {
  const more = isContinued ? ` <small>${escaped(words.say("list.section_continued"))}</small>` : "";
  return `<h2><span>${escaped(name)}${more}</span> <span class="tally">${words.numbers.integer(count)}</span></h2>`;
}

function seeAlso(dataset, others, more) {
  if (others.length === 0) return "";
  const { words } = dataset;
  const links = others.map((row) => ` <a href="${dataset.page(row)}">${escaped(dataset.name(row).title)}</a>`);
  const rest = more > 0 ? ` <span>${escaped(words.count("list.see_also_more", more))}</span>` : "";
  return `<p class="see-also"><span>${escaped(words.say("list.see_also"))}</span>${links.join("")}${rest}</p>`;
}
