import Foundation

extension PacketSimulator {
  /// What a simulated stream sends: how many records, in what portions, and with which fields.
  public struct Recipe: Sendable, Hashable {
    /// How many distinct records there will be.
    public let records: Int
    /// The most records of one packet.
    public let packetSize: Int
    /// Two streams with the same seed and fields carry the same values.
    public var seed: UInt64
    /// The id of the first record; the others follow it.
    public var firstID: Int
    /// The fields after the id, in the order they are written.
    public var fields: [Field]

    /// A recipe, of 1 to 10^12 records in packets of 1 to 10^6; a number outside counts as the nearest.
    public init(
      records: Int = 1_000_000, packetSize: Int = 100, seed: UInt64 = 1, firstID: Int = 1,
      fields: [Field]
    ) {
      self.records = min(max(1, records), 1_000_000_000_000)
      self.packetSize = min(max(1, packetSize), 1_000_000)
      self.seed = seed
      self.firstID = firstID
      self.fields = fields
    }

    /// The number of records in every packet: never more than there are distinct ids.
    var packet: Int { min(packetSize, records) }
  }

  /// A named field and how its values come about.
  public struct Field: Sendable, Hashable {
    /// The field's name in the written records.
    public var name: String
    /// What makes its values.
    public var generator: Generator

    /// A field called `name`.
    public init(_ name: String, _ generator: Generator) {
      self.name = name
      self.generator = generator
    }
  }

  /// How the values of one field come about.
  public enum Generator: Sendable, Hashable {
    /// One of these texts, each as likely as another; `""` when there is none to choose from.
    case oneOf([String])
    /// A number from a lower to an upper bound, both included, with 0 to 9 decimals.
    ///
    /// Bounds up to 9e9 in size are exact; larger ones need fewer decimals.
    case number(from: Double, to: Double, decimals: Int = 5)
    /// A whole number from a lower to an upper bound, both included.
    case integer(from: Int, to: Int)
    /// The time the packet was made, to the millisecond.
    case now
  }
}

extension PacketSimulator.Recipe {
  /// About one million synthetic currency deals in packets of 100.
  public static let deals = Self(fields: [
    .init("modified", .now),
    .init("instrument", .oneOf(instruments)),
    .init("price", .number(from: 60, to: 70, decimals: 5)),
    .init("amount", .number(from: 1_000_000, to: 50_000_000, decimals: 1)),
    .init("side", .oneOf(["buy", "sell"])),
  ])

  private static let instruments = [
    "EUR/USD_TOD", "EUR/USD_TOM", "EUR/USD_SPOT", "GBP/USD_SPOT", "USD/CHF_SPOT", "USD/CAD_TOM",
    "EUR/RUB_TOD", "USD/RUB_TOM", "USD/JPY_SPOT", "EUR/CHF_TOM", "EUR/GBP_SPOT", "AUD/USD_SPOT",
    "EUR/PLN_TOD", "USD/CNY_TOM",
  ]
}

extension PacketSimulator.Generator {
  /// The next value.
  ///
  /// Draws from `random` exactly as `Layout.Part.append` does.
  func value(_ date: Date, _ random: inout SplitMix64) -> PacketSimulator.Value {
    switch self {
    case .oneOf(let texts):
      .text(texts.isEmpty ? "" : texts[random.next(below: texts.count)])
    case .number(let from, let to, let decimals):
      .number(PacketSimulator.FixedPoint(from: from, to: to, decimals: decimals).number(&random))
    case .integer(let from, let to):
      .integer(PacketSimulator.FixedPoint(from: from, to: to).units(&random))
    case .now:
      .time(date)
    }
  }
}

extension PacketSimulator {
  /// Numbers of a fixed count of decimals, drawn as whole units so that they are written exactly.
  struct FixedPoint: Sendable {
    let lowest: Int
    let span: Int
    let decimals: Int
    let scale: Int

    init(from: Double, to: Double, decimals: Int) {
      let places = min(max(decimals, 0), 9)
      let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
      self.init(
        Self.units(of: from * Double(scale)), Self.units(of: to * Double(scale)),
        decimals: places, scale: scale)
    }

    init(from: Int, to: Int) {
      self.init(Self.within(from), Self.within(to), decimals: 0, scale: 1)
    }

    private init(_ first: Int, _ second: Int, decimals: Int, scale: Int) {
      self.decimals = decimals
      self.scale = scale
      lowest = min(first, second)
      span = max(first, second) - lowest + 1
    }

    private static func units(of number: Double) -> Int {
      guard number.isFinite else { return 0 }
      return within(Int(min(max(number.rounded(), -4e18), 4e18)))
    }

    /// The number kept inside ±4e18, so that the distance of two of them still fits an Int.
    private static func within(_ units: Int) -> Int {
      min(max(units, -4_000_000_000_000_000_000), 4_000_000_000_000_000_000)
    }

    func units(_ random: inout SplitMix64) -> Int {
      lowest + random.next(below: span)
    }

    func number(_ random: inout SplitMix64) -> Double {
      Double(units(&random)) / Double(scale)
    }
  }
}
