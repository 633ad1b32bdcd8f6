/**
 * The datasets that are kept on this device: brought whole, swapped whole, read part by part.
 *
 * For pages and for the worker. A version that is not whole is never read.
 */
import { askManifest, askPart, download } from "./kept-download.js";
import { KeptFiles } from "./kept-files.js";
import { KeptProblem, told } from "./kept-problem.js";
import { found, keepCopy, STATE } from "./shell-caches.js";
import { datasetPart } from "./path-part.js";

const POLITE = 15 * 60_000; // milliseconds between two looks whether the server has something newer
const CHECKED_AT = "/-/kept/checked";

/**
 * What is kept, by title: { dataset, title, version, count, bytes, keptAt, copiedAt, language, units,
 * address, isWhole, done, total }.
 */
export async function keptDatasets() {
  const all = new Map();
  for (const files of await KeptFiles.all()) {
    const entry = await described(files);
    const isBetter = entry.isWhole || !all.get(entry.dataset)?.isWhole;
    if (isBetter) all.set(entry.dataset, entry);
  }
  return [...all.values()].sort((one, other) => one.title.localeCompare(other.title));
}

/** A version whose manifest cannot be read is known by the name of its cache alone. */
async function described(files) {
  const [whole, manifest, size] = [await files.whole(), await files.manifest(), await files.size()];
  const { dataset } = files;
  const none = { dataset, title: dataset, version: null, count: 0, address: `/${datasetPart(dataset)}`, parts: [] };
  const { title, version, count, language, units, address, copied_at, parts } = manifest ?? none;
  return {
    dataset, title, version, count, language, units, address, copiedAt: copied_at ?? null,
    bytes: size.bytes, keptAt: whole?.keptAt ?? null, isWhole: Boolean(whole && manifest),
    done: size.parts, total: parts.length,
  };
}

/** Brings a dataset, or a newer version of it, and lets the older one go when that is whole. */
export async function keep(dataset, { onProgress, signal, manifest } = {}) {
  try {
    return await alone(dataset, signal, async () => {
      const files = await download(dataset, { onProgress, signal, manifest });
      for (const other of await KeptFiles.all(dataset)) {
        if (other.name !== files.name) await other.drop();
      }
      forgetOpen(dataset);
      return described(files);
    });
  } catch (error) {
    throw told(error);
  }
}

/** Lets a dataset go, with all its versions. */
export async function drop(dataset) {
  for (const files of await KeptFiles.all(dataset)) await files.drop();
  forgetOpen(dataset);
}

/**
 * Brings a newer version where the server has one; whether it had.
 *
 * It is told in the language and the units of the copy, unless the person `prefersAnew`.
 */
export async function refresh(dataset, { signal, onProgress, prefersAnew = false } = {}) {
  const known = (await keptDatasets()).find((each) => each.dataset === dataset);
  const told = known?.isWhole && !prefersAnew ? { lang: known.language, units: known.units } : {};
  const manifest = await askManifest(dataset, signal, told);
  const isSame = known?.isWhole
    && ["version", "language", "units"].every((name) => known[name] === manifest[name]);
  if (isSame) return false;
  await keep(dataset, { manifest, signal, onProgress });
  return true;
}

/**
 * Looks after all that is kept, politely: once in a while, unless the person `prefersAnew`.
 *
 * What cannot be brought now stays as it is, and is looked after the next time. Gives those of which
 * there is a newer version now.
 */
export async function refreshAll({ prefersAnew = false, now = Date.now() } = {}) {
  const datasets = await keptDatasets().catch(() => []);
  if (datasets.length === 0 || (!prefersAnew && !(await isLookDue(now)))) return [];
  await keepCopy(STATE, CHECKED_AT, new Response(String(now)));
  const newer = [];
  for (const { dataset } of datasets) {
    if (await refresh(dataset, { prefersAnew }).catch(() => false)) newer.push(dataset);
  }
  return newer;
}

/** A last look in the future was noted under a wrong clock, so it counts for nothing. */
async function isLookDue(now) {
  const last = Number(await (await found(STATE, CHECKED_AT))?.text());
  return !(last <= now && now - last < POLITE);
}

/** One at a time keeps a dataset, be it a page or the worker. */
function alone(dataset, signal, work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(`almanac-keep-${dataset}`, { signal }, work);
}

const openFiles = new Map(); // by dataset; what is read again and again

function forgetOpen(dataset) {
  openFiles.delete(dataset);
}

/** The whole version of a dataset; nothing where none is kept. */
async function wholeFiles(dataset) {
  const known = openFiles.get(dataset);
  if (known && (await known.files.whole())) return known;
  openFiles.delete(dataset);
  for (const files of (await KeptFiles.all(dataset)).reverse()) {
    if (!(await files.whole())) continue;
    const open = { files, manifest: await files.manifest(), parts: new Map() };
    openFiles.set(dataset, open);
    return open;
  }
  return null;
}

/** What the server said of a kept dataset; nothing where it is not kept. */
export async function manifest(dataset) {
  return (await wholeFiles(dataset))?.manifest ?? null;
}

/** When it was kept, its version and size; nothing where it is not kept. */
export async function keptNote(dataset) {
  return (await wholeFiles(dataset))?.files.whole() ?? null;
}

/** The parts of a kept dataset, in order, as the server gave them. */
export async function* parts(dataset) {
  const open = await wholeFiles(dataset);
  for (const index of open?.manifest.parts.keys() ?? []) yield await read(open, index, "part");
}

/** The ids and values of all rows, part by part: [{ id, values }…], which is quicker than all. */
export async function* values(dataset) {
  const open = await wholeFiles(dataset);
  for (const index of open?.manifest.parts.keys() ?? []) yield await read(open, index, "values");
}

/** A part by its index; nothing where the dataset is not kept. */
export async function part(dataset, index) {
  const open = await wholeFiles(dataset);
  return open && recent(open, index);
}

/** One row by its number; nothing where there is none. */
export async function row(dataset, number) {
  const open = await wholeFiles(dataset);
  if (!open || !(number >= 0 && number < open.manifest.count)) return null;
  const each = open.manifest.rows_a_part;
  const { rows } = await recent(open, Math.floor(number / each));
  return rows[number % each] ?? null;
}

const RECENT = 6; // parts that are held unpacked, for rows that stand near each other

async function recent(open, index) {
  const known = open.parts.get(index) ?? (await read(open, index, "part"));
  open.parts.delete(index);
  open.parts.set(index, known);
  if (open.parts.size > RECENT) open.parts.delete(open.parts.keys().next().value);
  return known;
}

/** A part as it was kept; a damaged one is brought anew, else the version counts as not whole. */
async function read(open, index, kind) {
  const { files, manifest: own } = open;
  try {
    const known = await files[kind](index);
    const rows = kind === "part" ? known.rows : known;
    if (rows.length === Math.min(own.rows_a_part, own.count - index * own.rows_a_part)) return known;
  } catch (error) {
    if (!(error instanceof KeptProblem)) throw error;
  }
  await files.forget(index);
  const fresh = await askPart(own, index, own.parts[index]).catch(() => null);
  if (!fresh) {
    await files.unfinish();
    forgetOpen(own.dataset);
    throw new KeptProblem("damaged", { index });
  }
  await files.keep(index, fresh);
  return files[kind](index);
}
