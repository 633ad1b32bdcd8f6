/** The words that the worker says, from the catalogue that is kept with the shell. */
import { Phrases } from "./phrases.js";
import { fileNamed } from "./shell-files.js";

const known = new Map();

/** The phrases of a language; those of English, or none, where they are not on this device. */
export async function wordsOf(language) {
  if (!known.has(language)) {
    const texts = (await catalogue(language)) ?? (await catalogue("en"));
    if (!texts) return new Phrases({}, language);
    known.set(language, new Phrases(texts, language));
  }
  return known.get(language);
}

async function catalogue(language) {
  const file = await fileNamed(`words-${language}.json`);
  return file ? file.json() : null;
}
