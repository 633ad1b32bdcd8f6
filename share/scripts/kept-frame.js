/** What stands around a page, made of the frame of another page of the same copy. */
import * as address from "./kept-address.js";

/** The frame of the page at a URL, with what is its own: title, kind, summary, twin, feed. */
export function frame(base, url, own) {
  const page = address.unspoken(url);
  const isProblem = own.kind === "problem";
  const named = (links) => links.map((link) => ({ ...link, isCurrent: link.address === url.pathname }));
  return {
    ...base, summary: null, twin: null, feed: null, ...own, bar: named(base.bar), beside: named(base.beside),
    languages: languages(base.languages, page), unspoken: isProblem ? null : page, greets: false,
  };
}

/** The choice of languages, whose ways lead to the page. */
function languages(control, page) {
  const spoken = (choice) => ({ ...choice, address: address.adding(["lang", choice.code], page) });
  return { ...control, back: page, choices: control.choices.map(spoken) };
}

/** A model with `hasNames` for each of its lists `names`, as templates ask for them. */
export function withHas(model) {
  const has = Object.entries(model)
    .filter(([, value]) => Array.isArray(value))
    .map(([name, list]) => [`has${name[0].toUpperCase()}${name.slice(1)}`, list.length > 0]);
  return { ...model, ...Object.fromEntries(has) };
}
