extension OrderKey {
  /// The key of a text: the first eight bytes of its sort key, and whether they say it all.
  public struct Text: Hashable, Sendable {
    /// The order-preserving key.
    public let key: UInt64
    /// Whether another text may share this key and yet sort apart.
    ///
    /// Two texts with the same key sort alike if this is false for both; otherwise their full sort
    /// keys decide.
    public let tiesNeedFullKey: Bool
  }

  /// The key of a text, from its sort key (see `Collation`) or any bytes that compare bytewise.
  ///
  /// An empty text is present: it comes first when ascending and last before the absent ones when
  /// descending. O(1)
  public static func of(_ sortKey: [UInt8]?, descending: Bool = false) -> Text {
    guard let sortKey else { return Text(key: absent, tiesNeedFullKey: false) }
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < sortKey.count ? UInt64(sortKey[index]) : 0)
    }
    let key = present(prefix, descending: descending)
    let isClamped = key != (descending ? ~prefix : prefix)
    let isPadded = sortKey.last == 0
    return Text(key: key, tiesNeedFullKey: sortKey.count > 8 || isPadded || isClamped)
  }
}
