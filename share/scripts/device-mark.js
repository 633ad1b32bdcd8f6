/** Marks an answer as this device's own, in its header and, on a page, in the line of its status. */
import { deviceLine } from "./device-line.js";
import { wordsOf } from "./device-words.js";

export const FROM = "X-Almanac-From";
const STATUS = /(<almanac-freshness[^>]*>\s*<p class="status"[^>]*>)[\s\S]*?(<\/p>)/;
const START = /(<main id="content">)/;
const END_OF_MAIN = "</main>";

/** The answer with where it is from: `{ from: "kept" | "visited", at: Date | null }`. */
export async function marked(answer, { from, at }) {
  const headers = new Headers(answer.headers);
  headers.set(FROM, "device");
  const { status } = answer;
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) return new Response(answer.body, { status, headers });
  const text = await answer.text();
  const line = await lineFor(text, headers.get("Content-Language"), { from, at });
  headers.delete("Content-Length");
  return new Response(withLine(text, line, from), { status, headers });
}

async function lineFor(text, language, { from, at }) {
  const isLive = from === "visited" && text.includes("<almanac-table live=");
  const words = await wordsOf(language ?? "en");
  return deviceLine(words, isLive ? "live" : from, at, new Date());
}

/** A page with the line where its status stood: what that said was true then. */
function withLine(text, line, from) {
  const span = `<span class="device">${escaped(line)}</span>`;
  const has = text.includes('<span class="device">');
  const place = STATUS.test(text) ? STATUS : START;
  const part = place === STATUS ? `$1${span}$2` : `$1<p class="status device-status">${span}</p>`;
  const page = has ? text : text.replace(place, part);
  if (page.includes("<almanac-device")) return page;
  return page.replace(END_OF_MAIN, `<almanac-device from="${from}"></almanac-device>${END_OF_MAIN}`);
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
