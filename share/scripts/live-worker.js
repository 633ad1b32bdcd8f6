/**
 * A shared worker that holds the browser's streams: tabs that look at the same rows share one.
 *
 * Only tabs in sight ask for one, so there is mostly one; browsers open no more than six
 * connections to a server, so beyond four they take turns: what waits longest is read next.
 */
import { changed, received } from "./live-window.js";
import { LiveStream } from "./live-stream.js";

const MOST = 4;
const TURN = 5_000; // milliseconds between two turns, while any feed waits
const feeds = new Map(); // in the order in which they were started; the one that waits longest first

/** A stream, the window as it stands, and who reads it. */
class Feed {
  #window = null;
  #version;
  #stream = null;
  #readers = new Set();

  constructor(address, version) {
    this.address = address;
    this.#start(version);
  }

  get isWaiting() {
    return this.#stream === null;
  }

  /** Lets a tab read along: from the window as it stands, else from the version that it has. */
  join(port, version) {
    this.#readers.add(port);
    if (this.#window) this.#send(port, "window", this.#window);
    else if (this.isWaiting) this.#version = null;
    else if (version !== this.#version) this.#start(null);
  }

  leave(port) {
    this.#readers.delete(port);
    if (this.#readers.size > 0) return;
    this.rest();
    feeds.delete(this.address);
  }

  /** Gives its connection to another; its readers keep what they have. */
  rest() {
    this.#version = this.#window?.version ?? this.#version;
    this.#stream?.close();
    this.#stream = this.#window = null;
  }

  /** Goes on, last in the order. */
  resume() {
    feeds.delete(this.address);
    feeds.set(this.address, this);
    this.#start(this.#version);
  }

  #start(version) {
    this.#stream?.close();
    this.#version = version;
    this.#window = null;
    this.#stream = new LiveStream(this.address, version, (news) => this.#pass(news));
  }

  #pass({ event, data }) {
    if (event === "window") this.#window = received(data);
    if (event === "change" && this.#window) {
      this.#window = changed(this.#window, data);
      if (!this.#window) return this.#start(null);
    }
    for (const port of this.#readers) this.#send(port, event, data);
  }

  #send(port, event, data) {
    port.postMessage({ address: this.address, event, data });
  }
}

function follow(port, address, version) {
  for (const feed of [...feeds.values()]) if (feed.address !== address) feed.leave(port);
  if (address) {
    if (!feeds.has(address)) feeds.set(address, new Feed(address, version));
    feeds.get(address).join(port, version);
  }
  share();
}

/** Lets no more feeds read than may; what waits goes on as soon as there is a place. */
function share() {
  const reading = [...feeds.values()].filter((feed) => !feed.isWaiting);
  for (const feed of reading.slice(0, Math.max(0, reading.length - MOST))) feed.rest();
  const waiting = [...feeds.values()].filter((feed) => feed.isWaiting);
  for (const feed of waiting.slice(0, Math.max(0, MOST - reading.length))) feed.resume();
}

/** Lets the feed that waits longest go on in place of the one that has read longest. */
setInterval(() => {
  [...feeds.values()].find((feed) => feed.isWaiting)?.resume();
  share();
}, TURN);

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => follow(port, data.address, data.version));
  port.addEventListener("close", () => follow(port, null));
  port.start();
});
