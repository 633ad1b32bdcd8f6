public import AlmanacDeclarations

/// Turns the answers of a dataset's upstream into records.
///
/// Understands JSON lists (bare or at the path that the source declares), Socrata's `rows.json`, SODA and
/// CSV, as the source's kind says; a stream's packets are JSON lists. Records that cannot be kept are set
/// aside and counted, never fatal, unless they are most of what came.
///
/// ```swift
/// let decoder = RecordDecoder(dataset: countries)
/// let page = try decoder.decode(answer) { records.append($0) }
/// ```
public struct RecordDecoder: Sendable {
  /// The dataset whose records it makes.
  public let dataset: Dataset
  private let plan: RecordPlan
  private let keyPlan: RecordPlan
  private let partners: [PartnerTable]

  /// Makes a decoder; `partners` hold the answers of the dataset's joins.
  ///
  /// - Parameter rules: How values are read; as the dataset declares where none are given.
  public init(dataset: Dataset, partners: [PartnerTable] = [], rules: ReadingRules? = nil) {
    self.dataset = dataset
    self.partners = partners
    plan = RecordPlan(dataset, rules: rules)
    keyPlan = RecordPlan(dataset, keysOnly: true)
  }

  /// Decodes one answer, handing over each record in the order of the answer.
  ///
  /// Throws `DecodingFailure` where the answer is not what the source declares, also when that shows
  /// only at its end: then the records handed over before are to be forgotten. Rethrows what `handOver`
  /// throws. O(bytes); holds no record.
  ///
  /// - Parameters:
  ///   - answer: The bytes; without a copy where they are contiguous.
  ///   - run: The keys of earlier answers of the same run; a key seen there is a repeat.
  @discardableResult
  public func decode(
    _ answer: some Collection<UInt8>, in run: inout DecodingRun,
    into handOver: (Record) throws -> Void
  ) throws -> DecodedPage {
    try read(answer, plan, in: &run, .setAside) { reading, position, source in
      try reading.deliver(position, source, handOver)
    }
  }

  /// Decodes one answer that stands alone.
  @discardableResult
  public func decode(
    _ answer: some Collection<UInt8>, into handOver: (Record) throws -> Void
  ) throws -> DecodedPage {
    var run = DecodingRun()
    return try decode(answer, in: &run, into: handOver)
  }

  /// Decodes the keys alone, such as of an answer to a request for nothing else.
  ///
  /// Throws like `decode(_:in:into:)`.
  @discardableResult
  public func decodeKeys(
    _ answer: some Collection<UInt8>, in run: inout DecodingRun,
    into handOver: (RecordID) throws -> Void
  ) throws -> DecodedPage {
    var page = try read(answer, keyPlan, in: &run, .setAside) { reading, position, source in
      try reading.deliverKey(position, source, handOver)
    }
    page.drift = Drift()
    return page
  }

  /// Decodes one packet of a stream: a list of records, or a single one.
  ///
  /// A key that comes twice is handed over twice, the later as a revision of the earlier. Throws like
  /// `decode(_:in:into:)`.
  @discardableResult
  public func decodePacket(
    _ packet: some Collection<UInt8>, into handOver: (Record) throws -> Void
  ) throws -> DecodedPage {
    var run = DecodingRun()
    return try read(packet, plan, in: &run, .handOver) { reading, position, source in
      try reading.deliver(position, source, handOver)
    }
  }

  private func read(
    _ answer: some Collection<UInt8>, _ plan: RecordPlan, in run: inout DecodingRun,
    _ repeats: Reading.Repeats, _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws -> DecodedPage {
    try PartnerTable.withReaders(partners, plan) { readers in
      var reading = Reading(plan, partners: readers, run: run, repeats: repeats)
      run = DecodingRun()
      defer { run = reading.run }
      return try answer.withBytes { bytes in
        switch plan.dataset.source.kind {
        case .csv: try reading.readCSV(bytes, deliver)
        case .json, .soda, .stream: try reading.readJSON(bytes, deliver)
        }
        return try reading.finish()
      }
    }
  }
}

extension Collection<UInt8> {
  /// Hands over the bytes in one piece, copied only where they are not.
  func withBytes<Result>(_ work: (Bytes) throws -> Result) throws -> Result {
    if let result = try withContiguousStorageIfAvailable(work) { return result }
    return try Array(self).withUnsafeBufferPointer(work)
  }
}
