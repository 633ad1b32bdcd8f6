/** The files that every page needs, of this release and the one before it. */
import { found, keepCopy, KEPT_AT, names, opened, SHELL, STATE } from "./shell-caches.js";

const LIST = "/-/shell.json";
const AT_ONCE = 4;
const LASTING = 3_600_000; // milliseconds for which a page need not ask for them again
const CURRENT = "/-/shell/current"; // the name of the cache of the newest whole release
/** The page that is shown where nothing else can be. */
export const OFFLINE = "/-/offline";

/**
 * Brings the files of the release that the server has now; what is there already stays.
 *
 * A device that is full or denies it goes without, and a server that is gone is asked again.
 */
export async function completeShell() {
  try {
    const answer = await fetch(LIST, { cache: "no-store", priority: "low" });
    if (!answer.ok) return;
    const list = answer.clone();
    const { digest, files } = await answer.json();
    const cache = await opened(SHELL + digest);
    if (!cache) return;
    await bringAll(cache, files);
    await cache.put(LIST, list); // Last: with it the release is whole.
    const state = await opened(STATE.name);
    await state.put(OFFLINE, await fetched(OFFLINE));
    await keepCopy(STATE, CURRENT, new Response(SHELL + digest));
    await letGo();
  } catch {
    // Pages come from the server as ever, and the next one tries this again.
  }
}

/** Completes them where that was not done of late: a device was full, or a line was cut. */
export async function lookAfterShell(now = Date.now()) {
  const at = (await found(STATE, CURRENT))?.headers.get(KEPT_AT);
  const age = now - new Date(at ?? NaN).getTime();
  if (!(age >= 0 && age < LASTING)) await completeShell();
}

async function bringAll(cache, files) {
  const rest = [...files];
  const bring = async () => {
    for (let address = rest.shift(); address; address = rest.shift()) await bringOne(cache, address);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bring));
}

/** A file whose address names its content is the same in every release. */
async function bringOne(cache, address) {
  if (await cache.match(address)) return;
  const known = await caches.match(address, { ignoreVary: true });
  await cache.put(address, known ?? (await fetched(address)));
}

async function fetched(address) {
  const answer = await fetch(address, { priority: "low" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** Visited pages and open ones may still be of the release before this one; older ones go. */
async function letGo() {
  const old = (await releases()).slice(0, -2);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The caches of releases, that of the newest whole one last. */
async function releases() {
  const current = await (await found(STATE, CURRENT))?.text();
  const others = (await names(SHELL)).filter((name) => name !== current);
  return current ? [...others, current] : others;
}

/** What the server said of the newest release: its files, and the pages around what is kept. */
async function newestList() {
  const [name] = (await releases()).slice(-1);
  return name ? found({ name }, LIST) : null;
}

/** A file of any release by its address; else the one of that name in the newest release. */
export async function shellFile(address) {
  if (address === LIST) return newestList();
  try {
    return (await caches.match(address, { ignoreVary: true })) ?? null;
  } catch {
    return null;
  }
}

/** The file that goes by a name in the newest release that has it. */
export async function fileNamed(name) {
  for (const release of (await releases()).reverse()) {
    const cache = await opened(release);
    const keys = (await cache?.keys()) ?? [];
    const key = keys.find(({ url }) => new URL(url).pathname.endsWith("/" + name));
    if (key) return cache.match(key, { ignoreVary: true });
  }
  return null;
}
