/** What goes on behind the pages: it answers when the server cannot, and shows what is pushed. */
import { refreshAll } from "./kept-store.js";
import "./push-messages.js";
import { answer } from "./shell-answers.js";
import { completeShell } from "./shell-files.js";
import { seen } from "./shell-seen.js";

self.addEventListener("install", (event) => {
  self.skipWaiting(); // Pages that are open go on with the files of their own release.
  event.waitUntil(completeShell());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    self.registration.navigationPreload?.enable().catch(() => {}),
    self.clients.claim(),
  ]));
});

self.addEventListener("fetch", (event) => {
  const response = answer(event);
  if (response) event.respondWith(response);
});

self.addEventListener("message", (event) => {
  if (event.data?.type !== "seen") return;
  if (event.data.isAlone) event.waitUntil(self.clients.claim());
  event.waitUntil(seen(event.data));
});

self.addEventListener("periodicsync", (event) => event.waitUntil(refreshAll()));
self.addEventListener("sync", (event) => event.waitUntil(refreshAll()));
