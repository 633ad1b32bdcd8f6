/**
 * <almanac-table live="/deals/live?sort=-price" …>: all rows of a list in one scrolling viewport.
 *
 * It takes over the server's table and its rows, asks for what comes into sight by one request,
 * and when scrolling rests it is told of what changes there.
 */
import { HeldRows } from "./held-rows.js";
import { isPlain, visit } from "./list-page.js";
import { LiveBar } from "./live-bar.js";
import { LiveFeed } from "./live-feed.js";
import { LiveStatus } from "./live-status.js";
import { changed, drift, news, received } from "./live-window.js";
import { LocalTime } from "./local-time.js";
import { Phrases } from "./phrases.js";
import { adornHead, adornRow, columns } from "./row-grid.js";
import { RowFocus } from "./row-focus.js";
import { RowSheet } from "./row-sheet.js";
import { Scroller } from "./scroller.js";

const READABLE = 300;

class AlmanacTable extends HTMLElement {
  #bar;
  #ended = new AbortController();
  #feed;
  #focus;
  #latest; // the window as the server has it; another than the one in sight only while paused
  #rows;
  #scroller;
  #soon = null;
  #status;

  connectedCallback() {
    const viewport = this.querySelector(".viewport");
    const table = this.querySelector("table");
    const phrases = new Phrases(this.getAttribute("words"));
    const times = new LocalTime(phrases);
    const sheet = new RowSheet(table.tBodies[0], (row) => adornRow(row, times));
    const [total, offset] = ["total", "offset"].map((name) => Number(this.getAttribute(name)));
    const rows = sheet.adopt(offset);
    this.#latest = { version: this.getAttribute("version"), total, offset, rows };
    times.label(table.tHead);
    adornHead(table);
    table.style.setProperty("--columns", columns(table));
    this.classList.add("is-ready");
    this.#scroller = new Scroller(viewport, total, {
      moved: () => this.#moved(), settled: () => this.#settled(),
    });
    this.#focus = new RowFocus(viewport, sheet, this.#scroller, () => this.#moved());
    this.#rows = new HeldRows(this.#latest, sheet, this.#scroller, this.#focus);
    this.#status = new LiveStatus(phrases, this.getAttribute("of-all"));
    this.#feed = new LiveFeed(this.getAttribute("live"), (told) => this.#hear(told));
    this.#bar = new LiveBar(this.querySelector(".live-bar"), document.querySelector(".jump-row"),
      phrases, { paused: (isPaused) => this.#pause(isPaused), jump: (rank) => this.#jump(rank) });
    this.#scroller.measure();
    this.#scroller.show(offset * this.#scroller.rowHeight);
    this.#draw();
    this.#listen(table, viewport);
    this.#follow();
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#feed.end();
  }

  #listen(table, viewport) {
    const { signal } = this.#ended;
    table.tHead.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || !isPlain(event)) return;
      event.preventDefault();
      visit(link.href, { isNew: true });
    });
    const resized = new ResizeObserver(() => {
      this.#scroller.measure();
      this.#moved();
    });
    resized.observe(viewport);
    signal.addEventListener("abort", () => resized.disconnect());
    document.addEventListener("visibilitychange", () => this.#follow(), { signal });
    window.addEventListener("pagehide", () => this.#feed.end(), { signal });
    window.addEventListener("pageshow", () => this.#follow(), { signal });
  }

  #draw() {
    this.#rows.draw();
    this.#tell();
  }

  #tell() {
    const { from, to } = this.#scroller.sight;
    this.#bar.place(from, to, this.#scroller.total);
    this.#status.total(this.#latest.total);
  }

  /** Something else is in sight, or another row has the focus. */
  #moved() {
    this.#draw();
    if (this.#scroller.isAtTop) this.#bar.forget("above");
    if (this.#scroller.isAtBottom) this.#bar.forget("below");
    const { followed } = this.#feed;
    if (!this.#rows.isFilled()) this.#ask();
    else if (followed && !followed.anchor !== this.#rows.followsTop) this.#follow();
  }

  #settled() {
    this.#moved();
    this.#follow();
    this.#remember();
  }

  /** Lets the address name the place, so that reloading and going back return to it. */
  #remember() {
    const address = new URL(location.href);
    address.searchParams.delete("offset");
    const rank = this.#scroller.firstWhole;
    if (rank > 0) address.searchParams.set("offset", rank);
    if (address.href !== location.href) history.replaceState(null, "", address);
  }

  async #ask(place = this.#rows.place) {
    const { asked } = this.#feed;
    const isUnderWay = asked && asked.offset <= place.from && asked.offset + asked.limit >= place.to;
    if (isUnderWay) return;
    try {
      const window = await this.#feed.ask(place);
      if (!window || this.#ended.signal.aborted) return;
      if (place.anchor && this.#rows.hasStrayed(window)) return this.#askByRank();
      this.#latest = window;
      this.#take(window);
    } catch {
      this.#status.apart();
    }
    if (!this.#scroller.isMoving) this.#follow();
  }

  /** The anchor's own record went elsewhere: the place stays, and other rows are there now. */
  #askByRank() {
    return this.#ask({ ...this.#rows.place, anchor: null });
  }

  /** Is told of changes where the rows in sight are, unless nobody looks. */
  #follow() {
    if (document.visibilityState === "hidden") return this.#feed.end();
    if (this.#feed.asked) return;
    const { followed } = this.#feed;
    const isSame = followed && !followed.anchor === this.#rows.followsTop;
    if (!isSame || !this.#rows.isFilled(1)) this.#feed.follow(this.#rows.place, this.#latest.version);
  }

  #hear({ event, data }) {
    if (event === "apart") return this.#status.apart();
    this.#status.together();
    if (event === "status") return this.#status.take(data);
    const before = this.#latest;
    const next = event === "window" ? received(data) : changed(before, data);
    if (!next) return this.#feed.follow(this.#rows.place, null);
    if (event === "window" && !this.#rows.isPaused && this.#rows.hasStrayed(next)) return this.#askByRank();
    this.#latest = next;
    const { followsTop, isPaused, isTurbulent } = this.#rows;
    if (followsTop && isTurbulent) return this.#takeSoon();
    const { from, to } = this.#scroller.sight;
    const touched = data.insert && new Set(data.insert.map(({ row }) => String(row.id)));
    const moved = isPaused ? this.#rows.driftTo(next, touched) : this.#take(next, touched);
    if (isPaused) this.#tell();
    if (followsTop) return;
    if (touched) return this.#bar.add(...news(data, next, from + moved, to + moved));
    const above = Math.max(0, isPaused ? drift(before, next, from) ?? 0 : moved);
    this.#bar.add(above, Math.max(0, next.total - before.total - above));
  }

  /** Follows a torrent at a pace at which rows can be read. */
  #takeSoon() {
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      if (!this.#rows.isPaused && !this.#ended.signal.aborted) this.#take(this.#latest);
    }, READABLE);
  }

  #take(window, touched) {
    const moved = this.#rows.take(window, touched);
    this.#tell();
    if (!this.#rows.isFilled()) this.#ask();
    return moved;
  }

  #pause(isPaused) {
    this.#rows.isPaused = isPaused;
    if (!isPaused) this.#take(this.#latest);
    this.#moved();
  }

  #jump(rank) {
    const { total, rowHeight } = this.#scroller;
    this.#scroller.show(Math.min(rank, total - 1) * rowHeight);
    this.querySelector(".viewport").scrollIntoView({ block: "nearest" });
    this.#moved();
  }
}

customElements.define("almanac-table", AlmanacTable);
