/** Begins what works without the server, once the page is there and nothing else is to do. */
import { canWork, register } from "./device-worker.js";

const SHOWN = "/pictures/";

export async function start() {
  if (!canWork()) return;
  const isFirst = navigator.serviceWorker.controller === null;
  const registration = await register();
  if (!registration) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({
    type: "seen", isFirst, address: location.href, pictures: isFirst ? shownPictures() : [],
  });
}

/** The pictures that were shown before a worker was there to keep them. */
function shownPictures() {
  const all = [...document.images].filter(({ complete, currentSrc }) =>
    complete && currentSrc && new URL(currentSrc).pathname.startsWith(SHOWN));
  return all.map(({ currentSrc }) => currentSrc);
}

start();
