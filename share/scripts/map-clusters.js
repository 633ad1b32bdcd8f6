/** Groups places for a zoom, as the server's PlaceClusters does: by the cells of a fixed grid. */
import { POLE, WORLD } from "./map-view.js";

const CELL = 58;
const NEAREST = 0.72;
const SHEET = 640;

/** The radius of a mark in pixels. */
export const radius = (count) => (count === 1 ? 5.5 : 9 + 4 * Math.log10(count));

/** Whether all places of a cluster lie in one, so that no closer view tells them apart. */
export const isOnePlace = (cluster) => cluster.west === cluster.east && cluster.south === cluster.north;

/**
 * The clusters of all places, largest first, and for each place the cluster that it is in.
 *
 * Cost: O(n); 32,000 places take a few milliseconds.
 */
export function cluster(places, level) {
  const size = CELL / ((SHEET / WORLD) * 2 ** level);
  const { cells, cellOf } = gathered(places, size);
  const { kept, keptOf } = joined(cells, size);
  const of = new Int32Array(cellOf.length);
  for (let i = 0; i < of.length; i += 1) of[i] = keptOf[cellOf[i]];
  return { clusters: kept, of };
}

/** Every place as a cluster of its own. */
export function apart(places) {
  const clusters = Array.from({ length: places.length / 2 }, (_, index) => {
    const [x, y] = [places[2 * index], places[2 * index + 1]];
    return { x, y, count: 1, first: index, west: x, east: x, south: y, north: y };
  });
  return { clusters, of: Int32Array.from(clusters.keys()) };
}

function gathered(places, size) {
  const known = new Map();
  const cells = [];
  const cellOf = new Int32Array(places.length / 2);
  for (let i = 0; i < cellOf.length; i += 1) {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    const row = Math.floor((y + POLE) / size);
    const column = Math.floor((x + 180) / size + (row % 2) / 2);
    const key = row * 0x4000000 + column;
    let index = known.get(key);
    if (index === undefined) {
      known.set(key, (index = cells.length));
      cells.push({ x: 0, y: 0, count: 0, first: i, west: x, east: x, south: y, north: y });
    }
    cellOf[i] = index;
    const cell = cells[index];
    cell.x += x;
    cell.y += y;
    cell.count += 1;
    stretch(cell, x, x, y, y);
  }
  for (const cell of cells) {
    const isOne = isOnePlace(cell);
    cell.x = isOne ? cell.west : cell.x / cell.count;
    cell.y = isOne ? cell.south : cell.y / cell.count;
  }
  return { cells, cellOf };
}

function stretch(cell, west, east, south, north) {
  cell.west = Math.min(cell.west, west);
  cell.east = Math.max(cell.east, east);
  cell.south = Math.min(cell.south, south);
  cell.north = Math.max(cell.north, north);
}

/** Lets clusters whose marks would lie on each other join the larger one. */
function joined(cells, size) {
  const order = cells.map((_, index) => index);
  order.sort((a, b) => cells[b].count - cells[a].count || cells[a].first - cells[b].first);
  const grid = new Map();
  const kept = [];
  const keptOf = new Int32Array(cells.length);
  for (const index of order) {
    const cell = cells[index];
    const [column, row] = [Math.floor(cell.x / size), Math.floor(cell.y / size)];
    const near = nearest(kept, grid, cell, column, row, size);
    if (near >= 0) {
      const larger = kept[near];
      larger.count += cell.count;
      larger.first = Math.min(larger.first, cell.first);
      stretch(larger, cell.west, cell.east, cell.south, cell.north);
      keptOf[index] = near;
    } else {
      const key = row * 0x4000000 + column;
      if (!grid.has(key)) grid.set(key, []);
      grid.get(key).push(kept.length);
      keptOf[index] = kept.length;
      kept.push({ ...cell });
    }
  }
  return { kept, keptOf };
}

/** The largest kept cluster that is too near; -1 for none. */
function nearest(kept, grid, cell, column, row, size) {
  let found = Infinity;
  for (let up = -1; up <= 1; up += 1) {
    for (let right = -1; right <= 1; right += 1) {
      for (const index of grid.get((row + up) * 0x4000000 + column + right) ?? []) {
        const other = kept[index];
        const marks = ((radius(other.count) + radius(cell.count)) / CELL) * size;
        const isNear = Math.hypot(other.x - cell.x, other.y - cell.y) < Math.max(NEAREST * size, marks);
        if (isNear) found = Math.min(found, index);
      }
    }
  }
  return found === Infinity ? -1 : found;
}
