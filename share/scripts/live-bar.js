/** What stands above a live table: where one is, what is new elsewhere, pause, and go to row. */
const QUIET = 30_000; // between two announcements of news, which nobody asked for

export class LiveBar {
  above = 0;
  below = 0;
  #bar;
  #phrases;
  #isPaused = false;
  #isFar = false;
  #announced = Date.now();
  #tell;
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
    for (const [side, rank] of [["above", 0], ["below", Infinity]]) {
      this.#part(side).addEventListener("click", () => {
        if (this.#isPaused) this.pause(false); // Who wants to see what is new goes on.
        tell.jump(rank);
      });
    }
    this.#tell = tell;
    this.#part("pause").addEventListener("click", () => this.pause(!this.#isPaused));
  }

  /** Lets the rows stay as they are, or go on. */
  pause(isPaused) {
    const button = this.#part("pause");
    this.#isPaused = isPaused;
    button.classList.toggle("is-pressed", isPaused); // its words say the state, not aria-pressed
    this.#write(button, this.#phrases.say(isPaused ? "live.resume" : "live.pause"));
    this.announce(this.#phrases.say(isPaused ? "live.paused" : "live.resumed"));
    this.#tell.paused(isPaused);
  }

  /** Says which rows are in sight, and where they are not those of the pause. */
  place(from, to, total, isFar) {
    const [first, last, all] = [Math.min(from + 1, total), to, total].map((each) =>
      this.#phrases.number(each));
    const key = isFar ? "live.position_now" : "live.position";
    this.#write(this.#part("position"), this.#phrases.say(key, { from: first, to: last, total: all }));
    if (isFar && !this.#isFar) this.announce(this.#phrases.say("live.far"));
    this.#isFar = isFar;
  }

  /** Says where the row is that had the focus and went out of sight by itself. */
  went(rank) {
    this.announce(this.#phrases.say("live.went", { row: this.#phrases.number(rank + 1) }), true);
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
    this.announce(text, true);
  }

  /** Takes those words back, if the server answers anew. */
  together(isNew) {
    if (isNew) this.announce("");
  }

  /** Tells those who listen, and where it is to be seen those who look. */
  announce(text, isSeen = false) {
    this.#announced = Date.now();
    const status = this.#bar.querySelector("[role=status]");
    status.classList.toggle("unseen", !isSeen);
    status.textContent = text;
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
