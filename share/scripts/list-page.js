/** Another state of the list without leaving the page: the address is the state. */
import { afterLayout } from "./after-layout.js";
import { Refusal } from "./find.js";
import { spoken } from "./language.js";
import { loadParts } from "./late-parts.js";
import { forgetUnsent, keepUnsent } from "./unsent.js";

let asking = null;
let current = location.pathname + location.search;

/**
 * Lets the address name the place in the list, without a new entry of the history, and the entry
 * the row that was sought there: rows that arrive meanwhile move its rank.
 */
export function remember(rank, sought) {
  const address = new URL(location.href);
  address.searchParams.delete("offset");
  if (rank > 0) address.searchParams.set("offset", rank);
  const isSame = JSON.stringify(history.state?.sought ?? null) === JSON.stringify(sought);
  if (!isSame || address.href !== location.href) history.replaceState({ sought }, "", address);
  current = address.pathname + address.search;
}

/**
 * Goes to an address of the same list; a new entry of the history, unless one goes back to it.
 * Gives false where the server did not answer.
 */
export async function visit(address, { isNew }) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const main = document.querySelector("main");
  main.ariaBusy = "true";
  try {
    const { page } = await read(address, mine.signal);
    await laidOut(main); // Else the history has the old rows laid out for nothing, and two moments become a long one.
    if (asking !== mine || mine.signal.aborted) return true;
    show(page, address, { isNew });
    return true;
  } catch (failure) {
    const isOther = failure instanceof NoPage || failure instanceof Refusal;
    if (isOther) location.assign(address);
    if (isOther || mine.signal.aborted) return true;
    // Without the server the rows stay as they are, and the status says so. Who went back sees the
    // list of the address as soon as the network is there again.
    const again = () => visit(location.href, { isNew: false });
    if (!isNew) window.addEventListener("online", again, { once: true });
    return false;
  } finally {
    if (asking === mine) main.ariaBusy = null;
  }
}

/** The server has something else than the page to say. */
class NoPage extends Error {}

/** Reads the page of an address; a problem's page becomes a refusal in the server's own words. */
export async function read(address, signal) {
  const answer = await fetch(spoken(address), { headers: { Accept: "text/html" }, signal });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) return { page, address };
  const [detail, next] = ["what", "next"].map((name) => page.querySelector(`.problem .${name}`));
  if (!detail) throw new NoPage(answer.statusText);
  throw new Refusal({ detail: detail.textContent, next: next?.textContent }, answer.status);
}

/** Shows another page of the same list: as a new entry of the history, in place of it, or neither. */
export function show(page, address, { isNew = false, isReplaced = false }) {
  asking?.abort(); // What answers later would be the page of another address.
  if (isReplaced) history.replaceState(null, "", address);
  else if (isNew) history.pushState(null, "", address);
  current = location.pathname + location.search;
  take(page, document.querySelector("main"));
  const top = history.state?.top; // The browser knows it only while the document stays.
  if (top !== undefined) window.scrollTo({ top, behavior: "instant" });
}

/** Takes over the title and the addresses of another page that is shown now. */
export function rename(page) {
  document.title = page.title;
  for (const twin of document.querySelectorAll("link[rel=alternate][type], .bar .twin")) {
    const same = twin.type ? `link[type='${twin.type}']` : ".bar .twin";
    twin.href = page.querySelector(same)?.getAttribute("href") ?? twin.href;
  }
}

/** Notes that the address was changed on purpose, and names what the page shows. */
export function note() {
  current = location.pathname + location.search;
}

/** The address of the list, also while the page of one of its records stands beside it. */
export function listAddress() {
  return document.querySelector("almanac-atlas")?.list ?? location.href;
}

function take(page, main) {
  const column = document.activeElement?.closest("thead th")?.cellIndex;
  const isOpen = main.querySelector("details.filters")?.open;
  const isPaused = main.querySelector(".live-bar .pause")?.ariaPressed === "true";
  const writeUnsent = keepUnsent();
  rename(page);
  const atlas = page.querySelector("almanac-atlas");
  swap(main, page.querySelector("main"));
  loadParts();
  // Where the field stayed, so did the elements around it.
  if (atlas && atlas.ownerDocument !== document) main.querySelector("almanac-atlas").renew(atlas);
  if (isPaused) main.querySelector(".live-bar .pause")?.click();
  const filters = main.querySelector("details.filters");
  if (filters && isOpen) filters.open = true;
  writeUnsent();
  if (column !== undefined) focusHead(main, column);
}

/** Gives the focus back to a column's link, unless somebody took it elsewhere; focusing at once would lay out the page twice. */
function focusHead(main, column) {
  afterLayout(main, () => {
    if (document.activeElement !== document.body) return;
    main.querySelectorAll("thead th")[column]?.querySelector("a")?.focus({ preventScroll: true });
  })();
}

/** The moment within the next frame when its layout is done; soon, where no frames are drawn. */
function laidOut(element) {
  return new Promise((done) => {
    afterLayout(element, done)();
    setTimeout(done, 100);
  });
}

/** Takes over what a fresh page has; the search field, in which somebody may write, stays. */
function swap(main, fresh) {
  const [kept, same] = [main, fresh].map((each) => each.querySelector("almanac-search"));
  if (!kept || !same) return main.replaceChildren(...fresh.childNodes);
  kept.value = same.querySelector("input").value;
  for (let [old, twin] = [kept, same]; old !== main && twin !== fresh; ) {
    for (const node of [...old.parentNode.childNodes]) if (node !== old) node.remove();
    const nodes = [...twin.parentNode.childNodes];
    const at = nodes.indexOf(twin);
    const parent = twin.parentNode;
    old.before(...nodes.slice(0, at));
    old.after(...nodes.slice(at + 1));
    [old, twin] = [old.parentNode, parent];
  }
}

/** Whether a click means what it does by default in this window. */
export function isPlain(event) {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

window.addEventListener("popstate", () => {
  const isWithinPage = current === location.pathname + location.search;
  if (!isWithinPage && document.querySelector("almanac-atlas")?.goBack()) {
    asking?.abort(); // Another list was on its way, and nobody waits for it any more.
    return note();
  }
  const isList = document.querySelector("almanac-table, almanac-atlas, main almanac-search, almanac-pair");
  if (isWithinPage || !isList) return;
  current = location.pathname + location.search; // Now, not with the answer: one may turn round before it.
  document.querySelector("main almanac-search")?.returnTo(location.href);
  forgetUnsent();
  visit(location.href, { isNew: false });
});
