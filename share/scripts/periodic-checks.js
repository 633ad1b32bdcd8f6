/** Where a browser wakes the service worker now and then (an installed app's does), it is asked to. */
const TAG = "almanac-check";
const DAY = 24 * 60 * 60 * 1000;

async function ask() {
  const registration = await navigator.serviceWorker?.ready;
  if (!registration?.periodicSync) return;
  const { state } = await navigator.permissions.query({ name: "periodic-background-sync" });
  const isAsked = (await registration.periodicSync.getTags()).includes(TAG);
  if (state === "granted" && !isAsked) {
    await registration.periodicSync.register(TAG, { minInterval: DAY });
  }
}

ask().catch(() => {}); // What the browser does not allow is checked when a person returns.
