/** Pictures that were seen on this device, which are the same for ever. */
import { found, keepCopy, PICTURES } from "./shell-caches.js";

/** In place of the bytes: the address at which they are. */
const AT = "X-Almanac-At";

export async function pictureAnswer(event) {
  const { request } = event;
  const known = await seenPicture(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === "basic") {
    event.waitUntil(keepPicture(request.url, answer.clone()));
  }
  return answer;
}

/** Looks a picture up, by its own address or by the one that leads there. */
async function seenPicture(address) {
  const known = await found(PICTURES, address);
  const at = known?.headers.get(AT);
  return at ? found(PICTURES, at) : known;
}

/** Keeps a picture; a drawing that stands in for one is not of this kind. */
async function keepPicture(address, answer) {
  const isOwn = new URL(answer.url).pathname.startsWith("/pictures/");
  if (!isOwn) return;
  await keepCopy(PICTURES, answer.url, answer);
  if (answer.url === address) return;
  await keepCopy(PICTURES, address, new Response(null, { headers: { [AT]: answer.url } }));
}

/** Brings pictures that were shown before the worker was there; browsers have them at hand. */
export async function bringPictures(addresses) {
  for (const address of addresses) {
    if (await seenPicture(address)) continue;
    const answer = await fetch(address, { cache: "force-cache", priority: "low" });
    if (answer.ok) await keepPicture(address, answer);
  }
}
