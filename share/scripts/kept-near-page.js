/** What is nearest to a place or to a record of a kept dataset. */
import * as address from "./kept-address.js";
import { endDocument, measured, unitNamed, unitOf, unitsControl, unknown } from "./kept-distance-page.js";
import { figure } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { doubleText, isNumber } from "./kept-numbers.js";
import { LARGEST_LIMIT, QueryProblem, whole } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";
import { bearing, distance, place, roundDistance } from "./kept-texts.js";

const NAMES = ["lat", "lon", "id", "radius", "limit"];
const USUAL_LIMIT = 20;
const MOST_PLACES = 100;
const USUAL_RADII = [1, 5, 10, 50, 100, 500];

/** The parts of the page at a URL. */
export async function nearPage(dataset, url) {
  const { id, manifest, words } = measured(dataset);
  const pairs = address.asked(url);
  const unitAsked = pairs.findLast(([name, value]) => name === "units" && value !== "")?.[1];
  if (unitAsked !== undefined) unitNamed(unitAsked);
  const asked = await request(dataset, pairs.filter(([name]) => name !== "units"));
  const base = manifest.pages.near;
  const unit = unitAsked ?? unitOf(base.model.units);
  const near = await nearest(dataset, asked);
  const summary = summaryOf(dataset, asked);
  const model = withHas({
    ...base.model, count: near && words.count("status.records", near.total), summary,
    about: asked.row === undefined ? null : address.record(id, asked.id), id: asked.id ?? null,
    latitude: asked.place ? doubleText(asked.place.latitude) : "", longitude: asked.place ? doubleText(asked.place.longitude) : "",
    radii: radii(words, asked.radius, unit), notes: notes(dataset, asked), map: near && drawn(dataset, asked, near, summary),
    isNothing: near?.rows.length === 0, rows: near ? near.rows.map((row) => line(dataset, row, unit)) : [],
    more: near && more(dataset, asked, near, unitAsked), units: unitsControl(base.model.units, unit, nearAddress(id, asked)),
    status: [], trouble: null,
  });
  const twin = near && nearAddress(id, asked, {}, "near.json");
  const title = `${summary ?? model.title} · ${manifest.title}`;
  return { template: "near", model, frame: frame(base.frame, url, { title, kind: "near", twin }) };
}

/** What is near, for programs. */
export async function nearDocument(dataset, url) {
  const asked = await request(measured(dataset), address.asked(url));
  const near = await nearest(dataset, asked);
  if (!near && asked.row === undefined) throw new QueryProblem("lat", "Expected a place (lat and lon) or a record (id).");
  if (!near) throw new QueryProblem("id", "The place of this record is not known.");
  const { latitude, longitude } = asked.place ?? dataset.place(asked.row);
  const rows = await Promise.all(near.rows.map(async ({ row, metres, bearing: degrees }) =>
    ({ metres, bearing: degrees, record: { id: dataset.table.ids[row], ...(await dataset.row(row)).values } })));
  return {
    dataset: dataset.id, version: dataset.manifest.version, place: { latitude, longitude },
    ...(asked.row !== undefined && { from: endDocument(dataset, asked.row) }),
    radius: asked.radius ?? null, total: near.total, rows, credit: dataset.manifest.credit,
  };
}

/** What is asked for; an empty value says nothing. */
async function request(dataset, pairs) {
  const asked = { limit: USUAL_LIMIT };
  for (const [name, value] of pairs.filter((pair) => pair[1] !== "")) {
    switch (name) {
      case "lat": asked.latitude = number(name, value, -90, 90); break;
      case "lon": asked.longitude = number(name, value, -360, 360); break;
      case "id": asked.id = value; break;
      case "radius": asked.radius = number(name, value, 0, 1e9); break;
      case "limit": asked.limit = whole(name, value, 1, LARGEST_LIMIT); break;
      default: throw unknown(name, NAMES);
    }
  }
  asked.place = placeOf(asked);
  if (asked.id === undefined) return asked;
  asked.row = rowNumber(dataset, asked.id);
  await dataset.texts.need([asked.row]);
  return asked;
}

function placeOf({ latitude, longitude, id }) {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined) throw new QueryProblem("lat", "Expected a latitude, too.");
  if (longitude === undefined) throw new QueryProblem("lon", "Expected a longitude, too.");
  if (id !== undefined) throw new QueryProblem("id", "Expected a record or a place, found both.");
  return { latitude, longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude };
}

/** A number in decimal digits, with a point, or with the comma that half of the world types. */
function number(name, text, least, most) {
  const typed = text.replaceAll(" ", "").replace(",", ".");
  if (isNumber(typed) && Number(typed) >= least && Number(typed) <= most) return Number(typed);
  throw new QueryProblem(name, `Expected a number from ${least} to ${most}, found "${text}".`);
}

/** The nearest records: `{ total, rows: [{ row, metres, bearing }] }`; null where no place is known. */
async function nearest(dataset, { place: asked, row, limit, radius }) {
  const here = asked ?? (row === undefined ? null : dataset.place(row));
  if (!here) return null;
  const isAbout = row !== undefined;
  const found = dataset.table.near(here, { limit: limit + (isAbout ? 1 : 0), radius: radius ?? Infinity });
  const rows = found.rows.filter((each) => each.row !== row).slice(0, limit);
  await dataset.texts.need([...rows.map((each) => each.row), ...(isAbout ? [row] : [])]);
  return { total: found.total - (isAbout ? 1 : 0), rows };
}

function summaryOf(dataset, { row, place: asked }) {
  const { words } = dataset;
  if (row !== undefined) return words.say("near.record", { name: dataset.name(row).title });
  return asked && words.say("near.place", { place: place(words, asked) });
}

/** Round numbers of the unit, what was asked, and any distance. */
function radii(words, asked, unit) {
  const usual = USUAL_RADII.map((each) => each * (unit === "km" ? 1000 : 1609.344));
  const all = asked === undefined || usual.includes(asked) ? usual : [...usual, asked];
  const named = all.sort((one, other) => one - other).map((metres) =>
    ({ value: plain(metres), name: roundDistance(words, metres, unit), isChosen: metres === asked }));
  return [{ value: "", name: words.say("near.anywhere"), isChosen: asked === undefined }, ...named];
}

const plain = (metres) => (Number.isInteger(metres) ? String(metres) : doubleText(metres));

function line(dataset, { row, metres, bearing: degrees }, unit) {
  const { id, table, words } = dataset;
  const { title, subtitle } = dataset.name(row);
  return {
    name: title, about: subtitle ?? "", page: address.record(id, table.ids[row]), away: distance(words, metres, unit),
    bearing: degrees === null ? null : bearing(words, degrees),
  };
}

function notes(dataset, { row }) {
  if (row === undefined || dataset.place(row)) return [];
  return [dataset.words.say("distance.no_place", { name: dataset.name(row).title })];
}

function nearAddress(id, { place: asked, id: key, radius, limit }, { units } = {}, page = "near") {
  return address.beside(id, page, [
    ["lat", asked && doubleText(asked.latitude)], ["lon", asked && doubleText(asked.longitude)], ["id", key],
    ["radius", radius === undefined ? null : plain(radius)], ["limit", limit === USUAL_LIMIT ? null : String(limit)], ["units", units],
  ]);
}

function more({ id, words }, asked, { total, rows }, units) {
  if (total <= rows.length || asked.limit >= LARGEST_LIMIT) return null;
  const limit = Math.min(asked.limit * 5, LARGEST_LIMIT);
  return { title: words.say("near.more"), address: nearAddress(id, { ...asked, limit }, { units }), isCurrent: false };
}

function drawn(dataset, { row, place: asked }, { rows }, summary) {
  if (rows.length === 0) return null;
  const own = row === undefined ? { ...asked, label: summary, href: null } : { ...dataset.place(row), label: dataset.name(row).title, href: null };
  const others = rows.slice(0, MOST_PLACES).map((each) => ({
    ...dataset.place(each.row), label: dataset.name(each.row).title, href: address.record(dataset.id, dataset.table.ids[each.row]),
  }));
  return figure(dataset, { places: [own, ...others], label: summary });
}
