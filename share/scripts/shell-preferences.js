/** Another choice of language, units or looks: what was read before it is written otherwise. */
import { refreshAll } from "./kept-store.js";
import { completeShell } from "./shell-files.js";
import { offlinePage } from "./shell-offline.js";
import { forgetVisited } from "./shell-visited.js";

export async function sendPreferences(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok || answer.type === "opaqueredirect") event.waitUntil(renew());
    return answer;
  } catch {
    return offlinePage();
  }
}

async function renew() {
  await forgetVisited();
  await completeShell();
  await refreshAll({ prefersAnew: true });
}
