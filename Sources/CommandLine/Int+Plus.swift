extension Int {
  /// The sum with another number; the nearest that there is where it is none.
  ///
  /// For what another process or a person says, which may be anything.
  func plus(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }
}
