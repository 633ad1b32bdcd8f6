/** Many texts as one run of UTF-8 bytes: ten thousand rows of HTML take the room of their bytes and no more. */
const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class PackedTexts {
  #bytes = new Uint8Array(1 << 12);
  #ends = new Uint32Array(1 << 9);
  count = 0;

  /** The room that all of it takes. */
  get bytes() {
    return this.#bytes.length + 4 * this.#ends.length;
  }

  add(text) {
    const start = this.#end(this.count);
    this.#reserve(start + 3 * text.length); // UTF-8 takes three bytes for a unit of UTF-16 at most.
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(start));
    if (this.count === this.#ends.length) this.#ends = grown(this.#ends, 2 * this.count);
    this.#ends[this.count] = start + written;
    this.count += 1;
  }

  /** The text that was added as the so manieth, from 0. */
  at(place) {
    return decoder.decode(this.#bytes.subarray(this.#end(place), this.#ends[place]));
  }

  #end(count) {
    return count > 0 ? this.#ends[count - 1] : 0;
  }

  #reserve(length) {
    const more = Math.ceil(1.5 * this.#bytes.length);
    if (length > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(length, more));
  }
}

function grown(array, length) {
  const larger = new array.constructor(length);
  larger.set(array);
  return larger;
}
