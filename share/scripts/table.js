/**
 * <almanac-table live="/deals/live?sort=-price" …>: all rows of a list in one scrolling viewport.
 *
 * It takes over the server's table with its rows, and puts its parts together: the scroller, the
 * sheet of rows, the keyboard, the line above the table, and what keeps all of it live.
 */
import { HeldRows } from "./held-rows.js";
import { isPlain, remember, visit } from "./list-page.js";
import { LiveBar } from "./live-bar.js";
import { LiveRows } from "./live-rows.js";
import { LiveStatus } from "./live-status.js";
import { LocalTime } from "./local-time.js";
import { onLook } from "./look.js";
import { Phrases } from "./phrases.js";
import { adornHead, adornRow, columns, countRows } from "./row-grid.js";
import { RowFocus } from "./row-focus.js";
import { RowSheet } from "./row-sheet.js";
import { Scroller } from "./scroller.js";

/** More rows than fit on a screen of so many pixels, whatever the window's size: asking for that would lay it out. */
const ROWS_SEEN = Math.ceil(screen.height / 24);

let paused = null; // the address of the list that is paused: another order of it stays so

class AlmanacTable extends HTMLElement {
  #bar;
  #ended = new AbortController();
  #held;
  #live;
  #scroller;
  #status;
  #viewport;

  connectedCallback() {
    const phrases = new Phrases(this.getAttribute("words"));
    this.#viewport = this.querySelector(".viewport");
    this.#status = new LiveStatus(phrases, this.getAttribute("of-all"));
    this.#bar = new LiveBar(this.querySelector(".live-bar"), document.querySelector(".jump-row"),
      phrases, { paused: (isPaused) => this.#pause(isPaused), jump: (rank) => this.#jump(rank) });
    const window = this.#assemble(this.querySelector("table"), phrases);
    this.#scroller.begin(window.offset);
    this.#moved();
    this.#listen();
    this.#live.follow();
    this.#return();
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#live.end();
  }

  /** Goes back to the row that was left, and stays paused where the order before was. */
  async #return() {
    const isPaused = paused === location.pathname;
    if (history.state?.sought) await this.#live.seek(history.state.sought);
    if (isPaused && this.isConnected) this.#bar.pause(true);
  }

  /** Makes a grid of the table, and its parts; gives the window that the server wrote. */
  #assemble(table, phrases) {
    const times = new LocalTime(phrases);
    const sheet = new RowSheet(table.tBodies[0], (row) => adornRow(row, times));
    const [total, offset] = ["total", "offset"].map((name) => Number(this.getAttribute(name)));
    const rows = sheet.adopt(offset, ROWS_SEEN);
    const window = { version: this.getAttribute("version"), total, offset, rows };
    times.label(table.tHead);
    adornHead(table);
    table.style.setProperty("--columns", columns(table));
    this.classList.add("is-ready");
    this.#scroller = new Scroller(this.#viewport, total, {
      moved: () => this.#moved(), settled: () => this.#settled(), signal: this.#ended.signal,
    });
    const focus = new RowFocus(this.#viewport, sheet, this.#scroller, () => this.#moved());
    this.#held = new HeldRows(window, sheet, this.#scroller, focus);
    this.#live = new LiveRows(this.getAttribute("live"), this.#held, this.#scroller, {
      apart: () => this.#bar.apart(this.#status.apart()),
      together: () => this.#bar.together(this.#status.together()),
      status: (status) => this.#status.take(status),
      drawn: (all) => this.#drawn(all),
      arrived: (above, below) => this.#bar.add(above, below),
      went: (rank) => this.#bar.went(rank),
    });
    return window;
  }

  #listen() {
    const { signal } = this.#ended;
    this.querySelector("thead").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || !isPlain(event)) return;
      event.preventDefault();
      visit(link.href, { isNew: true });
    });
    this.querySelector("tbody").addEventListener("click", ({ target }) => {
      this.#remember(target.closest("tr")?.rank);
    }, true);
    const measure = () => {
      this.#scroller.measure();
      this.#moved();
    };
    const resized = new ResizeObserver(measure);
    resized.observe(this.#viewport);
    signal.addEventListener("abort", () => resized.disconnect());
    onLook(measure, signal);
    document.addEventListener("visibilitychange", () => this.#live.follow(), { signal });
    window.addEventListener("pagehide", () => this.#live.rest(), { signal });
    window.addEventListener("pageshow", () => this.#live.follow(), { signal });
  }

  #drawn(total) {
    const { from, to } = this.#scroller.sight;
    this.#bar.place(from, to, this.#scroller.total, this.#held.isFar);
    this.#status.total(total);
    countRows(this.querySelector("table"), total);
  }

  #moved() {
    this.#live.moved();
    if (this.#held.isPaused) return;
    if (this.#scroller.isAtTop) this.#bar.forget("above");
    if (this.#scroller.isAtBottom) this.#bar.forget("below");
  }

  /** Reloading and going back return to the place. */
  #settled() {
    this.#moved();
    this.#live.follow();
    this.#remember();
  }

  #remember(rank) {
    remember(this.#scroller.firstWhole, this.#held.sought(rank));
  }

  #pause(isPaused) {
    paused = isPaused ? location.pathname : null;
    this.#live.pause(isPaused);
    this.#moved();
  }

  #jump(rank) {
    const { total, rowHeight } = this.#scroller;
    this.#scroller.show(Math.min(rank, total - 1) * rowHeight);
    this.#viewport.scrollIntoView({ block: "nearest" });
    this.#moved();
  }
}

customElements.define("almanac-table", AlmanacTable);
