/** Everything the pages say in one language, as the server says it; read from the catalogue's file. */
import { Numbers } from "./kept-numbers.js";
import { Retelling } from "./kept-retelling.js";

export class Words {
  #phrases;
  #rules;
  #retelling;

  /** `english` holds the sentences of the engine, which are told again in the other language. */
  constructor(language, phrases, { units = "metric", english = phrases } = {}) {
    this.language = language;
    this.units = units;
    this.#phrases = phrases;
    this.#rules = new Intl.PluralRules(language);
    this.#retelling = new Retelling(english);
    this.numbers = new Numbers(this);
  }

  has(key) {
    return Object.hasOwn(this.#phrases, key);
  }

  /** The phrase of a key with its `{names}` filled in; the key in brackets when there is none. */
  say(key, values = {}) {
    const text = this.#phrases[key];
    return typeof text === "string" ? fill(text, values) : `[${key}]`;
  }

  /** The phrase of a key in the form that a number takes; `{count}` is the number, grouped. */
  count(key, number, values = {}) {
    const forms = this.#phrases[key];
    if (typeof forms !== "object") return `[${key}]`;
    const form = forms[this.#rules.select(number)] ?? forms.other ?? `[${key}]`;
    return fill(form, { count: this.numbers.integer(number), ...values });
  }

  /** What the engine says in English, in this language as far as it is known. */
  retell(text) {
    return this.#retelling.tell(text, this);
  }
}

/** Fills `{names}` in one pass, so that a value may contain braces of its own. */
function fill(text, values) {
  return text.replace(/\{([^}]*)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}
