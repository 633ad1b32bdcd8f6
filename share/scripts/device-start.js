/** Begins what works without the server, once the page is there and nothing else is to do. */
import { canWork, register } from "./device-worker.js";

const SHOWN = "/pictures/";
const HOUR = 3_600_000;

export async function start() {
  if (!canWork()) return;
  const isFirst = navigator.serviceWorker.controller === null;
  const registration = await register();
  if (!registration) return;
  await navigator.serviceWorker.ready;
  tell(registration, { isFirst, address: location.href, pictures: isFirst ? shownPictures() : [] });
  lookAfter(registration);
}

function tell({ active }, news) {
  active?.postMessage({ type: "seen", ...news });
}

/** Who returns to the page may find a newer release, and newer versions of what is kept. */
function lookAfter(registration) {
  let looked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return;
    tell(registration, { isFirst: false });
    if (performance.now() - looked < HOUR) return;
    looked = performance.now();
    registration.update().catch(() => {}); // Without the server this release goes on.
  });
}

/** The pictures that were shown before a worker was there to keep them. */
function shownPictures() {
  const all = [...document.images].filter(({ complete, currentSrc }) =>
    complete && currentSrc && new URL(currentSrc).pathname.startsWith(SHOWN));
  return all.map(({ currentSrc }) => currentSrc);
}

start();
