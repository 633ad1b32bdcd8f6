import { spoken } from "./language.js";

/**
 * <almanac-freshness from="/stations?limit=1">: what says how old a copy is, or all copies are.
 *
 * When a person returns to the page, it asks the list's page once more, which lets the server
 * check its source if a check is due, and takes over what the server writes.
 */
class Freshness extends HTMLElement {
  #asking = null;
  #returned = () => {
    if (document.visibilityState === "visible") this.refresh();
  };
  #restored = ({ persisted }) => {
    if (persisted) this.#returned();
  };

  connectedCallback() {
    document.addEventListener("visibilitychange", this.#returned);
    window.addEventListener("pageshow", this.#restored);
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#returned);
    window.removeEventListener("pageshow", this.#restored);
    this.#asking?.abort();
  }

  async refresh() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    try {
      const answer = await fetch(spoken(this.getAttribute("from")), { signal: this.#asking.signal });
      const isOfDevice = answer.headers.has("X-Almanac-From");
      if (answer.ok && !isOfDevice) this.#take(await answer.text());
    } catch {
      // Without the server the line stays as it is: still true, only older.
    }
  }

  #take(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector(this.localName);
    if (!fresh || fresh.innerHTML === this.innerHTML) return;
    const focused = this.#targets.indexOf(document.activeElement);
    this.replaceChildren(...fresh.childNodes);
    this.#targets[focused]?.focus({ preventScroll: true });
  }

  get #targets() {
    return [...this.querySelectorAll("a, button")];
  }
}

customElements.define("almanac-freshness", Freshness);
