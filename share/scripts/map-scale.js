/** The bar that says how far things are from each other, in the middle of the map. */
import { latitudeOf } from "./map-view.js";

const RADIUS = 6371.0088;
const LONGEST = 110;
const FOOT = 0.0003048;
const MILE = 1.609344;

/** The person's choice of units, else what is usual where their language is spoken. */
function prefersMiles() {
  const chosen = /(?:^|; )units=(metric|imperial|km|mi)\b/.exec(document.cookie)?.[1];
  return chosen ? ["imperial", "mi"].includes(chosen) : /^en-(US|GB)\b/.test(navigator.language);
}

export class Scale {
  #bar = Object.assign(document.createElement("span"), { className: "map-scale", ariaHidden: "true" });
  #phrases;
  #isMiles;

  constructor(box, phrases) {
    this.#phrases = phrases;
    this.#isMiles = prefersMiles();
    box.append(this.#bar);
  }

  show(view) {
    const circle = (Math.PI / 180) * RADIUS * Math.cos((latitudeOf(view.y) * Math.PI) / 180);
    const perPixel = circle / view.scaleX;
    const [unit, size] = this.#unit(perPixel * LONGEST);
    const longest = (perPixel * LONGEST) / size;
    const power = 10 ** Math.floor(Math.log10(longest));
    const count = [5, 2, 1].find((each) => each * power <= longest) * power;
    const text = this.#phrases.say(`map.${unit}`, { count: this.#phrases.number(count) });
    if (this.#bar.textContent !== text) this.#bar.textContent = text;
    this.#bar.style.width = `${Math.round((count * size) / perPixel)}px`;
  }

  #unit(kilometres) {
    if (this.#isMiles) return kilometres < MILE ? ["feet", FOOT] : ["miles", MILE];
    return kilometres < 1 ? ["metres", 0.001] : ["kilometres", 1];
  }
}
