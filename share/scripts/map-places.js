/** The places of a map: grouped by level, and carried over from one level to the next. */
import { apart, cluster, isOnePlace, radius } from "./map-clusters.js";
import { project, wrapped } from "./map-view.js";

const CARRYING = 260;
/** The level on which every place has a mark of its own: those that a page names are few. */
const ALONE = Infinity;

export class Places {
  /** Labels and addresses of places that a page names itself; nothing where they are many. */
  named = null;
  ids = [];
  opened = -1;
  #positions = new Float64Array(0);
  #levels = new Map();
  #now = null;
  #before = null;
  #began = -Infinity;

  /** Takes latitudes and longitudes in turn. */
  take(places) {
    this.#positions = Float64Array.from(places, (value, index) =>
      index % 2 ? places[index - 1] : value,
    );
    for (let i = 0; i < places.length; i += 2) {
      this.#positions[i] = wrapped(places[i + 1]);
      this.#positions[i + 1] = project(places[i]);
    }
    this.#levels.clear();
    this.#now = this.#before = null;
  }

  get count() {
    return this.#positions.length / 2;
  }

  at(index) {
    return { x: this.#positions[2 * index], y: this.#positions[2 * index + 1] };
  }

  /** The rectangle around all. */
  get bounds() {
    const xs = Array.from({ length: this.count }, (_, index) => this.#positions[2 * index]).sort((a, b) => a - b);
    const ys = Array.from({ length: this.count }, (_, index) => this.#positions[2 * index + 1]);
    let [west, across] = [xs[0], xs.at(-1) - xs[0]];
    for (let i = 1; i < xs.length; i += 1) {
      if (360 - (xs[i] - xs[i - 1]) < across) [west, across] = [xs[i], 360 - (xs[i] - xs[i - 1])];
    }
    const [south, north] = ys.reduce(([low, high], y) => [Math.min(low, y), Math.max(high, y)], [Infinity, -Infinity]);
    return { west, east: west + across, south, north };
  }

  /** Goes to the level of a view; says whether the marks are others now. */
  follow(view, now, isCalm) {
    const level = this.named ? ALONE : Math.round(view.zoom);
    if (this.#now?.level === level) return false;
    this.#before = isCalm ? null : this.#now;
    this.#now = this.#level(level);
    this.#began = now;
    return true;
  }

  #level(level) {
    if (!this.#levels.has(level)) this.#levels.set(level, { level, ...(level === ALONE ? apart : cluster)(this.#positions, level) });
    return this.#levels.get(level);
  }

  isCarrying(now) {
    return this.#before !== null && now - this.#began < CARRYING;
  }

  /** The marks at a moment: while one level becomes the next, both, the finer ones on their way. */
  *marks(now) {
    if (!this.#now) return;
    const share = this.#before ? Math.min((now - this.#began) / CARRYING, 1) : 1;
    const eased = 1 - (1 - share) ** 3;
    if (share === 1) this.#before = null;
    const [old, next] = [this.#before, this.#now];
    const isFiner = old && next.level > old.level;
    if (old) yield* this.#moved(old, next, isFiner ? 0 : eased, 1 - eased);
    yield* this.#moved(next, old, isFiner ? 1 - eased : 0, old ? eased : 1);
  }

  /** A level's marks, moved by a share towards those of another level that hold them. */
  *#moved(level, other, share, alpha) {
    // The largest come first, and are drawn last.
    for (let index = level.clusters.length - 1; index >= 0; index -= 1) {
      const mark = level.clusters[index];
      const target = other && share ? other.clusters[other.of[mark.first]] : mark;
      const x = mark.x + (target.x - mark.x) * share;
      const y = mark.y + (target.y - mark.y) * share;
      const isOpen = this.opened >= 0 && level.of[this.opened] === index;
      yield { x, y, count: mark.count, label: this.label(mark.count), alpha, isOpen };
    }
  }

  label = (count) => String(count);

  /** The mark under a spot; nothing where there is none within reach. */
  under(view, left, top, reach) {
    let found = null;
    let least = Infinity;
    for (const mark of this.#now?.clusters ?? []) {
      const away = Math.hypot(view.left(view.nearest(mark.x)) - left, view.top(mark.y) - top);
      const beyond = away - Math.max(radius(mark.count), reach);
      if (beyond <= 0 && away < least) [found, least] = [mark, away];
    }
    return found;
  }

  /** How many places are seen. */
  seen(view) {
    const { west, east, south, north } = view.window();
    let count = 0;
    for (let i = 0; i < this.#positions.length; i += 2) {
      const x = view.nearest(this.#positions[i]);
      const y = this.#positions[i + 1];
      if (x >= west && x <= east && y >= south && y <= north) count += 1;
    }
    return count;
  }

  /** Whether a mark opens a card rather than a closer view. */
  isPlace(mark) {
    return mark.count === 1 || isOnePlace(mark);
  }
}
