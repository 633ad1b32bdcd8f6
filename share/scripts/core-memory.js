/** The memory of Core while it runs: what it is given, and what it answers. */

/** What went wrong in Core, or with what it was given. */
export class CoreError extends Error {
  name = "CoreError";
}

/** The program's memory: what it is given, and what it answers. */
export class Memory {
  #exports;
  #failure = null;
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(exports) {
    this.#exports = exports;
  }

  /** Calls a function; one that trapped leaves the program in no state to go on. */
  call(name, ...values) {
    if (this.#failure)
      throw new CoreError("Core failed before and must be loaded anew.", { cause: this.#failure });
    try {
      return this.#exports[name](...values);
    } catch (error) {
      this.#failure = error;
      throw new CoreError(`Core failed: ${error.message}`, { cause: error });
    }
  }

  /** Calls a body with the address of bytes, as long as it runs. */
  giving(bytes, body) {
    const start = this.call("allocate", bytes.length) >>> 0;
    if (start === 0) throw new CoreError("There is not enough memory for Core.");
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    try {
      return body(start, bytes.length);
    } finally {
      if (!this.#failure) this.call("free", start);
    }
  }

  /** Lets go of a table. */
  release(table) {
    if (!this.#failure) this.call("table_release", table);
  }

  /** What a function answered; null where it found its input wrong. */
  answer(address) {
    if (address === 0) return null;
    const { buffer } = this.#exports.memory;
    const size = new DataView(buffer).getUint32(address >>> 0, true);
    const bytes = buffer.slice((address >>> 0) + 4, (address >>> 0) + 4 + size);
    this.call("free", address);
    return new Answer(bytes, this.#decoder);
  }
}

/** Reads an answer from its start. */
class Answer {
  #bytes;
  #view;
  #decoder;
  #at = 0;

  constructor(bytes, decoder) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes);
    this.#decoder = decoder;
  }

  word() {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  number() {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** A number, or null where there is none. */
  known() {
    const number = this.number();
    return Number.isNaN(number) ? null : number;
  }

  words() {
    const count = this.word();
    this.#at += 4 * count;
    return new Uint32Array(this.#bytes.slice(this.#at - 4 * count, this.#at));
  }

  bytes() {
    const count = this.word();
    this.#at += count;
    return new Uint8Array(this.#bytes, this.#at - count, count);
  }

  text() {
    return this.#decoder.decode(this.bytes());
  }
}
