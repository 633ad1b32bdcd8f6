/** The map of a kept dataset, and the places on it. */
import * as address from "./kept-address.js";
import { chips } from "./kept-controls.js";
import { MAP_SHEET, sheet, viewOf, viewText } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { doubleText } from "./kept-numbers.js";
import { inputs } from "./kept-pager.js";
import { QueryProblem, readQuery } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";
import { Refusal } from "./kept-refusal.js";
import { place as placeText } from "./kept-texts.js";
import { MapView, project } from "./map-view.js";

const [AT, OPEN] = ["map-at", "map-id"];
const CLOSEST = 14;
const NAMED = 24;
const STEP = 200;

/** The parts of the map at a URL. */
export async function mapPage(dataset, url) {
  const { id, manifest } = dataset;
  const asked = mapQuery(dataset, url);
  const base = manifest.pages.map;
  const model = withHas(await mapModel(dataset, asked, base.model));
  const twin = mapAddress(id, asked.query, {}, "map.json");
  return { template: "map", model, frame: frame(base.frame, url, { title: model.title, kind: "map", twin }) };
}

/** Keys and places by column, for the map's script. */
export function mapDocument(dataset, url) {
  const { rows, total } = dataset.find(readQuery(address.asked(url), mapped(dataset).declaration));
  const placed = Array.from(rows).filter((row) => dataset.place(row));
  return {
    dataset: dataset.id, version: dataset.manifest.version, total, placed: placed.length,
    ids: placed.map((row) => dataset.table.ids[row]),
    places: placed.flatMap((row) => [dataset.places[2 * row], dataset.places[2 * row + 1]]),
    credit: dataset.manifest.credit,
  };
}

/** The dataset, if it measures places. */
function mapped(dataset) {
  if (dataset.manifest.pages.map) return dataset;
  throw new Refusal("no-map", 404, { dataset: dataset.id, title: dataset.manifest.title });
}

/** What is asked for: the list's query, what is looked at, and the place that is open. */
function mapQuery(dataset, url) {
  const pairs = address.asked(url);
  const query = readQuery(pairs.filter(([name]) => name !== AT && name !== OPEN), mapped(dataset).declaration);
  const last = (wanted) => pairs.findLast(([name, value]) => name === wanted && value !== "")?.[1];
  return { query, spot: spot(last(AT)), open: last(OPEN) };
}

function spot(text) {
  if (text === undefined) return undefined;
  const [latitude, longitude, zoom, ...more] = text.split(",").map((part) => (part === "" ? NaN : Number(part)));
  const isOne = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= CLOSEST;
  if (isOne && more.length === 0) return { latitude, longitude, zoom };
  const expected = `a latitude, a longitude and a zoom of 0 to ${CLOSEST} between commas`;
  throw new QueryProblem(AT, `Expected ${expected}, such as 54.8,61.1,5; found "${text}".`);
}

async function mapModel(dataset, { query, spot: asked, open }, base) {
  const { declaration, id, words } = dataset;
  const { rows, total } = dataset.find(query);
  const placed = Array.from(rows).filter((row) => dataset.place(row));
  const opened = open === undefined ? null : rowNumber(dataset, open);
  const card = opened === null || !dataset.place(opened) ? null : await cardOf(dataset, query, asked, opened, placed);
  const place = asked ?? (card && { ...dataset.place(opened), zoom: 4.5 });
  const view = place ? viewAt(place) : viewOf(placed.map((row) => dataset.place(row)), MAP_SHEET);
  const onMap = (chip) => ({ ...chip, address: `${address.beside(id, "map")}${chip.address.slice(address.list(id).length)}` });
  return {
    ...base, count: counted(words, placed.length, total), list: address.list(id, query), search: query.search ?? "",
    kept: inputs(query.with({ offset: 0, search: null, limit: 100 }).parameters),
    chips: chips(id, declaration, query, words).map(onMap), isEmpty: placed.length === 0,
    svg: sheet(MAP_SHEET, base.title), view: viewText(view),
    source: mapAddress(id, query, {}, "map.json"), card, status: [], trouble: null,
    scales: moved(base.scales, id, query, view), directions: moved(base.directions, id, query, view),
  };
}

const viewAt = ({ latitude, longitude, zoom }) =>
  new MapView(longitude, project(latitude), zoom, MAP_SHEET.width, MAP_SHEET.height);

function counted(words, placed, total) {
  if (placed >= total) return words.count("map.places", placed);
  return words.count("map.places_of", placed, { total: words.numbers.integer(total) });
}

/** The map of a query, looked at somewhere, with a place open or none. */
function mapAddress(id, query, { view, open }, page = "map") {
  const pairs = query.with({ offset: 0, limit: 100 }).parameters;
  return address.beside(id, page, [...pairs, [AT, view?.address], [OPEN, open]]);
}

/** The ways to move the map without dragging it. */
function moved(tools, id, query, view) {
  return tools.map((tool) => ({ ...tool, address: mapAddress(id, query, { view: target(tool.move, view) }) }));
}

function target(move, view) {
  switch (move) {
    case "closer": return view.with({ zoom: view.zoom + 1 });
    case "farther": return view.with({ zoom: view.zoom - 1 });
    case "west": return view.with({ x: view.x - STEP / view.scaleX });
    case "east": return view.with({ x: view.x + STEP / view.scaleX });
    case "north": return view.with({ y: view.y + STEP / view.scaleY });
    case "south": return view.with({ y: view.y - STEP / view.scaleY });
    default: return undefined;
  }
}

/** The card of the place that is open, with others in the very same place. */
async function cardOf(dataset, query, asked, row, placed) {
  const { id, words } = dataset;
  const own = dataset.place(row);
  const others = placed.filter((other) => other !== row && isSame(dataset.place(other), own));
  await dataset.texts.need([row, ...others.slice(0, NAMED)]);
  const { title, subtitle } = dataset.name(row);
  const [latitude, longitude] = [own.latitude, own.longitude].map(doubleText);
  const view = asked && viewAt(asked);
  return withHas({
    title, subtitle, place: placeText(words, own), latitude, longitude, address: dataset.page(row),
    streetMap: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=8/${latitude}/${longitude}`,
    others: others.length > 0 ? words.count("map.others", others.length) : null,
    neighbours: others.slice(0, NAMED).map((other) => dataset.link(other)),
    closing: mapAddress(id, query, { view }),
  });
}

const isSame = (one, other) => one.latitude === other.latitude && one.longitude === other.longitude;

