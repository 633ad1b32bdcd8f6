/** Movement that goes on by itself: to another view, or after a finger has let go. */
const FLIGHT = 280;

export class Flight {
  /** Where it leads; nothing while the map rests. */
  target = null;
  #set;
  #ended;
  #frame = 0;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** Gives each view to `set`, and tells `ended()` at the last. */
  constructor(set, ended) {
    this.#set = set;
    this.#ended = ended;
  }

  get isMoving() {
    return this.#frame !== 0;
  }

  /** Whether the person wants movement. */
  get isWelcome() {
    return !this.#calm.matches;
  }

  end() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.target = null;
  }

  /** Flies to a view; jumps there where no movement is wanted. */
  to(from, target) {
    this.end();
    if (!this.isWelcome) return this.#arrive(target);
    this.target = target;
    const began = performance.now();
    const across = target.nearest(from.x);
    const [grown, held] = [target.zoom - from.zoom, fixed(from, target)];
    const step = (now) => {
      const share = Math.min(Math.max((now - began) / FLIGHT, 0), 1);
      if (share === 1) return this.#arrive(target);
      const eased = 1 - (1 - share) ** 3;
      const zoom = from.zoom + grown * eased;
      // While the scale changes, what both views hold in the same spot stays there.
      const part = held ? (1 - 2 ** (-grown * eased)) / (1 - 2 ** -grown) : eased;
      this.#set(target.with({ x: across + (target.x - across) * part, y: from.y + (target.y - from.y) * part, zoom }));
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #arrive(target) {
    this.end();
    this.#set(target);
    this.#ended();
  }

  /** Goes on at a speed in pixels a millisecond, slower and slower. */
  glide(view, { right, down, friction }) {
    this.end();
    if (!this.isWelcome) return this.#ended();
    let last = performance.now();
    let [acrossSpeed, downSpeed, at] = [right, down, view];
    const step = (now) => {
      const time = Math.min(Math.max(now - last, 0), 64);
      last = now;
      at = at.moved(acrossSpeed * time, downSpeed * time);
      this.#set(at);
      const left = Math.exp(-friction * time);
      [acrossSpeed, downSpeed] = [acrossSpeed * left, downSpeed * left];
      if (Math.hypot(acrossSpeed, downSpeed) > 0.02) this.#frame = requestAnimationFrame(step);
      else this.#arrive(at);
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** Whether the scale changes enough for a fixed spot. */
function fixed(from, target) {
  return Math.abs(target.zoom - from.zoom) > 0.01;
}
