/** <almanac-keep dataset="stations" words="{…}">: the button "Keep on this device". */
import { canWork } from "./device-worker.js";
import { showKeep } from "./keep-view.js";
import { keepPictures } from "./kept-pictures.js";
import { KeptProblem } from "./kept-problem.js";
import { drop, keep, keptDatasets } from "./kept-store.js";
import { Phrases } from "./phrases.js";

class KeepButton extends HTMLElement {
  #keeping = null;
  #phrases;
  #state = { name: "none" };

  connectedCallback() {
    if (!canWork()) return this.remove();
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.querySelector("button").addEventListener("click", () => this.#press());
    this.#begin();
  }

  disconnectedCallback() {
    this.#keeping?.abort(); // What is here stays, and goes on from there.
  }

  get #dataset() {
    return this.getAttribute("dataset");
  }

  async #begin() {
    try {
      this.#show(await this.#known());
    } catch {
      this.#show({ name: "none" }); // It is told when somebody wants it, and not before.
    }
    this.hidden = false;
  }

  async #known() {
    const entry = (await keptDatasets()).find(({ dataset }) => dataset === this.#dataset);
    if (!entry) return { name: "none" };
    if (entry.isWhole) return { name: "kept", entry };
    return { name: "half", done: entry.done, total: entry.total };
  }

  #press() {
    if (this.#keeping) return this.#keeping.abort();
    return this.#state.name === "kept" ? this.#drop() : this.#keep();
  }

  async #keep() {
    const keeping = (this.#keeping = new AbortController());
    this.#show({ name: "keeping" });
    try {
      // Asked while the click is fresh; where it is denied, the copy is kept all the same.
      await navigator.storage?.persist?.().catch(() => false);
      const onProgress = (progress) => this.#show({ name: "keeping", ...progress });
      const entry = await keep(this.#dataset, { onProgress, signal: keeping.signal });
      this.#show({ name: "kept", entry });
      this.#say(this.querySelector(".told").textContent);
      keepPictures(this.#dataset);
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#keeping = null;
    }
  }

  async #fail(error) {
    if (error?.name === "AbortError") return this.#show(await this.#known().catch(() => ({ name: "none" })));
    const problem = error instanceof KeptProblem ? error : new KeptProblem("denied");
    if (problem !== error) console.warn("almanac: could not be kept", error);
    this.#show({ name: "failed", problem });
    this.#say(this.querySelector(".told").textContent);
  }

  async #drop() {
    try {
      await drop(this.#dataset);
      this.#show({ name: "none" });
      this.#say(this.#phrases.say("device.removed"));
    } catch (error) {
      await this.#fail(error);
    }
  }

  #show(state) {
    this.#state = state;
    showKeep(this, this.#phrases, state);
  }

  #say(text) {
    this.querySelector("[role=status]").textContent = text;
  }
}

customElements.define("almanac-keep", KeepButton);
