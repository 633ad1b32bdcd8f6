/**
 * Where places lie on the flat map, and what part of it is seen: the same sums as the server's
 * MapProjection and MapView, so that the script takes over a drawing without moving it.
 */
const DEGREES = 180 / Math.PI;
const CLOSEST = 14;

/** Miller's y of a latitude, in degrees at the equator. */
export const project = (latitude) => 1.25 * Math.asinh(Math.tan((0.8 * latitude) / DEGREES)) * DEGREES;

/** The latitude of a y. */
export const latitudeOf = (y) => (Math.atan(Math.sinh(y / DEGREES / 1.25)) / 0.8) * DEGREES;

/** A longitude within -180...180. */
export const wrapped = (x) => x - 360 * Math.floor((x + 180) / 360);

export const POLE = project(90);
export const WORLD = POLE + project(84);

/** By how much the map is to be stretched upwards so that shapes at a height are true. */
function trueStretch(y) {
  const angle = Math.min(Math.abs(latitudeOf(y)), 75) / DEGREES;
  return Math.cos(0.8 * angle) / Math.cos(angle);
}

export class MapView {
  constructor(x, y, zoom, width, height) {
    Object.assign(this, { width, height });
    this.zoom = Math.min(Math.max(zoom, 0), CLOSEST);
    this.scaleX = (height / WORLD) * 2 ** this.zoom;
    const near = Math.min(Math.max((this.zoom - 1) / 3, 0), 1);
    const weight = near * near * (3 - 2 * near);
    const stretch = (at) => this.scaleX * (1 + weight * (trueStretch(at) - 1));
    const edge = POLE - height / 2 / stretch(y);
    this.x = wrapped(x);
    this.y = Math.min(Math.max(y, -edge), Math.max(edge, -edge));
    this.scaleY = stretch(this.y);
  }

  /** The same view with another middle or zoom. */
  with({ x = this.x, y = this.y, zoom = this.zoom }) {
    return new MapView(x, y, zoom, this.width, this.height);
  }

  resized(width, height) {
    return new MapView(this.x, this.y, this.zoom, width, height);
  }

  /** The copy of a longitude that is nearest to the middle. */
  nearest(x) {
    return x + 360 * Math.round((this.x - x) / 360);
  }

  left(x) {
    return this.width / 2 + (x - this.x) * this.scaleX;
  }

  top(y) {
    return this.height / 2 - (y - this.y) * this.scaleY;
  }

  /** What lies under a spot of the screen. */
  under(left, top) {
    return {
      x: this.x + (left - this.width / 2) / this.scaleX,
      y: this.y - (top - this.height / 2) / this.scaleY,
    };
  }

  moved(right, down) {
    return this.with({ x: this.x - right / this.scaleX, y: this.y + down / this.scaleY });
  }

  /** Another zoom with the same position under a spot. */
  zoomed(zoom, left, top) {
    const held = this.under(left, top);
    let view = this.with({ zoom });
    // The stretch depends on the middle, so the middle is found by steps.
    for (let step = 0; step < 4; step += 1) {
      view = view.with({
        x: held.x - (left - view.width / 2) / view.scaleX,
        y: held.y + (top - view.height / 2) / view.scaleY,
      });
    }
    return view;
  }

  /** The view of a rectangle, with a margin around it. */
  showing({ west, east, south, north }, closest = CLOSEST, margin = 48) {
    let view = this.with({ x: (west + east) / 2, y: (south + north) / 2, zoom: closest });
    const fits = () =>
      (east - west) * view.scaleX <= view.width - 2 * margin &&
      (north - south) * view.scaleY <= view.height - 2 * margin;
    while (view.zoom > 0 && !fits()) view = view.with({ zoom: view.zoom - 0.25 });
    return view;
  }

  /** The part of the map that is seen, with a margin in pixels. */
  window(across = 0, up = across) {
    const [half, high] = [(this.width / 2 + across) / this.scaleX, (this.height / 2 + up) / this.scaleY];
    return { west: this.x - half, east: this.x + half, south: this.y - high, north: this.y + high };
  }

  /** Latitude, longitude and zoom as addresses write them. */
  get address() {
    const scale = 10 ** (2 + Math.floor(this.zoom / 3));
    const short = (number) => Math.round(number * scale) / scale;
    return [short(latitudeOf(this.y)), short(this.x), Math.round(this.zoom * 100) / 100].join(",");
  }
}
