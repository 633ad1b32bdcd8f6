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
  const own = () => ({ unseen: location.href, pictures: shownPictures() });
  tell(registration, isFirst ? own() : {});
  // A newer worker takes over, from one that may have kept nothing.
  navigator.serviceWorker.addEventListener("controllerchange", () => tell(registration, isFirst ? {} : own()));
  lookAfter(registration);
  if (!isFirst && !(await isKnown())) registration.update().catch(() => {});
}

/** Whether this page's own release is on the device; of another one there is a newer worker. */
async function isKnown() {
  try {
    return (await caches.match(import.meta.url, { ignoreVary: true })) !== undefined;
  } catch {
    return true;
  }
}

/** A page that was on its way while the worker claimed those that were there has none until it asks. */
function tell({ active }, news) {
  const isAlone = navigator.serviceWorker.controller === null;
  active?.postMessage({ type: "seen", isAlone, ...news });
}

/**
 * Who returns to the page may find a newer release, and newer versions of what is kept; of live rows
 * that are left, the last ones are kept.
 */
function lookAfter(registration) {
  let looked = performance.now();
  document.addEventListener("visibilitychange", () => {
    const isLeft = document.visibilityState === "hidden";
    const isLive = document.querySelector(".head .status .live") !== null;
    if (isLeft && isLive) tell(registration, { unseen: location.href, pictures: [] });
    if (isLeft) return;
    tell(registration, {});
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
