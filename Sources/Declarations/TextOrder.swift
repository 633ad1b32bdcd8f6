public import AlmanacCore

/// How texts are put in order: by whose alphabet, and by whose names and words.
public struct TextOrder: Sendable, Hashable {
  /// How two texts compare.
  public var collation: Collation
  /// The language in which fields and choices are compared; nothing compares the source's values.
  public var language: String?

  /// Makes an order of texts.
  public init(collation: Collation = .root, language: String? = nil) {
    self.collation = collation
    self.language = language
  }

  /// The source's values in the one order of all languages.
  public static let root = TextOrder()
}
