public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacDecoding

extension Record {
  /// What the source sent for a field that is no value of its type, as it was sent; nothing where there
  /// is no such.
  ///
  /// Cost: O(length of what is kept as sent).
  public func sent(as field: Field) -> String? {
    guard let extra else { return nil }
    for path in field.from {
      if let text = SentText(extra)[path.description] { return text }
    }
    return nil
  }
}
