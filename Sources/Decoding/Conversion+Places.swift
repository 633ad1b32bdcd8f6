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
  func point(_ piece: Piece) -> Value? {
    switch piece.kind {
    case .object: objectPoint(piece)
    case .array: listPoint(piece)
    case .string, .escaped, .cell, .doubled: textPoint(scratch.plain(piece).trimmed)
    default: nil
    }
  }

  /// `{"latitude","longitude"}`, `{"lat","lng"}`, `{"lat","lon"}`, or GeoJSON (RFC 7946).
  private func objectPoint(_ piece: Piece) -> Value? {
    var (latitude, longitude) = (Piece.missing, Piece.missing)
    var coordinates = Piece.missing
    piece.forEachMember { key, value in
      if key.equals("latitude") || key.equals("lat") {
        latitude = value
      } else if key.equals("longitude") || key.equals("lng") || key.equals("lon") {
        longitude = value
      } else if key.equals("coordinates") {
        coordinates = value
      }
    }
    if latitude.kind != .missing || longitude.kind != .missing {
      return Self.place(degrees(latitude), degrees(longitude))
    }
    guard coordinates.kind == .array else { return nil }
    let degrees = coordinates.elements.map(degrees)
    guard degrees.count >= 2 else { return degrees.isEmpty ? .absent : nil }
    return Self.place(degrees[1], degrees[0])
  }

  /// `[lat, lng]`, or the five cells of an old Socrata location, of which two are degrees.
  private func listPoint(_ piece: Piece) -> Value? {
    let parts = piece.elements
    switch parts.count {
    case 2: return Self.place(degrees(parts[0]), degrees(parts[1]))
    case 5: return Self.place(degrees(parts[1]), degrees(parts[2]))
    default: return nil
    }
  }

  /// `(lat, lng)`, at the end of an address or alone, or `POINT (lng lat)` of well-known text.
  private func textPoint(_ text: Bytes) -> Value? {
    guard !text.isEmpty else { return .absent }
    guard let open = text.lastIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")") else {
      return degreesPair(text, separator: UInt8(ascii: ","))
    }
    let inside = text.part(open + 1..<text.count - 1).trimmed
    guard text.part(0..<open).trimmed.spells("point") else {
      return degreesPair(inside, separator: UInt8(ascii: ","))
    }
    return degreesPair(inside, separator: UInt8(ascii: " "), isLongitudeFirst: true)
  }

  private func degreesPair(
    _ text: Bytes, separator: UInt8, isLongitudeFirst: Bool = false
  ) -> Value? {
    guard let middle = text.firstIndex(of: separator) else { return nil }
    let first = degrees(Piece(bytes: text.part(0..<middle), kind: .cell))
    let second = degrees(Piece(bytes: text.part(middle + 1..<text.count), kind: .cell))
    return isLongitudeFirst ? Self.place(second, first) : Self.place(first, second)
  }
}
