/**
 * The two sheets of a map, both wider than what is seen: the ground, and the marks upon it.
 *
 * A sheet is drawn for one view. For another view near it, it is only shifted and scaled by the
 * compositor; it is drawn anew when the other view leaves it, or when the map has come to rest.
 */
import { trace } from "./map-outlines.js";
import { latitudeOf, project } from "./map-view.js";

const MARGIN = 0.3;
const SHARPEST = 2;

/** How far a sheet reaches beyond what is seen, in whole pixels, so that lines stay sharp. */
const margins = ({ width, height }) => [Math.round(width * MARGIN), Math.round(height * MARGIN)];

class Sheet {
  #canvas = document.createElement("canvas");
  #drawn = null;

  constructor(box) {
    this.#canvas.ariaHidden = "true";
    box.append(this.#canvas);
  }

  /** Whether it can be shifted to show a view without an edge in sight. */
  covers(view, { scale, stretch }) {
    const drawn = this.#drawn;
    if (!drawn || drawn.width !== view.width || drawn.height !== view.height) return false;
    const ratio = view.scaleX / drawn.scaleX;
    if (ratio < 1 / scale || ratio > scale) return false;
    const tall = view.scaleY / drawn.scaleY / ratio;
    if (tall < 1 / stretch || tall > stretch) return false;
    const { left, top, across, up } = this.#place(view);
    return left <= 0 && top <= 0 && left + across >= view.width && top + up >= view.height;
  }

  /** Where the drawn sheet lies in a view. */
  #place(view) {
    const drawn = this.#drawn;
    const [right, tall] = [view.scaleX / drawn.scaleX, view.scaleY / drawn.scaleY];
    const [marginX, marginY] = margins(drawn);
    const left = view.left(view.nearest(drawn.x)) - (drawn.width / 2 + marginX) * right;
    const top = view.top(drawn.y) - (drawn.height / 2 + marginY) * tall;
    return { left, top, right, tall, across: (drawn.width + 2 * marginX) * right, up: (drawn.height + 2 * marginY) * tall };
  }

  shift(view) {
    const { left, top, right, tall } = this.#place(view);
    const isPlain = Math.abs(right - 1) < 1e-6 && Math.abs(tall - 1) < 0.004;
    this.#canvas.style.transform = isPlain
      ? `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      : `matrix(${right}, 0, 0, ${tall}, ${left}, ${top})`;
  }

  /** Draws with `paint(context, window)`, in the view's own pixels. */
  draw(view, paint) {
    const dots = Math.min(window.devicePixelRatio, SHARPEST);
    const [marginX, marginY] = margins(view);
    const [width, height] = [view.width + 2 * marginX, view.height + 2 * marginY];
    const [across, up] = [Math.round(width * dots), Math.round(height * dots)];
    const canvas = this.#canvas;
    const context = canvas.getContext("2d");
    if (canvas.width !== across || canvas.height !== up) {
      Object.assign(canvas, { width: across, height: up });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    } else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, across, up);
    }
    context.setTransform(dots, 0, 0, dots, marginX * dots, marginY * dots);
    paint(context, view.window(marginX, marginY));
    this.#drawn = view;
    this.shift(view);
  }
}

/** Water is the box's own colour; land, graticule, borders and a line are drawn on the ground. */
export class Ground {
  outlines = null;
  way = null;
  #sheet;

  constructor(box) {
    this.#sheet = new Sheet(box);
  }

  show(view, colours, { isMoving, isStale }) {
    const reach = isMoving ? { scale: 1.6, stretch: 1.2 } : { scale: 1, stretch: 1.0001 };
    if (!isStale && this.#sheet.covers(view, reach)) return this.#sheet.shift(view);
    this.#sheet.draw(view, (context, part) => this.#paint(context, view, part, colours));
  }

  #paint(context, view, part, colours) {
    if (!this.outlines) return;
    context.lineJoin = "round";
    context.lineWidth = 1;
    trace(context, this.outlines.land, view, part, true);
    context.fillStyle = colours.land;
    context.fill("evenodd");
    context.strokeStyle = colours.coast;
    context.stroke();
    this.#graticule(context, view, part, colours.graticule);
    trace(context, this.outlines.borders, view, part, false);
    context.strokeStyle = colours.border;
    context.stroke();
    if (!this.way) return;
    trace(context, [this.way], view, part, false);
    context.lineWidth = 2;
    context.lineCap = "round";
    context.strokeStyle = colours.accent;
    context.stroke();
  }

  #graticule(context, view, part, colour) {
    context.beginPath();
    for (const { x, y } of lines(view, part)) {
      context.moveTo(x === undefined ? view.left(part.west) : view.left(x), y === undefined ? view.top(part.north) : view.top(y));
      context.lineTo(x === undefined ? view.left(part.east) : view.left(x), y === undefined ? view.top(part.south) : view.top(y));
    }
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** Lines of longitude and latitude so many degrees apart that a few are seen. */
function* lines(view, part) {
  const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1];
  const sheet = 640 / view.height;
  const step = steps.find((each) => each * view.scaleX * sheet < 240) ?? 0.05;
  for (let x = Math.ceil(part.west / step); x * step <= part.east; x += 1) yield { x: x * step };
  const [south, north] = [latitudeOf(part.south), latitudeOf(part.north)];
  for (let y = Math.ceil(south / step); y * step <= north; y += 1) yield { y: project(y * step) };
}

/** The marks of places and clusters. */
export class Marks {
  #sheet;

  constructor(box) {
    this.#sheet = new Sheet(box);
  }

  /** Shows marks `{ x, y, count, label, alpha }`; drawn anew when they are, or when the scale is. */
  show(view, colours, { marks, radius, isStale }) {
    const reach = { scale: 1.0001, stretch: 1.004 };
    if (!isStale && this.#sheet.covers(view, reach)) return this.#sheet.shift(view);
    this.#sheet.draw(view, (context, part) => {
      const brush = new Brush(context, colours, radius);
      for (const mark of marks()) {
        if (mark.y < part.south || mark.y > part.north) continue;
        for (let x = mark.x - 720; x <= part.east; x += 360) {
          if (x >= part.west) brush.draw(mark, view.left(x), view.top(mark.y));
        }
      }
    });
  }
}

class Brush {
  constructor(context, colours, radius) {
    Object.assign(this, { context, colours, radius });
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `600 11px ${colours.font}`;
    context.lineWidth = 1.5;
    context.strokeStyle = colours.leaf;
  }

  draw({ count, label, alpha, isOpen }, left, top) {
    const { context, colours } = this;
    context.globalAlpha = alpha;
    context.beginPath();
    context.arc(left, top, this.radius(count) + (isOpen ? 3 : 0), 0, 7);
    context.fillStyle = count === 1 ? colours.accent : colours.cluster;
    context.fill();
    context.stroke();
    if (count === 1) return;
    context.fillStyle = colours.clusterInk;
    context.fillText(label, left, top + 0.5);
  }
}
