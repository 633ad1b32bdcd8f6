/// Whether a word can be the name of a dataset or field: `[a-z][a-z0-9_]*`.
func isName(_ word: String) -> Bool {
  guard let first = word.utf8.first, (97...122).contains(first) else { return false }
  return word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
}
