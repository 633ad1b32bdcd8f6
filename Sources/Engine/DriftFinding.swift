import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage
import Foundation

/// Finds how the fields of an answer differ from earlier answers and from the declaration.
struct DriftFinding {
  let dataset: Dataset
  /// Whether an earlier answer answered the same question; only then can the source have changed.
  let isSame: Bool

  /// Notes what an answer shows.
  ///
  /// A note stays until an answer shows that it is over. An answer that holds only news can show a
  /// new field, but not that one is missing or back.
  func note(_ drift: Drift, isWhole: Bool, at now: Date, in state: inout SyncState) {
    let before = state.driftNotes
    let isNext = isSame && state.undeclared != nil
    let found = isWhole ? whole(drift, isNext, &state) : newsFound(drift, before, state)
    let known = Dictionary(before.map { ($0.drift.identity, $0) }) { first, _ in first }
    state.driftNotes = found.map { drift in
      let earlier = known[drift.identity]
      let isChange = earlier?.isChange ?? (isNext && drift.isOfSource)
      return DriftNote(drift, since: earlier?.since ?? now, isChange: isChange)
    }
  }

  /// The fields of a whole answer that differ.
  private func whole(_ drift: Drift, _ isNext: Bool, _ state: inout SyncState) -> [SourceDrift] {
    let notes = state.driftNotes.map(\.drift)
    let all = Set(drift.undeclared.keys)
    let known = isNext ? Set(state.undeclared ?? []) : all.subtracting(notes.flatMap(\.added))
    let lost = missing(drift)
    // States of before `sent` do not know what was sent, and so take everything as sent.
    let sent = Set(state.sent ?? (state.undeclared == nil ? [] : lost))
    state.undeclared = known.sorted()
    state.sent = sent.union(present(drift)).sorted()
    let new = all.subtracting(known)
    return named(new, lost.filter(sent.contains), notes) + (new.isEmpty ? [] : more(drift))
      + lost.filter { !sent.contains($0) }.map(SourceDrift.missing)
      + drift.retypedFields.map(SourceDrift.retyped) + mixed(drift) + unordered(drift)
      + emptied(drift, sent)
      + (drift.damagedPlaces == 0 ? [] : [.damaged(places: drift.damagedPlaces)])
  }

  /// New fields and dropped ones; one of each at once looks like a new name.
  private func named(
    _ new: Set<String>, _ dropped: [String], _ notes: [SourceDrift]
  ) -> [SourceDrift] {
    let renamed =
      notes.first { note in
        if case .renamed(let name, _, let to) = note {
          dropped.contains(name) && new.contains(to)
        } else {
          false
        }
      } ?? renamed(new, dropped)
    let left = new.subtracting(renamed.map(\.added) ?? []).sorted()
    return [renamed].compactMap(\.self) + left.map(SourceDrift.added)
      + dropped.filter { $0 != renamed?.field }.map(SourceDrift.dropped)
  }

  private func renamed(_ new: Set<String>, _ dropped: [String]) -> SourceDrift? {
    guard new.count == 1, dropped.count == 1, let name = dropped.first, let to = new.first,
      let from = dataset.field(name)?.from.first
    else { return nil }
    return .renamed(name, from: "\(from)", to: to)
  }

  /// The fields of news that no earlier answer had.
  private func news(_ drift: Drift, _ state: SyncState) -> [SourceDrift] {
    let known = Set((state.undeclared ?? []) + state.driftNotes.flatMap(\.drift.added))
    return drift.undeclared.keys.sorted().filter { !known.contains($0) }.map(SourceDrift.added)
  }

  private func newsFound(
    _ drift: Drift, _ before: [DriftNote], _ state: SyncState
  ) -> [SourceDrift] {
    let known = before.map(\.drift)
    let identities = Set(known.map(\.identity))
    return known
      + (news(drift, state) + unordered(drift)).filter { !identities.contains($0.identity) }
  }

  private func more(_ drift: Drift) -> [SourceDrift] {
    drift.moreUndeclared == 0 ? [] : [.more(count: drift.moreUndeclared)]
  }

  /// Fields whose dates may have the day or the month first.
  private func unordered(_ drift: Drift) -> [SourceDrift] {
    drift.fields.filter { $0.unordered > 0 }.map { .unordered($0.name, count: $0.unordered) }
  }

  /// Fields of which some values have another type; a few are nothing new in open data.
  private func mixed(_ drift: Drift) -> [SourceDrift] {
    drift.fields.filter { !$0.isRetyped && $0.illTyped * 10 >= $0.present && $0.illTyped > 0 }
      .map { .mixed($0.name, count: $0.illTyped, of: $0.present) }
  }

  /// Fields that are there but without a value in any record, and were not so before.
  private func emptied(_ drift: Drift, _ sent: Set<String>) -> [SourceDrift] {
    drift.fields.filter { $0.seen > 0 && $0.present == 0 && sent.contains($0.name) }
      .map { .emptied($0.name) }
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

extension DriftFinding {
  /// The names under which values beyond the declaration come and go with what is noted: such a
  /// value is drift of the source, and no change of its record.
  func names(_ notes: [DriftNote]) -> Set<String> {
    Set(
      notes.map(\.drift).flatMap { drift in
        guard case .retyped(let name) = drift else { return drift.added }
        return dataset.field(name)?.from.map(\.description) ?? []
      })
  }

  /// The undeclared names of earlier answers that a whole answer no longer has.
  func gone(_ drift: Drift, _ state: SyncState) -> Set<String> {
    // Where there are more names than are told, one that is not among them may still be there.
    drift.moreUndeclared > 0
      ? [] : Set(state.undeclared ?? []).subtracting(drift.undeclared.keys)
  }
}

extension SourceDrift {
  /// The names that nobody declared.
  fileprivate var added: [String] {
    switch self {
    case .added(let name), .renamed(_, _, let name): [name]
    default: []
    }
  }

  /// Whether it is the source that changed, where an earlier answer was without it.
  fileprivate var isOfSource: Bool {
    switch self {
    case .missing, .unordered: false
    default: true
    }
  }
}
