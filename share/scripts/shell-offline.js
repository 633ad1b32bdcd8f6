/** The page that says what is on this device, where the page that was asked for is not. */
import { FROM } from "./device-mark.js";
import { found, STATE } from "./shell-caches.js";
import { OFFLINE } from "./shell-files.js";

const HEADERS = { "Content-Type": "text/html; charset=utf-8", [FROM]: "device" };

/** The page in the person's language, as the server wrote it; its script fills it in. */
export async function offlinePage() {
  const page = await found(STATE, OFFLINE);
  return page ? new Response(page.body, { status: 503, headers: HEADERS }) : Response.error();
}
