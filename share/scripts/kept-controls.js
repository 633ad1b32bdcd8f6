/** The controls of a kept list: orders, filters, chips, views and marks, as the query leaves them. */
import * as address from "./kept-address.js";
import { inputs } from "./kept-pager.js";
import { field, isRanged, isSortable, readQuery } from "./kept-query.js";
import { doubleText } from "./kept-numbers.js";
import { filterValue } from "./kept-texts.js";

/** What of a list's model depends on the query. */
export function controls({ declaration, id, words }, query, base, open) {
  const filters = base.filters.map((control) => filterControl(control, query, declaration));
  return {
    filters, chips: chips(id, declaration, query, words), kept: [...unshown(filters, query), ...open],
    sorts: sorts(base.sorts, query, declaration, words), heads: heads(base.heads, id, declaration, query),
    views: views(base.views, id, declaration, query), legend: legend(base.legend, id, declaration, query),
  };
}

function filterControl(control, query, { fields }) {
  if (control.isSelect) {
    const chosen = query.given(control.name);
    const options = control.options.map((option) => ({ ...option, isChosen: option.value === chosen }));
    return { ...control, options };
  }
  const { type } = fields.find(({ name }) => name === control.name);
  const [least, most] = ["least", "most"].map((test) => bound(query, control.name, test, type));
  return { ...control, least, most };
}

/** A bound that is on, as its input takes it; empty for none. */
function bound(query, name, test, type) {
  const value = query.filters.find((filter) => filter.field === name && filter.test === test)?.value;
  if (!value) return "";
  if (type === "timestamp" || type === "datetime") return new Date(value.number).toISOString();
  if (type === "date") return value.text;
  return Number.isInteger(value.number) ? String(value.number) : doubleText(value.number);
}

/** The conditions that no control shows, kept by hidden inputs. */
function unshown(filters, query) {
  const names = filters.flatMap(({ isSelect, name }) => (isSelect ? [name] : [`${name}.min`, `${name}.max`]));
  const shown = new Set(names);
  const bare = query.with({ offset: 0, sort: [], search: null }).parameters;
  return inputs(bare.filter(([name]) => !shown.has(name)));
}

/** The conditions that are on, each with the way to take it off. */
export function chips(id, declaration, query, words) {
  return query.filters.map((filter) => {
    const rest = query.filters.filter((other) => !isSame(other, filter));
    const other = query.with({ offset: 0, filters: rest });
    return { title: chipTitle(filter, declaration, words), address: address.list(id, other) };
  });
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function chipTitle({ field: name, test, value }, { fields }, words) {
  const found = fields.find((each) => each.name === name);
  if (!found) return name;
  if (test === "known") {
    return words.say(value.text === "true" ? "filter.is_known" : "filter.is_unknown", { field: found.title });
  }
  const key = { equals: "filter.is", least: "filter.from", most: "filter.to" }[test];
  return words.say(key, { field: found.title, value: filterValue(words, value, found) });
}

/** The orders of the select; the first is the dataset's own, or relevance while searching. */
function sorts(base, query, { fields, list }, words) {
  const chosen = query.sort.join(",");
  const [, ...others] = base.filter(({ value }) => value === "" || isOffered(value, fields));
  const own = words.say(query.search === null ? "sort.own" : "sort.relevance");
  const options = [{ value: "", title: own, isChosen: chosen === "" }];
  const section = fields.find(({ name }) => name === list.sections);
  if (query.search !== null && section) {
    const title = words.say("sort.sections", { field: section.title });
    options.push({ value: [list.sections, ...list.sort].join(","), title });
  }
  options.push(...others);
  if (!options.some(({ value }) => value === chosen)) options.push({ value: chosen, title: chosen });
  return options.map((option) => ({ ...option, isChosen: option.value === chosen }));
}

const isOffered = (term, fields) => fields.some(({ name, type }) => name === field(term) && isSortable(type));

/** The headings of the columns, each with the way to sort by it, or the other way round. */
function heads(base, id, { fields, list }, query) {
  const leading = query.sort[0] ?? (query.search === null ? list.sort[0] : undefined);
  return base.map((head, place) => {
    const { name, type } = fields.find((each) => each.name === list.columns[place]);
    const isLeading = leading !== undefined && field(leading) === name;
    const isDown = isLeading && leading.startsWith("-");
    const term = (isLeading ? !isDown : isRanged(type)) ? `-${name}` : name;
    const isOwn = query.search === null && list.sort.length === 1 && list.sort[0] === term;
    return {
      ...head, direction: isLeading ? (isDown ? "descending" : "ascending") : null,
      arrow: isLeading ? (isDown ? "↓" : "↑") : null,
      address: isSortable(type) ? address.list(id, query.with({ offset: 0, sort: isOwn ? [] : [term] })) : null,
    };
  });
}

function views(base, id, declaration, query) {
  return base.map((view, place) => {
    const { name, parameters } = declaration.views[place];
    const texts = (filters) => new Set(filters.map((filter) => JSON.stringify(filter)));
    const [own, now] = [texts(readQuery(parameters, declaration).filters), texts(query.filters)];
    const isCurrent = own.size === now.size && [...own].every((filter) => now.has(filter));
    return { ...view, isCurrent, address: isCurrent ? address.list(id) : `${address.list(id)}?view=${name}` };
  });
}

function legend(base, id, { fields, list }, query) {
  const choices = fields.find(({ name }) => name === list.mark)?.choices ?? [];
  return base.map((item, place) => {
    const filter = { field: list.mark, test: "equals", value: { type: "text", text: choices[place].value } };
    const isCurrent = query.filters.some((other) => isSame(other, filter));
    const rest = query.filters.filter((other) => other.field !== list.mark);
    const filters = isCurrent ? rest : [...rest, filter];
    return { ...item, isCurrent, address: address.list(id, query.with({ offset: 0, filters })) };
  });
}
