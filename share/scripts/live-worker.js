/**
 * A shared worker that holds the browser's streams: tabs that look at the same rows share one.
 *
 * Only tabs in sight ask for one, so there is mostly one; browsers open no more than six
 * connections to a server, so beyond three the stream that was asked for first gives way.
 */
import { changed, received } from "./live-window.js";
import { LiveStream } from "./live-stream.js";

const MOST = 3;
const feeds = new Map();

/** A stream, the window as it stands, and who reads it. */
class Feed {
  #window = null;
  #version;
  #stream;
  #readers = new Set();

  constructor(address, version) {
    this.address = address;
    this.#start(version);
  }

  /** Lets a tab read along: from the window as it stands, else from the version that it has. */
  join(port, version) {
    this.#readers.add(port);
    if (this.#window) this.#send(port, "window", this.#window);
    else if (version !== this.#version) this.#start(null);
  }

  leave(port) {
    this.#readers.delete(port);
    if (this.#readers.size === 0) this.end();
  }

  end() {
    this.#stream.close();
    feeds.delete(this.address);
    for (const port of this.#readers) this.#send(port, "apart");
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
  if (!address) return;
  if (!feeds.has(address)) {
    if (feeds.size >= MOST) feeds.values().next().value.end();
    feeds.set(address, new Feed(address, version));
  }
  feeds.get(address).join(port, version);
}

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => follow(port, data.address, data.version));
  port.addEventListener("close", () => follow(port, null));
  port.start();
});
