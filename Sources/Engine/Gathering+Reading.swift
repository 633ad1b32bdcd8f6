import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage

extension Gathering {
  /// How the copy's values were read; nothing where no earlier answer of the upstream is there.
  private var earlier: ReadingRules? {
    state.origin == .upstream ? state.reading ?? .first : nil
  }

  /// Whether the same answer would give other values now, whatever the order of its dates.
  var isReadOtherwise: Bool {
    guard let earlier else { return false }
    let now = ReadingRules(run.dataset)
    return earlier.version != now.version || earlier.trimmed != now.trimmed
  }

  /// How this answer is decoded: a date whose order is new is left as it was sent until the end.
  var rules: ReadingRules {
    let declared = ReadingRules(run.dataset)
    guard let earlier, !earlier.isFirst else { return declared }
    return declared.ordered(declared.orders.filter { earlier.orders[$0.key] == $0.value })
  }

  /// Stages an answer once more, as it was read when the copy was made.
  func stageEarlier(_ answered: Answered, _ partners: [PartnerTable]) async throws {
    guard let earlier else { return }
    let decoder = RecordDecoder(dataset: run.dataset, partners: partners, rules: earlier)
    let known = decoding
    try await judging(answered) { body in
      try await run.store.stageEarlier { add in
        var run = known
        _ = try decoder.decode(body, in: &run) { try add($0) }
      }
    }
  }

  /// Decides in which order each column has its dates, and reads those that were left as sent.
  mutating func settleDates(isWhole: Bool) async throws {
    orders = (earlier?.orders ?? [:]).filter { run.dataset.field($0.key) != nil }
    for index in sum.drift.fields.indices {
      let use = sum.drift.fields[index]
      let declared = run.dataset.field(use.name)?.order
      let order = declared ?? use.dates.order(after: orders[use.name], isWhole: isWhole)
      orders[use.name] = order
      let unread = use.dates.unread(order)
      if order == nil {
        sum.drift.fields[index].unordered = unread
      } else {
        sum.drift.fields[index].illTyped += unread
      }
    }
    guard sum.drift.fields.contains(where: { $0.dates.count > 0 }) else { return }
    let now = DateResolver(run.dataset, orders)
    let before = isReadOtherwise ? nil : earlier.map { DateResolver(run.dataset, $0.orders) }
    try await run.store.restage { staged in
      let record = now.resolved(staged)
      let earlier = before?.resolved(staged)
      guard record != staged || (earlier ?? record) != record else { return nil }
      return Restaged(record: record, earlier: earlier == record ? nil : earlier)
    }
  }
}
