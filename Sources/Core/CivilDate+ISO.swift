extension CivilDate {
  /// Reads a date as `2024-02-29`; a year may have a sign, as `-0044-03-15`.
  ///
  /// Nil when the bytes are anything else or there is no such day. O(1)
  public init?(iso bytes: [UInt8]) {
    var reader = ISOReader(bytes)
    guard let date = reader.date(), reader.isAtEnd else { return nil }
    self = date
  }

  /// The date as `2024-02-29` or `-0044-03-15`, in ASCII. O(1)
  public var iso: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(11)
    if year < 0 { bytes.append(ASCII.minus) }
    bytes.append(number: year < 0 ? -year : year, digits: 4)
    bytes.append(ASCII.minus)
    bytes.append(number: month, digits: 2)
    bytes.append(ASCII.minus)
    bytes.append(number: day, digits: 2)
    return bytes
  }
}
