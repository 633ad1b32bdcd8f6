/** A tab's line to the server's news: through the shared worker, or by itself where there is none. */
import { LiveStream } from "./live-stream.js";

export class LiveLink {
  #tell;
  #port = null;
  #stream = null;
  #address = null;
  #listening = new AbortController();
  #mayShare = "SharedWorker" in globalThis;

  /** Tells {event, data} of the address that is followed now, and of no other. */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Follows an address instead of the one before, from a version that is held; none for null. */
  follow(address, version = null) {
    this.#address = address;
    if (address && this.#mayShare && !this.#port) this.#connect();
    if (this.#port) return this.#port.postMessage({ address, version });
    this.#stream?.close();
    this.#stream = null;
    if (!address) return;
    this.#stream = new LiveStream(address, version, (news) => {
      if (this.#address === address) this.#tell(news);
    });
  }

  /** Lets go of the line: a browser keeps no page, to go back to, that is still told of news. */
  rest() {
    this.follow(null);
    this.#listening.abort(); // Browsers hold a worker as long as the page is open, and what listens to it.
    this.#port?.close();
    this.#port = null;
  }

  #connect() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    try {
      const script = new URL("./live-worker.js", import.meta.url);
      const worker = new SharedWorker(script, { name: "almanac" });
      worker.addEventListener("error", () => this.#standAlone(), { signal });
      this.#port = worker.port;
    } catch {
      this.#mayShare = false;
      return; // Some browsers have the name but refuse the worker.
    }
    this.#port.addEventListener("message", ({ data }) => {
      if (data.address === this.#address) this.#tell(data);
    }, { signal });
    this.#port.start();
  }

  #standAlone() {
    this.#listening.abort();
    this.#port = null;
    this.#mayShare = false;
    if (this.#address) this.follow(this.#address);
  }
}
