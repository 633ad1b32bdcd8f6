import AlmanacDeclarations

extension Conversion {
  /// A number of degrees, or why there is none.
  enum Degrees {
    case known(Double)
    case absent
    case illTyped
  }

  /// The degrees in a piece.
  func degrees(_ piece: Piece) -> Degrees {
    switch value(of: piece, as: .number) {
    case .number(let number): .known(number)
    case .absent: .absent
    default: .illTyped
    }
  }

  /// A place from its degrees; degrees that name no place on Earth are an unknown place.
  static func place(_ latitude: Degrees, _ longitude: Degrees) -> Value? {
    switch (latitude, longitude) {
    case (.known(let north), .known(let east)):
      Point(latitude: north, longitude: east).map(Value.point) ?? .absent
    case (.illTyped, _), (_, .illTyped): nil
    default: .absent
    }
  }

  /// A place in any shape known: an object of degrees, a GeoJSON point, a list, or text.
  func point(_ piece: Piece, _ rule: FieldRule) -> Value? {
    switch piece.kind {
    case .object: objectPoint(piece)
    case .array where rule.isLongitudeFirst: position(piece)
    case .array: listPoint(piece)
    case .string, .escaped, .cell, .doubled: textPoint(scratch.plain(piece).trimmed)
    default: nil
    }
  }

  /// `{"latitude","longitude"}`, `{"lat","lng"}`, `{"lat","lon"}`, or GeoJSON (RFC 7946), also as a
  /// feature around its geometry.
  private func objectPoint(_ piece: Piece) -> Value? {
    var (latitude, longitude) = (Piece.missing, Piece.missing)
    var (coordinates, geometry) = (Piece.missing, Piece.missing)
    piece.forEachMember { key, value in
      if key.equals("latitude") || key.equals("lat") {
        latitude = value
      } else if key.equals("longitude") || key.equals("lng") || key.equals("lon") {
        longitude = value
      } else if key.equals("coordinates") {
        coordinates = value
      } else if key.equals("geometry") {
        geometry = value
      }
    }
    if latitude.kind != .missing || longitude.kind != .missing {
      return Self.place(degrees(latitude), degrees(longitude))
    }
    if coordinates.kind == .array { return position(coordinates) }
    guard geometry.kind == .object, geometry.member("geometry").kind == .missing else { return nil }
    return objectPoint(geometry)
  }

  /// GeoJSON's `[longitude, latitude]`, whatever follows: a height, and what else a program adds.
  private func position(_ piece: Piece) -> Value? {
    let parts = piece.elements
    guard parts.count >= 2 else { return parts.isEmpty ? .absent : nil }
    return Self.place(degrees(parts[1]), degrees(parts[0]))
  }

  /// `[lat, lng]`, with a height or without, or the five cells of an old Socrata location, of which
  /// two are degrees.
  private func listPoint(_ piece: Piece) -> Value? {
    let parts = piece.elements
    switch parts.count {
    case 2, 3: return Self.place(degrees(parts[0]), degrees(parts[1]))
    case 5: return Self.place(degrees(parts[1]), degrees(parts[2]))
    default: return nil
    }
  }

  /// `(lat, lng)`, at the end of an address or alone, or `POINT (lng lat)` of well-known text (ISO
  /// 19125), each with a height or without.
  private func textPoint(_ text: Bytes) -> Value? {
    guard !text.isEmpty else { return .absent }
    guard let open = text.lastIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")") else {
      return Self.isPointText(text, emptied: true)
        ? .absent : degreesPair(text) { $0 == UInt8(ascii: ",") }
    }
    let inside = text.part(open + 1..<text.count - 1).trimmed
    guard Self.isPointText(text.part(0..<open)) else {
      return degreesPair(inside) { $0 == UInt8(ascii: ",") }
    }
    return degreesPair(inside, isLongitudeFirst: true) { $0 <= 0x20 }
  }

  /// Whether text before the numbers is that of a point: `POINT`, `POINT Z`, `POINTZM`, with the
  /// number of a reference system before it or without.
  private static func isPointText(_ text: Bytes, emptied: Bool = false) -> Bool {
    let start = text.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? 0
    let name = text.part(start..<text.count).filter { $0 > 0x20 }
    let words: [StaticString] =
      emptied
      ? ["pointempty", "pointzempty", "pointmempty", "pointzmempty"]
      : ["point", "pointz", "pointm", "pointzm"]
    return name.withUnsafeBufferPointer { name in words.contains { name.spells($0) } }
  }

  private func degreesPair(
    _ text: Bytes, isLongitudeFirst: Bool = false, between isSeparator: (UInt8) -> Bool
  ) -> Value? {
    let parts = text.split(
      maxSplits: 5, omittingEmptySubsequences: isLongitudeFirst, whereSeparator: isSeparator)
    guard (2...4).contains(parts.count) else { return nil }
    let both = parts.prefix(2).map { degrees(Piece(bytes: Bytes(rebasing: $0), kind: .cell)) }
    return isLongitudeFirst ? Self.place(both[1], both[0]) : Self.place(both[0], both[1])
  }
}
