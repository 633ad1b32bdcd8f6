/** Land and borders: reads the files that Scripts/make-outlines.py writes, and draws them. */
import { project } from "./map-view.js";

/** Fetches and reads a file of outlines. */
export async function fetchOutlines(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return read(new Uint8Array(await answer.arrayBuffer()));
}

function read(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const step = () => {
    const value = number();
    return value & 1 ? -(value + 1) / 2 : value / 2;
  };
  const units = number();
  const group = (areRings) => {
    const lines = [];
    let [x, y] = [0, 0];
    for (let count = number(); count > 0; count -= 1) {
      const points = new Float64Array(2 * number());
      for (let i = 0; i < points.length; i += 2) {
        x += step();
        y += step();
        points[i] = x / units;
        points[i + 1] = project(y / units);
      }
      lines.push(outline(points, areRings));
    }
    return lines;
  };
  return { land: group(true), borders: group(false) };
}

/** A line of x and y in turn, with the rectangle around it. */
export function outline(points, isRing = false) {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (let i = 0; i < points.length; i += 2) {
    bounds.west = Math.min(bounds.west, points[i]);
    bounds.east = Math.max(bounds.east, points[i]);
    bounds.south = Math.min(bounds.south, points[i + 1]);
    bounds.north = Math.max(bounds.north, points[i + 1]);
  }
  const winds = isRing && Math.abs(points.at(-2) - points[0]) > 180;
  return { points: winds ? wound(points) : points, winds, ...bounds };
}

/** What winds around the Earth, over several turns and closed below the map: Antarctica. */
function wound(points) {
  const turns = [-720, -360, 0, 360];
  const all = new Float64Array(points.length * turns.length + 4);
  turns.forEach((turn, index) => {
    for (let i = 0; i < points.length; i += 2) {
      all[index * points.length + i] = points[i] + turn;
      all[index * points.length + i + 1] = points[i + 1];
    }
  });
  all.set([720, -300, -720, -300], all.length - 4);
  return all;
}

/** Draws lines on a canvas; rings are cut to the window, so that near views hold few points. */
export function trace(context, lines, view, window, areRings) {
  context.beginPath();
  for (const line of lines) {
    if (line.north < window.south || line.south > window.north) continue;
    for (const turn of line.winds ? [0] : [-720, -360, 0, 360]) {
      const [west, east] = [window.west - turn, window.east - turn];
      if (line.east < west || line.west > east) continue;
      const isInside =
        line.west >= west && line.east <= east && line.south >= window.south && line.north <= window.north;
      const part = { west, east, south: window.south, north: window.north };
      const points = areRings && !isInside ? cut(line.points, part) : line.points;
      draw(context, points, view, turn, areRings, areRings ? null : part);
    }
  }
}

function draw(context, points, view, turn, isRing, part) {
  const { scaleX, scaleY } = view;
  const [left, top] = [view.left(turn), view.top(0)];
  let [lastX, lastY, isDown] = [NaN, NaN, false];
  for (let i = 0; i < points.length; i += 2) {
    if (part && !isSeen(points, i, part)) {
      isDown = false;
      continue;
    }
    const [x, y] = [left + points[i] * scaleX, top - points[i + 1] * scaleY];
    if (!isDown) context.moveTo(x, y);
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.6 && i < points.length - 2) continue;
    else context.lineTo(x, y);
    [lastX, lastY, isDown] = [x, y, true];
  }
  if (isRing) context.closePath();
}

/** Whether a step to or from a point may be seen. */
function isSeen(points, i, { west, east, south, north }) {
  const test = (j) => {
    const [ax, ay, bx, by] = [points[j], points[j + 1], points[j + 2], points[j + 3]];
    return (
      Math.max(ax, bx) >= west && Math.min(ax, bx) <= east && Math.max(ay, by) >= south && Math.min(ay, by) <= north
    );
  };
  return (i > 0 && test(i - 2)) || (i < points.length - 2 && test(i));
}

/** A ring cut to a rectangle (Sutherland and Hodgman). */
function cut(points, { west, east, south, north }) {
  let ring = points;
  for (const [axis, edge, sign] of [[0, west, 1], [0, east, -1], [1, south, 1], [1, north, -1]]) {
    const kept = [];
    let [lastX, lastY] = [ring[ring.length - 2], ring[ring.length - 1]];
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i], ring[i + 1]];
      const before = sign * ((axis ? lastY : lastX) - edge);
      const now = sign * ((axis ? y : x) - edge);
      if (before < 0 !== now < 0) {
        const share = before / (before - now);
        if (axis) kept.push(lastX + (x - lastX) * share, edge);
        else kept.push(edge, lastY + (y - lastY) * share);
      }
      if (now >= 0) kept.push(x, y);
      [lastX, lastY] = [x, y];
    }
    ring = kept;
  }
  return ring;
}
