/**
 * Keeps the rows in sight filled and up to date: asks for a place by one request as it comes
 * into sight, follows it when scrolling rests, and takes what the stream tells.
 */
import { LiveFeed } from "./live-feed.js";
import { changed, drift, news, received } from "./live-window.js";

const READABLE = 300; // milliseconds between two windows of which most is new

export class LiveRows {
  #feed;
  #latest; // the window as the server has it; another than the one in sight only while paused
  #rows;
  #scroller;
  #told;
  #soon = null;
  #isEnded = false;

  /** Tells `apart()`, `together()`, `status(status)`, `drawn(total)`, `arrived(above, below)` and `went(rank)`. */
  constructor(address, rows, scroller, told) {
    this.#feed = new LiveFeed(address, (news) => this.#hear(news));
    this.#latest = rows.window;
    this.#rows = rows;
    this.#scroller = scroller;
    this.#told = told;
  }

  /** Something else is in sight, or another row has the focus. */
  moved() {
    this.#rows.recall();
    this.#rows.draw();
    this.#told.drawn(this.#latest.total);
    const { followed } = this.#feed;
    if (!this.#rows.isFilled()) this.#ask();
    else if (followed && !followed.anchor !== this.#rows.followsTop) this.follow();
  }

  /** Is told of changes where the rows in sight are, unless nobody looks. */
  follow() {
    if (this.#isEnded) return;
    if (document.visibilityState === "hidden") return this.#feed.end();
    if (this.#feed.asked) return;
    const { followed } = this.#feed;
    const isSame = followed && !followed.anchor === this.#rows.followsTop;
    if (isSame && this.#rows.isFilled(1)) return;
    this.#feed.follow(this.#rows.place, this.#latest.version);
  }

  /** Lets the rows stay as they are, or catches up with them. */
  pause(isPaused) {
    this.#rows.pause(isPaused);
    if (isPaused) this.#latest = this.#rows.window;
    else if (this.#rows.meets(this.#latest)) this.#take(this.#latest);
    else this.#ask(); // What was followed last is elsewhere: the rows in sight say where to go on.
  }

  /** Returns to a row, wherever it is by now. */
  seek(sought) {
    return this.#ask(this.#rows.placeOf(sought), sought);
  }

  /** Is told of nothing for a while. */
  rest() {
    this.#feed.rest();
  }

  end() {
    this.#isEnded = true;
    this.#feed.rest();
  }

  async #ask(place = this.#rows.place, sought = null) {
    const { asked } = this.#feed;
    const isAsked = asked && asked.offset <= place.from && asked.offset + asked.limit >= place.to;
    if (isAsked && !sought) return;
    try {
      const window = await this.#feed.ask(place);
      if (!window || this.#isEnded) return;
      if (!sought && place.anchor && this.#rows.hasStrayed(window)) return this.#askByRank(window);
      this.#latest = window;
      this.#told.together();
      if (sought) this.#rows.takeAt(window, sought);
      this.#take(window);
    } catch {
      this.#told.apart();
    }
    if (!this.#scroller.isMoving) this.follow();
  }

  /** The anchor's own record went elsewhere: the place stays, and other rows are there now. */
  #askByRank(window) {
    this.#tellWhere(this.#rows.went(window));
    return this.#ask({ ...this.#rows.place, anchor: null });
  }

  #tellWhere(rank) {
    if (rank !== null) this.#told.went(rank);
  }

  #hear({ event, data }) {
    if (event === "apart") return this.#told.apart();
    this.#told.together();
    if (event === "status") return this.#told.status(data);
    const before = this.#latest;
    const next = event === "window" ? received(data) : changed(before, data);
    if (!next) return this.#feed.follow(this.#rows.place, null);
    const { followsTop, isPaused, isTurbulent } = this.#rows;
    if (event === "window" && !isPaused && this.#rows.hasStrayed(next)) return this.#askByRank(next);
    this.#latest = next;
    if (followsTop && isTurbulent) return this.#takeSoon();
    const { from, to } = this.#scroller.sight;
    const touched = data.insert && new Set(data.insert.map(({ row }) => String(row.id)));
    const moved = isPaused ? this.#rows.driftTo(next, touched) : this.#take(next, touched);
    if (isPaused) this.#told.drawn(next.total);
    if (followsTop) return;
    if (touched) return this.#told.arrived(...news(data, next, from + moved, to + moved));
    const more = Math.max(0, next.total - before.total);
    const shift = isPaused ? drift(before, next, from) ?? next.offset - before.offset : moved;
    const above = Math.min(more, Math.max(0, shift));
    this.#told.arrived(above, more - above);
  }

  /** Follows a torrent at a pace at which rows can be read. */
  #takeSoon() {
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      if (!this.#rows.isPaused && !this.#isEnded) this.#take(this.#latest);
    }, READABLE);
  }

  #take(window, touched) {
    const { isPaused } = this.#rows;
    const moved = this.#rows.take(window, touched);
    this.#told.drawn(window.total);
    if (!isPaused) this.#tellWhere(this.#rows.left);
    // While paused there may be no rows for all ranks: nobody asks again before somebody scrolls.
    if (!isPaused && !this.#rows.isFilled()) this.#ask();
    return moved;
  }
}
