import AlmanacDeclarations

extension StreamTally {
  /// Counts records that are shown, and their values that are no declared choice.
  ///
  /// Cost: O(records × fields with choices × choices).
  func count(_ records: [Record], of dataset: Dataset) {
    if records.isEmpty { return }
    var unlisted = 0
    for (index, field) in dataset.fields.enumerated() where !field.choices.isEmpty {
      for record in records {
        guard case .text(let text) = record.values[index] else { continue }
        if !field.choices.contains(where: { $0.value == text }) { unlisted += 1 }
      }
    }
    count { [unlisted] in
      $0.received += records.count
      $0.unlisted += unlisted
    }
  }
}
