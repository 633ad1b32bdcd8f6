/** What is kept on this device, opened when it is first asked for, and let go when it is kept no more. */
import { loadCore } from "./core.js";
import { KeptDataset } from "./kept-dataset.js";
import { Templates } from "./kept-mustache.js";
import * as store from "./kept-store.js";
import { Words } from "./kept-words.js";
import { fileNamed, shellFile } from "./shell-files.js";

const LOOK_AGAIN = 2000; // milliseconds for which what is kept is taken to be the same

const open = new Map(); // by dataset: { version, dataset: Promise }
const files = new Map(); // by address: Promise of what a file says
let looked = { at: -Infinity, entries: Promise.resolve([]) };

/** The entries of all datasets that are kept whole. */
export function keptEntries() {
  if (performance.now() - looked.at > LOOK_AGAIN) {
    const entries = store.keptDatasets().then((all) => all.filter(({ isWhole }) => isWhole));
    looked = { at: performance.now(), entries };
  }
  return looked.entries;
}

/** A kept dataset, ready to answer; null where it is not kept, or something that it needs is not. */
export async function keptDataset(id) {
  const entry = (await keptEntries()).find(({ dataset }) => dataset === id);
  const known = open.get(id);
  const mark = entry && [entry.version, entry.language, entry.units].join(" ");
  if (known && known.mark === mark) return known.dataset;
  open.delete(id);
  known?.dataset.then((dataset) => dataset?.release(), () => {});
  if (!entry) return null;
  const dataset = opened(entry);
  open.set(id, { mark, dataset });
  dataset.then((made) => made ?? open.delete(id), () => open.delete(id));
  return dataset;
}

/** All kept datasets that can answer, in the order of the table of contents. */
export async function allKept() {
  const all = await Promise.all((await keptEntries()).map(({ dataset }) => keptDataset(dataset).catch(() => null)));
  return all.filter(Boolean).sort((one, other) => one.manifest.place - other.manifest.place);
}

/** Lets go of all that is open; what failed once is not asked again. */
export function letGo() {
  open.clear();
  files.clear();
}

async function opened(entry) {
  const manifest = await store.manifest(entry.dataset);
  if (!manifest?.files.core) return null;
  const [core, words] = await Promise.all([file(manifest.files.core, readCore), wordsOf(manifest)]);
  return core && words && KeptDataset.open({ entry, manifest, store, core, words });
}

/** The words that a copy is told in; null where they are not on this device. */
export async function wordsOf({ files: { words: address }, language, units }) {
  const phrases = await file(address, (answer) => answer.json());
  return phrases && new Words(language, phrases, { units, english: (await english()) ?? phrases });
}

/** The templates that a copy's models are made for; null where they are not on this device. */
export async function templatesOf({ files: { templates } }) {
  return file(templates, async (answer) => new Templates(await answer.json()));
}

/** The home page as the server made it last; null where it is not on this device. */
export async function lastHome() {
  const shell = await shellFile("/-/shell.json");
  return (await shell?.json())?.pages?.["/"] ?? null;
}

async function english() {
  const answer = await fileNamed("words-en.json");
  return answer ? answer.json() : null;
}

async function readCore(answer) {
  return loadCore(await answer.arrayBuffer());
}

/** What a file says, read once; null where it is not on this device. */
function file(address, read) {
  if (!files.has(address)) {
    const said = shellFile(address).then((answer) => answer && read(answer));
    files.set(address, said);
    said.then((value) => value ?? files.delete(address), () => files.delete(address));
  }
  return files.get(address);
}
