/** One version of a kept dataset in a cache of its own: its manifest, its parts, and whether it is whole. */
import { KEPT, names } from "./shell-caches.js";
import { KeptProblem } from "./kept-problem.js";

const MANIFEST = "/-/kept/manifest";
const WHOLE = "/-/kept/whole";
const part = (index) => `/-/kept/part/${index}`;
const values = (index) => `/-/kept/values/${index}`;

export class KeptFiles {
  #cache;

  constructor(name, cache) {
    this.name = name;
    this.#cache = cache;
  }

  /** The files of a manifest's version, as they are in one language and in one system of units. */
  static async of({ dataset, version, language, units }) {
    return KeptFiles.open(`${KEPT}${dataset}-${slug(`${version}.${language}.${units}`)}`);
  }

  static async open(name) {
    return new KeptFiles(name, await caches.open(name));
  }

  /** All versions on this device, of one dataset or of all, the oldest first. */
  static async all(dataset = null) {
    const start = dataset === null ? KEPT : `${KEPT}${dataset}-`;
    return Promise.all((await names(start)).map((name) => KeptFiles.open(name)));
  }

  /** The dataset, by the name of the cache. */
  get dataset() {
    return this.name.slice(KEPT.length).split("-", 1)[0];
  }

  /** What the server said of this version; nothing where that is not here, or damaged. */
  async manifest() {
    return this.#json(MANIFEST).catch(() => null);
  }

  async begin(manifest) {
    await this.#put(MANIFEST, manifest);
  }

  /** What was written when the last part was here; nothing for a version that is not whole. */
  async whole() {
    return this.#json(WHOLE).catch(() => null);
  }

  async finish(note) {
    await this.#put(WHOLE, note);
  }

  /** The version is not to be used until it is finished anew. */
  async unfinish() {
    await this.#cache.delete(WHOLE);
  }

  async has(index) {
    const all = await Promise.all([part(index), values(index)].map((key) => this.#cache.match(key)));
    return all.every(Boolean);
  }

  /** Keeps a part, and apart from it the values alone, which a search needs without the pages. */
  async keep(index, body) {
    const light = body.rows.map((row) => ({ id: row.id, values: row.values }));
    await this.#put(values(index), light);
    return this.#put(part(index), body);
  }

  /** A part; damaged where it is not as it was kept. */
  async part(index) {
    return this.#checked(part(index), index);
  }

  /** The ids and values of a part. */
  async values(index) {
    return this.#checked(values(index), index);
  }

  /** Keeps a file that pages are made with, under its own address. */
  async bring(address, signal) {
    if (await caches.match(address, { ignoreVary: true, cacheName: this.name })) return;
    const answer = (await caches.match(address, { ignoreVary: true })) ?? (await fetch(address, { signal }));
    if (answer.ok) await this.#cache.put(address, answer);
  }

  async forget(index) {
    await Promise.all([part(index), values(index)].map((key) => this.#cache.delete(key)));
  }

  /** How many bytes all of it takes, and how many parts are here. */
  async size() {
    const keys = await this.#cache.keys();
    const heads = await Promise.all(keys.map((key) => this.#cache.match(key)));
    const bytes = heads.reduce((sum, head) => sum + Number(head?.headers.get("Content-Length") ?? 0), 0);
    return { bytes, parts: keys.filter(({ url }) => url.includes(part(""))).length };
  }

  /** Nothing of it came: there is nothing to go on with. */
  async dropIfEmpty() {
    if ((await this.size()).parts === 0) await this.drop();
  }

  async drop() {
    await caches.delete(this.name);
  }

  async #checked(key, index) {
    try {
      const body = await this.#json(key);
      if (body) return body;
    } catch {
      // Cut short or changed: the packing has a checksum of its own.
    }
    throw new KeptProblem("damaged", { index });
  }

  async #json(key) {
    const answer = await this.#cache.match(key);
    return answer ? new Response(unpacked(answer)).json() : null;
  }

  async #put(key, value) {
    const bytes = await packed(JSON.stringify(value));
    const headers = { "Content-Type": "application/gzip", "Content-Length": String(bytes.byteLength) };
    await this.#cache.put(key, new Response(bytes, { headers }));
    return bytes.byteLength;
  }
}

function slug(text) {
  return text.replace(/[^\w.]+/g, "_");
}

function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

function unpacked(answer) {
  return answer.body.pipeThrough(new DecompressionStream("gzip"));
}
