/**
 * One stream of server-sent events that comes back by itself.
 *
 * Read with fetch rather than EventSource: it backs off, says why it waits, and asks again with
 * the version that it has by then.
 */
const PATIENCE = 40_000; // the server's heart beats every 15 s
const LONGEST_PAUSE = 30_000;

export class LiveStream {
  #address;
  #tell;
  #ended = new AbortController();
  #version;

  /** Tells {event, data} for each event, and {event: "apart"} whenever the server is gone. */
  constructor(address, version, tell) {
    this.#address = address;
    this.#version = version;
    this.#tell = tell;
    this.#run();
  }

  close() {
    this.#ended.abort();
  }

  async #run() {
    for (let failures = 0; !this.#ended.signal.aborted; ) {
      const began = Date.now();
      const heard = await this.#read();
      if (this.#ended.signal.aborted) return;
      this.#tell({ event: "apart" });
      failures = heard && Date.now() - began > LONGEST_PAUSE ? 0 : failures + 1;
      const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** Math.min(failures, 8));
      await this.#wait(pause * (0.5 + Math.random() / 2));
    }
  }

  #wait(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#ended.signal.addEventListener("abort", () => (clearTimeout(timer), resolve()));
    });
  }

  /** Reads one connection to its end; whether anything was heard. */
  async #read() {
    const line = new AbortController();
    const cut = () => line.abort();
    this.#ended.signal.addEventListener("abort", cut);
    let timer = setTimeout(cut, PATIENCE);
    let heard = false;
    try {
      const known = this.#version ? `&last-version=${encodeURIComponent(this.#version)}` : "";
      const answer = await fetch(this.#address + known, {
        headers: { Accept: "text/event-stream" }, cache: "no-store", signal: line.signal,
      });
      if (!answer.ok || !answer.body) return false;
      const events = new EventParser((event) => this.#hear(event));
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(cut, PATIENCE);
        heard = true;
        events.take(part.value);
      }
    } catch {
      // A lost server and our own end look alike here; the caller tells them apart.
    } finally {
      clearTimeout(timer);
      this.#ended.signal.removeEventListener("abort", cut);
      line.abort();
    }
    return heard;
  }

  #hear({ event, id, data }) {
    if (this.#ended.signal.aborted) return;
    if (id) this.#version = id;
    this.#tell({ event, data: JSON.parse(data) });
  }
}

/** Cuts text into server-sent events (WHATWG HTML, section 9.2.6). */
export class EventParser {
  #rest = "";
  #event = {};
  #tell;

  constructor(tell) {
    this.#tell = tell;
  }

  take(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    if (line === "") {
      const { event = "message", id, data } = this.#event;
      this.#event = {};
      if (data !== undefined) this.#tell({ event, id, data });
      return;
    }
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (name === "data" && this.#event.data !== undefined) this.#event.data += "\n" + value;
    else if (name) this.#event[name] = value;
  }
}
