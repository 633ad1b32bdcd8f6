import * as own from "./own-subscriptions.js";
import { Phrases } from "./phrases.js";

/** What is said of the server's refusals, by their status. */
const REFUSALS = { 422: "watch.unconfirmed", 429: "watch.later" };

/**
 * <almanac-watch dataset="stations" record="5" words="{…}">: the button "Tell me when this changes".
 *
 * It shows itself where the browser can be told anything; nothing is asked before it is pressed.
 */
class WatchButton extends HTMLElement {
  #phrases;
  #wish;

  connectedCallback() {
    if (!own.canBeTold()) {
      this.remove();
      return;
    }
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#wish = this.#button.textContent;
    this.#button.addEventListener("click", () => this.#press());
    this.#show();
    this.hidden = false;
  }

  get #button() {
    return this.querySelector("button");
  }

  get #watch() {
    const watch = { dataset: this.getAttribute("dataset") };
    if (this.hasAttribute("record")) watch.id = this.getAttribute("record");
    if (this.hasAttribute("query")) watch.query = this.getAttribute("query");
    return watch;
  }

  #show() {
    const isOn = own.find(this.#watch) !== undefined;
    this.#button.textContent = isOn ? this.#phrases.say("watch.stop") : this.#wish;
    this.#button.setAttribute("aria-pressed", String(isOn));
    this.querySelector("a").hidden = own.remembered().length === 0;
  }

  #say(key) {
    this.querySelector("[role=status]").textContent = key ? this.#phrases.say(key) : "";
  }

  /** The button keeps the focus, which a disabled one would lose. */
  async #press() {
    if (this.#button.ariaDisabled === "true") return;
    this.#button.ariaDisabled = "true";
    this.#say("watch.asking");
    try {
      this.#say(await this.#change());
    } catch (error) {
      this.#say(REFUSALS[error.status] ?? "watch.failed");
    }
    this.#button.ariaDisabled = null;
    this.#show();
  }

  /** Begins or ends being told; gives the key of what is to be said of it. */
  async #change() {
    const known = own.find(this.#watch);
    if (known) {
      await own.unsubscribe(known.id);
      return null;
    }
    return (await own.subscribe(this.#watch)) ? "watch.on" : "watch.denied";
  }
}

customElements.define("almanac-watch", WatchButton);
