/** Which rule answers a request; nothing for what is left to the browser, such as streams and files. */
import { fileNamed, shellFile } from "./shell-files.js";
import { pageAnswer } from "./shell-pages.js";
import { pictureAnswer } from "./shell-pictures.js";
import { sendPreferences } from "./shell-preferences.js";

const PREFERENCES = "/preferences";
/** What is never kept: it is only true now, or belongs to one browser, or is a file to take away. */
const UNKEPT = /^\/(metrics|health\/.*|subscriptions.*|push\/.*|greeting\.json|openapi\.json)$/;
const FILE = /^\/[^/]+\.(?!json$)[^/]+$|\.export\.json$|-metadata\.json$|\/changes\.atom$/;
const ASSET = /^\/-\/[^/]+\/[^/]+\.[^/.]+$/;
const OWN = /^\/-\//;
const PICTURE = /^\/pictures\/|^\/[^/]+\/[^/]+\/picture\/[^/]+$/;

export function answer(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || request.headers.has("Range")) return null;
  if (request.method === "POST" && url.pathname === PREFERENCES) return sendPreferences(event);
  if (request.method !== "GET") return null;
  if (ASSET.test(url.pathname)) return assetAnswer(request);
  if (PICTURE.test(url.pathname)) return pictureAnswer(event);
  return isPlain(request, url.pathname) ? pageAnswer(event) : null;
}

function isPlain(request, path) {
  const isStream = request.headers.get("Accept")?.includes("text/event-stream");
  return !isStream && !UNKEPT.test(path) && !FILE.test(path) && !OWN.test(path);
}

/**
 * A file that is named by its content: from this device, else from the server.
 *
 * With neither, a page of an older release takes the file of the same name from the newest one.
 */
async function assetAnswer(request) {
  const known = await shellFile(request.url);
  if (known) return known;
  try {
    return await fetch(request);
  } catch (failure) {
    const other = await fileNamed(new URL(request.url).pathname.split("/").at(-1));
    if (other) return other;
    throw failure;
  }
}
