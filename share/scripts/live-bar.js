/** What stands above a live table: where one is, what is new elsewhere, pause, and go to row. */
const QUIET = 30_000; // between two announcements of news, which nobody asked for

export class LiveBar {
  above = 0;
  below = 0;
  #bar;
  #phrases;
  #announced = Date.now();
  #texts = new Map();

  /** `tell` has paused(isPaused), jump(rank) and end(). */
  constructor(bar, form, phrases, tell) {
    this.#bar = bar;
    this.#phrases = phrases;
    bar.hidden = false;
    if (form) bar.append(form);
    form?.addEventListener("submit", (event) => {
      const field = form.elements["go-to"];
      const row = Number(field.value.replace(/[\s,.]/g, ""));
      if (!Number.isInteger(row) || row < 0) return; // The server says what is wrong with it.
      event.preventDefault();
      field.defaultValue = field.value; // It is sent: another order begins with an empty field.
      tell.jump(Math.max(0, row - 1));
    });
    this.#part("above").addEventListener("click", () => tell.jump(0));
    this.#part("below").addEventListener("click", () => tell.jump(Infinity));
    const pause = this.#part("pause");
    pause.addEventListener("click", () => {
      const isPaused = pause.classList.toggle("is-pressed"); // its words say the state, not aria-pressed
      this.#write(pause, phrases.say(isPaused ? "live.resume" : "live.pause"));
      this.announce(phrases.say(isPaused ? "live.paused" : "live.resumed"));
      tell.paused(isPaused);
    });
  }

  /** Says which rows are in sight. */
  place(from, to, total) {
    const [first, last, all] = [Math.min(from + 1, total), to, total].map((each) =>
      this.#phrases.number(each));
    const text = this.#phrases.say("live.position", { from: first, to: last, total: all });
    this.#write(this.#part("position"), text);
  }

  /** Counts what arrived out of sight. */
  add(above, below) {
    this.above += above;
    this.below += below;
    this.show();
    if (above + below === 0 || Date.now() - this.#announced < QUIET) return;
    const news = { above: this.above, below: this.below };
    this.announce(this.#phrases.say("live.news", news));
  }

  /** What is new on a side has come into sight. */
  forget(side) {
    this[side] = 0;
    this.show();
  }

  show() {
    for (const side of ["above", "below"]) {
      const pill = this.#part(side);
      const isGone = this[side] <= 0;
      if (isGone && pill === document.activeElement) this.#part("pause").focus();
      pill.hidden = isGone;
      if (!pill.hidden) this.#write(pill, this.#phrases.count(`live.${side}`, this[side]));
    }
  }

  /** Says where the rows are read that the server is gone; nothing for words that were said. */
  apart(text) {
    if (!text) return;
    this.announce(text);
    this.#bar.querySelector("[role=status]").classList.remove("unseen");
  }

  /** Takes those words back, if the server answers anew. */
  together(isNew) {
    if (!isNew) return;
    this.#bar.querySelector("[role=status]").classList.add("unseen");
    this.announce("");
  }

  /** Tells those who listen rather than look. */
  announce(text) {
    this.#announced = Date.now();
    this.#bar.querySelector("[role=status]").textContent = text;
  }

  #part(name) {
    return this.#bar.querySelector("." + name);
  }

  #write(element, text) {
    if (this.#texts.get(element) === text) return;
    this.#texts.set(element, text);
    element.textContent = text;
  }
}
