/** When a record greets: once in a browser's session, a moment after its first page is there. */
const ASK = 500;
const NOTE = "greeted=1";
const TRY_AGAIN = 1000;
const TRIES = 60;

/** <almanac-greeting>: where the card appears, unless the system shows a notification. */
class Greeting extends HTMLElement {
  #gone = new AbortController();

  connectedCallback() {
    if (!isGreeted()) this.#greet();
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  async #greet() {
    await seen();
    const start = performance.now();
    await pause(ASK);
    const greeting = await ask();
    if (!greeting || this.#gone.signal.aborted) return;
    const wait = pause(start + greeting.after - performance.now());
    const [card] = await Promise.all([loadCard(), load(greeting.picture), wait]);
    if (!card || !(await this.#isCalm()) || isGreeted()) return;
    document.cookie = `${NOTE}; Path=/; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
    await card.show(greeting, this);
  }

  /** Waits while somebody types, looks for something or is elsewhere; a minute at most. */
  async #isCalm() {
    for (let turn = 0; turn < TRIES; turn += 1) {
      if (this.#gone.signal.aborted) return false;
      if (!isBusy()) return true;
      await pause(TRY_AGAIN);
    }
    return false;
  }
}

/** Whether a greeting was shown since the browser began. */
function isGreeted() {
  return document.cookie.split("; ").includes(NOTE);
}

function isBusy() {
  return document.hidden || document.querySelector("dialog[open]") !== null || isTyping();
}

/** Whether keys go into a field. */
export function isTyping(element = document.activeElement) {
  return element?.matches("input, textarea, select, [contenteditable]") ?? false;
}

/** A page that is made ready behind the one that is read has not begun. */
function seen() {
  if (!document.prerendering && !document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.prerendering || document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    document.addEventListener("prerenderingchange", look, { once: true });
  });
}

/** A record at random; nothing where there is none, or no server. */
async function ask() {
  try {
    const answer = await fetch(`/greeting.json?lang=${document.documentElement.lang}`);
    return answer.status === 200 ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The script of the card; nothing where the server has gone meanwhile. */
async function loadCard() {
  try {
    return await import("./greeting-card.js");
  } catch {
    return null;
  }
}

/** Fetches a picture, so that the card is whole when it appears; without it a drawn one stands in. */
async function load(address) {
  if (!address) return;
  const picture = new Image();
  picture.src = address;
  await Promise.race([picture.decode().catch(() => {}), pause(TRY_AGAIN * 3)]);
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(milliseconds, 0)));
}

customElements.define("almanac-greeting", Greeting);
