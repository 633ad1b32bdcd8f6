import { read, visit } from "./list-page.js";

const PAUSE = 1500;

/**
 * <almanac-filling from="/stations">: stands where a first copy is on its way.
 *
 * It asks for the page again while somebody looks, and shows it as soon as there is something new in it.
 */
class Filling extends HTMLElement {
  #ended = new AbortController();
  #timer = null;

  connectedCallback() {
    this.#timer = setInterval(() => this.#ask(), PAUSE);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.#ended.abort();
  }

  async #ask() {
    if (document.visibilityState !== "visible") return;
    try {
      const { page } = await read(this.getAttribute("from"), this.#ended.signal);
      const [shown, fresh] = [document, page].map((each) => each.querySelector("main"));
      const isSame = ["h1 .tally", ".contents"].every((part) =>
        shown.querySelector(part)?.textContent === fresh.querySelector(part)?.textContent);
      if (!isSame && this.isConnected) await visit(location.href, { isNew: false });
    } catch {
      // Without the server there is nothing to show either; the next question is not far.
    }
  }
}

customElements.define("almanac-filling", Filling);
