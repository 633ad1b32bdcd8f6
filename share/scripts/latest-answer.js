/** Asks for what is being typed: after a pause, nothing twice, and never an older answer last. */
const PAUSE = 250;
const PATIENCE = 10_000;
const KEPT = { answers: 40, milliseconds: 60_000 };

export class LatestAnswer {
  #ask;
  #show;
  #kept = new Map();
  #text = null;
  #timer = null;
  #asking = null;

  /**
   * `ask(text, signal)` gives an answer; `show({ text, answer | failure | isWaiting })` is told of
   * each new state. Answers are kept for a minute, unless `isKept` says no.
   */
  constructor(ask, show, { isKept = true } = {}) {
    this.#ask = ask;
    this.#show = show;
    if (!isKept) this.#kept = null;
  }

  /** Whether an answer is still to come. */
  get isWaiting() {
    return this.#timer !== null || this.#asking !== null;
  }

  /** Takes what is in the field now. */
  put(text) {
    if (text === this.#text) return;
    this.cancel();
    this.#text = text;
    const kept = this.#known(text);
    if (kept) return this.#show({ text, answer: kept });
    this.#show({ text, isWaiting: true });
    this.#timer = setTimeout(() => this.#run(), PAUSE);
  }

  /** Asks without any further pause. */
  hurry() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  /** Asks the same once more. */
  again() {
    if (this.#text === null) return;
    this.#show({ text: this.#text, isWaiting: true });
    this.#run();
  }

  /** Lets go of whatever is on its way. */
  cancel() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#asking?.abort();
    this.#asking = null;
    this.#text = null;
  }

  async #run() {
    this.#timer = null;
    this.#asking?.abort();
    const mine = (this.#asking = new AbortController());
    const text = this.#text;
    const state = await this.#answer(text, mine.signal);
    if (this.#asking !== mine) return;
    this.#asking = null;
    this.#show(state);
  }

  async #answer(text, signal) {
    try {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
      const answer = await this.#ask(text, soon);
      this.#keep(text, answer);
      return { text, answer };
    } catch (failure) {
      return { text, failure };
    }
  }

  #known(text) {
    const kept = this.#kept?.get(text);
    return kept && Date.now() - kept.time < KEPT.milliseconds ? kept.answer : null;
  }

  #keep(text, answer) {
    this.#kept?.delete(text);
    this.#kept?.set(text, { answer, time: Date.now() });
    if (this.#kept?.size > KEPT.answers) this.#kept.delete(this.#kept.keys().next().value);
  }
}
