/** What is asked of what is near, as addresses write it. */
import * as address from "./kept-address.js";
import { unitNamed, unknown } from "./kept-measured.js";
import { doubleText, isNumber } from "./kept-numbers.js";
import { LARGEST_LIMIT, QueryProblem, whole } from "./kept-query.js";
import { rowNumber } from "./kept-record-page.js";

const NAMES = ["lat", "lon", "id", "radius", "limit"];
const USUAL_LIMIT = 20;

/** `{ place | null, id, row, radius, limit, units }`; an empty value says nothing. */
export function nearRequest(dataset, url, { hasUnits = false } = {}) {
  const asked = { limit: USUAL_LIMIT };
  for (const [name, value] of address.asked(url).filter((pair) => pair[1] !== "")) {
    switch (name) {
      case "lat": asked.latitude = number(name, value, -90, 90); break;
      case "lon": asked.longitude = number(name, value, -360, 360); break;
      case "id": asked.id = value; break;
      case "radius": asked.radius = number(name, value, 0, 1e9); break;
      case "limit": asked.limit = whole(name, value, 1, LARGEST_LIMIT); break;
      default:
        if (name !== "units" || !hasUnits) throw unknown(name, NAMES);
        asked.units = unitNamed(value);
    }
  }
  const place = placeOf(asked);
  return { ...asked, place, row: asked.id === undefined ? undefined : rowNumber(dataset, asked.id) };
}

/** The page that asks for the same; `page` names a twin of it. */
export function nearAddress(dataset, { place, id, radius, limit }, { page = "near", units } = {}) {
  return address.beside(dataset, page, [
    ["lat", place && doubleText(place.latitude)], ["lon", place && doubleText(place.longitude)], ["id", id],
    ["radius", radius === undefined ? null : metresText(radius)],
    ["limit", limit === USUAL_LIMIT ? null : String(limit)], ["units", units],
  ]);
}

/** So many metres as addresses write them. */
export const metresText = (metres) => (Number.isInteger(metres) ? String(metres) : doubleText(metres));

function placeOf({ latitude, longitude, id }) {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined) throw new QueryProblem("lat", "Expected a latitude, too.");
  if (longitude === undefined) throw new QueryProblem("lon", "Expected a longitude, too.");
  if (id !== undefined) throw new QueryProblem("id", "Expected a record or a place, found both.");
  const turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
  return { latitude, longitude: turned };
}

/** A number in decimal digits, with a point, or with the comma that half of the world types. */
function number(name, text, least, most) {
  const typed = text.replaceAll(" ", "").replace(",", ".");
  if (isNumber(typed) && Number(typed) >= least && Number(typed) <= most) return Number(typed);
  throw new QueryProblem(name, `Expected a number from ${least} to ${most}, found "${text}".`);
}
