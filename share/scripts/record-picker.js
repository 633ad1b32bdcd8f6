/** A field in which one record of a dataset is chosen by typing a part of its name. */
import { Combobox } from "./combobox.js";
import { find, foundRow, total } from "./find.js";
import { LatestAnswer } from "./latest-answer.js";
import { isPlain } from "./list-page.js";
import { SearchNote } from "./search-note.js";
import { skeletonRows } from "./skeleton.js";
import { isWritten } from "./unsent.js";

const ROWS = 8;

export class RecordPicker {
  #asked;
  #box;
  #choose;
  #input;
  #isEager = false;
  #list;
  #note;
  #phrases;
  #popup;

  /** `root` holds the field and its list; `choose(record)` is told, null where one is taken away. */
  constructor(root, dataset, phrases, choose) {
    this.#input = root.querySelector("input[type=search]");
    this.#popup = root.querySelector(".picker");
    this.#list = root.querySelector(".found-list");
    this.#phrases = phrases;
    this.#choose = choose;
    this.#note = new SearchNote(root.querySelector(".found-note"), phrases, {
      again: () => this.#again(), instead: (text) => this.#type(text),
    });
    const ask = (text, signal) => find(text, { dataset, limit: ROWS }, signal);
    this.#asked = new LatestAnswer(ask, (state) => this.#show(state));
    this.#box = new Combobox(this.#input, this.#list, { enter: (event) => this.#enter(event) });
    this.#describe();
    this.#listen();
    if (isWritten(this.#input)) this.#typed(); // The script came later than the first letters.
  }

  /** The name of the record that is chosen; what is typed counts for nothing until one is. */
  get #settled() {
    return this.#input.defaultValue;
  }

  #settle(name) {
    this.#input.value = this.#input.defaultValue = name;
  }

  #describe() {
    this.#input.role = "combobox";
    this.#input.ariaExpanded = "false";
    this.#input.ariaAutoComplete = "list";
    this.#input.setAttribute("aria-controls", this.#list.id);
  }

  #listen() {
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("focus", () => this.#input.select());
    this.#input.addEventListener("blur", ({ relatedTarget }) => {
      if (!this.#popup.contains(relatedTarget)) this.#close();
    });
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#popup.addEventListener("focusout", ({ relatedTarget }) => {
      const isWithin = relatedTarget === this.#input || this.#popup.contains(relatedTarget);
      if (!isWithin) this.#close();
    });
    this.#list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (!option || !isPlain(event)) return;
      event.preventDefault();
      this.#take(option.record);
    });
  }

  #take(record) {
    this.#settle(record.title);
    this.#close();
    this.#choose(record);
  }

  #clear() {
    this.#settle("");
    this.#close();
    this.#choose(null);
  }

  /** The button that asked for it goes, so the field takes the focus before. */
  #again() {
    this.#input.focus();
    this.#asked.again();
  }

  #type(text) {
    this.#input.value = text;
    this.#input.focus();
    this.#typed();
    this.#asked.hurry();
  }

  #typed() {
    this.#isEager = false;
    const text = this.#input.value.trim();
    if (text) this.#asked.put(text);
    else this.#close();
  }

  #press(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    if (this.#popup.hidden && this.#input.value === this.#settled) return;
    event.preventDefault();
    this.#input.value = this.#settled;
    this.#close();
  }

  /**
   * Enter before the answer means the first of what will be found; in an emptied field it takes
   * away what was chosen.
   */
  #enter(event) {
    if (!this.#input.value.trim()) {
      event.preventDefault();
      if (this.#settled) this.#clear();
    } else if (this.#note.hasFailed) {
      event.preventDefault();
      this.#asked.again();
    } else if (this.#asked.isWaiting && !this.#box.isGuided) {
      event.preventDefault();
      this.#isEager = true;
      this.#asked.hurry();
    } else if (!this.#box.active && this.#note.instead) {
      event.preventDefault();
      this.#type(this.#note.instead);
    }
  }

  #show({ text, answer, failure, isWaiting }) {
    this.#popup.hidden = false;
    this.#list.ariaBusy = isWaiting ? "true" : null;
    if (isWaiting) {
      this.#note.clear();
      if (!this.#list.firstElementChild) this.#list.replaceChildren(...skeletonRows(4));
      return;
    }
    const found = answer?.datasets[0];
    this.#list.replaceChildren(...(found?.rows ?? []).map(foundRow));
    if (failure) this.#note.failed(failure);
    else this.#note.answered(answer, text);
    this.#box.renew();
    this.#tell(found);
    if (this.#isEager) this.#box.active?.click();
    this.#isEager = false;
  }

  #tell(found) {
    const count = found?.rows.length
      ? this.#phrases.count("search.count", found.total, { count: total(found, this.#phrases) }) : "";
    this.#popup.querySelector("[role=status]").textContent = [count, this.#note.text].join(" ").trim();
  }

  #close() {
    this.#asked.cancel();
    this.#popup.hidden = true;
    this.#list.replaceChildren();
    this.#note.clear();
    this.#box.renew();
  }
}
