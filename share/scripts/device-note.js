/**
 * <almanac-device from="kept">: a page that is this device's own copy, while the server is gone.
 *
 * When the server answers again, the page becomes what the server has, without a reload: it is asked
 * when the network comes back, when somebody returns to the page, and in growing pauses.
 */
import { spoken } from "./language.js";
import { show } from "./list-page.js";

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

class DeviceNote extends HTMLElement {
  #asking = false;
  #ended = new AbortController();
  #pause = FIRST_PAUSE;
  #timer = null;

  connectedCallback() {
    const { signal } = this.#ended;
    window.addEventListener("online", () => this.#ask(), { signal });
    document.addEventListener("visibilitychange", () => this.#ask(), { signal });
    this.#wait();
  }

  disconnectedCallback() {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), this.#pause * (0.75 + Math.random() / 4));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  async #ask() {
    if (this.#asking || document.visibilityState === "hidden") return this.#wait();
    this.#asking = true;
    const page = await this.#page();
    this.#asking = false;
    if (this.#ended.signal.aborted) return;
    if (!page || isBusy()) return this.#wait();
    this.#take(page);
  }

  /** The page as the server has it; nothing while the server is gone. */
  async #page() {
    const address = spoken(location.href);
    try {
      const headers = { Accept: "text/html", "X-Almanac-Fresh": "1" };
      const answer = await fetch(address, { headers, signal: this.#ended.signal });
      if (!answer.ok) return null;
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return null;
    }
  }

  /** Where nothing is to be lost the page is loaded; else what it shows is replaced in place. */
  #take(page) {
    if (page.querySelector('almanac-device[from="offline"]')) return; // Somebody asked for this very page.
    if (this.getAttribute("from") === "offline") return location.reload();
    const place = focused();
    const top = window.scrollY;
    show(page, location.href, {});
    window.scrollTo({ top, behavior: "instant" });
    if (place) document.querySelector(place)?.focus({ preventScroll: true });
  }
}

/** Whether somebody writes, looks at an open dialog, or waits for another page. */
function isBusy() {
  const main = document.querySelector("main");
  const isTyping = document.activeElement?.matches("input:not([type=radio]), textarea, select");
  return isTyping || main?.ariaBusy === "true" || document.querySelector("dialog[open]") !== null;
}

/** How the element with the focus is found again in another page of the same address. */
function focused() {
  const element = document.activeElement;
  if (!element?.closest("main")) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  return href ? `main a[href="${CSS.escape(href)}"]` : null;
}

customElements.define("almanac-device", DeviceNote);
