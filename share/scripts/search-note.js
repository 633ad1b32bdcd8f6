/** What a search says besides its rows: nothing found, cut short, or that it failed and what next. */
import { element, Refusal } from "./find.js";

export class SearchNote {
  hasFailed = false;
  /** The nearest thing that would be found; null for none. */
  instead = null;
  #place;
  #phrases;
  #tell;

  /** `tell` has again() and instead(text). */
  constructor(place, phrases, tell) {
    this.#place = place;
    this.#phrases = phrases;
    this.#tell = tell;
    window.addEventListener("online", () => this.hasFailed && tell.again());
  }

  get text() {
    return [...this.#place.children].map((each) => each.textContent).join(" ");
  }

  clear() {
    this.hasFailed = false;
    this.instead = null;
    this.#write();
  }

  /** Tells what an answer leaves open. */
  answered(answer, text) {
    this.clear();
    if (answer.total > 0) {
      if (answer.partial) this.#write(this.#phrases.say("search.partial"));
      return;
    }
    this.instead = answer.suggestion ?? null;
    const what = this.#phrases.say("search.nothing", { query: text });
    if (answer.partial) return this.#write(what, this.#phrases.say("search.partial"));
    if (!this.instead) return this.#write(what, this.#phrases.say("search.nothing_next"));
    const words = this.#phrases.say("search.suggestion", { query: this.instead });
    this.#write(what, this.#button(words, () => this.#tell.instead(answer.suggestion)));
  }

  /** Tells what went wrong, what still works and what next. */
  failed(failure) {
    this.instead = null;
    this.hasFailed = true;
    if (failure instanceof Refusal) return this.#write(failure.message, failure.next);
    const isOffline = navigator.onLine === false;
    this.#write(
      this.#phrases.say(isOffline ? "search.offline" : "search.failed"),
      this.#phrases.say("search.failed_still"),
      ...(isOffline ? [this.#phrases.say("search.failed_next")] : []),
      this.#button(this.#phrases.say("search.retry"), () => this.#tell.again()),
    );
  }

  #button(words, act) {
    const button = element("button", "", words);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  /**
   * Who pressed a button of the note goes on, when the button goes, at the one that takes its place;
   * else in the field of the form, or at what stands here.
   */
  #write(...parts) {
    const hadFocus = this.#place.contains(document.activeElement);
    this.#place.replaceChildren(...parts.filter(Boolean).map((part) =>
      typeof part === "string" ? element("p", "", part) : part));
    this.#place.hidden = parts.length === 0;
    this.#place.classList.toggle("has-failed", this.hasFailed);
    if (hadFocus) this.#refocus();
  }

  #refocus() {
    const form = this.#place.closest(".end, form, dialog") ?? this.#place.parentElement.querySelector("form");
    const field = form?.querySelector("input:not([type=hidden])");
    (this.#place.querySelector("button") ?? field)?.focus();
  }
}
