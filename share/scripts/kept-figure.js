/**
 * A map for a page: places, and a line between them.
 *
 * The server draws land and borders as well; here the page's script draws them, from the outlines
 * that are kept with the other files.
 */
import { escaped } from "./kept-mustache.js";
import { doubleText } from "./kept-numbers.js";
import { MapView, POLE, project } from "./map-view.js";

/** The map beside other facts. */
const SHEET = { width: 640, height: 320, part: 440, margin: 36, closest: 2.2 };
/** The map of a whole dataset. */
export const MAP_SHEET = { width: 936, height: 640, part: 500, margin: 44, closest: 6 };

/** The figure as its template reads it; places have a latitude, a longitude, a label and an href or null. */
export function figure({ manifest, words }, { places, line = [], label, more = null }) {
  const { outlines, phrases } = manifest.pages.map.model;
  const view = viewOf([...places, ...line], SHEET);
  return {
    svg: drawing(places, view, label), view: viewText(view), outlines, phrases,
    places: JSON.stringify(places.map((each) => [each.latitude, each.longitude, each.label, each.href])),
    line: JSON.stringify(line.map((each) => [each.latitude, each.longitude])),
    credit: words.say("map.outlines"), more,
  };
}

/** A view as the script reads it. */
export const viewText = ({ x, y, zoom }) => [x, y, zoom].map(doubleText).join(" ");

/** The view that shows all places, none of them nearer to the sheet's edge than its margin. */
export function viewOf(places, { width, height, part, margin, closest }) {
  if (places.length === 0) return new MapView(11, -POLE, 0, width, height);
  const { west, east, south, north } = bounds(places);
  const at = (zoom, x = (west + east) / 2) => new MapView(x, (south + north) / 2, zoom, width, height);
  const fits = (view) =>
    (east - west) * view.scaleX <= part - 2 * margin && (north - south) * view.scaleY <= height - 2 * margin;
  const first = west === east && south === north ? closest : Math.max(closest, 10);
  for (let zoom = first; zoom > 0; zoom -= 0.25) if (fits(at(zoom))) return at(zoom);
  return east - west < 240 ? at(0) : at(0, 11);
}

/** The smallest rectangle around places, over 180° if that is shorter. */
function bounds(places) {
  const xs = places.map(({ longitude }) => longitude).sort((one, other) => one - other);
  let [west, width] = [xs[0], xs.at(-1) - xs[0]];
  for (let place = 1; place < xs.length; place += 1) {
    const rest = 360 - (xs[place] - xs[place - 1]);
    if (rest < width) [west, width] = [xs[place], rest];
  }
  const ys = places.map(({ latitude }) => project(latitude)).sort((one, other) => one - other);
  return { west, east: west + width, south: ys[0], north: ys.at(-1) };
}

/** The marks of the places, until the script draws the land below them. */
function drawing(places, view, label) {
  const marks = places.map(({ latitude, longitude, label: name, href }) => {
    const [x, y] = [view.left(view.nearest(longitude)), view.top(project(latitude))];
    const circle = `<title>${escaped(name)}</title><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5.5"/>`;
    return href ? `<a class="place" href="${escaped(href)}">${circle}</a>` : `<g class="place">${circle}</g>`;
  });
  return sheet(SHEET, label, marks.join(""));
}

/** The sheet on which the script draws. */
export function sheet({ width, height }, label, marks = "") {
  const name = `role="group" aria-label="${escaped(label)}"`;
  return `<svg class="drawing" viewBox="0 0 ${width} ${height}" ${name}>${marks}</svg>`;
}
