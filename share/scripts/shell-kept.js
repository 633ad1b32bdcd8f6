/** What the datasets that are kept on this device answer. */
import { answerFromKept } from "./kept-server.js";
import { marked } from "./device-mark.js";
import { KEPT_AT } from "./shell-caches.js";

/** An answer of a kept dataset, which says where it is from; nothing where none has one. */
export async function fromKept(request) {
  try {
    const answer = await answerFromKept(request);
    if (!answer) return null;
    const at = answer.headers.get(KEPT_AT);
    return await marked(answer, { from: "kept", at: at ? new Date(at) : null });
  } catch (problem) {
    console.warn("almanac: what is kept on this device could not answer", problem);
    return null; // A copy of the page may be here, and the offline page says what else is.
  }
}
