/**
 * How pages look on this device: theme, density and size of text, as its cookies say them.
 *
 * The server writes them into each page, so nothing is drawn otherwise before. A page that was written
 * earlier, kept by the browser to go back to or read without the server, is brought up to date here.
 */
const PARTS = { theme: ["light", "dark"], density: ["compact"], text: ["115", "130", "150"] };
const root = document.documentElement;

/** How many times as large as usual the text is. */
export function textScale() {
  return Number(root.dataset.text ?? 100) / 100;
}

/** Calls back when the page is to be drawn in other colours or sizes, until `signal` ends it. */
export function onLook(changed, signal) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, { signal });
  matchMedia("(forced-colors: active)").addEventListener("change", changed, { signal });
  document.addEventListener("look", changed, { signal });
}

/** Takes what is chosen now; the text of a page that is in use keeps its size. */
function refresh({ keepsText = false } = {}) {
  if (!navigator.cookieEnabled) return;
  const cookies = new Map(document.cookie.split("; ").map((each) => each.split("=", 2)));
  let isChanged = false;
  for (const [part, values] of Object.entries(PARTS)) {
    const value = values.includes(cookies.get(part)) ? cookies.get(part) : undefined;
    if (root.dataset[part] === value || (part === "text" && keepsText)) continue;
    if (value) root.dataset[part] = value;
    else delete root.dataset[part];
    if (part === "text") restyle(value);
    isChanged = true;
  }
  if (!isChanged) return;
  recolour();
  document.dispatchEvent(new Event("look"));
}

/** The sheet whose layout turns where it should for a size of text. */
function restyle(size) {
  const link = document.querySelector("link[rel=stylesheet]");
  link.href = link.href.replace(/almanac(-\d+)?\.css$/, size ? `almanac-${size}.css` : "almanac.css");
}

/** What the browser draws around the page. */
function recolour() {
  document.querySelector("meta[name=color-scheme]").content = root.dataset.theme ?? "light dark";
  const paper = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = paper;
}

refresh();
window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh({ keepsText: true });
});
