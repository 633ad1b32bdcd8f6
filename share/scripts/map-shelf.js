/** The outlines of both scales, each fetched when a view first needs it. */
import { fetchOutlines } from "./map-outlines.js";

export class OutlineShelf {
  #addresses;
  #fineFrom;
  #arrived;
  #kept = {};
  #coming = new Set();

  /** Takes the addresses of the coarse and the fine outlines, and the zoom of the latter; tells `arrived()` of each. */
  constructor(addresses, fineFrom, arrived) {
    const [coarse, fine] = addresses.split(" ");
    this.#addresses = { coarse, fine };
    this.#fineFrom = fineFrom;
    this.#arrived = arrived;
  }

  /** Fetches what a zoom needs; where it does not come, the other scale is drawn and the next rest asks again. */
  async need(zoom) {
    const name = zoom < this.#fineFrom ? "coarse" : "fine";
    if (this.#kept[name] || this.#coming.has(name)) return;
    this.#coming.add(name);
    try {
      this.#kept[name] = await fetchOutlines(this.#addresses[name]);
      this.#arrived();
    } catch {
      // Said above.
    } finally {
      this.#coming.delete(name);
    }
  }

  /** The outlines for a zoom, or what there is; nothing before any has come. */
  suiting(zoom) {
    const { coarse, fine } = this.#kept;
    return (zoom < this.#fineFrom ? (coarse ?? fine) : (fine ?? coarse)) ?? null;
  }
}
