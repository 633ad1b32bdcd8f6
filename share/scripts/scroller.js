/**
 * A viewport over any number of rows with the browser's own scrollbar.
 *
 * Browsers limit an element's height (Firefox to 17.8 million pixels), so a longer list lies in
 * a box of LONGEST pixels: small scrolls move it 1:1 from a moving `origin`, jumps of the thumb
 * in proportion, and near both ends pixels of the box are pixels of the list again. When nobody
 * scrolls, the box is put back to where the thumb says the truth; nothing in sight moves.
 *
 * `position` is where the first pixel in sight lies in the list: rank * rowHeight + part of a row.
 */
import { Motion } from "./motion.js";

const LONGEST = 8_000_000;
const END = 40_000;

export class Scroller {
  total = 0;
  rowHeight = 40;
  #viewport;
  #table;
  #body;
  #top = 0;
  #origin = 0;
  #base = 0;
  #motion;

  /** Tells `moved(isJump)` with each scroll and `settled()` when it has come to rest. */
  constructor(viewport, total, { moved, settled }) {
    this.total = total;
    this.#viewport = viewport;
    this.#table = viewport.querySelector("table");
    this.#body = viewport.querySelector("tbody");
    this.#motion = new Motion(viewport, () => {
      this.rebase();
      settled();
    });
    viewport.addEventListener("scroll", () => this.#scrolled(moved), { passive: true });
  }

  get position() {
    return this.#top + this.#origin;
  }

  /** The height in which rows are seen. */
  get room() {
    return Math.max(this.rowHeight, this.#viewport.clientHeight - this.#headHeight);
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
    return this.position > this.#range - 1;
  }

  get isMoving() {
    return this.#motion.isMoving;
  }

  /** Where the row of a rank stands in the sheet of rows. */
  place(rank) {
    return (rank - this.#base) * this.rowHeight;
  }

  /** Reads sizes anew: the row in sight stays in sight when the layout changes. */
  measure() {
    const rank = this.position / this.rowHeight;
    const head = this.#viewport.querySelector("thead");
    this.#headHeight = getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
    this.rowHeight = this.#body.firstElementChild?.getBoundingClientRect().height || this.rowHeight;
    this.show(rank * this.rowHeight);
  }

  /** Takes a new number of rows, of which so many came above what is in sight. */
  resize(total, above) {
    this.total = total;
    this.#origin += above * this.rowHeight;
    this.#base += above;
    if (this.#motion.isDragging) return;
    const isOut = this.position < 0 || this.position > this.#range;
    if (!this.isMoving || isOut) this.rebase();
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
    else return false;
    return true;
  }

  /** Puts the box to where the thumb says the truth, if it is off by what can be seen. */
  rebase(always = false) {
    this.#fit();
    const position = Math.min(Math.max(this.position, 0), this.#range);
    const top = this.#topOf(position);
    const isNearEnd = Math.min(position, this.#range - position) < END;
    const isScaled = this.#range > this.#reach;
    const visible = isScaled && !isNearEnd ? this.#reach / this.room : 0.5;
    if (always || Math.abs(top - this.#top) > visible || position !== this.position) {
      this.#viewport.scrollTop = top;
      this.#top = this.#viewport.scrollTop;
    }
    this.#origin = position - this.#top;
    this.#lay();
  }

  #headHeight = 0;
  #height = 0;

  get #length() {
    return Math.min(this.total * this.rowHeight, LONGEST);
  }

  get #reach() {
    return Math.max(0, this.#length - this.room);
  }

  get #range() {
    return Math.max(0, this.total * this.rowHeight - this.room);
  }

  #fit() {
    if (this.#height === this.#length) return;
    this.#height = this.#length;
    this.#table.style.blockSize = `${this.#headHeight + this.#length}px`;
  }

  #lay() {
    const top = this.#base * this.rowHeight - this.#origin;
    this.#body.style.insetBlockStart = `${this.#headHeight + top}px`;
  }

  #scrolled(moved) {
    const top = this.#viewport.scrollTop;
    const step = top - this.#top;
    if (step === 0) return;
    this.#motion.move();
    const isJump = this.#motion.isDragging || Math.abs(step) > Math.max(8 * this.room, 6000);
    this.#top = top;
    if (isJump) this.#origin = this.#positionOf(top) - top;
    if (Math.abs(this.sight.from - this.#base) > 5000) this.#base = this.sight.from;
    if (this.#isOutOfRoom) this.rebase();
    else this.#lay();
    moved(isJump);
  }

  /** Whether the box ends before the list does. */
  get #isOutOfRoom() {
    const { position } = this;
    const above = this.#top < this.room && position > this.#top + this.room;
    const left = this.#reach - this.#top;
    return above || position < 0 || position > this.#range
      || (left < this.room && this.#range - position > left + this.room);
  }

  /** The list's position that a position of the box stands for. */
  #positionOf(top) {
    if (this.#range <= this.#reach || top <= END) return top;
    if (top >= this.#reach - END) return this.#range - (this.#reach - top);
    return END + ((top - END) * (this.#range - 2 * END)) / (this.#reach - 2 * END);
  }

  /** The box's position for one of the list. */
  #topOf(position) {
    if (this.#range <= this.#reach || position <= END) return position;
    if (position >= this.#range - END) return this.#reach - (this.#range - position);
    return END + ((position - END) * (this.#reach - 2 * END)) / (this.#range - 2 * END);
  }
}
