import AlmanacCore
import AlmanacDeclarations

extension SearchText {
  /// Folds a text.
  init(_ text: String) { self.init(Array(text.utf8)) }
}

extension SearchQuery {
  /// Folds a query.
  init(_ text: String) { self.init(Array(text.utf8)) }
}

extension Value {
  /// The texts that a search looks at: one, several, or none.
  var searchTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let texts): texts
    default: []
    }
  }
}
