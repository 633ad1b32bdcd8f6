/** The card of the place that is open: made by the server, or here where the server does not answer. */
import { spoken } from "./language.js";
import { latitudeOf } from "./map-view.js";
import { element, placeText } from "./map-voice.js";

const GAP = 12;

export class Card {
  #figure;
  #phrases;
  #closed;
  #card = null;
  #spot = null;
  #asking = null;

  /** Tells `closed()` when a person closes it. */
  constructor(figure, phrases, closed) {
    this.#figure = figure;
    this.#phrases = phrases;
    this.#closed = closed;
    const card = figure.querySelector(".map-card");
    if (card) this.#take(card);
  }

  get isOpen() {
    return this.#card !== null;
  }

  /** Latitude and longitude of the card that the page came with; nothing for none. */
  get place() {
    return this.#card?.dataset.place?.split(" ").map(Number) ?? null;
  }

  /** Opens the card of a place; `spot` is its position on the map. */
  async open(spot, { address, title, href, withFocus }) {
    this.close();
    this.#spot = spot;
    const mine = (this.#asking = new AbortController());
    let card = null;
    if (address) card = await this.#ask(address, mine.signal);
    if (this.#asking !== mine) return false;
    this.#take(card ?? this.#make(spot, title, href));
    if (withFocus) this.#card.querySelector("a:not(.map-close)")?.focus({ preventScroll: true });
    return true;
  }

  /** Gives the card a position on the map, where the page came with one. */
  pin(spot) {
    this.#spot = spot;
  }

  close() {
    this.#asking?.abort();
    this.#asking = this.#spot = null;
    this.#card?.remove();
    this.#card = null;
  }

  /** Puts the card beside its place, within the map; out of sight while the place is. */
  follow(view) {
    if (!this.#card || !this.#spot) return;
    const [left, top] = [view.left(view.nearest(this.#spot.x)), view.top(this.#spot.y)];
    const isSeen = left >= 0 && top >= 0 && left <= view.width && top <= view.height;
    this.#card.classList.toggle("is-away", !isSeen);
    const { offsetWidth: across, offsetHeight: up } = this.#card;
    const right = left + GAP + across + GAP <= view.width ? left + GAP : Math.max(left - GAP - across, GAP);
    const down = Math.min(Math.max(top - up / 2, GAP), Math.max(view.height - up - GAP, GAP));
    this.#card.style.transform = `translate(${Math.round(right)}px, ${Math.round(down)}px)`;
  }

  #take(card) {
    card.classList.add("is-placed");
    card.querySelector(".map-close")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.#closed();
    });
    card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#closed();
    });
    this.#card = card;
    this.#figure.querySelector(".map-box").after(card);
  }

  async #ask(address, signal) {
    try {
      const answer = await fetch(spoken(address), { headers: { Accept: "text/html" }, signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return page.querySelector(".map-card");
    } catch {
      return null; // Without the server the card says what the map itself knows.
    }
  }

  /** What the map itself knows of a place. */
  #make({ x, y }, title, href) {
    const [latitude, longitude] = [latitudeOf(y), x];
    const card = element("section", { className: "map-card", ariaLabel: title });
    const close = element("a", { className: "map-close", href: "#", textContent: "×", ariaLabel: this.#phrases.say("map.close") });
    const name = element("h2", href ? {} : { textContent: title });
    if (href) name.append(element("a", { href, textContent: title }));
    const where = element("p", { className: "map-where", textContent: `${placeText(this.#phrases, latitude, longitude)} ` });
    const spot = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
    const [mlat, mlon] = spot.split("/");
    const street = `https://www.openstreetmap.org/?mlat=${mlat}&mlon=${mlon}#map=8/${spot}`;
    where.append(element("a", { href: street, rel: "noopener", textContent: this.#phrases.say("map.osm") }));
    card.append(close, name, where);
    return card;
  }
}
