import AlmanacDeclarations

/// Makes deals as a decoder would hand them on: the same ones in every run.
struct DealMaker {
  private var random = SplitMix()
  /// Rows to draw from, so that making records costs little beside what is measured.
  private let rows: [[Value]]

  static let instruments = [
    "EUR/USD_TOD", "EUR/USD_TOM", "EUR/USD_SPOT", "GBP/USD_TOD", "GBP/USD_TOM", "GBP/USD_SPOT",
    "USD/CHF_TOM", "USD/CHF_SPOT", "USD/CAD_TOM", "USD/CAD_SPOT", "USD/JPY_TOD", "USD/JPY_SPOT",
    "EUR/RUB_TOD", "EUR/RUB_SPOT",
  ]

  /// How many records a packet has.
  static let packet = 100

  init(rows count: Int = 65_536) {
    var random = SplitMix()
    rows = (0..<count).map { _ in Self.row(&random) }
  }

  private static func row(_ random: inout SplitMix) -> [Value] {
    let price = (6_000_000 + Double(random.below(1_000_001))) / 100_000
    let amount = (100_000_000 + Double(random.below(4_900_000_001))) / 100
    return [
      .integer(0), .text(instruments[random.below(instruments.count)]), .number(price),
      .number(amount), .text(random.below(2) == 0 ? "buy" : "sell"),
    ]
  }

  /// A packet of deals with some keys, modified at a moment in milliseconds.
  mutating func packet(_ keys: some Collection<Int64>, at moment: Int64) -> [Record] {
    keys.map { key in
      var values = rows[random.below(rows.count)]
      values[0] = .integer(moment)
      return Record(id: .integer(key), values: values)
    }
  }

  /// A packet that revises deals drawn among the first so many.
  mutating func revisions(among count: Int, at moment: Int64) -> [Record] {
    let keys = (0..<Self.packet).map { _ in Int64(1 + random.below(count)) }
    return packet(keys, at: moment)
  }
}

/// The generator of Steele, Lea and Flood (2014), seeded alike in every run.
struct SplitMix {
  private var state: UInt64 = 1

  /// A number from 0 to one less than a bound.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31).multipliedFullWidth(by: UInt64(bound)).high)
  }
}
