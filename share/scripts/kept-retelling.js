/**
 * Says in a language what the engine says in English.
 *
 * Each sentence of the engine is a phrase of the English catalogue under `told.` or `error.`, with names for what
 * changes in it; the sentence of the same key in the other language tells the same.
 */
const PREFIXES = ["told.", "error."];
const EXPECTATION = "told.what.";

export class Retelling {
  #english;
  #sentences = null;

  constructor(english) {
    this.#english = english;
  }

  /** A text of one sentence or several, in the words of a language; what is not known stays as it is. */
  tell(text, words) {
    this.#sentences ??= sentences(this.#english);
    return this.#told(text, words) ?? text;
  }

  #told(text, words) {
    return this.#inParts(text, words) ?? this.#whole(text, this.#sentences.said, words);
  }

  /** Two sentences or more, each of which can be told; a full stop may stand between mere clauses. */
  #inParts(text, words) {
    for (const { index } of text.matchAll(/(?<=[.?]) /g)) {
      const more = this.#told(text.slice(index + 1), words);
      if (more === null) continue;
      const clause = this.#whole(text.slice(0, index - 1), this.#sentences.said, words);
      if (clause !== null) return `${clause}${text[index - 1]} ${more}`;
      const first = this.#whole(text.slice(0, index), this.#sentences.said, words);
      if (first !== null) return `${first} ${more}`;
    }
    return null;
  }

  #whole(text, among, words) {
    for (const sentence of among) {
      const values = sentence.pattern.exec(text)?.slice(1);
      if (!values) continue;
      const told = sentence.names.map((name, place) => [name, this.#part(values[place], name, words)]);
      return words.say(sentence.key, Object.fromEntries(told));
    }
    return null;
  }

  #part(value, name, words) {
    if (name === "what") return this.#whole(value, this.#sentences.expected, words) ?? this.tell(value, words);
    return name === "why" ? this.#told(value, words) ?? value : value;
  }
}

function sentences(english) {
  const all = Object.entries(english)
    .filter(([key, text]) => PREFIXES.some((prefix) => key.startsWith(prefix)) && typeof text === "string")
    .map(([key, text]) => sentence(key, text))
    .sort((one, other) => other.rank - one.rank || (one.key < other.key ? -1 : 1));
  const isExpectation = ({ key }) => key.startsWith(EXPECTATION);
  return { said: all.filter((each) => !isExpectation(each)), expected: all.filter(isExpectation) };
}

/** An English sentence; what fills its names is as short as it can be. */
function sentence(key, text) {
  const [first, ...rest] = text.split("{");
  const parts = rest.map((part) => part.split("}"));
  const names = parts.map(([name]) => name);
  const literals = [first, ...parts.map(([, literal]) => literal ?? "")];
  const isJoint = names.length === 2 && names.every((name) => name === "what" || name === "why");
  const pattern = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)");
  const rank = literals.join("").length + (isJoint ? 10_000 : 0);
  return { key, names, pattern: new RegExp(`^${pattern}$`, "s"), rank };
}
