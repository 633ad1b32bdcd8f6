extension Int64 {
  /// The nearest whole number to one that may be out of range; 0 for what is no number.
  ///
  /// For what is read from files: a damaged one may say anything.
  init(clamped number: Double) {
    let rounded = number.rounded()
    self = Int64(exactly: rounded) ?? (rounded.isNaN ? 0 : rounded < 0 ? .min : .max)
  }
}

extension FixedWidthInteger {
  /// The sum, or the end of the range where it lies beyond.
  func addingClamped(_ other: Self) -> Self {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}

extension TableQuery {
  /// The ranks of the window among so many rows, whatever the offset and the limit are.
  func ranks(of total: Int) -> Range<Int> {
    let start = min(max(offset, 0), total)
    return start..<min(start.addingClamped(max(limit, 0)), total)
  }
}
