/** Brings a whole version of a dataset, part by part; what is here already is not asked for again. */
import { KeptFiles } from "./kept-files.js";
import { KeptProblem, told } from "./kept-problem.js";
import { datasetPart } from "./path-part.js";

const PACKED = 4; // parts are kept packed, which makes them so many times smaller, and more
const TRIES = 3; // for a dataset that changes while it is brought, and for a server that is busy
const LONGEST_PAUSE = 60; // seconds that somebody who presses a button waits for a busy server
const address = (dataset) => `/-/offline/${encodeURIComponent(datasetPart(dataset))}.json`;

/** What the server says of a dataset now; in a language and in units, or as the person prefers. */
export async function askManifest(dataset, signal, told = {}) {
  const given = Object.entries(told).filter(([, value]) => value);
  const query = new URLSearchParams(given).toString();
  const answer = await asked(address(dataset) + (query && `?${query}`), signal);
  return answer.json();
}

/**
 * Brings the version that the server has now; gives its files, which are whole then.
 *
 * A version that is half here goes on where it ended. `onProgress` is told { done, total, bytes }.
 */
export async function download(dataset, { onProgress, signal, manifest } = {}) {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const known = turn === 0 && manifest ? manifest : await askManifest(dataset, signal);
    const files = await bring(known, { onProgress, signal });
    if (files) return files;
  }
  throw new KeptProblem("changing");
}

/** Brings one version; nothing where the server has another one by now. */
async function bring(manifest, { onProgress, signal }) {
  const total = manifest.parts.length;
  let done = 0;
  let files = null;
  try {
    files = await KeptFiles.of(manifest);
    await makeRoom(manifest, files);
    await files.begin(manifest);
    let bytes = (await files.size()).bytes;
    for (const [index, source] of manifest.parts.entries()) {
      if (!(await files.has(index))) {
        const part = await askPart(manifest, index, source, signal);
        if (!part) return await files.drop(), null;
        bytes += await files.keep(index, part);
      }
      done = index + 1;
      onProgress?.({ done, total, bytes });
    }
    await Promise.all(made(manifest).map((each) => files.bring(each, signal)));
    await finish(manifest, files);
    return files;
  } catch (error) {
    if (done === 0) await files?.dropIfEmpty().catch(() => {});
    throw told(error, { ...(await room(manifest)), done, total });
  }
}

/** The files that its pages are made with, whose releases may go before it does. */
function made({ files = {} }) {
  return Object.values(files).filter((address) => typeof address === "string");
}

async function finish(manifest, files) {
  const { dataset, title, version, count, language, units, copied_at: copiedAt } = manifest;
  const { bytes } = await files.size();
  await files.finish({
    dataset, title, version, count, language, units, copiedAt, bytes,
    address: manifest.address, keptAt: new Date().toISOString(),
  });
}

/** A part as the manifest promises it; nothing where the server has another version by now. */
export async function askPart(manifest, index, source, signal) {
  const answer = await fetched(source, signal);
  if (answer.status === 409) return null;
  if (!answer.ok) throw new KeptProblem("refused", { status: answer.status });
  const part = await body(answer);
  if (part.version !== manifest.version) return null;
  const offset = index * manifest.rows_a_part;
  const length = Math.min(manifest.rows_a_part, manifest.count - offset);
  if (part.offset !== offset || part.rows?.length !== length) throw new KeptProblem("damaged", { index });
  return part;
}

async function body(answer) {
  try {
    return await answer.json();
  } catch {
    throw new KeptProblem("offline"); // The line broke in the middle of it.
  }
}

async function asked(source, signal) {
  const answer = await fetched(source, signal);
  if (!answer.ok) throw new KeptProblem("refused", { status: answer.status });
  return answer;
}

/** An answer; a server that is busy with other devices says when to come again, and is waited for. */
async function fetched(source, signal, turn = 1) {
  try {
    const answer = await fetch(source, { signal, cache: "no-store" });
    const pause = Number(answer.headers.get("Retry-After"));
    if (answer.status === 503 && pause > 0 && pause <= LONGEST_PAUSE && turn < TRIES) {
      await waited(pause, signal);
      return await fetched(source, signal, turn + 1);
    }
    if ([502, 503, 504].includes(answer.status)) throw new KeptProblem("offline");
    return answer;
  } catch (error) {
    if (error.name === "AbortError" || error instanceof KeptProblem) throw error;
    throw new KeptProblem("offline");
  }
}

/** Waits so many seconds, or throws when the signal ends it. */
function waited(seconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const ended = () => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", ended), resolve()), seconds * 1000);
    signal?.addEventListener("abort", ended, { once: true });
  });
}

/** Looks whether there is room, so that nothing is begun that cannot be ended. */
async function makeRoom(manifest, files) {
  const { needed, free } = await room(manifest);
  const here = (await files.size()).bytes;
  if (free !== null && needed - here > free) throw new KeptProblem("full", { needed, free });
}

/** How many bytes a dataset takes, and how many are free; null where the browser does not say. */
async function room({ bytes_about: bytes = 0 }) {
  const needed = Math.ceil(bytes / PACKED);
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return { needed, free: Math.max(0, quota - usage) };
  } catch {
    return { needed, free: null };
  }
}
