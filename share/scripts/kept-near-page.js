/** What is nearest to a place or to a record of a kept dataset. */
import { figure } from "./kept-figure.js";
import { frame, withHas } from "./kept-frame.js";
import { endDocument, measured, unitOf, unitsControl, unplaced } from "./kept-measured.js";
import { metresText, nearAddress, nearRequest } from "./kept-near-request.js";
import { doubleText } from "./kept-numbers.js";
import { LARGEST_LIMIT, QueryProblem } from "./kept-query.js";
import { bearing, distance, place, roundDistance } from "./kept-texts.js";

const MOST_PLACES = 100;
const USUAL_RADII = [1, 5, 10, 50, 100, 500];
const MILE = 1609.344;

/** The parts of the page at a URL. */
export async function nearPage(dataset, url) {
  const { id, manifest, words } = measured(dataset);
  const asked = nearRequest(dataset, url, { hasUnits: true });
  const near = await nearest(dataset, asked);
  const { frame: around, model: base } = manifest.pages.near;
  const unit = asked.units ?? unitOf(base.units);
  const summary = summaryOf(dataset, asked);
  const model = withHas({
    ...base, count: near && words.count("status.records", near.total), summary, ...what(dataset, asked),
    radii: radii(words, asked.radius, unit), notes: asked.row === undefined ? [] : unplaced(dataset, [asked.row]),
    map: near && drawn(dataset, asked, near.rows, summary), isNothing: near?.rows.length === 0,
    rows: (near?.rows ?? []).map((row) => told(dataset, row, unit)), more: near && more(dataset, asked, near),
    units: unitsControl(base.units, unit, nearAddress(id, asked)), status: [], trouble: null,
  });
  const title = `${summary ?? model.title} · ${manifest.title}`;
  const twin = near && nearAddress(id, asked, { page: "near.json" });
  return { template: "near", model, frame: frame(around, url, { title, kind: "near", twin }) };
}

/** What is near, for programs. */
export async function nearDocument(dataset, url) {
  const asked = nearRequest(measured(dataset), url);
  const near = await nearest(dataset, asked);
  if (!near) throw notPlaced(asked);
  const { latitude, longitude } = asked.place ?? dataset.place(asked.row);
  const rows = near.rows.map(async ({ row, metres, bearing: degrees }) => {
    const { id, values } = await dataset.row(row);
    return { metres, bearing: degrees, record: { ...values, id } };
  });
  return {
    dataset: dataset.id, version: dataset.manifest.version, place: { latitude, longitude },
    ...(asked.row !== undefined && { from: endDocument(dataset, asked.row) }),
    radius: asked.radius ?? null, total: near.total, rows: await Promise.all(rows), credit: dataset.manifest.credit,
  };
}

function notPlaced({ row }) {
  if (row !== undefined) return new QueryProblem("id", "The place of this record is not known.");
  return new QueryProblem("lat", "Expected a place (lat and lon) or a record (id).");
}

/** The nearest records: `{ total, rows: [{ row, metres, bearing }] }`; null where no place is known. */
async function nearest(dataset, { place: asked, row, limit, radius }) {
  const isAbout = row !== undefined;
  if (isAbout) await dataset.texts.need([row]);
  const here = asked ?? (isAbout ? dataset.place(row) : null);
  if (!here) return null;
  const found = dataset.table.near(here, { limit: limit + (isAbout ? 1 : 0), radius });
  const rows = found.rows.filter((each) => each.row !== row).slice(0, limit);
  await dataset.texts.need([...rows.map((each) => each.row), ...(isAbout ? [row] : [])]);
  return { total: found.total - (isAbout ? 1 : 0), rows };
}

/** What is asked about, as the form has it. */
function what(dataset, { row, id = null, place: asked }) {
  return {
    about: row === undefined ? null : dataset.page(row), id,
    latitude: asked ? doubleText(asked.latitude) : "", longitude: asked ? doubleText(asked.longitude) : "",
  };
}

function summaryOf(dataset, { row, place: asked }) {
  const { words } = dataset;
  if (row !== undefined) return words.say("near.record", { name: dataset.name(row).title });
  return asked && words.say("near.place", { place: place(words, asked) });
}

/** Round numbers of the unit, what was asked, and any distance. */
function radii(words, asked, unit) {
  const usual = USUAL_RADII.map((each) => each * (unit === "km" ? 1000 : MILE));
  const all = asked === undefined || usual.includes(asked) ? usual : [...usual, asked];
  const named = all.sort((one, other) => one - other).map((metres) =>
    ({ value: metresText(metres), name: roundDistance(words, metres, unit), isChosen: metres === asked }));
  return [{ value: "", name: words.say("near.anywhere"), isChosen: asked === undefined }, ...named];
}

function told(dataset, { row, metres, bearing: degrees }, unit) {
  const { words } = dataset;
  const { title, subtitle } = dataset.name(row);
  return {
    name: title, about: subtitle ?? "", page: dataset.page(row), away: distance(words, metres, unit),
    bearing: degrees === null ? null : bearing(words, degrees),
  };
}

function more({ id, words }, asked, { total, rows }) {
  if (total <= rows.length || asked.limit >= LARGEST_LIMIT) return null;
  const wider = { ...asked, limit: Math.min(asked.limit * 5, LARGEST_LIMIT) };
  return { title: words.say("near.more"), address: nearAddress(id, wider, asked), isCurrent: false };
}

/** The place and what is near it; beyond a hundred places a map tells nothing. */
function drawn(dataset, { row, place: asked }, rows, summary) {
  if (rows.length === 0) return null;
  const own = row === undefined ? { ...asked, label: summary, href: null } : dataset.mark(row, { isOwn: true });
  const others = rows.slice(0, MOST_PLACES).map((each) => dataset.mark(each.row));
  return figure(dataset, { places: [own, ...others], label: summary });
}
