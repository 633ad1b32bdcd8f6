/** A short list that this device remembers, newest first; nothing of it is sent anywhere. */
export class KeptList {
  #name;
  #length;
  #key;

  /** `key(item)` says which items are the same. */
  constructor(name, length, key) {
    this.#name = `almanac.${name}`;
    this.#length = length;
    this.#key = key;
  }

  /** The items; none where the device keeps nothing, or something that is not ours. */
  get items() {
    try {
      const items = JSON.parse(localStorage.getItem(this.#name));
      return Array.isArray(items) ? items.filter((item) => this.#key(item)) : [];
    } catch {
      return [];
    }
  }

  has(item) {
    return this.items.some((each) => this.#key(each) === this.#key(item));
  }

  /** Puts an item first. */
  add(item) {
    this.#write([item, ...this.#without(item)].slice(0, this.#length));
  }

  remove(item) {
    this.#write(this.#without(item));
  }

  clear() {
    this.#write([]);
  }

  #without(item) {
    return this.items.filter((each) => this.#key(each) !== this.#key(item));
  }

  #write(items) {
    try {
      localStorage.setItem(this.#name, JSON.stringify(items));
    } catch {
      // A device that keeps nothing for us goes without.
    }
  }
}
