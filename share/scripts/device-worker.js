/** The service worker as pages see it. */
const WORKER = "/service-worker.js";

/** Whether this browser can have one. */
export function canWork() {
  return "serviceWorker" in navigator;
}

/** Registers the worker; nothing where the browser refuses it. */
export async function register() {
  try {
    return (await navigator.serviceWorker.register(WORKER, { type: "module" })) ?? null;
  } catch {
    return null; // It keeps nothing for pages, or knows no modules there: all works online.
  }
}

/**
 * A registration that messages can be pushed to.
 *
 * A browser without modules in workers takes the part that only shows messages.
 */
export async function registeredForMessages() {
  if (await register()) return navigator.serviceWorker.ready;
  const own = new URL("./push-messages.js", import.meta.url);
  const registration = await navigator.serviceWorker.register(own);
  return active(registration);
}

function active(registration) {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  return new Promise((resolve) => {
    const look = () => worker.state === "activated" && resolve(registration);
    worker.addEventListener("statechange", look);
    look();
  });
}
