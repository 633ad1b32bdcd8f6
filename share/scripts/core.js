/**
 * Core, the same Swift as on the server, in WebAssembly: finds, sorts, filters and measures what a
 * device keeps. Needs no document: for windows, workers and service workers alike.
 */
import { CoreError, Memory } from "./core-memory.js";
import { Table } from "./core-table.js";

export { CoreError } from "./core-memory.js";
export { TIERS } from "./core-table.js";

/** Instantiates Core from its bytes (an ArrayBuffer or a view of one) or a compiled module. */
export async function loadCore(source) {
  const host = {};
  const imports = {
    math: { sin: Math.sin, cos: Math.cos, atan2: Math.atan2, hypot: Math.hypot, cbrt: Math.cbrt },
    host: { grow: (pages) => grow(host.memory, pages) },
  };
  const exports = await instantiate(source, imports);
  host.memory = exports.memory;
  return new Core(new Memory(exports));
}

async function instantiate(source, imports) {
  try {
    const made = await WebAssembly.instantiate(source, imports);
    const { exports } = made.instance ?? made;
    if (!(exports.memory instanceof WebAssembly.Memory) || !exports.table_open)
      throw new CoreError("it is some other program");
    return exports;
  } catch (error) {
    const size = source?.byteLength === undefined ? "" : ` of ${source.byteLength} bytes`;
    throw new CoreError(`core.wasm${size} cannot be used: ${error.message}`, { cause: error });
  }
}

function grow(memory, pages) {
  try {
    return memory.grow(pages);
  } catch {
    return -1;
  }
}

/** A running Core. */
class Core {
  #memory;

  constructor(memory) {
    this.#memory = memory;
  }

  /**
   * An empty table.
   *
   * `key` is "integer" or "text", `fields` are `{name, type}` as in the dataset file, `search` the
   * fields that are searched, `sort` the dataset's own order (`["-hits", "name"]`), sections first,
   * `sections` the field that groups rows (names of sections that tie stay apart), `measure` the
   * field of places, `collation` the order of texts in lists: "root", "pl", "sk" or "ru".
   */
  table(shape) {
    return new Table(this.#memory, shape);
  }

  /** The shortest line between two places on WGS84: `{metres, initialBearing, finalBearing}`. */
  distance(from, to) {
    const answer = this.#memory.answer(this.#memory.call("geodesic", ...ends(from, to)));
    if (!answer) throw new CoreError("A distance is between two places on Earth.");
    return {
      metres: answer.number(),
      initialBearing: answer.known(),
      finalBearing: answer.known(),
    };
  }

  /** Places along that line for drawing it, both ends among them. */
  line(from, to, { every = 100_000, atMost = 128 } = {}) {
    const answer = this.#memory.answer(
      this.#memory.call("geodesic_line", ...ends(from, to), every, atMost),
    );
    if (!answer) throw new CoreError("A line is between two places on Earth, by steps of metres.");
    return Array.from({ length: answer.word() }, () => ({
      latitude: answer.number(),
      longitude: answer.number(),
    }));
  }
}

function ends(from, to) {
  return [from, to].flatMap(({ latitude, longitude }) => [latitude, longitude]);
}
