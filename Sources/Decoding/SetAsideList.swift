/// The records of an answer that were set aside, as they were sent; the first ones of many.
public struct SetAsideList: Sendable, Hashable {
  /// The records, in the order in which they came.
  public private(set) var rows: [Row] = []
  private var bytes = 0

  /// The most records that are listed; their number is counted beyond it.
  public static let most = 1000
  /// The most bytes of all listed records together.
  public static let mostBytes = 1_000_000
  /// The most bytes that are kept of one record.
  static let mostOfRow = 4000

  /// A record that was set aside.
  public struct Row: Sendable, Hashable {
    /// Why.
    public var reason: SetAside.Reason
    /// The page of the answer, from 1.
    public var page = 1
    /// Its line in a CSV answer, else its position among the records of the page, from 1.
    public var position: Int
    /// Its key, where it has one.
    public var key: String?
    /// Its beginning, as it was sent.
    public var raw: String
  }

  /// An empty list.
  public init() {}

  /// Adds a record while there is room.
  mutating func add(
    _ reason: SetAside.Reason, _ source: Bytes, at position: Int, key: String?
  ) {
    if rows.count >= Self.most || bytes >= Self.mostBytes { return }
    let room = min(Self.mostOfRow, Self.mostBytes - bytes)
    let raw = String(decoding: source.prefix(room), as: UTF8.self)
    add(
      Row(
        reason: reason, position: position, key: key.map { String($0.prefix(256)) },
        raw: source.count > room ? raw + "…" : raw))
  }

  /// Adds the records of a later page of the same answer while there is room.
  public mutating func add(_ other: SetAsideList, page: Int) {
    for var row in other.rows {
      row.page = page
      add(row)
    }
  }

  private mutating func add(_ row: Row) {
    let size = row.raw.utf8.count + (row.key?.utf8.count ?? 0)
    guard rows.count < Self.most, bytes < Self.mostBytes else { return }
    rows.append(row)
    bytes += size
  }
}

extension DecodedPage {
  /// Counts and lists a record that is not handed over.
  mutating func setAside(
    _ reason: SetAside.Reason, _ source: Bytes, at position: Int, key: String? = nil
  ) {
    aside.add(reason, source, at: position, key: key)
    guard let index = setAside.firstIndex(where: { $0.reason == reason }) else {
      setAside.append(
        SetAside(reason: reason, count: 1, position: position, excerpt: source.excerpt()))
      return
    }
    setAside[index].count += 1
  }
}
