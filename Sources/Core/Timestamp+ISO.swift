extension Timestamp {
  /// Reads an ISO 8601 date, or date and time, from its bytes.
  ///
  /// It takes `2024-02-29`, `2024-02-29T14:05`, `…T14:05:09`, `…T14:05:09.123456` (a fraction is cut
  /// to milliseconds) with `T` or a space, then nothing, `Z`, `+02:00`, `+0200` or `+02`. A time
  /// without a zone is taken as UTC, as SODA's floating timestamps are. Nil when the bytes are
  /// anything else or there is no such moment; a leap second (`:60`) is none. O(n)
  public init?(iso bytes: [UInt8]) {
    var reader = ISOReader(bytes)
    guard let date = reader.date() else { return nil }
    if reader.isAtEnd {
      self.init(date)
      return
    }
    guard reader.skip(ASCII.letterT) || reader.skip(ASCII.space),
      let local = reader.time(on: date), let offset = reader.offsetInMinutes(), reader.isAtEnd
    else { return nil }
    let milliseconds = local.millisecondsSinceEpoch - Int64(offset) &* 60_000
    self.init(millisecondsSinceEpoch: milliseconds)
  }

  /// The moment as `2024-02-29T14:05:09.123Z`, in ASCII, the milliseconds left out when zero. O(1)
  public var iso: [UInt8] {
    var bytes = date.iso
    bytes.append(ASCII.letterT)
    bytes.append(number: hour, digits: 2)
    bytes.append(ASCII.colon)
    bytes.append(number: minute, digits: 2)
    bytes.append(ASCII.colon)
    bytes.append(number: second, digits: 2)
    if millisecond != 0 {
      bytes.append(ASCII.point)
      bytes.append(number: millisecond, digits: 3)
    }
    bytes.append(ASCII.letterZ)
    return bytes
  }
}

extension ISOReader {
  /// A time of day as `14:05`, `14:05:09` or `14:05:09.123`.
  mutating func time(on date: CivilDate) -> Timestamp? {
    guard let hour = number(digits: 2), skip(ASCII.colon), let minute = number(digits: 2) else {
      return nil
    }
    guard skip(ASCII.colon) else { return Timestamp(date, hour: hour, minute: minute) }
    guard let second = number(digits: 2), let millisecond = fraction() else { return nil }
    return Timestamp(date, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// The milliseconds of a fraction of a second, 0 without one, nil after a point without digits.
  private mutating func fraction() -> Int? {
    guard skip(ASCII.point) || skip(ASCII.comma) else { return 0 }
    guard var value = digit() else { return nil }
    var digits = 1
    while let next = digit() {
      if digits < 3 { value = value * 10 + next }
      digits += 1
    }
    while digits < 3 {
      value *= 10
      digits += 1
    }
    return value
  }

  /// The offset from UTC that a zone tells, 0 without one, nil when it is none.
  mutating func offsetInMinutes() -> Int? {
    if isAtEnd || skip(ASCII.letterZ) { return 0 }
    let isNegative = skip(ASCII.minus)
    guard isNegative || skip(ASCII.plus), let hours = number(digits: 2), hours < 24 else {
      return nil
    }
    var minutes = 0
    if !isAtEnd {
      _ = skip(ASCII.colon)
      guard let told = number(digits: 2), told < 60 else { return nil }
      minutes = told
    }
    return isNegative ? -(hours * 60 + minutes) : hours * 60 + minutes
  }
}
