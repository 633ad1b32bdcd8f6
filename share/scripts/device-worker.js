/** The service worker as pages see it. */
const WORKER = "/service-worker.js";

/** Whether this browser can have one. */
export function canWork() {
  return "serviceWorker" in navigator;
}

/** Registers the worker; nothing where the browser refuses it. */
export async function register() {
  try {
    return (await navigator.serviceWorker.register(WORKER)) ?? null;
  } catch {
    return null; // It keeps nothing for pages: all works online.
  }
}

/** A registration that messages can be pushed to; fails where the browser refuses one. */
export async function registeredForMessages() {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}
