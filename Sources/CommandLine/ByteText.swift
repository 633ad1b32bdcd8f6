import AlmanacDeclarations
import AlmanacWebsite

/// Sizes of files: "45.7 MB".
enum ByteText {
  /// A number of bytes in the decimal unit that leaves at most three digits before the point.
  static func text(_ bytes: some BinaryInteger) -> String {
    let bytes = Double(bytes)
    func number(_ scale: Double) -> String {
      Speech.numbers.short(bytes / scale, atMost: bytes < 100 * scale ? 1 : 0)
    }
    return switch bytes {
    case ..<1e3: said("\(number(1)) bytes")
    case ..<1e6: said("\(number(1e3)) kB")
    case ..<1e9: said("\(number(1e6)) MB")
    default: said("\(number(1e9)) GB")
    }
  }
}
