/** What Core is given, as bytes. */
import { CoreError } from "./core-memory.js";

/** How the values of a type are handed over; the kinds are those of `FieldKind` in Swift. */
const KINDS = {
  text: "text",
  link: "text",
  image: "text",
  date: "text",
  timestamp: "text",
  datetime: "text",
  list: "list",
  integer: "whole",
  year: "whole",
  boolean: "whole",
  number: "number",
  point: "place",
  currencies: "other",
};

/** Collects bytes, numbers in the order of WebAssembly. */
export class Writer {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #encoder = new TextEncoder();
  #at = 0;

  get bytes() {
    return this.#bytes.subarray(0, this.#at);
  }

  byte(number) {
    this.#room(1);
    this.#bytes[this.#at++] = number;
  }

  word(number) {
    this.#room(4);
    this.#view.setInt32(this.#at, number, true);
    this.#at += 4;
  }

  whole(number) {
    this.#room(8);
    this.#view.setBigInt64(this.#at, BigInt(number), true);
    this.#at += 8;
  }

  number(number) {
    this.#room(8);
    this.#view.setFloat64(this.#at, number, true);
    this.#at += 8;
  }

  text(text) {
    this.#room(4 + 3 * text.length);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(this.#at + 4));
    this.word(written);
    this.#at += written;
  }

  words(numbers) {
    this.word(numbers.length);
    for (const number of numbers) this.word(number);
  }

  #room(count) {
    if (this.#at + count <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * (this.#at + count));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** Writes a value of a type of field as Core reads it; `name` is told where the value is of no such type. */
export function writeValue(writer, type, value, name) {
  switch (KINDS[type]) {
    case "text":
      return writer.text(textOf(value, name));
    case "list":
      if (!Array.isArray(value)) throw wrong(name, "a list", value);
      writer.word(value.length);
      for (const text of value) writer.text(textOf(text, name));
      return;
    case "whole":
      return writer.whole(wholeNumber(value, name));
    case "number":
      return writer.number(decimal(value, name));
    case "place":
      writer.number(decimal(value.latitude, name));
      writer.number(decimal(value.longitude, name));
  }
}

function textOf(value, name) {
  if (typeof value !== "string") throw wrong(name, "a text", value);
  return value;
}

/** A whole number, or what counts as one. */
export function wholeNumber(value, name) {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint" || Number.isInteger(value)) return value;
  throw wrong(name, "a whole number", value);
}

/** A number as JSON or an address writes it. */
export function decimal(value, name) {
  const isText = typeof value === "string" && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw wrong(name, "a number", value);
  return number;
}

function wrong(name, expected, found) {
  return new CoreError(`${name}: expected ${expected}, found ${JSON.stringify(found)}.`);
}
