/** Another state of the list without leaving the page: the address is the state. */
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

/** Goes to an address of the same list; a new entry of the history, unless one goes back to it. */
export async function visit(address, { isNew }) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const main = document.querySelector("main");
  main.ariaBusy = "true";
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
    if (!answer.ok) return location.assign(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asking !== mine) return;
    if (isNew) history.pushState(null, "", address);
    current = location.pathname + location.search;
    take(page, main);
  } catch {
    // Without the server the rows stay as they are, and the status says so. Who went back sees the
    // list of the address as soon as the network is there again.
    const again = () => visit(location.href, { isNew: false });
    if (!isNew && !mine.signal.aborted) window.addEventListener("online", again, { once: true });
  } finally {
    if (asking === mine) main.ariaBusy = null;
  }
}

function take(page, main) {
  const column = document.activeElement?.closest("thead th")?.cellIndex;
  const isOpen = main.querySelector("details.filters")?.open;
  const isPaused = main.querySelector(".live-bar .pause")?.ariaPressed === "true";
  document.title = page.title;
  for (const twin of document.querySelectorAll("link[rel=alternate][type], .bar .twin")) {
    const same = twin.type ? `link[type='${twin.type}']` : ".bar .twin";
    twin.href = page.querySelector(same)?.getAttribute("href") ?? twin.href;
  }
  main.replaceChildren(...page.querySelector("main").childNodes);
  if (isPaused) main.querySelector(".live-bar .pause")?.click();
  const filters = main.querySelector("details.filters");
  if (filters && isOpen) filters.open = true;
  main.querySelectorAll("thead th")[column]?.querySelector("a")?.focus({ preventScroll: true });
}

/** Whether a click means what it does by default in this window. */
export function isPlain(event) {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

window.addEventListener("popstate", () => {
  const isWithinPage = current === location.pathname + location.search;
  if (!isWithinPage && document.querySelector("almanac-table")) visit(location.href, { isNew: false });
});
