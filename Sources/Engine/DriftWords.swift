import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage

/// What an upstream changed in its fields, in plain words.
struct DriftWords {
  let dataset: Dataset

  /// Compares what was seen with the declaration and with the first answer.
  func tell(_ drift: Drift, _ kind: SyncKind, in state: inout SyncState) {
    guard kind == .full else { return }
    let undeclared = drift.undeclared.keys.sorted()
    let (isFirst, before) = (state.undeclared == nil, state.drift)
    let known = Set(state.undeclared ?? undeclared)
    state.undeclared = known.sorted()
    state.drift =
      undeclared.filter { !known.contains($0) }.map { "New field upstream: \($0)." }
      + missing(drift).map { name in
        let never = "Not sent: \(name)."
        let isNever = isFirst || before.contains(never)
        return isNever ? never : "No longer sent: \(name); the earlier values stay."
      }
      + drift.retypedFields.map { "Of another type than declared: \($0); the earlier values stay." }
  }

  /// The positions of fields whose every value was lost on the way, and of what follows from them.
  func lostFields(_ drift: Drift) -> [Int] {
    let lost = Set(missing(drift) + drift.retypedFields)
    return dataset.fields.indices.filter { index in
      let field = dataset.fields[index]
      return lost.contains(field.name) || field.bands.map { lost.contains($0.of) } == true
    }
  }

  /// Fields that no record had, beyond those that joins or other fields give.
  private func missing(_ drift: Drift) -> [String] {
    let given = Set(dataset.source.joins.map(\.name))
    return drift.fields.filter { $0.seen == 0 && !given.contains($0.name) }
      .map(\.name)
      .filter { name in
        dataset.field(name).map { $0.bands == nil && $0.file == nil } ?? false
      }
  }
}
