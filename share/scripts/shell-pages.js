/** Pages and documents: from the server, and where it is gone, from what this device has. */
import { fromKept } from "./shell-kept.js";
import { currentPreferences, remember, visited } from "./shell-visited.js";
import { offlinePage } from "./shell-offline.js";

/** Who asks with this header wants to know whether the server answers by now. */
export const FRESH = "X-Almanac-Fresh";
const PATIENCE = 3000; // milliseconds, where this device has an answer too
const SHORT_PATIENCE = 400; // after the server let one wait
const MEMORY = 30_000; // milliseconds for which that is remembered
const GATEWAY = [502, 503, 504]; // said by what stands before a server that is gone
let slowAt = null;

export async function pageAnswer(event) {
  const { request } = event;
  const preferences = currentPreferences();
  const network = fromNetwork(event);
  event.waitUntil(network.then((answer) => remember(request, answer, preferences), () => {}));
  if (request.headers.has(FRESH)) return network;
  const first = await Promise.race([settled(network), pause(patience())]);
  if (first?.answer && !GATEWAY.includes(first.answer.status)) {
    slowAt = null;
    return first.answer;
  }
  if (!first) slowAt = performance.now();
  const own = (await fromKept(request)) ?? (await visited(request));
  if (own) return own;
  const { answer, failure } = first ?? (await settled(network));
  if (answer) return answer;
  if (request.mode === "navigate") return offlinePage();
  throw failure; // A page that is open says in its place what did not come.
}

/** The time to wait for the server; a page after one that waited need not wait as long again. */
function patience() {
  const isSlow = slowAt !== null && performance.now() - slowAt < MEMORY;
  return isSlow ? SHORT_PATIENCE : PATIENCE;
}

async function fromNetwork(event) {
  const early = await event.preloadResponse;
  return early ?? fetch(event.request);
}

async function settled(network) {
  try {
    return { answer: await network };
  } catch (failure) {
    return { failure };
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
