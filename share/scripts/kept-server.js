/** The datasets that are kept on this device, as a small server of their own. */

/** What a kept dataset answers to a request; nothing where none has an answer. */
export async function answerFromKept() {
  return null;
}
