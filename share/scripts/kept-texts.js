/** Values, places, distances and directions as people read them, in the words of the server. */
import { homeSystem, measure } from "./kept-units.js";

const MILE = 1609.344;

/** The value of a filter: in the units of the dataset's file, whatever the person reads values in. */
export function filterValue(words, value, field) {
  const { number, text, type } = value;
  switch (type) {
    case "year": return number > 0 ? String(number) : words.say("value.year_bc", { year: String(1 - number) });
    case "boolean": return words.say(text === "true" ? "value.yes" : "value.no");
    case "date": return day(words, new Date(`${text}T00:00:00Z`));
    case "timestamp": case "datetime": return instant(words, new Date(number));
    case "integer": case "number": return measure(words, homeSystem(field.unit), number, { ...field, type });
    default: return field.choices?.find((choice) => choice.value === text)?.title ?? text;
  }
}

/** A day: "3 March 2026". */
export function day(words, date) {
  return words.say("date.day", parts(words, date));
}

/** A day with its weekday: "Saturday, 21 November 2026". */
export function longDay(words, date) {
  return words.say("date.long_day", parts(words, date));
}

function parts(words, date) {
  return {
    day: String(date.getUTCDate()), month: words.say(`date.month.${date.getUTCMonth() + 1}`),
    year: String(date.getUTCFullYear()), weekday: words.say(`date.weekday.${date.getUTCDay() || 7}`),
  };
}

function instant(words, date) {
  const month = words.say(`date.month.${date.getUTCMonth() + 1}.short`);
  const time = date.toISOString().slice(11, 19);
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()].map(String);
  return words.say("date.instant", { day, month, year, time });
}

/** Degrees and minutes: "54° 49′ N, 61° 7′ E". */
export function place(words, { latitude, longitude }) {
  const angle = (degrees, key) => {
    const minutes = Math.round(Math.abs(degrees) * 60);
    return words.say(key, { degrees: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) });
  };
  return words.say("place.both", {
    latitude: angle(latitude, latitude < 0 ? "place.south" : "place.north"),
    longitude: angle(longitude, longitude < 0 ? "place.west" : "place.east"),
  });
}

/** So many metres in kilometres or miles. */
export const inUnit = (metres, unit) => metres / (unit === "km" ? 1000 : MILE);

/** A distance as long as it is worth reading: "486 km", "12.3 km", "720 m", "302 mi", "80 ft". */
export function distance(words, metres, unit) {
  const number = inUnit(metres, unit);
  if (unit === "km" && number > 0 && number < 1) return small(words, metres, "m");
  if (unit === "mi" && number > 0 && number < 0.1) return small(words, metres / 0.3048, "ft");
  const decimals = number === 0 || number >= 100 ? 0 : number < 10 ? 2 : 1;
  return said(words, number, decimals, unit);
}

function small(words, number, unit) {
  return said(words, number, number < 10 ? 1 : 0, unit);
}

function said(words, number, decimals, unit) {
  return words.say(`unit.${unit}`, { number: words.numbers.decimal(number, decimals) });
}

/** A distance to the thousandth of its unit: "486.213 km". */
export function exactDistance(words, metres, unit) {
  return said(words, inUnit(metres, unit), 3, unit);
}

/** A round distance: "5 km". */
export function roundDistance(words, metres, unit) {
  return words.say(`unit.${unit}`, { number: words.numbers.short(inUnit(metres, unit), 3) });
}

/** A direction: "340°, north". */
export function bearing(words, degrees) {
  const wind = words.say(`distance.wind.${Math.round(degrees / 45) % 8}`);
  return words.say("distance.bearing", { degrees: String(Math.round(degrees) % 360), wind });
}
