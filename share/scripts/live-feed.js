/** Where a table's rows come from: any place by one request, the place in sight by a stream. */
import { spoken } from "./language.js";
import { LiveLink } from "./live-link.js";
import { received } from "./live-window.js";

export class LiveFeed {
  #address;
  #link;
  #asking = null;
  #following = null;

  /** Tells {event, data} of the place that is followed. */
  constructor(address, tell) {
    this.#address = spoken(address) + "&rows-as=html";
    this.#link = new LiveLink(tell);
  }

  /** The place that is asked for now. */
  get asked() {
    return this.#asking?.place;
  }

  /** The place that is followed now. */
  get followed() {
    return this.#following;
  }

  /**
   * The window of a place, by one request; nothing where another place was asked for meanwhile.
   * Nothing is followed while it is on its way, so its answer is always the newest.
   */
  async ask(place) {
    this.follow(null);
    this.#asking?.abort();
    const asking = (this.#asking = Object.assign(new AbortController(), { place }));
    try {
      const answer = await fetch(this.#addressOf(place), {
        headers: { Accept: "application/json" }, cache: "no-store", signal: asking.signal,
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const window = received(await answer.json());
      return asking === this.#asking ? window : null;
    } catch (problem) {
      if (asking !== this.#asking) return null;
      throw problem;
    } finally {
      if (asking === this.#asking) this.#asking = null;
    }
  }

  /** Follows a place from a version that is held; no place for null. */
  follow(place, version) {
    if (!place && !this.#following) return;
    this.#following = place;
    this.#link.follow(place && this.#addressOf(place), version);
  }

  /** Ends whatever is on its way. */
  end() {
    this.#asking?.abort();
    this.#asking = null;
    this.follow(null);
  }

  /** Ends as well what could be told of. */
  rest() {
    this.end();
    this.#link.rest();
  }

  #addressOf({ offset, limit, anchor }) {
    const held = anchor
      ? `&anchor-id=${encodeURIComponent(anchor.id)}&anchor-lead=${anchor.lead}` : "";
    return `${this.#address}&offset=${offset}&limit=${limit}${held}`;
  }
}
