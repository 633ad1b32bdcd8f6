/** The pane beside a list: one record's page, or what stands there while it loads or fails. */
import { Refusal } from "./find.js";
import { loadParts } from "./late-parts.js";
import { read } from "./list-page.js";
import { textScale } from "./look.js";

/** Whether there is room for a list and a page; where there is not, the document scrolls the page. */
export const WIDE = window.matchMedia(`(width >= ${51.25 * textScale()}rem)`);

const GRACE = 120;
const PATIENCE = 15_000;

/** Whether a key asks to leave the page, and nothing within it that Escape ends first. */
export function isEscape({ key, target, defaultPrevented }, atlas) {
  const isHere = target === document.body || atlas.contains(target);
  const isTaken = defaultPrevented || target.closest("input, select, .map-card");
  return key === "Escape" && isHere && !isTaken;
}

export class Pane {
  #asking = null;
  #atlas;
  #held = null;
  #pane;

  constructor(pane, atlas) {
    this.#pane = pane;
    this.#atlas = atlas;
  }

  /**
   * Shows the page of an address and gives it; nothing where another was asked for, or it failed:
   * then a button asks `again()`.
   */
  async load(address, again) {
    this.#asking?.abort();
    this.#say(this.#status.dataset.loading);
    const focused = document.activeElement;
    if (this.#pane.contains(focused)) this.#held = focused.rel ?? "";
    const mine = (this.#asking = new AbortController());
    this.#pane.ariaBusy = "true";
    // What comes at once needs nothing in its place.
    const waiting = setTimeout(() => this.#put(this.#part("pane-waiting")), GRACE);
    try {
      const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE)]);
      const { page } = await read(address, signal);
      if (this.#asking !== mine) return null;
      clearTimeout(waiting);
      const fresh = page.querySelector(".by-page > .pane");
      if (!fresh) throw new Error("no page of a record");
      this.#put(...fresh.childNodes);
      this.#refocus();
      loadParts();
      this.#say(this.#pane.querySelector("h1")?.textContent ?? "");
      return page;
    } catch (failure) {
      if (!mine.signal.aborted) this.#fail(failure, again);
      return null;
    } finally {
      clearTimeout(waiting);
      if (this.#asking === mine) this.#pane.ariaBusy = null;
    }
  }

  /** Shows no page any more. */
  clear() {
    this.#asking?.abort();
    this.#asking = null;
    this.#held = null;
    this.#pane.ariaBusy = null;
    this.#pane.querySelector(":scope > .page")?.remove();
    this.#say("");
  }

  /** Puts a page into the pane; what stands there at rest is kept for later. */
  #put(...nodes) {
    const rest = this.#pane.querySelector(":scope > .rest");
    const page = document.createElement("div");
    page.className = "page";
    page.append(...nodes);
    if (!page.querySelector(".pane-close")) page.prepend(this.#part("pane-close"));
    this.#pane.replaceChildren(...(rest ? [rest] : []), page);
    this.#pane.scrollTop = 0;
    if (!rest || !WIDE.matches) window.scrollTo({ top: 0, behavior: "instant" });
  }

  #fail(failure, again) {
    const part = this.#part("pane-failed");
    const reason = failure instanceof Refusal ? failure.message : "";
    part.querySelector(".reason").textContent = reason;
    part.querySelector("button").addEventListener("click", again);
    this.#put(part);
    this.#refocus();
  }

  /** Gives the focus, lost with what stood here, to the same link of what came, or to its start. */
  #refocus() {
    const rel = this.#held;
    this.#held = null;
    if (rel === null || document.activeElement !== document.body) return;
    const link = rel && this.#pane.querySelector(`.neighbours a[rel="${rel}"]`);
    const start = this.#pane.querySelector("h1, .pane-failed button");
    if (start?.matches("h1")) start.tabIndex = -1;
    (link || start)?.focus({ preventScroll: true });
  }

  #part(name) {
    return this.#atlas.querySelector(`template.${name}`).content.cloneNode(true);
  }

  get #status() {
    return this.#atlas.querySelector(":scope > [role=status]");
  }

  #say(text) {
    this.#status.textContent = text;
  }
}
