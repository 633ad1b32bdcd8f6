/**
 * <almanac-search>: a list's search field that searches while one types.
 *
 * The field and its focus stay, everything around them becomes the page of the new address. Typing
 * makes one entry of the history, so that Back leads to the list as it was before.
 */
import { LatestAnswer } from "./latest-answer.js";
import { listAddress, read, show } from "./list-page.js";
import { Phrases } from "./phrases.js";
import { SearchNote } from "./search-note.js";
import { isWritten } from "./unsent.js";

class SearchField extends HTMLElement {
  #asked;
  #input;
  #isTyping = false;
  #note;

  connectedCallback() {
    this.#input = this.querySelector("input");
    const phrases = new Phrases(document.querySelector("almanac-palette").getAttribute("words"));
    this.#note = new SearchNote(this.querySelector(".search-note"), phrases, {
      again: () => this.#asked.again(), instead: () => {},
    });
    const ask = async (text, signal) => ({ ...(await read(this.#address(text), signal)) });
    this.#asked = new LatestAnswer(ask, (state) => this.#show(state), { isKept: false });
    this.#input.addEventListener("input", () => this.#put(this.#input.value.trim()));
    this.#input.addEventListener("blur", () => (this.#isTyping = false));
    this.closest("form").addEventListener("submit", (event) => this.#submit(event));
    if (isWritten(this.#input)) this.#put(this.#input.value.trim()); // It came later than the first letters.
  }

  /** What stands in the field, where it came from the address. */
  get value() {
    return this.#input.value;
  }

  set value(text) {
    const isWritten = document.activeElement === this.#input || this.#asked.isWaiting;
    if (!isWritten) this.#input.value = text;
  }

  /** Somebody went back or forward: what was typed on the way counts no more, focus or not. */
  returnTo(address) {
    this.#asked.cancel();
    this.#note.clear();
    this.#isTyping = false;
    this.#input.value = new URL(address).searchParams.get("q") ?? "";
  }

  /** The same text again is no question, unless the list has become another one since. */
  #put(text) {
    const shown = new URL(listAddress()).searchParams.get("q") ?? "";
    if (!this.#asked.isWaiting && text !== shown) this.#asked.cancel();
    this.#asked.put(text);
  }

  #address(text) {
    const address = new URL(listAddress());
    address.hash = "";
    for (const name of ["offset", "go-to"]) address.searchParams.delete(name);
    if (text) address.searchParams.set("q", text);
    else address.searchParams.delete("q");
    return address.href;
  }

  #show({ answer, failure, isWaiting }) {
    const main = document.querySelector("main");
    main.ariaBusy = isWaiting ? "true" : null;
    if (isWaiting) return;
    if (failure) return this.#note.failed(failure);
    this.#note.clear();
    show(answer.page, answer.address, { isNew: !this.#isTyping, isReplaced: this.#isTyping });
    this.#isTyping = document.activeElement === this.#input;
    this.#tell();
  }

  /** Counts for those who listen; those who look see it beside the title. */
  #tell() {
    const note = this.querySelector(".search-note");
    const counted = document.querySelector("main [data-count], main h1 .tally")?.textContent ?? "";
    const text = document.createElement("span");
    text.className = "unseen";
    text.textContent = counted;
    note.hidden = false;
    note.replaceChildren(text);
  }

  /** Enter in the field only hurries; the form's other controls send it as ever. */
  #submit(event) {
    const isField = document.activeElement === this.#input || event.submitter?.parentElement === this;
    if (!isField) return;
    event.preventDefault();
    const text = this.#input.value.trim();
    if (!this.#note.hasFailed && this.#address(text) === location.href) return;
    this.#put(text);
    this.#asked.hurry();
  }
}

customElements.define("almanac-search", SearchField);
