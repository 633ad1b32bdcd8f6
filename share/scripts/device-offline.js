/** <almanac-offline words="{…}">: the datasets and pages that are on this device, where a page is not. */
import { keptText } from "./keep-view.js";
import { keptDatasets } from "./kept-store.js";
import { Phrases } from "./phrases.js";
import { visitedPages } from "./shell-visited.js";

const MOST = 40;

class OfflineContents extends HTMLElement {
  connectedCallback() {
    const phrases = new Phrases(this.getAttribute("words"));
    const [datasets, pages] = this.querySelectorAll("section");
    this.#fill(datasets, async () => (await keptDatasets())
      .filter(({ isWhole }) => isWhole)
      .map((entry) => ({ ...entry, state: keptText(phrases, entry) })));
    this.#fill(pages, async () => (await visitedPages()).slice(0, MOST));
  }

  async #fill(section, read) {
    const entries = await read().catch(() => []);
    for (const { title, address, state } of entries) {
      const item = document.createElement("li");
      const name = document.createElement("p");
      const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
      name.className = "name";
      name.append(link);
      item.append(name);
      if (state) {
        const line = Object.assign(document.createElement("p"), { textContent: state });
        line.className = "state";
        item.append(line);
      }
      section.querySelector("ul").append(item);
    }
    section.hidden = entries.length === 0;
  }
}

customElements.define("almanac-offline", OfflineContents);
