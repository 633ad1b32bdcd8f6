public import Foundation

/// A live upstream in a box: a deterministic stream of packets of records, declared by fields.
///
/// Packets are numbered from 1. The first packets bring records with consecutive ids until
/// `Recipe.records` of them exist; every later packet revises records that exist already.
/// Except for times everything is a pure function of the recipe and the packet's number, so a stream
/// that resumes after a cursor gives what it would have given without the pause.
///
/// ```swift
/// var simulator = PacketSimulator(.deals, resumingAfter: 41)
/// let packet = simulator.next(at: Date())  // cursor 42
/// ```
public struct PacketSimulator: Sendable {
  /// What the packets are made from.
  public let recipe: Recipe
  /// The number of the last packet given; 0 before the first.
  public private(set) var cursor: Int

  private let layout: Layout

  /// A simulator at the start of the recipe's stream.
  public init(_ recipe: Recipe) {
    self.init(recipe, resumingAfter: 0)
  }

  /// A simulator whose next packet is the one after `cursor`.
  ///
  /// A negative cursor means the start, and one above 2^62 counts as that.
  public init(_ recipe: Recipe, resumingAfter cursor: Int) {
    self.recipe = recipe
    self.cursor = min(max(0, cursor), 1 << 62)
    self.layout = Layout(of: recipe)
  }

  /// The next packet, whose records were modified at `date`.
  ///
  /// O(1): the values are made when read.
  public mutating func next(at date: Date) -> Packet {
    cursor += 1
    return Packet(cursor: cursor, date: date, recipe: recipe, layout: layout)
  }
}

extension PacketSimulator {
  /// Some records that arrive together.
  public struct Packet: Sendable {
    /// The packet's number in the stream, from 1.
    public let cursor: Int
    /// When its records were modified.
    public let date: Date

    let recipe: Recipe
    let layout: Layout

    /// The number of records in the packet.
    public var count: Int { recipe.packet }

    /// The records, made anew at each reading.
    ///
    /// O(records × fields).
    public var records: [Record] {
      var random = SplitMix64(recipe.seed, packet: cursor)
      return (0..<count).map { row in
        let id = makeID(row, &random)
        return Record(id: id, values: recipe.fields.map { $0.generator.value(date, &random) })
      }
    }

    /// The id of one row: new while records are missing, afterwards one that exists.
    ///
    /// A packet never names an id twice, because each revision has its own share of the known ids.
    func makeID(_ row: Int, _ random: inout SplitMix64) -> Int {
      let (before, overflowed) = (cursor - 1).multipliedReportingOverflow(by: count)
      let known = overflowed ? recipe.records : min(before, recipe.records)
      guard known + row >= recipe.records else { return recipe.firstID + known + row }
      let share = (row * known / count)..<((row + 1) * known / count)
      return recipe.firstID + share.lowerBound + random.next(below: share.count)
    }
  }

  /// One record of a packet.
  public struct Record: Sendable, Hashable {
    /// The record's id; the same id in a later packet is a revision of the record.
    public let id: Int
    /// The values in the order of `Recipe.fields`.
    public let values: [Value]
  }

  /// A generated value.
  public enum Value: Sendable, Hashable {
    /// One of the texts a field allows.
    case text(String)
    /// A number of as many decimals as its field says.
    case number(Double)
    /// A whole number.
    case integer(Int)
    /// The packet's modification time.
    case time(Date)
  }
}
