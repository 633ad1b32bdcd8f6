/** Numbers as a language writes them: grouped digits, its own decimal sign. */
const MINUS = "\u2212";

export class Numbers {
  constructor(words) {
    this.group = words.say("number.group");
    this.point = words.say("number.point");
    this.smallestGrouped = Number.parseInt(words.say("number.smallest_grouped"), 10) || 4;
  }

  /** A whole number. */
  integer(number) {
    return sign(number < 0) + this.#grouped(String(Math.abs(number)));
  }

  /** A number to so many decimals; with as many as it has where none are declared. */
  decimal(number, decimals = null) {
    const size = Math.abs(number);
    if (decimals === null || size >= 1e15) return this.#asItIs(number);
    const scale = 10n ** BigInt(Math.min(decimals, 15));
    const scaled = BigInt(Math.round(size * Number(scale)));
    const whole = sign(number < 0 && scaled > 0n) + this.#grouped(String(scaled / scale));
    return decimals > 0 ? whole + this.point + String(scaled % scale).padStart(decimals, "0") : whole;
  }

  /** A number to at most so many decimals, none of them a trailing zero. */
  short(number, decimals) {
    const scale = 10 ** decimals;
    return this.#asItIs((Math.sign(number) * Math.round(Math.abs(number) * scale)) / scale);
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
    const [whole, decimals] = text.split(".");
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
  if (size >= 1e-4 && size < 2 ** 54) {
    const text = String(number);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [digits, exponent] = number.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

function sign(isNegative) {
  return isNegative ? MINUS : "";
}
