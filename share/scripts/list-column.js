/** The list beside a page: fetched where it is not there yet, with the open entry marked. */
import { read } from "./list-page.js";

export class ListColumn {
  #atlas;
  #path = null;

  constructor(atlas) {
    this.#atlas = atlas;
  }

  /** The entry of a path; nothing where it stands on another page of the list. */
  #entry(path) {
    const links = [...this.#atlas.querySelectorAll(".column .entry a[href]")];
    const link = links.find((each) => new URL(each.href).pathname === path);
    return link?.closest(".entry");
  }

  /** Marks the entry of a path and brings it into sight; none for no path. */
  mark(path) {
    this.#path = path;
    for (const entry of this.#atlas.querySelectorAll(".is-current")) {
      entry.classList.remove("is-current");
      entry.querySelector(".line").ariaCurrent = null;
    }
    const entry = this.#entry(path);
    if (!entry) return;
    entry.classList.add("is-current");
    entry.querySelector(".line").ariaCurrent = "page";
    if (this.#atlas.classList.contains("by-page")) this.#scroll(entry);
    else entry.scrollIntoView({ block: "nearest" });
  }

  /** Lets the list's title stand below that of the page beside it, so that there is one first of all. */
  yield(isBeside) {
    const title = this.#atlas.querySelector(".column h1");
    if (!title) return;
    title.role = isBeside ? "heading" : null;
    title.ariaLevel = isBeside ? "2" : null;
  }

  /** Scrolls the column alone, so that an entry is in sight wherever the document is scrolled to. */
  #scroll(entry) {
    const column = entry.closest(".column");
    const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(entry);
    const start = this.#atlas.getBoundingClientRect().top + window.scrollY;
    const room = window.innerHeight - start - parseFloat(scrollMarginBottom);
    const [box, { top }] = [entry.getBoundingClientRect(), column.getBoundingClientRect()];
    const above = box.top - top - parseFloat(scrollMarginTop);
    const below = box.bottom - top - room;
    if (above < 0) column.scrollTop += above;
    else if (below > 0) column.scrollTop += Math.min(below, above);
  }

  /** Brings the entry of a path into sight, where the document scrolls the list, and focuses it. */
  reveal(path) {
    const entry = this.#entry(path);
    entry?.scrollIntoView({ block: "nearest", behavior: "instant" });
    entry?.querySelector(".line").focus({ preventScroll: true });
  }

  /** Fetches the list where only boxes stand for it. */
  async find(address) {
    const column = this.#atlas.querySelector(".column");
    if (!column.querySelector(".column-waiting") || column.ariaBusy) return;
    const hadFocus = column.contains(document.activeElement);
    column.ariaBusy = "true";
    column.querySelector("[role=alert]")?.remove();
    try {
      const { page } = await read(address);
      column.replaceChildren(...page.querySelector(".by-list > .column").childNodes);
      this.yield(true);
      this.mark(this.#path);
      if (hadFocus) column.querySelector(".is-current .line, a")?.focus({ preventScroll: true });
    } catch {
      column.prepend(this.#failed(() => this.find(address)));
      if (hadFocus) column.querySelector("[role=alert] button").focus();
    } finally {
      column.ariaBusy = null;
    }
  }

  #failed(again) {
    const part = this.#atlas.querySelector("template.column-failed").content.cloneNode(true);
    part.querySelector("button").addEventListener("click", again);
    return part;
  }
}
