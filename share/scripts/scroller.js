/**
 * A viewport over any number of rows with the browser's own scrollbar.
 *
 * `position` is where the first pixel in sight lies in the list: `top`, where the box stands, and
 * a moving `origin`. Small scrolls move both alike, 1:1; what arrives above moves the origin
 * alone, and no pixel in sight. When nobody scrolls, the box is put back to its true place.
 */
import { afterLayout } from "./after-layout.js";
import { Motion } from "./motion.js";
import { ScrollBox } from "./scroll-box.js";

let known = null; // the sizes of the table that stood here before: the next one mostly has the same

export class Scroller {
  total;
  rowHeight = 40;
  #viewport;
  #table;
  #body;
  #motion;
  #box;
  #headHeight = 0;
  #height = 0; // of the viewport: asking for it anew would lay out the page within a script
  #rebaseSoon;
  #sheetTop = null;
  #top = 0;
  #origin = 0;
  #base = 0; // the rank from which places in the sheet of rows are counted

  /** Tells `moved()` with each scroll and `settled()` when it has come to rest. */
  constructor(viewport, total, { moved, settled, signal }) {
    this.total = total;
    this.#viewport = viewport;
    this.#table = viewport.querySelector("table");
    this.#body = viewport.querySelector("tbody");
    this.#motion = new Motion(viewport, () => {
      this.rebase();
      settled();
    }, signal);
    this.#rebaseSoon = afterLayout(viewport, () => {
      if (!this.isMoving) this.rebase();
    });
    viewport.addEventListener("scroll", () => this.#scrolled(moved), { passive: true });
  }

  get position() {
    return this.#top + this.#origin;
  }

  /** The height in which rows are seen. */
  get room() {
    return this.#box.room;
  }

  /** The ranks in sight, from the first to behind the last, parts of rows included. */
  get sight() {
    const from = Math.floor(this.position / this.rowHeight);
    const to = Math.ceil((this.position + this.room) / this.rowHeight);
    return { from, to: Math.min(this.total, to) };
  }

  /** The first rank that is in sight as a whole. */
  get firstWhole() {
    return Math.ceil((this.position - 0.5) / this.rowHeight);
  }

  get isAtTop() {
    return this.position < 1;
  }

  get isAtBottom() {
    return this.position > this.#box.range - 1;
  }

  get isMoving() {
    return this.#motion.isMoving;
  }

  /** Where the row of a rank stands in the sheet of rows. */
  place(rank) {
    return (rank - this.#base) * this.rowHeight;
  }

  /**
   * Begins at a rank. At the top it goes by the sizes of the table before: asking for its own would
   * lay out the whole page within a script. They are measured before anything is painted.
   */
  begin(rank) {
    if (!known || rank > 0) {
      this.measure();
      return this.show(rank * this.rowHeight);
    }
    this.#headHeight = known.headHeight;
    this.rowHeight = known.rowHeight;
    this.#height = known.height;
    this.#fit();
    this.#lay();
  }

  /** Reads sizes anew: the row in sight stays in sight when the layout changes. */
  measure() {
    const rank = this.position / this.rowHeight;
    const head = this.#viewport.querySelector("thead");
    this.#headHeight = getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
    this.rowHeight = this.#body.firstElementChild?.getBoundingClientRect().height || this.rowHeight;
    this.#height = this.#viewport.clientHeight;
    known = { headHeight: this.#headHeight, rowHeight: this.rowHeight, height: this.#height };
    this.show(rank * this.rowHeight);
  }

  /**
   * Takes a new number of rows, of which so many came above what is in sight. Only a box that
   * becomes too short is put right at once: browsers would scroll in it by themselves.
   */
  resize(total, above) {
    const isShorter = total < this.total;
    this.total = total;
    this.#origin += above * this.rowHeight;
    this.#base += above;
    if (this.#motion.isDragging) return;
    const isOut = this.position !== this.#box.within(this.position);
    if (isOut || (isShorter && !this.isMoving)) return this.rebase();
    if (this.isMoving) return;
    this.#fit();
    this.#lay();
    this.#rebaseSoon();
  }

  /** Brings a position of the list into sight. */
  show(position) {
    this.#origin += position - this.position;
    this.#base = Math.max(0, Math.floor(position / this.rowHeight));
    this.rebase(true);
    this.#motion.move();
  }

  /** Brings a row into sight, if it is not there; by so little as is needed. */
  reveal(rank) {
    const top = rank * this.rowHeight;
    const least = top + this.rowHeight - this.room;
    if (this.position > top) this.show(top);
    else if (this.position < least) this.show(least);
  }

  /** Puts the box to where the thumb says the truth, if it is off by what can be seen. */
  rebase(always = false) {
    this.#fit();
    const position = this.#box.within(this.position);
    if (always || position !== this.position || this.#box.isOff(this.#top, position)) {
      this.#viewport.scrollTop = this.#box.topOf(position);
      this.#top = this.#viewport.scrollTop;
    }
    this.#origin = position - this.#top;
    this.#lay();
  }

  #fit() {
    const room = Math.max(this.rowHeight, this.#height - this.#headHeight);
    const box = new ScrollBox(this.total * this.rowHeight, room);
    const height = `${this.#headHeight + box.length}px`;
    if (this.#table.style.blockSize !== height) this.#table.style.blockSize = height;
    this.#box = box;
  }

  #lay() {
    const top = this.#headHeight + this.#base * this.rowHeight - this.#origin;
    if (top !== this.#sheetTop) this.#body.style.insetBlockStart = `${(this.#sheetTop = top)}px`;
  }

  #scrolled(moved) {
    const top = this.#viewport.scrollTop;
    const step = top - this.#top;
    if (step === 0) return;
    this.#motion.move();
    const isJump = this.#motion.isDragging || Math.abs(step) > Math.max(8 * this.room, 6000);
    this.#top = top;
    if (isJump) this.#origin = this.#box.positionOf(top) - top;
    if (Math.abs(this.sight.from - this.#base) > 5000) this.#base = this.sight.from;
    if (this.#box.isExhausted(top, this.position)) this.rebase();
    else this.#lay();
    moved();
  }
}
