/** What a map says in words: where it is, to who hears the page; that something did not arrive, to all. */
import { latitudeOf } from "./map-view.js";

const PATIENCE = 500;

export class Voice {
  #box;
  #phrases;
  #status = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
  #waiting = 0;

  constructor(box, phrases) {
    this.#box = box;
    this.#phrases = phrases;
    box.after(this.#status);
  }

  /** Says what is seen, once the map has not moved for a while. */
  tell(view, places) {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      const where = placeText(this.#phrases, latitudeOf(view().y), view().x);
      this.#status.textContent = `${where}. ${this.#phrases.count("map.cluster", places.seen(view()))}`;
    }, PATIENCE);
  }

  /** Says that the places did not arrive, with a button to ask again. */
  failed(retry) {
    const note = element("p", { className: "map-note", role: "alert", textContent: `${this.#phrases.say("map.failed")} ` });
    const again = element("button", { type: "button", textContent: this.#phrases.say("map.retry") });
    again.addEventListener("click", () => {
      if (note.contains(document.activeElement)) this.#box.focus({ preventScroll: true });
      note.remove();
      retry();
    });
    note.append(again);
    this.#box.after(note);
  }
}

/** Degrees and minutes: "54° 49′ N, 61° 7′ E". */
export function placeText(phrases, latitude, longitude) {
  const angle = (number, plus, minus) => {
    const minutes = Math.round(Math.abs(number) * 60);
    return phrases.say(`place.${number < 0 ? minus : plus}`, { degrees: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
  return phrases.say("place.both", {
    latitude: angle(latitude, "north", "south"),
    longitude: angle(longitude, "east", "west"),
  });
}

/** An element with its properties. */
export function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
