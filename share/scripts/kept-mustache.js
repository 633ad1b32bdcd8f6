/**
 * Mustache as the server speaks it: the same templates give the same bytes.
 *
 * Known are variables, sections, inverted sections, partials and raw variables. A tag alone on its
 * line takes the line with it. An empty text is a value; null is known to be nothing.
 */

/** Templates by name, each read once, when it is first asked for. */
export class Templates {
  #texts;
  #read = new Map();

  constructor(texts) {
    this.#texts = texts;
  }

  /** A page in its frame: `{ template, model, frame }` as the server's parts of a page. */
  page({ template, model, frame }, words) {
    return this.part("frame", { ...frame, content: this.part(template, model, words) }, words);
  }

  /** A template alone, filled with a model's values and the words. */
  part(name, model, words) {
    return this.#render(this.#tokens(name), [{ ...model, words: new WordBranch(words, "") }], "");
  }

  #tokens(name) {
    if (!this.#read.has(name)) this.#read.set(name, read(this.#texts[name] ?? ""));
    return this.#read.get(name);
  }

  #render(tokens, stack, indentation) {
    let text = "";
    for (const token of tokens) {
      const more = this.#written(token, stack, indentation);
      if (more && indentation && text.endsWith("\n")) text += indentation;
      text += more;
    }
    return text;
  }

  #written(token, stack, indentation) {
    switch (token.kind) {
      case "text": return token.text;
      case "variable": return escaped(told(found(token.name, stack)));
      case "raw": return told(found(token.name, stack));
      case "section": return this.#section(token, stack, indentation);
      case "inverted": return this.#inverted(token, stack, indentation);
      default: return this.#render(this.#tokens(token.name), stack, indentation + (token.indentation ?? ""));
    }
  }

  #inverted({ name, inner }, stack, indentation) {
    return isNothing(found(name, stack)) ? this.#render(inner, stack, indentation) : "";
  }

  #section({ name, inner }, stack, indentation) {
    const value = found(name, stack);
    if (isNothing(value)) return "";
    if (value === true) return this.#render(inner, stack, indentation);
    const all = Array.isArray(value) ? value : [value];
    return all.map((each) => this.#render(inner, [...stack, each], indentation)).join("");
  }
}

/** The words as templates read them: `{{words.home.title}}`. */
class WordBranch {
  constructor(words, prefix) {
    this.words = words;
    this.prefix = prefix;
  }

  child(name) {
    const key = this.prefix + name;
    return this.words.has(key) ? this.words.say(key) : new WordBranch(this.words, `${key}.`);
  }
}

function isNothing(value) {
  return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function told(value) {
  return value === undefined || value === null ? "" : String(value);
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text that may hold anything, for use between tags and inside quoted attributes. */
export function escaped(text) {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
}

/** What a name means: the nearest level that knows its first part has the rest. */
function found(name, stack) {
  if (name === ".") return stack.at(-1);
  const [first, ...rest] = name.split(".");
  for (let level = stack.length - 1; level >= 0; level -= 1) {
    const value = child(stack[level], first);
    if (value !== undefined) return rest.reduce(child, value);
  }
  return undefined;
}

function child(value, name) {
  if (value instanceof WordBranch) return value.child(name);
  const isDictionary = typeof value === "object" && value !== null && !Array.isArray(value);
  return isDictionary && Object.hasOwn(value, name) ? value[name] : undefined;
}

const TAG = /\{\{(?:\{\s*([^}]*?)\s*\}\}\}|([#^/>!&]?)\s*([^}]*?)\s*\}\})/y;
const BLANKS = /[ \t]*/y;
const LINE = /[^\n{]*(?:\{(?!\{)[^\n{]*)*/y;

const KINDS = {
  "": "variable", "#": "section", "^": "inverted", "/": "end", ">": "partial", "&": "raw", "!": "comment",
};

/** A template's tokens, sections with what stands inside. */
function read(text) {
  return new Reader(text).tokens(true);
}

class Reader {
  #at = 0;
  #text;

  constructor(text) {
    this.#text = text;
  }

  /** What stands up to the end of the section, or of the text. */
  tokens(isNewLine) {
    const tokens = [];
    const keep = (text) => text && tokens.push({ kind: "text", text });
    let blank = "";
    while (this.#at < this.#text.length) {
      if (isNewLine) blank = this.#take(BLANKS)[0];
      const text = this.#take(LINE)[0];
      if (this.#text[this.#at] === "\n") {
        keep(`${blank}${text}\n`);
        this.#at += 1;
        isNewLine = true;
        continue;
      }
      if (text) [isNewLine, blank] = [false, (keep(blank + text), "")];
      if (this.#at === this.#text.length) break;
      const tag = this.#tag();
      const isAlone = isNewLine && !["variable", "raw"].includes(tag.kind) && this.#endsLine();
      if (!isAlone) blank = (keep(blank), "");
      if (tag.kind === "end") return tokens;
      if (tag.kind === "partial" && isAlone) tag.indentation = (keep(blank), blank);
      if (tag.kind === "section" || tag.kind === "inverted") tag.inner = this.tokens(isAlone);
      if (tag.kind !== "comment") tokens.push(tag);
      isNewLine = isAlone;
    }
    return tokens;
  }

  #tag() {
    const [, raw, sign, name] = this.#take(TAG) ?? [];
    if (raw === undefined && name === undefined) throw new SyntaxError(`a tag that does not end at ${this.#at}`);
    return { kind: raw === undefined ? KINDS[sign] : "raw", name: raw ?? name };
  }

  /** Takes the rest of a line that holds nothing; false where it holds something. */
  #endsLine() {
    const rest = /^(?:$|[ \t]*\n)/.exec(this.#text.slice(this.#at));
    this.#at += rest?.[0].length ?? 0;
    return rest !== null;
  }

  #take(pattern) {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    this.#at += match?.[0].length ?? 0;
    return match;
  }
}
