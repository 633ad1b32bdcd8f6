/** Whether each word of a query begins a word of a text, blind to case and most diacritics. */
export function matchesWords(query, text) {
  const words = folded(text).split(/\s+/);
  return folded(query).split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

/** For the few names that a page holds itself; records are found by the server's own folding. */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l").trim();
}
