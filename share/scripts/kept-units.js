/** Numbers with their units, as the person prefers them: "14.2 kg", "120,733 sq mi". */

/** How many grams, metres or square metres a unit is; all are exact (NIST SP 811, appendix B). */
const SIZES = {
  g: 1, kg: 1000, t: 1e6, oz: 28.349523125, lb: 453.59237,
  mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, ft: 0.3048, mi: 1609.344,
  m2: 1, ha: 1e4, km2: 1e6, ft2: 0.09290304, ac: 4046.8564224, mi2: 2_589_988.110336,
};
const METRIC = { in: "cm", ft: "m", mi: "km", ft2: "m2", ac: "ha", mi2: "km2" };
const IMPERIAL = { mm: "in", cm: "in", m: "ft", km: "mi", m2: "ft2", ha: "ac", km2: "mi2" };
const MASSES = ["g", "kg", "t", "oz", "lb"];

/** The system in which a unit is at home: filters take values in the units of the dataset's file. */
export const homeSystem = (unit) => (toldIn("metric", unit, 0) === unit ? "metric" : "imperial");

/** The unit that a system tells a measure in. */
function toldIn(system, unit, size) {
  if (system === "metric") {
    if (["g", "oz", "lb"].includes(unit)) return size < 1000 ? "g" : size < 1e6 ? "kg" : "t";
    return METRIC[unit] ?? unit;
  }
  if (["g", "kg", "t"].includes(unit)) return size < SIZES.lb ? "oz" : "lb";
  return IMPERIAL[unit] ?? unit;
}

/** A whole number, or one with decimals, with its unit in a system; people are counted in words. */
export function measure(words, system, number, { unit, decimals = null, type }) {
  const isWhole = type !== "number";
  if (!unit) return isWhole ? words.numbers.integer(number) : words.numbers.decimal(number, decimals);
  if (unit === "people") return people(words, number, isWhole ? 0 : decimals);
  if (!Object.hasOwn(SIZES, unit)) return `${plain(words, number, isWhole, decimals)}\u00a0${unit}`;
  const size = number * SIZES[unit];
  const other = toldIn(system, unit, Math.abs(size));
  const text = other === unit
    ? isWhole ? words.numbers.integer(number) : own(words, number, decimals)
    : reckoned(words, system, size / SIZES[other], unit, isWhole ? null : decimals);
  return words.say(`unit.${other}`, { number: text });
}

function plain(words, number, isWhole, decimals) {
  return isWhole ? words.numbers.integer(number) : words.numbers.decimal(number, decimals);
}

/** What is told in its own unit has its declared decimals, and two digits where those leave fewer. */
function own(words, number, decimals) {
  const isLost = decimals !== null && number !== 0 && Math.abs(number) < 10 && decimals < decimalsOf(number, 2);
  return isLost ? words.numbers.short(number, decimalsOf(number, 2)) : words.numbers.decimal(number, decimals);
}

/** The last digits of what was reckoned from another unit mean little. */
function reckoned(words, system, number, declared, decimals) {
  if (declared === "g" && MASSES.includes(declared) && system !== "imperial") {
    return words.numbers.short(number, Math.abs(number) < 100 ? 2 : 0);
  }
  return words.numbers.short(number, decimalsOf(number, decimals === 0 ? 2 : 3));
}

/** How many decimals show so many digits that count; at most 9. */
function decimalsOf(number, digits) {
  let [left, decimals] = [Math.abs(number), digits - 1];
  if (left === 0) return 0;
  while (left >= 10 && decimals > 0) [left, decimals] = [left / 10, decimals - 1];
  while (left < 1 && decimals < 9) [left, decimals] = [left * 10, decimals + 1];
  return decimals;
}

function people(words, number, decimals) {
  const isWhole = decimals === 0 || Number.isInteger(number);
  const count = words.numbers.decimal(number, decimals);
  return words.count("unit.people", isWhole ? Math.round(number) : number, { count });
}
