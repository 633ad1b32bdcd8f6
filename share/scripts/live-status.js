/** The page's words about a live table: how many records, how many a second, or that it is apart. */
export class LiveStatus {
  #phrases;
  #ofAll;
  #isApart = false;
  #lines = null;
  #tally = "";

  constructor(phrases, ofAll) {
    this.#phrases = phrases;
    this.#ofAll = ofAll;
  }

  /** Takes the server's own words. */
  take({ isLive, count, lines }) {
    if (this.#ofAll) this.#ofAll = this.#phrases.count("list.of_records", count);
    this.#isApart = false;
    this.#lines = [isLive, ...lines];
    this.#write(isLive, lines);
  }

  /** Says how many rows there are. */
  total(total) {
    const found = this.#phrases.number(total);
    const text = this.#ofAll
      ? this.#phrases.say("list.found", { found, records: this.#ofAll })
      : this.#phrases.count("status.records", total);
    const tally = document.querySelector("h1 .tally");
    if (tally && this.#tally !== text) tally.textContent = this.#tally = text;
  }

  /** Says that the server is gone, and since when; gives the words where they are new. */
  apart() {
    if (this.#isApart) return null;
    this.#isApart = true;
    if (this.#isOfDevice) return null; // The page says it, and how old its rows are.
    this.#lines ??= this.#read();
    const time = new Date().toTimeString().slice(0, 8);
    const text = this.#phrases.say("live.apart", { time });
    this.#write(false, [text]);
    return text;
  }

  /** Says that the server answers again; whether that is new. */
  together() {
    if (!this.#isApart) return false;
    this.#isApart = false;
    if (!this.#lines) return true; // A device's own page goes on saying so until the server tells.
    const [isLive, ...lines] = this.#lines;
    this.#write(isLive, lines);
    return true;
  }

  /** Whether the page is this device's own copy. */
  get #isOfDevice() {
    return document.querySelector(".head .status .device") !== null;
  }

  #read() {
    const spans = [...document.querySelectorAll(".head .status > span")];
    const isLive = spans[0]?.classList.contains("live") ?? false;
    return [isLive, ...spans.slice(isLive ? 1 : 0).map((span) => span.textContent)];
  }

  /** Changes what differs and keeps the rest, so that the breathing dot breathes on. */
  #write(isLive, lines) {
    const status = document.querySelector(".head .status");
    if (!status) return;
    const wanted = [...(isLive ? [""] : []), ...lines];
    while (status.children.length > wanted.length) status.lastElementChild.remove();
    while (status.children.length < wanted.length) status.append(document.createElement("span"));
    wanted.forEach((text, index) => {
      const span = status.children[index];
      if (span.textContent !== text) span.textContent = text;
      span.classList.toggle("live", isLive && index === 0);
      span.ariaHidden = isLive && index === 0 ? "true" : null;
    });
  }
}
