/** The keyboard in a grid of rows: one row has the focus and keeps it while rows come and go. */
export class RowFocus {
  /** The rank of the row that has the focus; null while none has. */
  rank = null;
  #viewport;
  #sheet;
  #scroller;
  #isDrawing = false;
  #first = null;
  #left = null; // the rank that had the focus last, to which the Tab key leads back while it is in sight
  #changed;

  /** Tells `changed()` when a row takes the focus, lets it go or hands it on; one may have it already. */
  constructor(viewport, sheet, scroller, changed) {
    this.#viewport = viewport;
    this.#sheet = sheet;
    this.#scroller = scroller;
    this.#changed = changed;
    const held = [...sheet.ranks].find(([, row]) => row.contains(document.activeElement));
    if (held) this.rank = held[0];
    this.#welcome(held?.[1] ?? sheet.ranks.values().next().value);
    viewport.addEventListener("keydown", (event) => this.#press(event));
    viewport.addEventListener("focusin", ({ target }) => this.#enter(target));
    viewport.addEventListener("focusout", ({ relatedTarget }) => this.#leave(relatedTarget));
  }

  /** Draws, keeping the row with the focus wherever it is, and then gives the focus back to it. */
  through(draw) {
    this.#isDrawing = true;
    const element = document.activeElement?.closest("tbody tr");
    const isKept = this.rank !== null && this.#viewport.contains(element);
    draw(isKept ? { rank: this.rank, element } : null);
    const row = this.#sheet.ranks.get(this.rank ?? this.#resting);
    this.#welcome(row);
    if (this.rank !== null && row && row !== document.activeElement) row.focus({ preventScroll: true });
    this.#isDrawing = false;
  }

  /** Follows the row from one window to the next, and the row that had the focus last. */
  follow(before, after, moved) {
    this.rank = followed(this.rank, before, after, moved);
    this.#left = followed(this.#left, before, after, moved);
  }

  /** Gives the focus to the row of a rank, which comes into sight. */
  go(rank) {
    this.rank = Math.max(0, Math.min(rank, this.#scroller.total - 1));
    this.#scroller.reveal(this.rank);
    this.#viewport.scrollIntoView({ block: "nearest" });
    this.#changed();
  }

  /** The rank that the Tab key leads to while no row has the focus. */
  get #resting() {
    const { firstWhole, sight } = this.#scroller;
    const isInSight = this.#left !== null && this.#left >= firstWhole && this.#left < sight.to;
    if (!isInSight) this.#left = null;
    return this.#left ?? firstWhole;
  }

  /** The one row that the Tab key leads to. */
  #welcome(row) {
    if (row === this.#first) return;
    if (this.#first) this.#first.tabIndex = -1;
    if (row) row.tabIndex = 0;
    this.#first = row;
  }

  #enter(target) {
    if (this.#isDrawing) return;
    const row = target.closest("tbody tr");
    if (!row || row.rank === this.rank) return;
    this.rank = row.rank;
    this.#changed();
  }

  #leave(next) {
    if (this.#isDrawing || this.#viewport.contains(next)) return;
    this.#left = this.rank;
    this.rank = null;
    this.#changed();
  }

  #press(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("thead")) return;
    const page = Math.max(1, Math.floor(this.#scroller.room / this.#scroller.rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const rank = this.rank ?? this.#scroller.firstWhole;
    if (event.key in steps) this.go(rank + steps[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.#scroller.total - 1);
    else if (event.key === "Enter") this.#sheet.ranks.get(this.rank)?.querySelector("a")?.click();
    else if (event.key === "Escape" && this.rank !== null) document.activeElement.blur();
    else return;
    event.preventDefault();
  }
}

/** The rank of a row in the next window; its place, where the row itself went or is not known. */
function followed(rank, before, after, moved) {
  if (rank === null) return null;
  const row = before.rows[rank - before.offset];
  const index = row ? after.rows.findIndex(({ id }) => id === row.id) : -1;
  return Math.max(0, Math.min(index < 0 ? rank + moved : after.offset + index, after.total - 1));
}
