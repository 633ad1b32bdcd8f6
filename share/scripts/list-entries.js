/** The entries that a list and its pages make in the history of the browser, and their addresses. */
import { note } from "./list-page.js";
import { isOfRecord } from "./path-part.js";

/** Whether an address is that of a page of a list. */
export function isPageOf(list, { origin, pathname }) {
  const folder = list.pathname + "/";
  const part = pathname.startsWith(folder) ? pathname.slice(folder.length) : "";
  return origin === location.origin && /^[^/]+$/.test(part) && isOfRecord(part);
}

/**
 * Makes an entry for a page, from the list or from another page of it. The list's entry keeps
 * where the document scrolls it; a page's keeps no place, for after a reload it is the page that
 * the document scrolls.
 */
export function enterPage(address, list, isFromPage) {
  if (isFromPage) history.scrollRestoration = "manual";
  else history.replaceState({ ...history.state, top: window.scrollY }, "");
  history.pushState({ list }, "", address);
  history.scrollRestoration = "manual";
  note();
}

/** Makes an entry for the list, from one of its pages. */
export function enterList(list) {
  history.pushState(null, "", list);
  history.scrollRestoration = "auto";
  note();
}

/** Lets the address of the list name the rows that stand unfolded; or the entry of a page. */
export function nameRows(list, isPage) {
  const state = { ...history.state, list: list.href };
  if (isPage) return history.replaceState(state, "", location.href);
  const address = new URL(list);
  address.hash = location.hash;
  if (address.href !== location.href) history.replaceState(history.state, "", address);
  note();
}
