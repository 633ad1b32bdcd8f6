/** What a page tells that was loaded before the worker was there. */
import { lookAfterShell } from "./shell-files.js";
import { keepPictures } from "./kept-pictures.js";
import { refreshAll } from "./kept-store.js";
import { bringPictures } from "./shell-pictures.js";
import { currentPreferences, remember } from "./shell-visited.js";

/** Keeps a page that the worker has not seen, with its pictures; then looks after what is kept. */
export async function seen({ unseen, pictures = [] }) {
  try {
    if (unseen) await bring(unseen, pictures);
    for (const dataset of await refreshAll()) await keepPictures(dataset);
    await lookAfterShell();
  } catch {
    // The server is gone meanwhile; the next page tells again.
  }
}

async function bring(address, pictures) {
  const url = new URL(address);
  if (url.origin !== self.location.origin) return;
  const request = new Request(url, { headers: { Accept: "text/html" }, priority: "low" });
  const preferences = currentPreferences();
  await remember(request, await fetch(request), preferences);
  await bringPictures(pictures.filter((each) => new URL(each).origin === url.origin));
}
