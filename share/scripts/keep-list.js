/** <almanac-kept words="{…}">: everything that is on this device, with its size, age and a way out. */
import { sizeText, keptText, problemText } from "./keep-view.js";
import { drop, keptDatasets } from "./kept-store.js";
import { Phrases } from "./phrases.js";
import { ANSWERS, forget, held, PAGES, PICTURES } from "./shell-caches.js";

class KeptThings extends HTMLElement {
  #phrases;

  connectedCallback() {
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#list();
  }

  async #list() {
    try {
      for (const entry of await keptDatasets()) this.#addDataset(entry);
      await this.#addSeen("device.pages", [PAGES, ANSWERS]);
      await this.#addSeen("device.pictures", [PICTURES]);
    } catch {
      this.querySelector(".none").textContent = problemText(this.#phrases, { kind: "denied" });
    }
    this.#count();
    await this.#room().catch(() => {});
  }

  #addDataset(entry) {
    const { done, total } = entry;
    const state = entry.isWhole
      ? keptText(this.#phrases, entry) : this.#phrases.say("device.half", { done, total });
    this.#add(entry.title, entry.address, state, () => drop(entry.dataset));
  }

  async #addSeen(key, places) {
    const all = await Promise.all(places.map(held));
    const [count, bytes] = ["count", "bytes"].map((name) =>
      all.reduce((sum, each) => sum + each[name], 0));
    if (count === 0) return;
    const size = sizeText(bytes);
    const state = this.#phrases.count("device.visited", count, { size });
    this.#add(this.#phrases.say(key), null, state, () => Promise.all(places.map(forget)));
  }

  #add(title, address, state, remove) {
    const item = this.querySelector("template").content.cloneNode(true).querySelector("li");
    const link = item.querySelector("a");
    if (address) {
      link.href = address;
      link.textContent = title;
    } else link.replaceWith(title);
    item.querySelector(".state").textContent = state;
    const button = item.querySelector("button");
    button.setAttribute("aria-label", `${button.textContent}: ${title}`);
    button.addEventListener("click", () => this.#remove(item, remove));
    this.querySelector("ul").append(item);
  }

  async #remove(item, remove) {
    try {
      await remove();
    } catch {
      return this.#say(problemText(this.#phrases, { kind: "denied" }));
    }
    const next = (item.nextElementSibling ?? item.previousElementSibling)?.querySelector("button");
    item.remove();
    next?.focus();
    this.#count();
    this.#say(this.#phrases.say("device.removed"));
    await this.#room().catch(() => {});
  }

  #count() {
    const isEmpty = this.querySelector("ul > li") === null;
    this.querySelector(".none").hidden = !isEmpty;
    this.querySelector("ul").hidden = isEmpty;
  }

  /** How much of what the browser allows is in use, and whether it lasts. */
  async #room() {
    const { usage, quota } = await navigator.storage.estimate();
    const isLasting = await navigator.storage.persisted();
    const [used, all] = [usage, quota].map((bytes) => sizeText(bytes));
    const parts = [
      this.#phrases.say("device.in_use", { used, all }),
      this.#phrases.say(isLasting ? "device.lasting" : "device.passing"),
    ];
    this.querySelector(".room").textContent = parts.join(" ");
  }

  #say(text) {
    this.querySelector("[role=status]").textContent = text;
  }
}

customElements.define("almanac-kept", KeptThings);
