/**
 * What lists show of each row: its markup, and how it is named where several are.
 *
 * Read part by part when rows are needed, and held as packed bytes; the parts that were not needed for
 * longest go when there are too many bytes.
 */
import { PackedTexts } from "./kept-packed-texts.js";

const MOST_BYTES = 64e6;

export class RowTexts {
  #load;
  #parts = new Map();
  #size;

  /** `load(index)` gives a part, each of so many rows. */
  constructor(load, size) {
    this.#load = load;
    this.#size = size;
  }

  /** Brings the texts of some rows, so that they can be asked for until others are brought. */
  async need(rows) {
    const indices = new Set();
    for (const row of rows) indices.add(Math.floor(row / this.#size));
    await Promise.all([...indices].map((index) => this.#bring(index)));
    this.#letGo(indices);
  }

  /** Takes the texts of a part that is at hand. */
  take(index, { rows }) {
    const [markup, names] = [new PackedTexts(), new PackedTexts()];
    for (const { row, page } of rows) {
      markup.add(row);
      names.add(JSON.stringify(named(page)));
    }
    this.#parts.set(index, { markup, names });
  }

  /** A row of the list as the server wrote it. */
  markup(row) {
    return this.#parts.get(Math.floor(row / this.#size)).markup.at(row % this.#size);
  }

  /** Title, subtitle, picture, code, mark and its tone, as far as the row has them. */
  name(row) {
    return JSON.parse(this.#parts.get(Math.floor(row / this.#size)).names.at(row % this.#size));
  }

  async #bring(index) {
    const known = this.#parts.get(index);
    if (!known) return this.take(index, await this.#load(index));
    this.#parts.delete(index);
    this.#parts.set(index, known);
  }

  #letGo(needed) {
    let bytes = [...this.#parts.values()].reduce((sum, part) => sum + part.markup.bytes + part.names.bytes, 0);
    for (const [index, { markup, names }] of this.#parts) {
      if (bytes <= MOST_BYTES) return;
      if (needed.has(index)) continue;
      bytes -= markup.bytes + names.bytes;
      this.#parts.delete(index);
    }
  }
}

function named({ title, subtitle, picture, code, mark, markTone }) {
  return { title, subtitle, picture, code, mark, markTone };
}
