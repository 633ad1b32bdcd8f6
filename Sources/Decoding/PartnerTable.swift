public import AlmanacDeclarations

/// The second resource of a join, ready to complete records as they are decoded.
///
/// A join of many (`take`) gives each record a list of values under the join's name; a join of one gives
/// whatever the partner has and the record lacks. Either way what the record itself says comes first,
/// and an absent partner is no value. Partners are JSON.
public struct PartnerTable: Sendable {
  /// The join it was made for.
  public let join: Join
  /// How many partners were passed over because they name no record.
  public private(set) var keyless = 0
  /// The partners that complete no record: without a key, or after the first of a join of one.
  public private(set) var page = DecodedPage()
  private var met = 0

  let isInteger: Bool
  private(set) var bytes: [UInt8] = []
  private(set) var ranges: [RecordID: [Range<Int>]] = [:]

  /// An empty table for a join of a dataset.
  public init(_ join: Join, of dataset: Dataset) {
    self.join = join
    isInteger = dataset.key.isInteger
  }

  /// How many records have a partner.
  public var count: Int { ranges.count }

  /// The values for a record, as JSON texts: what was taken, or the whole partner.
  public func partners(of id: RecordID) -> [String] {
    (ranges[id] ?? []).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Adds an answer of the second resource: a list of partners, each with the key of its record.
  ///
  /// Throws `DecodingFailure`; partners read before it are kept. O(bytes).
  public mutating func add(_ answer: some Collection<UInt8>) throws {
    try answer.withBytes { try add($0, as: nil) }
  }

  /// Adds the answer to a question about one record (`{id}`): its partner, or a list of them.
  public mutating func add(_ answer: some Collection<UInt8>, for id: RecordID) throws {
    try answer.withBytes { try add($0, as: id) }
  }

  private mutating func add(_ answer: Bytes, as id: RecordID?) throws {
    do {
      var finder = PathFinder([join.on] + [join.take].compactMap { $0 })
      for partner in try partners(in: answer, isOneAllowed: id != nil) {
        try finder.find(in: partner)
        add(partner, as: id, finder)
      }
    } catch let flaw as JSONFlaw {
      throw DecodingFailure(flaw, in: answer)
    }
  }

  private func partners(in answer: Bytes, isOneAllowed: Bool) throws -> [Piece] {
    var scanner = try RecordScanner(answer: answer)
    let whole = try scanner.value()
    try scanner.finish()
    var finder = PathFinder([join.records].compactMap { $0 })
    try finder.find(in: whole)
    let found = join.records.map { finder.pieces(at: $0) } ?? [whole]
    if let list = found.first(where: { $0.kind == .array }) { return list.elements }
    let isRefusal = found.first.flatMap(DecodingFailure.refusal) != nil
    if isOneAllowed, !isRefusal, let one = found.first, one.kind == .object { return [one] }
    throw DecodingFailure.notAList(found.first ?? whole, at: join.records?.description)
  }

  private mutating func add(_ partner: Piece, as id: RecordID?, _ finder: borrowing PathFinder) {
    met += 1
    guard let owner = id ?? finder.pieces(at: join.on).first.flatMap(key) else {
      keyless += 1
      return page.setAside(.partnerWithoutKey, partner.bytes, at: met)
    }
    guard let take = join.take else {
      guard ranges[owner] == nil else {
        return page.setAside(.partnerRepeats, partner.bytes, at: met, key: owner.description)
      }
      return append(partner, to: owner)
    }
    for piece in finder.pieces(at: take) where !piece.isBlank { append(piece, to: owner) }
  }

  private func key(_ piece: Piece) -> RecordID? {
    Conversion(scratch: Scratch()).key(in: piece, isInteger: isInteger)
  }

  private mutating func append(_ piece: Piece, to owner: RecordID) {
    let start = bytes.count
    bytes.append(contentsOf: piece.json)
    ranges[owner, default: []].append(start..<bytes.count)
  }
}
