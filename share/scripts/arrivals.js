import { visit } from "./list-page.js";

const PAUSE = 2000;

/**
 * <almanac-arrivals from="/deals/live?side=buy" total="0">: a list without rows that waits for some.
 *
 * It asks while the page is looked at, and shows the list as soon as there is anything in it.
 */
class Arrivals extends HTMLElement {
  #timer = null;

  connectedCallback() {
    if (this.getAttribute("total") === "0") this.#timer = setInterval(() => this.#ask(), PAUSE);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  async #ask() {
    if (document.visibilityState !== "visible") return;
    const address = new URL(this.getAttribute("from"), location.href);
    address.searchParams.set("limit", "1");
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok || (await answer.json()).total === 0 || !this.isConnected) return;
      clearInterval(this.#timer);
      await visit(location.href, { isNew: false });
    } catch {
      // Without the server there is nothing to show either; the next question is not far.
    }
  }
}

customElements.define("almanac-arrivals", Arrivals);
