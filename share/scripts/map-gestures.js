/** What fingers, a mouse, a wheel and keys do to a map. */
const STEP = 120;
const TAP = 6;
const FRICTION = 0.0045;

export class Gestures {
  #box;
  #map;
  #pointers = new Map();
  #start = null;
  #speed = null;
  #lastTap = -Infinity;

  /**
   * The map is told: `drag(right, down)`, `pinch(factor, left, top)`, `glide({ right, down })`,
   * `tap(left, top, reach)`, `hover(left, top)`, `zoomBy(steps, left, top)`, `moveBy(right, down)`, `all()`, `enter()`,
   * `escape()`, `hold()`, `rest()`. `isPage` says that the map is the page's subject, so that one finger and the plain
   * wheel are its own.
   */
  constructor(box, map, { isPage, signal }) {
    this.#box = box;
    this.#map = map;
    const listen = (name, handler, options = {}) => box.addEventListener(name, handler, { signal, ...options });
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) listen(end, (event) => this.#up(event));
    listen("wheel", (event) => this.#wheel(event, isPage), { passive: false });
    listen("keydown", (event) => this.#key(event));
    listen("pointerleave", () => map.hover(null));
  }

  #spot(event) {
    const frame = this.#box.getBoundingClientRect();
    return { left: event.clientX - frame.left - this.#box.clientLeft, top: event.clientY - frame.top - this.#box.clientTop };
  }

  #down(event) {
    if (event.button !== 0) return;
    this.#box.setPointerCapture(event.pointerId);
    this.#map.hold();
    this.#pointers.set(event.pointerId, this.#spot(event));
    if (this.#pointers.size === 1) {
      this.#start = { ...this.#spot(event), moved: false };
      this.#speed = { right: 0, down: 0, time: event.timeStamp };
    } else {
      this.#start.moved = true;
    }
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    const spot = this.#spot(event);
    if (!before) return void (event.pointerType === "mouse" && this.#map.hover(spot));
    if (this.#pointers.size === 1) return this.#drag(event, before, spot);
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#pointers.set(event.pointerId, spot);
    const length = (at) => Math.max(Math.hypot(at.left - other.left, at.top - other.top), 8);
    const middle = (at) => ({ left: (at.left + other.left) / 2, top: (at.top + other.top) / 2 });
    const [from, to] = [middle(before), middle(spot)];
    this.#map.drag(to.left - from.left, to.top - from.top);
    this.#map.pinch(length(spot) / length(before), to.left, to.top);
  }

  #drag(event, before, spot) {
    const start = this.#start;
    if (!start.moved && Math.hypot(spot.left - start.left, spot.top - start.top) < TAP) return;
    if (!start.moved) this.#box.classList.add("is-dragged");
    start.moved = true;
    this.#pointers.set(event.pointerId, spot);
    const [right, down] = [spot.left - before.left, spot.top - before.top];
    const time = Math.max(event.timeStamp - this.#speed.time, 1);
    const mix = Math.min(time / 60, 1);
    this.#speed = {
      right: this.#speed.right * (1 - mix) + (right / time) * mix,
      down: this.#speed.down * (1 - mix) + (down / time) * mix,
      time: event.timeStamp,
    };
    this.#map.drag(right, down);
  }

  #up(event) {
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size) return;
    this.#box.classList.remove("is-dragged");
    const isLate = event.timeStamp - this.#speed.time > 60;
    if (this.#start.moved) {
      const { right, down } = this.#speed;
      if (!isLate && Math.hypot(right, down) > 0.15) this.#map.glide({ right, down, friction: FRICTION });
      else this.#map.rest();
    } else if (event.type === "pointerup") {
      this.#tap(event);
    }
  }

  #tap(event) {
    const { left, top } = this.#spot(event);
    const isSecond = event.timeStamp - this.#lastTap < 300;
    this.#lastTap = isSecond ? -Infinity : event.timeStamp;
    const isTaken = this.#map.tap(left, top, event.pointerType === "mouse" ? 10 : 22);
    if (isSecond && !isTaken) this.#map.zoomBy(event.shiftKey ? -1 : 1, left, top);
  }

  #wheel(event, isPage) {
    const isMeant = isPage || event.ctrlKey || event.metaKey || document.activeElement === this.#box;
    if (!isMeant) return;
    event.preventDefault();
    const unit = [1, 20, 400][event.deltaMode];
    const { left, top } = this.#spot(event);
    const steps = Math.max(-1, Math.min(1, (-event.deltaY * unit * (event.ctrlKey ? 3 : 1)) / 320));
    this.#map.pinch(2 ** steps, left, top);
    this.#map.rest();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const map = this.#map;
    const far = event.shiftKey ? 3 * STEP : STEP;
    const act = {
      ArrowLeft: () => map.moveBy(far, 0),
      ArrowRight: () => map.moveBy(-far, 0),
      ArrowUp: () => map.moveBy(0, far),
      ArrowDown: () => map.moveBy(0, -far),
      "+": () => map.zoomBy(1),
      "=": () => map.zoomBy(1),
      "-": () => map.zoomBy(-1),
      _: () => map.zoomBy(-1),
      0: () => map.all(),
      Home: () => map.all(),
      Enter: () => map.enter(),
      Escape: () => map.escape(),
    }[event.key];
    if (!act || event.target !== this.#box) return;
    event.preventDefault();
    act();
  }
}
