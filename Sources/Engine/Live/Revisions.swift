import AlmanacDeclarations

/// Which of several versions of a record counts: the last, unless an earlier one is of a later
/// revision.
struct Revisions: Sendable {
  /// The position of the field that grows with each version of a record; nothing where none does.
  let field: Int?

  init(_ dataset: Dataset) { field = dataset.revisionIndex }

  /// The version that counts after one more came.
  func newest(_ held: Record?, _ next: Record?) -> Record? {
    guard let held, let next else { return next ?? held }
    return isOlder(next, than: held) ? held : next
  }

  private func isOlder(_ record: Record, than held: Record) -> Bool {
    guard let field else { return false }
    return switch (record.values[field], held.values[field]) {
    case (.integer(let mine), .integer(let theirs)): mine < theirs
    case (.number(let mine), .number(let theirs)): mine < theirs
    case (_, .absent): false
    default: true
    }
  }
}
