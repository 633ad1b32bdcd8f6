/** Finds the word a person most likely meant. */

/** ` Did you mean "mass"?` with a leading space, or nothing. */
export function hint(word, candidates) {
  const near = nearest(word.toLowerCase(), candidates);
  return near === null ? "" : ` Did you mean "${near}"?`;
}

/**
 * The candidate with the fewest edits from a word, if few enough to be a slip, the longest of several; else the only one
 * that a word of three letters or more begins.
 */
function nearest(word, candidates) {
  const most = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((each) => ({ each, count: edits(word, each.toLowerCase()) }))
    .filter(({ count }) => count <= most)
    .sort((one, other) => one.count - other.count || other.each.length - one.each.length || (one.each < other.each ? -1 : 1));
  if (ranked.length > 0) return ranked[0].each;
  const longer = candidates.filter((each) => each.toLowerCase().startsWith(word));
  return word.length >= 3 && longer.length === 1 ? longer[0] : null;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function edits(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, place) => place)];
  for (let i = 0; i < a.length; i += 1) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      let best = Math.min(rows[i][j] + (a[i] === b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1);
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      if (isSwap) best = Math.min(best, rows[i - 1][j - 1] + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
