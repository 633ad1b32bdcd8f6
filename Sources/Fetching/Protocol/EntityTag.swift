/// An entity tag (RFC 9110 §8.8.3): a weak or strong name of one version of a representation.
struct EntityTag: Sendable, Hashable {
  let isWeak: Bool
  /// The tag with its quotes, without the mark of weakness.
  let opaque: String

  /// A tag as written; one without quotes is taken as it is, since servers send such.
  init(_ text: String) {
    isWeak = text.hasPrefix("W/")
    opaque = String(isWeak ? text.dropFirst(2) : text[...])
  }

  /// The same version for a reader, perhaps not byte for byte (RFC 9110 §8.8.3.2).
  func isWeaklyEqual(to other: EntityTag) -> Bool {
    opaque == other.opaque
  }

  /// The same bytes (RFC 9110 §8.8.3.2).
  func isStronglyEqual(to other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }
}
