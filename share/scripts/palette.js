/**
 * <almanac-palette>: one search over everything, on every page.
 *
 * "/" or Ctrl-K opens it, Escape closes it and gives the focus back. Where scripts do not run, the
 * link in the bar leads to the page of search instead.
 */
import { Combobox } from "./combobox.js";
import { find, foundGroups, foundRow, head, total } from "./find.js";
import { KeptList } from "./kept-list.js";
import { LatestAnswer } from "./latest-answer.js";
import { isPlain } from "./list-page.js";
import { Phrases } from "./phrases.js";
import { SearchNote } from "./search-note.js";
import { skeletonGroup } from "./skeleton.js";
import { matchesWords } from "./words-match.js";

const ROWS = 5;

class AlmanacPalette extends HTMLElement {
  #asked;
  #box;
  #dialog;
  #input;
  #isEager = false;
  #note;
  #phrases;
  #recent = new KeptList("recent", 5, (item) => item?.href);

  connectedCallback() {
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#dialog = this.querySelector("dialog");
    this.#input = this.querySelector("input");
    this.#note = new SearchNote(this.#part("found-note"), this.#phrases, {
      again: () => this.#asked.again(), instead: (text) => this.#type(text),
    });
    const ask = (text, signal) => find(text, { limit: ROWS }, signal);
    this.#asked = new LatestAnswer(ask, (state) => this.#show(state));
    const list = this.#part("found-list");
    this.#box = new Combobox(this.#input, list, { enter: (event) => this.#enter(event) });
    this.#listen(list);
  }

  #listen(list) {
    const seek = document.querySelector(".bar .seek");
    seek.setAttribute("aria-haspopup", "dialog");
    seek.setAttribute("aria-keyshortcuts", "/ Control+K");
    seek.addEventListener("click", (event) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      this.#open();
    });
    document.addEventListener("keydown", (event) => this.#press(event));
    this.#input.addEventListener("input", () => this.#typed());
    this.#dialog.addEventListener("click", ({ target }) => {
      if (target === this.#dialog || target.closest(".close")) this.#dialog.close();
      if (target.closest(".forget")) this.#forget();
    });
    this.#dialog.addEventListener("close", () => this.#asked.cancel());
    list.addEventListener("click", (event) => this.#chosen(event));
    window.addEventListener("pagehide", () => this.#dialog.close());
  }

  #press(event) {
    if (event.isComposing || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isK = isCommand && event.key.toLowerCase() === "k";
    const isSlash = !isCommand && event.key === "/" && !isWriting(event.target);
    if (!isK && !isSlash) return;
    event.preventDefault();
    if (this.#dialog.open) this.#dialog.close();
    else this.#open();
  }

  #open() {
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#input.select();
    this.#typed();
  }

  #type(text) {
    this.#input.value = text;
    this.#input.focus();
    this.#typed();
    this.#asked.hurry();
  }

  #typed() {
    this.#isEager = false;
    const text = this.#input.value.trim().replace(/\s+/g, " ");
    this.#offerPlaces(text);
    this.#offerRecent(text);
    if (text) return this.#asked.put(text);
    this.#asked.cancel();
    this.#part("found-answer").replaceChildren();
    this.#tell("", "");
    this.#note.clear();
    this.#busy(false);
    this.#box.renew();
  }

  #offerPlaces(text) {
    const group = this.#part("places");
    for (const option of group.querySelectorAll(".found")) {
      option.hidden = !matchesWords(text, option.textContent);
    }
    group.hidden = !group.querySelector(".found:not([hidden])");
  }

  #offerRecent(text) {
    const group = this.#part("recent");
    const items = text ? [] : this.#recent.items;
    group.hidden = items.length === 0;
    const line = head(this.#phrases.say("search.recent"));
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "forget";
    forget.textContent = this.#phrases.say("search.forget");
    line.ariaHidden = null;
    line.append(forget);
    group.replaceChildren(line, ...items.map(foundRow));
  }

  #show({ text, answer, failure, isWaiting }) {
    this.#busy(isWaiting);
    const part = this.#part("found-answer");
    if (isWaiting) {
      this.#note.clear();
      if (!part.firstElementChild) part.replaceChildren(skeletonGroup(ROWS));
      return this.#box.renew();
    }
    part.replaceChildren(...(answer ? foundGroups(answer, this.#phrases) : []));
    if (failure) this.#note.failed(failure);
    else this.#note.answered(answer, text);
    this.#box.renew();
    if (failure) this.#tell("", this.#note.text);
    else this.#count(answer);
    if (this.#isEager) this.#hurryOn();
  }

  #count(answer) {
    const datasets = answer.datasets.filter(({ rows }) => rows.length > 0).length;
    if (datasets === 0) return this.#tell("", this.#note.text);
    const values = {
      results: this.#phrases.count("search.count", answer.total, { count: total(answer, this.#phrases) }),
      datasets: this.#phrases.count("search.datasets", datasets),
    };
    const text = this.#phrases.say("search.everywhere", values);
    this.#tell(text, [text, this.#note.text].join(" "));
  }

  /** Enter before the answer means the first of what will be found. */
  #enter(event) {
    if (this.#note.hasFailed) {
      event.preventDefault();
      return this.#asked.again();
    }
    if (!this.#asked.isWaiting || this.#box.isGuided) return this.#withoutOption(event);
    if (this.#box.active?.closest(".places")) return;
    event.preventDefault();
    this.#isEager = true;
    this.#asked.hurry();
  }

  #withoutOption(event) {
    if (this.#box.active) return;
    if (this.#note.instead) {
      event.preventDefault();
      this.#type(this.#note.instead);
    } else if (!this.#input.value.trim()) event.preventDefault();
  }

  #hurryOn() {
    this.#isEager = false;
    this.#box.active?.click();
  }

  #chosen(event) {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    const { record } = option;
    if (record) this.#recent.add({ ...record, text: record.title, marks: [] });
    if (isPlain(event)) this.#dialog.close();
  }

  #forget() {
    this.#recent.clear();
    this.#input.focus();
    this.#typed();
  }

  #busy(isBusy) {
    this.#part("found-list").ariaBusy = isBusy ? "true" : null;
    this.#dialog.classList.toggle("is-busy", Boolean(isBusy));
  }

  #tell(shown, spoken) {
    this.querySelector(".found-keys .tally").textContent = shown;
    this.querySelector("[role=status]").textContent = spoken;
  }

  #part(name) {
    return this.querySelector("." + name);
  }
}

/** Until the next frame a field that was closed away may still have the focus: nobody writes there. */
function isWriting(target) {
  const field = target.closest?.("input, textarea, select, [contenteditable]");
  return Boolean(field?.checkVisibility());
}

customElements.define("almanac-palette", AlmanacPalette);
