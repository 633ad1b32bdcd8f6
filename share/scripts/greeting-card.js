import { canBeNotified, notify } from "./greeting-notice.js";
import { Phrases } from "./phrases.js";

/** How long a card stays when nobody points at it. */
const STAY = 12_000;
const SAID = 5_000;

/** Shows a greeting: as a notification where the person allowed them, else as a card. */
export async function show(greeting, place) {
  if (canBeNotified() === "granted" && (await notify(greeting))) return;
  place.innerHTML = greeting.card;
  new Card(greeting, place);
}

/** A card on the page: it goes by itself, by Escape, by its buttons and when somebody types. */
class Card {
  #greeting;
  #place;
  #card;
  #phrases;
  #timer;
  #before = null;
  #gone = new AbortController();

  constructor(greeting, place) {
    this.#greeting = greeting;
    this.#place = place;
    this.#card = place.querySelector(".greeting");
    this.#phrases = new Phrases(this.#card.dataset.words);
    this.#button("close", () => this.#leave());
    this.#button("stop", () => this.#stop());
    this.#button("tell", () => this.#tell()).hidden = canBeNotified() !== "default";
    this.#listen();
    this.#wait(STAY);
  }

  #button(name, press) {
    const button = this.#card.querySelector(`.${name}`);
    button.addEventListener("click", press);
    return button;
  }

  #listen() {
    const signal = this.#gone.signal;
    for (const sign of ["pointerenter", "focusin"]) {
      this.#card.addEventListener(sign, () => clearTimeout(this.#timer), { signal });
    }
    for (const sign of ["pointerleave", "focusout"]) {
      this.#card.addEventListener(sign, () => this.#wait(STAY), { signal });
    }
    this.#card.addEventListener("focusin", (event) => this.#enter(event), { signal });
    document.addEventListener("keydown", (event) => this.#hear(event), { signal });
    document.addEventListener("input", () => this.#leave(), { signal });
  }

  /** Remembers where the keys went before they went here. */
  #enter({ relatedTarget }) {
    if (relatedTarget && !this.#card.contains(relatedTarget)) this.#before = relatedTarget;
  }

  #hear(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    this.#leave();
  }

  #wait(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#leave(), milliseconds);
  }

  #leave() {
    const hadFocus = this.#card.contains(document.activeElement);
    clearTimeout(this.#timer);
    this.#gone.abort();
    this.#place.replaceChildren();
    if (hadFocus) this.#before?.focus();
  }

  /** From now on as a notification; asks the browser, since somebody clicked. */
  async #tell() {
    const answer = await Notification.requestPermission();
    if (answer !== "granted") return this.#say("watch.denied");
    if (await notify(this.#greeting)) this.#say("greeting.told");
    else this.#say("watch.failed");
  }

  async #stop() {
    try {
      const body = new URLSearchParams({ greeting: "off" });
      const answer = await fetch("/preferences", { method: "POST", body, redirect: "manual" });
      // The answer leads back to a page, which is not wanted here: a redirect is a yes.
      if (answer.type !== "opaqueredirect") throw new Error(`${answer.status}`);
      this.#card.querySelector(".switch").hidden = false;
      this.#say("greeting.stopped");
    } catch {
      this.#say("watch.failed");
    }
  }

  #say(key) {
    this.#card.querySelector(".ways").hidden = true;
    const said = this.#card.querySelector(".said");
    said.hidden = false;
    said.querySelector("span").textContent = this.#phrases.say(key);
    this.#wait(SAID);
  }
}
