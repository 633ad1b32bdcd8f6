/** The caches of this device by what they hold, and how little of the device they take. */
export const SHELL = "almanac-shell-"; // and the release's digest
export const KEPT = "almanac-kept-"; // and the dataset and its version
export const PAGES = { name: "almanac-pages-1", most: 120, mostBytes: 24e6 };
export const ANSWERS = { name: "almanac-answers-1", most: 60, mostBytes: 12e6 };
export const PICTURES = { name: "almanac-pictures-1", most: 1500, mostBytes: 48e6 };
export const STATE = { name: "almanac-state-1", most: 20, mostBytes: 1e6 };

/** When an answer was kept, as ISO 8601 writes it. */
export const KEPT_AT = "X-Almanac-Kept-At";
const BYTES = "X-Almanac-Bytes";
const tallies = new Map();

/** A cache by its name; nothing on a device that lets nothing be kept. */
export async function opened(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** The names of the caches, the oldest first; none on a device that lets nothing be kept. */
export async function names(start = "almanac-") {
  try {
    return (await caches.keys()).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

/** What is kept under an address; nothing where there is none, or it cannot be read. */
export async function found({ name }, address) {
  try {
    return (await caches.match(address, { cacheName: name, ignoreVary: true })) ?? null;
  } catch {
    return null;
  }
}

export async function forget({ name }) {
  tallies.delete(name);
  await caches.delete(name).catch(() => {});
}

/**
 * Keeps a copy of an answer, and lets the oldest go where there are too many.
 *
 * A device that is full keeps half of what it had; one that still has no room keeps nothing new.
 */
export async function keepCopy(place, address, response, now = new Date()) {
  const cache = await opened(place.name);
  if (!cache) return;
  try {
    const body = await response.arrayBuffer();
    const copy = () => dated(body, response, now);
    await put(cache, address, copy, place);
    await trim(cache, place, body.byteLength);
  } catch {
    // What is not kept is asked for again.
  }
}

/** How many things a cache holds, and how many bytes they take. */
export async function held({ name }) {
  const cache = await caches.open(name);
  const sizes = await sizesOf(cache, await cache.keys());
  return { count: sizes.length, bytes: sizes.reduce((all, size) => all + size, 0) };
}

function sizesOf(cache, keys) {
  return Promise.all(keys.map(async (key) =>
    Number((await cache.match(key, { ignoreVary: true }))?.headers.get(BYTES) ?? 0)));
}

/** A copy that no redirect led to, which browsers would refuse as the answer to a navigation. */
function dated(body, { headers }, now) {
  const copy = new Headers(headers);
  copy.delete("Content-Encoding");
  copy.set(KEPT_AT, now.toISOString());
  copy.set(BYTES, String(body.byteLength));
  return new Response(body, { headers: copy });
}

async function put(cache, address, copy, place) {
  try {
    await cache.put(address, copy());
  } catch {
    const keys = await cache.keys();
    await drop(cache, keys.slice(0, Math.ceil(keys.length / 2)), place);
    await cache.put(address, copy());
  }
}

async function drop(cache, keys, { name }) {
  tallies.delete(name);
  await Promise.all(keys.map((key) => cache.delete(key)));
}

/** The order of a cache's keys is that in which they were put, whatever the clock says. */
async function trim(cache, place, bytes) {
  const tally = tallies.get(place.name);
  if (tally) {
    tally.count += 1;
    tally.bytes += bytes;
    if (tally.count <= place.most && tally.bytes <= place.mostBytes) return;
  }
  const keys = await cache.keys();
  const sizes = await sizesOf(cache, keys);
  let [count, sum] = [keys.length, sizes.reduce((all, size) => all + size, 0)];
  const old = [];
  while (count > place.most || (sum > place.mostBytes && count > 1)) {
    sum -= sizes[old.length];
    count -= 1;
    old.push(keys[old.length]);
  }
  await drop(cache, old, place);
  tallies.set(place.name, { count, bytes: sum });
}
