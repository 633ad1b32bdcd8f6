/**
 * <almanac-pair dataset="stations">: two records and their distance.
 *
 * Whoever is chosen, the address changes and the page with it, so that a link tells all of it. The
 * pairs that were measured, and those that somebody keeps, are known to this device alone.
 */
import { element } from "./find.js";
import { KeptList } from "./kept-list.js";
import { isPlain, visit } from "./list-page.js";
import { Phrases } from "./phrases.js";
import { RecordPicker } from "./record-picker.js";
import { SearchNote } from "./search-note.js";
import { forgetUnsent } from "./unsent.js";

class AlmanacPair extends HTMLElement {
  #failed = null;
  #form;
  #kept;
  #lately;
  #note;

  connectedCallback() {
    const dataset = this.getAttribute("dataset");
    const phrases = new Phrases(document.querySelector("almanac-palette").getAttribute("words"));
    this.#form = this.querySelector("form.ends");
    this.#note = new SearchNote(this.querySelector(".pair-note"), phrases, {
      again: () => this.#go(...this.#failed), instead: () => {},
    });
    for (const end of this.querySelectorAll(".end")) {
      new RecordPicker(end, dataset, phrases, (record) => this.#chosen(end, record));
    }
    const isPair = (item) => item?.address?.startsWith(this.#path + "?") && item.name && item.address;
    this.#kept = new KeptList(`pairs.kept.${dataset}`, 50, isPair);
    this.#lately = new KeptList(`pairs.lately.${dataset}`, 8, isPair);
    this.addEventListener("click", (event) => this.#click(event));
    this.querySelector("form.units")?.addEventListener("submit", (event) => this.#prefer(event));
    if (this.#pair) this.#lately.add(this.#pair);
    this.#draw();
  }

  get #path() {
    return this.#form.getAttribute("action");
  }

  /** The pair that the page tells the distance of; null for none. */
  get #pair() {
    const name = this.querySelector(".between")?.textContent;
    return name ? { address: this.#address({ isPlain: true }), name } : null;
  }

  #address({ isPlain = false } = {}) {
    const data = new FormData(this.#form);
    const names = isPlain ? ["from", "to"] : ["from", "to", "units"];
    const given = names.filter((name) => data.get(name)).map((name) => [name, data.get(name)]);
    return this.#path + (given.length ? "?" + new URLSearchParams(given) : "");
  }

  async #chosen(end, record) {
    end.querySelector("input[type=hidden]").value = record?.id ?? "";
    const empty = record && [...this.querySelectorAll(".end")].find((each) =>
      !each.querySelector("input[type=hidden]").value);
    await this.#go(this.#address(), `[data-end=${(empty ?? end).dataset.end}] input`);
  }

  /** Goes to another pair without leaving the page; the focus goes on, unless somebody took it elsewhere. */
  async #go(address, next) {
    const isShown = await visit(new URL(address, location.href).href, { isNew: true });
    if (!isShown) {
      this.#failed = [address, next];
      return this.#note.failed(new Error());
    }
    if (document.activeElement !== document.body) return;
    document.querySelector("almanac-pair " + next)?.focus({ preventScroll: true });
  }

  #click(event) {
    const { target } = event;
    const link = target.closest("a.swap, .pairs a, .candidates a");
    if (link && isPlain(event)) {
      event.preventDefault();
      forgetUnsent();
      this.#go(link.getAttribute("href"), link.matches(".swap") ? ".swap" : "[data-end=from] input");
    }
    if (target.closest(".keep")) this.#keep();
    if (target.closest(".share")) this.#share(target.closest(".share"));
    if (target.closest(".forget")) this.#lately.clear();
    if (target.closest(".keep, .forget")) this.#draw();
  }

  #keep() {
    if (this.#kept.has(this.#pair)) this.#kept.remove(this.#pair);
    else this.#kept.add(this.#pair);
  }

  async #share(button) {
    const url = new URL(this.#pair.address, location.href).href;
    const isPhone = matchMedia("(pointer: coarse)").matches;
    try {
      if (isPhone && navigator.share) return await navigator.share({ title: document.title, url });
      await navigator.clipboard.writeText(url);
      this.#say(button, button.dataset.done);
    } catch (failure) {
      if (failure.name !== "AbortError") this.#say(button, url);
    }
  }

  #say(button, text) {
    const before = (button.before ??= button.textContent);
    button.textContent = text;
    button.ariaLive = "polite";
    setTimeout(() => (button.textContent = before), 3000);
  }

  /** Keeps the unit on the device, and tells the distance in it. */
  async #prefer(event) {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    try {
      await fetch(form.action, { method: "POST", body, redirect: "manual" });
    } catch (failure) {
      this.#failed = [this.#address(), "[data-end=from] input"];
      return this.#note.failed(failure);
    }
    const back = body.get("back");
    const isNew = back !== location.pathname + location.search;
    await visit(new URL(back, location.href).href, { isNew });
    document.querySelector("form.units [aria-pressed=true]")?.focus({ preventScroll: true });
  }

  #draw() {
    const pair = this.#pair;
    const kept = this.#kept.items;
    const isKept = Boolean(pair) && this.#kept.has(pair);
    const addresses = new Set([pair?.address, ...kept.map(({ address }) => address)]);
    const lately = this.#lately.items.filter(({ address }) => !addresses.has(address));
    this.#list(".favourites", kept);
    this.#list(".lately", lately);
    const tools = this.querySelector(".pair-keep");
    if (!tools) return;
    tools.hidden = false;
    const button = tools.querySelector(".keep");
    button.ariaPressed = String(isKept);
    button.firstElementChild.textContent = isKept ? "★" : "☆";
  }

  #list(name, items) {
    const section = this.querySelector(name);
    section.hidden = items.length === 0;
    section.querySelector("ol").replaceChildren(...items.map(({ address, name }) => {
      const [entry, link, text] = [element("li", "entry"), element("a", "line"), element("span", "text")];
      link.href = address;
      text.append(element("span", "name", name));
      link.append(text);
      entry.append(link);
      return entry;
    }));
  }
}

customElements.define("almanac-pair", AlmanacPair);
