public import AlmanacDeclarations

/// Reads dates that were kept as they were sent, once the order of their column is known.
public struct DateResolver: Sendable {
  private let fields: [(position: Int, type: FieldType, order: DateOrder, paths: [[UInt8]])]

  /// A resolver for the fields of a dataset whose orders are known.
  public init(_ dataset: Dataset, _ orders: [String: DateOrder]) {
    fields = dataset.fields.enumerated().compactMap { position, field in
      orders[field.name].map { order in
        (position, field.type, order, field.from.map { Array($0.description.utf8) })
      }
    }
  }

  /// The record with every such date as a value, and without it among what is kept as sent.
  ///
  /// Cost: O(length of what is kept as sent).
  public func resolved(_ record: Record) -> Record {
    guard !fields.isEmpty, let extra = record.extra else { return record }
    var (record, bytes) = (record, Array(extra.utf8))
    for field in fields where record.values[field.position].isAbsent {
      for path in field.paths {
        guard let found = Self.take(path, field.type, field.order, from: &bytes) else { continue }
        record.values[field.position] = found
        break
      }
    }
    record.extra = bytes.count > 2 ? String(decoding: bytes, as: UTF8.self) : nil
    return record
  }

  /// The date under a key of an object, which loses it; nothing where it is none in this order.
  private static func take(
    _ path: [UInt8], _ type: FieldType, _ order: DateOrder, from bytes: inout [UInt8]
  ) -> Value? {
    let conversion = Conversion(scratch: Scratch())
    let (value, rest) = bytes.withUnsafeBufferPointer { all -> (Value?, [UInt8]) in
      var (value, rest) = (Value?.none, [UInt8(ascii: "{")])
      Piece(wholeJSON: all)?.forEachMember { key, piece in
        if value == nil, Scratch().plain(key).elementsEqual(path),
          conversion.evidence(piece, as: type) != nil,
          let read = conversion.value(of: piece, by: FieldRule(type: type, order: order))
        {
          value = read
          return
        }
        if rest.count > 1 { rest.append(UInt8(ascii: ",")) }
        rest += Array(key.json) + [UInt8(ascii: ":")] + Array(piece.json)
      }
      return (value, rest + [UInt8(ascii: "}")])
    }
    if value != nil { bytes = rest }
    return value
  }
}
