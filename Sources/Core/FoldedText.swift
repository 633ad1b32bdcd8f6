/// A folded text that knows where each of its bytes comes from.
struct FoldedText {
  /// The text as `TextFolding` leaves it.
  private(set) var bytes: [UInt8] = []
  /// Where the letter that became a byte begins in the text as written.
  private var starts: [Int] = []
  /// Where it ends there, with the accents that follow it.
  private var ends: [Int] = []

  /// Folds a UTF-8 text. O(n)
  init(_ utf8: [UInt8]) {
    var output = SpacedText(expecting: utf8.count)
    var scalars = UTF8Scalars(utf8)
    var start = 0
    while let scalar = Self.next(&scalars) {
      Self.append(scalar, &output)
      note(start..<scalars.position, output.bytes.count, isNothing: Self.isNothing(scalar))
      start = scalars.position
    }
    bytes = output.bytes
  }

  /// The place in the text as written of a part of the folded text, which is not empty.
  func written(_ range: Range<Int>) -> Range<Int> {
    starts[range.lowerBound]..<ends[range.upperBound - 1]
  }

  private mutating func note(_ place: Range<Int>, _ count: Int, isNothing: Bool) {
    if isNothing, !ends.isEmpty, ends[ends.count - 1] == place.lowerBound {
      ends[ends.count - 1] = place.upperBound
    }
    while starts.count < count {
      starts.append(place.lowerBound)
      ends.append(place.upperBound)
    }
  }

  /// The next scalar, и and a breve as one й (see `ComposedScalars`).
  private static func next(_ scalars: inout UTF8Scalars) -> UInt32? {
    guard let scalar = scalars.next() else { return nil }
    guard scalar.value == 0x0438 || scalar.value == 0x0418 else { return scalar.value }
    var ahead = scalars
    guard ahead.next()?.value == 0x0306 else { return scalar.value }
    scalars = ahead
    return scalar.value + 1
  }

  private static func isNothing(_ scalar: UInt32) -> Bool {
    if case .nothing = FoldedScalar(scalar).text { true } else { false }
  }

  private static func append(_ scalar: UInt32, _ output: inout SpacedText) {
    switch FoldedScalar(scalar).text {
    case .nothing: break
    case .space: output.append(SpacedText.space)
    case .scalar(let folded): output.append(folded)
    case .several(let first, let second, let third):
      output.append(first)
      output.append(second)
      if third != 0 { output.append(third) }
    }
  }
}
