/**
 * The rows in sight, and how they hold their place while windows follow one another.
 *
 * The anchor is the focused row, else the first that is in sight as a whole: its pixels never
 * move. At the very top with nothing focused there is no anchor and the list follows the top.
 *
 * While paused the ranks are those of the pause: the rows that were there stay, and others, which
 * nobody kept, are shown as they are now at the ranks that they would have had.
 */
import { drift, holds, joined, rowAt, shift } from "./live-window.js";

const LARGEST = 1000; // rows that the server gives at once

export class HeldRows {
  /** The window that is in sight. */
  window;
  /** Whether the rows in sight stay as they are, whatever becomes of their records. */
  isPaused = false;
  /** Whether the last window brought more new rows into sight than it kept. */
  isTurbulent = false;
  /** Where the row with the focus is, if the last window took it out of sight; null for no such row. */
  left = null;
  #paused = null; // the window at the pause
  #shift = 0; // by how many ranks the rows in sight stand lower by now than at the pause
  #sheet;
  #scroller;
  #focus;

  constructor(window, sheet, scroller, focus) {
    this.window = window;
    this.#sheet = sheet;
    this.#scroller = scroller;
    this.#focus = focus;
  }

  /** Keeps the window that is in sight, or lets it go on. */
  pause(isPaused) {
    this.isPaused = isPaused;
    this.#paused = isPaused ? this.window : null;
    this.#shift = 0;
  }

  /** Whether rows are in sight that were not there at the pause, and so are as they are now. */
  get isFar() {
    const { from, to } = this.#scroller.sight;
    return this.#paused !== null && !holds(this.#paused, from, to);
  }

  /** Shows the rows of the pause again where somebody returned to them. */
  recall() {
    const { from, to } = this.#scroller.sight;
    if (this.#paused && !this.isFar && !holds(this.window, from, to)) this.#show(this.#paused);
  }

  get followsTop() {
    return this.#scroller.isAtTop && this.#focus.rank === null && !this.isPaused;
  }

  /** Whether the rows in sight are there, with so many times as many around them. */
  isFilled(around = 0.5) {
    const { from, to } = this.#scroller.sight;
    const spare = Math.ceil((to - from) * around);
    return holds(this.window, Math.max(0, from - spare), to + spare);
  }

  /** What to ask for: the rows in sight and their neighbours, held by the anchor. */
  get place() {
    const { from, to } = this.#scroller.sight;
    const count = Math.ceil(this.#scroller.room / this.#scroller.rowHeight) + 1;
    if (this.followsTop) return { from, to, offset: 0, limit: rounded(2 * count), anchor: null };
    const offset = Math.max(0, from - Math.ceil(1.5 * count));
    const row = rowAt(this.window, this.#anchor);
    const anchor = row && { id: row.id, lead: this.#anchor - offset };
    const [first, last, start] = [from, to, offset].map((rank) => Math.max(0, rank + this.#shift));
    return { from: first, to: last, offset: start, limit: rounded(4 * count), anchor };
  }

  /** What to find a row by again: its record, and how far below the first whole row it stands. */
  sought(rank = this.followsTop ? -1 : this.#anchor) {
    const row = rowAt(this.window, rank);
    return row ? { id: row.id, below: rank - this.#scroller.firstWhole } : null;
  }

  /** What to ask for to find a row again; the place in sight, should its record be gone. */
  placeOf({ id, below }) {
    const half = Math.ceil(this.#scroller.room / this.#scroller.rowHeight / 2);
    return { ...this.place, anchor: { id, lead: Math.max(0, below + half) } };
  }

  /** Takes a window at the place where a row is that was sought. */
  takeAt(next, { id, below }) {
    this.take(next);
    const index = next.rows.findIndex((row) => row.id === id);
    if (index < 0) return;
    this.#scroller.show(Math.max(0, next.offset + index - below) * this.#scroller.rowHeight);
  }

  /** The rank that must not move. */
  get #anchor() {
    const { rank } = this.#focus;
    const { from, to } = this.#scroller.sight;
    return rank !== null && rank >= from && rank < to ? rank : this.#scroller.firstWhole;
  }

  /**
   * Whether a window shows a wholly other place: the anchor's own record moved, and of the rows
   * that were in sight with it none came along.
   */
  hasStrayed(next) {
    if (this.followsTop) return false;
    const { from, to } = this.#scroller.sight;
    const start = Math.max(0, from - this.window.offset);
    const seen = this.window.rows.slice(start, Math.max(0, to - this.window.offset));
    const kept = new Set(next.rows.map((row) => row.id));
    return seen.length > 2 && seen.filter((row) => kept.has(row.id)).length < 2;
  }

  /** Whether a window has any of the rows that are at hand, so that it says where they went. */
  meets(next) {
    return drift(this.window, next, this.#anchor) !== null;
  }

  /** By how many ranks the rows in sight will have moved in a window. */
  driftTo(next, touched) {
    return drift(this.window, next, this.#anchor, touched) ?? 0;
  }

  /** The rank in a window of the row that has the focus, where it left the sight by itself; else null. */
  went(next, moved = 0) {
    const { rank } = this.#focus;
    const { from, to } = this.#scroller.sight;
    const row = rank !== null && rank >= from && rank < to ? rowAt(this.window, rank) : null;
    const index = row ? next.rows.findIndex(({ id }) => id === row.id) : -1;
    const now = next.offset + index;
    return index < 0 || (now >= from + moved && now < to + moved) ? null : now;
  }

  /** Takes the next window, and tells by how many ranks the rows in sight were moved. */
  take(next, touched) {
    if (this.isPaused) return this.#takeFar(next);
    const before = this.window;
    const isHeld = !this.followsTop;
    const gone = touched ? next.offset - before.offset : 0;
    this.#weigh(before, next);
    const moved = isHeld ? drift(before, next, this.#anchor, touched) ?? gone : 0;
    this.left = this.went(next, moved);
    this.#sheet.inherit(before, next);
    this.#focus.follow(before, next, moved);
    this.window = next;
    this.#scroller.resize(next.total, moved);
    this.draw();
    return moved;
  }

  /** Takes rows as they are now, at the ranks that they would have had at the pause. */
  #takeFar(next) {
    const { total } = this.window;
    const isEnd = next.offset + next.rows.length >= next.total;
    const by = shift(this.window, next) ?? this.#shift;
    this.#shift = isEnd ? Math.min(by, next.total - total) : by;
    const offset = next.offset - this.#shift;
    const rows = next.rows.slice(Math.max(0, -offset));
    this.#show(joined(this.#paused, { ...next, total, offset: Math.max(0, offset), rows }));
    return 0;
  }

  #show(window) {
    const plain = { ...window, rows: window.rows.map(({ id, html }) => ({ id, html })) };
    this.#sheet.inherit(this.window, plain);
    this.window = plain;
    this.draw();
  }

  /** A row that is new glows among others; where most are new, none of them does. */
  #weigh(before, next) {
    const known = new Set(before.rows.map((row) => row.id));
    const { from, to } = this.#scroller.sight;
    const seen = next.rows.slice(Math.max(0, from - next.offset), Math.max(0, to - next.offset));
    this.isTurbulent = seen.filter((row) => !known.has(row.id)).length * 2 > seen.length;
    if (this.isTurbulent) for (const row of next.rows) row.arrived = false;
  }

  /** Brings what is in sight, and most of a screen around it, into the page. */
  draw() {
    const { from, to } = this.#scroller.sight;
    const spare = Math.ceil((to - from) * 0.75);
    const [first, last] = [Math.max(0, from - spare), Math.min(this.#scroller.total, to + spare)];
    const place = (rank) => this.#scroller.place(rank);
    this.#focus.through((pinned) => this.#sheet.draw(this.window, first, last, place, pinned));
  }
}

/** Rounded up, so that tabs of about the same size ask for the same. */
function rounded(count) {
  return Math.min(LARGEST, Math.ceil(count / 20) * 20);
}
