/** The words of a page's scripts, in the page's language, as the server gave them. */
export class Phrases {
  #phrases;
  #plural;

  /** Takes JSON, or what it says; the language is the page's where none is given. */
  constructor(json, language = document.documentElement.lang) {
    this.#phrases = typeof json === "string" ? JSON.parse(json) : (json ?? {});
    this.#plural = new Intl.PluralRules(language);
  }

  /** A phrase with its {names} filled in. */
  say(key, values = {}) {
    return fill(this.#phrases[key] ?? `[${key}]`, values);
  }

  /** A phrase in the form that a number takes. */
  count(key, number, values = {}) {
    const forms = this.#phrases[key] ?? {};
    const form = forms[this.#plural.select(number)] ?? forms.other ?? `[${key}]`;
    return fill(form, { count: this.number(number), ...values });
  }

  /** A whole number with its digits grouped, where there are enough of them to be. */
  number(number) {
    const digits = String(number);
    if (digits.length < (this.#phrases["number.smallest_grouped"] ?? 4)) return digits;
    return digits.replace(/\B(?=(\d{3})+$)/g, this.#phrases["number.group"] ?? ",");
  }
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
