/** The rows of a list that stand unfolded, as its address names them; and the keys between rows. */
import { meaning } from "./path-part.js";

const NAME = "open-row";
/** The most letters that they take of an address, which has 8,192 at most. */
const MOST = 4096;

export class OpenRows {
  #atlas;
  #changed;
  #end = new AbortController();
  #keys = new Set();

  /** Tells `changed()` when somebody unfolds a row or folds it. */
  constructor(atlas, changed) {
    this.#atlas = atlas;
    this.#changed = changed;
    this.#keys = new Set(new URL(atlas.list).searchParams.getAll(NAME));
    const { signal } = this.#end;
    atlas.addEventListener("toggle", (event) => this.#toggle(event.target), { capture: true, signal });
    atlas.addEventListener("keydown", (event) => this.#move(event), { signal });
    atlas.addEventListener("formdata", (event) => this.#send(event.formData), { signal });
  }

  end() {
    this.#end.abort();
  }

  /**
   * Brings the first open row in sight, where somebody came to it by its address. Who reloads or
   * goes back has the place from the browser, and who came from the same list looks at its top.
   */
  reveal() {
    const row = this.#atlas.querySelector(".column .entry:has(> details[open])");
    if (!isFresh() || !row || location.hash || window.scrollY > 0) return;
    if (row.getBoundingClientRect().bottom <= window.innerHeight) return;
    row.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** An address of the list with the rows that are open now. */
  named(address) {
    const named = new URL(this.without(address));
    const room = named.search.length + MOST;
    for (const key of this.#keys) {
      if (named.search.length + NAME.length + 3 * key.length > room) break; // The rest is open as long as the page.
      named.searchParams.append(NAME, key);
    }
    named.hash = address.hash;
    return named.href;
  }

  /** An address of another state of the list, in which the rows that stay are to stay open. */
  added(address) {
    return this.#keys.size > 0 ? this.named(address) : address.href;
  }

  without(address) {
    const bare = new URL(address);
    bare.searchParams.delete(NAME);
    bare.hash = "";
    return bare.href;
  }

  #toggle(row) {
    const link = row.closest(".column .entry") && row.querySelector(".more a");
    if (!link) return;
    const key = meaning(decodeURIComponent(new URL(link.href).pathname.split("/").pop()));
    if (row.open === this.#keys.has(key)) return;
    if (row.open) this.#keys.add(key);
    else this.#keys.delete(key);
    this.#changed();
  }

  #send(data) {
    data.delete(NAME);
    for (const key of this.#keys) data.append(NAME, key);
  }

  /** Arrows lead from row to row, Home and End to the first and last. */
  #move(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const line = event.target.closest(".column .line");
    if (!line || event.target !== line) return;
    const lines = [...this.#atlas.querySelectorAll(".column .entry .line")];
    const at = lines.indexOf(line);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    lines[to]?.focus();
  }
}

let isShown = false;

/** Whether the page was opened anew just now, and not from another state of the same list. */
function isFresh() {
  if (isShown) return false;
  isShown = true;
  const [{ type }] = performance.getEntriesByType("navigation");
  const before = document.referrer && new URL(document.referrer);
  const isSameList = before && before.origin === location.origin && before.pathname === location.pathname;
  return !["reload", "back_forward"].includes(type) && !isSameList;
}
