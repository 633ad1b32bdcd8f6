/** Elements that few pages have: their scripts are loaded where they stand, and no earlier. */
const PARTS = {
  "almanac-device": () => import("./device-note.js"),
  "almanac-greeting": () => import("./greeting.js"),
  "almanac-keep": () => import("./keep.js"),
  "almanac-kept": () => import("./keep-list.js"),
  "almanac-map": () => import("./map.js"),
  "almanac-near-me": () => import("./near-me.js"),
  "almanac-offline": () => import("./device-offline.js"),
  "almanac-pair": () => import("./pair.js"),
  "almanac-subscriptions": () => import("./subscriptions.js"),
  "almanac-table": () => import("./table.js"),
};

/** Loads what the page needs, as it is now; what does not come leaves the page as the server made it. */
export function loadParts() {
  for (const [name, load] of Object.entries(PARTS)) {
    if (document.querySelector(name)) load().catch((problem) => console.warn(`almanac: ${name}`, problem));
  }
}
