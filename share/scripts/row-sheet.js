/**
 * The rows in sight and a few around them, as elements that are kept for as long as their record
 * is in the window: a record that changes keeps its element, and with it the focus.
 */
import { rowAt } from "./live-window.js";
import { skeleton } from "./skeleton.js";

export class RowSheet {
  #body;
  #adorn;
  #shown = new Map();
  #spare = [];

  /** `adorn(element)` finishes an element after the server's markup came into it. */
  constructor(body, adorn) {
    this.#body = body;
    this.#adorn = adorn;
    body.addEventListener("animationend", ({ target }) => target.classList.remove("is-new"));
  }

  /** The ranks that have an element now, skeletons included. */
  get ranks() {
    return this.#shown;
  }

  /**
   * Takes over the rows that stand in the page. Only so many stay in it: laying out what nobody
   * sees would cost more than making it again when it comes into sight.
   */
  adopt(offset, most) {
    return [...this.#body.rows].map((element, index) => {
      const row = { id: element.dataset.id, html: element.outerHTML };
      if (index >= most) {
        element.remove();
        return row;
      }
      this.#adorn((row.element = element));
      this.#shown.set(offset + index, element);
      return row;
    });
  }

  /** Hands the elements of a window on to the next one. */
  inherit(before, after) {
    const known = new Map(before.rows.map((row) => [row.id, row]));
    for (const row of after.rows) {
      const old = known.get(row.id);
      if (!old?.element || old === row) continue;
      row.element = old.element;
      if (row.html !== old.html) this.#refill(row, old.html);
    }
  }

  /** Shows the ranks from one to another, each where `place` says; without a row a skeleton. */
  draw(window, first, last, place, pinned) {
    const wanted = new Map();
    const missing = [];
    for (let rank = first; rank < last; rank += 1) {
      const row = rowAt(window, rank);
      if (row && !row.element) missing.push(row);
      wanted.set(rank, row);
    }
    this.#make(missing);
    const elements = new Map();
    for (const [rank, row] of wanted) elements.set(rank, row?.element ?? this.#skeleton(rank));
    if (pinned && !elements.has(pinned.rank)) elements.set(pinned.rank, pinned.element);
    // What is kept far away would make the scrolled box longer than it is.
    const near = (rank) => place(Math.max(first - 2, Math.min(rank, last)));
    this.#swap(elements, window, near);
  }

  #swap(elements, window, place) {
    const kept = new Set(elements.values());
    for (const element of this.#shown.values()) if (!kept.has(element)) this.#drop(element);
    this.#shown = elements;
    let next = this.#body.firstElementChild;
    for (const [rank, element] of [...elements].sort(([a], [b]) => a - b)) {
      if (element === next) next = next.nextElementSibling;
      else this.#body.insertBefore(element, next);
      this.#put(element, rank, place(rank), rowAt(window, rank));
    }
  }

  #put(element, rank, y, row) {
    if (element.y !== y) element.style.transform = `translateY(${(element.y = y)}px)`;
    if (element.rank !== rank) {
      element.ariaRowIndex = rank + 2;
      element.classList.toggle("is-fifth", rank % 5 === 4);
      element.rank = rank;
    }
    if (!row?.arrived) return;
    row.arrived = false;
    element.classList.add("is-new");
  }

  #drop(element) {
    element.remove();
    element.classList.remove("is-new");
    if (element.classList.contains("is-skeleton")) this.#spare.push(element);
  }

  /** Parses all missing rows in one go. */
  #make(rows) {
    if (rows.length === 0) return;
    const template = document.createElement("template");
    template.innerHTML = rows.map((row) => row.html).join("");
    const made = [...template.content.children];
    rows.forEach((row, index) => this.#adorn((row.element = made[index])));
  }

  /** What the page held may only be spelled otherwise, and whoever is in it stays. */
  #refill(row, before) {
    const template = document.createElement("template");
    template.innerHTML = row.html;
    const fresh = template.content.firstElementChild;
    if (fresh.outerHTML === before) return;
    row.element.replaceChildren(...fresh.childNodes);
    this.#adorn(row.element);
  }

  #skeleton(rank) {
    const shown = this.#shown.get(rank);
    if (shown?.classList.contains("is-skeleton")) return shown;
    const element = this.#spare.pop() ?? document.createElement("tr");
    if (!element.role) {
      element.className = "is-skeleton";
      const columns = this.#body.parentElement.tHead.rows[0].cells.length;
      for (let index = 0; index < columns; index += 1) {
        const cell = document.createElement("td");
        cell.append(skeleton("is-cell"));
        element.append(cell);
      }
      this.#adorn(element);
    }
    return element;
  }
}
