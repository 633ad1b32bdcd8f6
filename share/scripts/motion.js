/** Whether somebody scrolls a viewport: by wheel, finger, keys or the thumb of its scrollbar. */
const REST = 120;

export class Motion {
  isDragging = false;
  #isTouching = false;
  #timer = null;
  #viewport;
  #settled;

  /** Tells `settled()` when it has come to rest, until `signal` ends it. */
  constructor(viewport, settled, signal) {
    this.#viewport = viewport;
    this.#settled = settled;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    const passive = { passive: true };
    viewport.addEventListener("pointerdown", (event) => this.#press(event), passive);
    viewport.addEventListener("touchstart", () => (this.#isTouching = true), passive);
    for (const end of ["touchend", "touchcancel"]) {
      viewport.addEventListener(end, () => this.#release(), passive);
    }
    // Browsers do not tell when the thumb is let go; the next move of the mouse does.
    for (const sign of ["pointermove", "pointerup", "keydown", "wheel"]) {
      window.addEventListener(sign, (event) => this.#notice(event), { passive: true, signal });
    }
  }

  get isMoving() {
    return this.isDragging || this.#isTouching || this.#timer !== null;
  }

  /** Tells that the viewport moved. */
  move() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), REST);
  }

  #rest() {
    this.#timer = null;
    if (this.#isTouching) return;
    this.#settled();
  }

  #press(event) {
    this.isDragging = event.target === this.#viewport && event.pointerType === "mouse";
  }

  #notice(event) {
    if (!this.isDragging || event.buttons) return;
    this.isDragging = false;
    this.move();
  }

  #release() {
    this.#isTouching = false;
    this.move();
  }
}
