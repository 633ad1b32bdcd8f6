/**
 * <almanac-steady>: the note in a form that leads to another page.
 *
 * Without the server the browser would leave the page for one of its own, and what was written in
 * the form would be gone. So the server is asked first whether it answers: for the head of this
 * script, which costs it nothing.
 */
import { Phrases } from "./phrases.js";
import { SearchNote } from "./search-note.js";

const PATIENCE = 10_000;

class SteadyForm extends HTMLElement {
  #address;
  #asking = null;
  #note;

  connectedCallback() {
    const form = this.closest("form");
    const phrases = new Phrases(document.querySelector("almanac-palette").getAttribute("words"));
    this.#note = new SearchNote(this, phrases, { again: () => this.#go(), instead: () => {} });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#address = new URL(form.action);
      this.#address.search = new URLSearchParams(new FormData(form, event.submitter));
      this.#go();
    });
  }

  async #go() {
    this.#asking?.abort();
    const mine = (this.#asking = new AbortController());
    const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE)]);
    try {
      await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal });
    } catch (failure) {
      if (!mine.signal.aborted) this.#note.failed(failure);
      return;
    }
    if (mine.signal.aborted) return;
    this.#note.clear();
    location.assign(this.#address);
  }
}

customElements.define("almanac-steady", SteadyForm);
