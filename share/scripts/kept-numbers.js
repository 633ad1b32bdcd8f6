/** Numbers as a language writes them: grouped digits, its own decimal sign. */
const MINUS = "\u2212";
/** Up to here every whole number is a binary64 number. */
const EXACT = 2 ** 53;

export class Numbers {
  constructor(words) {
    this.group = words.say("number.group");
    this.point = words.say("number.point");
    this.smallestGrouped = Number.parseInt(words.say("number.smallest_grouped"), 10) || 4;
  }

  /** A whole number. */
  integer(number) {
    const size = Math.abs(number);
    return sign(number < 0) + this.#grouped(Number.isInteger(size) ? String(BigInt(size)) : String(size));
  }

  /** A number to so many decimals; with as many as it has where none are declared. */
  decimal(number, decimals = null) {
    const size = Math.abs(number);
    if (decimals === null || size >= 1e15) return this.#asItIs(number);
    if (Number.isNaN(size)) return this.#asItIs(number);
    const places = placesOf(decimals);
    const [whole, rest] = rounded(size, 10 ** places);
    const text = sign(number < 0 && (whole > 0 || rest > 0)) + this.#grouped(String(whole));
    return places > 0 ? text + this.point + String(rest).padStart(places, "0") : text;
  }

  /** A number to at most so many decimals, none of them a trailing zero. */
  short(number, decimals) {
    const size = Math.abs(number);
    if (!(size < 1e15)) return this.#asItIs(number);
    const scale = 10 ** placesOf(decimals);
    if (size * scale < EXACT) return this.#asItIs((Math.sign(number) * Math.round(size * scale)) / scale);
    const [whole, rest] = rounded(size, scale);
    return this.#asItIs(Math.sign(number) * (whole + rest / scale));
  }

  /**
   * A number that was typed as the language writes it, as addresses write it: "1 234,5" is 1234.5.
   * Null for what is no number, or is written so already.
   */
  plain(typed) {
    if (isNumber(typed)) return null;
    const bare = typed.replace(/\s/g, "").replaceAll(MINUS, "-");
    const at = bare.indexOf(this.point);
    const whole = at < 0 ? bare : bare.slice(0, at);
    const groups = whole.split(this.group);
    if (groups.slice(1).some((digits) => digits.length !== 3)) return null;
    const number = groups.join("") + (at < 0 ? "" : `.${bare.slice(at + this.point.length)}`);
    return isNumber(number) ? number : null;
  }

  #asItIs(number) {
    const text = doubleText(Math.abs(number));
    if (text.includes("e")) return sign(number < 0) + text;
    const [whole, decimals = "0"] = text.split(".");
    return sign(number < 0) + this.#grouped(whole) + (decimals === "0" ? "" : this.point + decimals);
  }

  #grouped(digits) {
    return digits.length < this.smallestGrouped ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, this.group);
  }
}

/** Whether a text is a number as programs write it. */
export function isNumber(text) {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

/** A number as the server writes one that has decimals: `5.0`, `1e-05`, the fewest digits that read back the same. */
export function doubleText(number) {
  if (number === 0) return Object.is(number, -0) ? "-0.0" : "0.0";
  const size = Math.abs(number);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : number < 0 ? "-inf" : "inf";
  if (size >= 1e-4 && size <= EXACT) {
    const text = String(number);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [digits, exponent] = number.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** How many decimals can be told: 0 to 15. */
const placesOf = (decimals) => Math.min(Math.max(decimals, 0), 15);

/** The whole part, and how many parts of `scale` the rest of a number below 10^15 has. */
function rounded(size, scale) {
  const scaled = Math.round(size * scale);
  if (scaled < EXACT) return [Math.floor(scaled / scale), scaled % scale];
  const whole = Math.floor(size);
  const rest = Math.round((size - whole) * scale);
  return rest < scale ? [whole, rest] : [whole + 1, 0];
}

function sign(isNegative) {
  return isNegative ? MINUS : "";
}
