/** Which record a person means by a key or a name. */
const MOST_CANDIDATES = 12;
const LONGEST_NAME = 400;
const [FOLDED, TYPO] = [1, 5]; // tiers of a search

/**
 * Finds out by the key, by the name as it is written, blind to case and diacritics, or as the only one
 * that a search finds: `{ row }`, `{ rows, isAll }` of several, or `{ suggestion }` where there is none.
 */
export async function namedRecord(dataset, text) {
  if (new TextEncoder().encode(text).length > LONGEST_NAME) return { suggestion: null };
  const own = dataset.rowOf(text);
  if (own !== null) return { row: own };
  if (dataset.declaration.search.length === 0) return { suggestion: null };
  const found = dataset.table.find(text, { limit: MOST_CANDIDATES });
  const rows = [...found.rows];
  if (rows.length === 0) return { suggestion: found.suggestion };
  await dataset.texts.need(rows);
  const only = onlyNamed(dataset, found, text);
  if (only !== null) return { row: only };
  if (found.total === 1 && found.tiers[0] !== TYPO) return { row: rows[0] };
  return { rows, isAll: found.total === rows.length && !found.isAtLeast };
}

/** The only one of what was found with a name, spelled exactly, else blind to case and diacritics. */
function onlyNamed(dataset, { rows, tiers }, text) {
  const exact = [...rows].filter((row) => dataset.name(row).title === text);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : null;
  const isAlike = (row, tier) => tier <= FOLDED && isWholeName(dataset, row, text, tier);
  const alike = [...rows].filter((row, place) => isAlike(row, tiers[place]));
  return alike.length === 1 ? alike[0] : null;
}

/** Whether the name matches from its first letter to its last. */
function isWholeName(dataset, row, text, tier) {
  const marks = dataset.table.marks(row, text, tier);
  return marks.some(({ field, text: own, ranges }) =>
    dataset.isTitle(field) && ranges[0][0] === 0 && ranges.at(-1)[1] === own.length);
}
