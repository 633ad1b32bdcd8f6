import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage
import Foundation

/// What an upstream changed in its fields, in plain words, and since when.
struct DriftWords {
  let dataset: Dataset

  /// Compares what was seen with the declaration and with earlier answers.
  ///
  /// What is told stays until an answer shows that it is over. An answer that holds only news can
  /// show something new, but not that something is missing or over.
  func tell(_ drift: Drift, isWhole: Bool, at now: Date, in state: inout SyncState) {
    let before = state.drift
    if isWhole {
      state.drift = told(drift, &state)
      state.sent = Set(state.sent ?? []).union(present(drift)).sorted()
    } else {
      state.drift = before + added(drift, state).filter { !before.contains($0) }
    }
    let since = state.driftSince ?? [:]
    state.driftSince = Dictionary(
      uniqueKeysWithValues: Set(state.drift).map { words in
        (words, since[words] ?? now)
      })
  }

  private func told(_ drift: Drift, _ state: inout SyncState) -> [String] {
    let (isFirst, before) = (state.undeclared == nil, state.drift)
    let known = Set(state.undeclared ?? drift.undeclared.keys.sorted())
    state.undeclared = known.sorted()
    let (new, lost) = (added(drift, state), missing(drift))
    let missed = lost.map { name in
      let never = "Not sent: \(name)."
      let isNever = isFirst || before.contains(never)
      return isNever ? never : "No longer sent: \(name); the earlier values stay."
    }
    return new + missed
      + renamed(drift, known, missed: missed.contains { $0.hasPrefix("No") } ? lost : [])
      + drift.retypedFields.map { "Of another type than declared: \($0); the earlier values stay." }
      + mixed(drift) + emptied(drift, state) + damaged(drift)
  }

  private func damaged(_ drift: Drift) -> [String] {
    let count = drift.damagedPlaces
    return count == 0 ? [] : ["Not all text is UTF-8: \(count) damaged places, shown as �."]
  }

  private func added(_ drift: Drift, _ state: SyncState) -> [String] {
    let known = Set(state.undeclared ?? [])
    return drift.undeclared.keys.sorted().filter { !known.contains($0) }
      .map { "New field upstream: \($0)." }
  }

  /// One field gone and one new at once look like a new name.
  private func renamed(_ drift: Drift, _ known: Set<String>, missed: [String]) -> [String] {
    let new = drift.undeclared.keys.filter { !known.contains($0) }
    guard missed.count == 1, new.count == 1, let old = missed.first, let name = new.first,
      let path = dataset.field(old)?.from.first
    else { return [] }
    return ["Perhaps renamed: \(path) to \(name); if so, declare from: [\(path), \(name)]."]
  }

  /// Fields of which some values have another type; a few are nothing new in open data.
  private func mixed(_ drift: Drift) -> [String] {
    drift.fields.filter { !$0.isRetyped && $0.illTyped * 10 >= $0.present && $0.illTyped > 0 }
      .map { use in
        "Partly of another type than declared: \(use.name), \(use.illTyped) of \(use.present)"
          + " values, kept as sent."
      }
  }

  /// Fields that are there but without a value in any record, and were not so before.
  private func emptied(_ drift: Drift, _ state: SyncState) -> [String] {
    let sent = Set(state.sent ?? [])
    return drift.fields.filter { $0.seen > 0 && $0.present == 0 && sent.contains($0.name) }
      .map { "Without a value in every record now: \($0.name)." }
  }

  private func present(_ drift: Drift) -> [String] {
    drift.fields.filter { $0.present > 0 }.map(\.name)
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

extension SyncState {
  /// What drifted, with its dates.
  var driftNotes: [DriftNote] {
    drift.map { words in
      DriftNote(what: words, since: driftSince?[words] ?? lastSuccess ?? .distantPast)
    }
  }
}
