@testable import AlmanacDecoding
import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `A record scanner` {
  /// A JSON text made of random parts, with random white space.
  static func document(_ generator: inout SeededGenerator, depth: Int = 0) -> String {
    let spaces = ["", "", "", " ", "\n\t", "\r\n"]
    func pad(_ text: String) -> String {
      (spaces.randomElement(using: &generator) ?? "") + text
        + (spaces.randomElement(using: &generator) ?? "")
    }
    let kind = Int.random(in: 0..<(depth > 4 ? 6 : 8), using: &generator)
    let count = Int.random(in: 0..<5, using: &generator)
    switch kind {
    case 0: return pad("null")
    case 1: return pad(Bool.random(using: &generator) ? "true" : "false")
    case 2: return pad(String(Int64.random(in: -1_000_000...1_000_000, using: &generator)))
    case 3: return pad("\(Double.random(in: -1e6...1e6, using: &generator))")
    case 4: return pad("\(Int.random(in: 1...9, using: &generator))E-\(count)")
    case 5: return pad(string(&generator))
    case 6:
      return pad(
        "[" + (0..<count).map { _ in document(&generator, depth: depth + 1) }.joined(separator: ",")
          + "]")
    default:
      let members = (0..<count).map {
        pad("\"k\($0)\"") + ":" + document(&generator, depth: depth + 1)
      }
      return pad("{" + members.joined(separator: ",") + "}")
    }
  }

  static func string(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "Łódź", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0141"#, #"\ud83d\ude00"#, " ",
      "long plain text",
      #"\b\f\r\t"#, "'", "{", "]", "\u{7F}", "é",
    ]
    let count = Int.random(in: 0..<9, using: &generator)
    return "\"" + (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      + "\""
  }

  /// A JSON value; true and false are 1 and 0, as Foundation's numbers cannot be told from them.
  indirect enum Tree: Equatable {
    case null
    case number(Double)
    case text(String)
    case list([Tree])
    case object([String: Tree])
  }

  static func tree(_ piece: Piece) -> Tree {
    switch piece.kind {
    case .null, .missing: return .null
    case .true, .false: return .number(piece.kind == .true ? 1 : 0)
    case .number: return .number(NumberText(piece.bytes)?.number ?? .nan)
    case .string, .escaped, .cell, .doubled: return .text(Scratch().text(piece))
    case .array: return .list(piece.elements.map(tree))
    case .object:
      var members: [String: Tree] = [:]
      piece.forEachMember { members[Scratch().text($0)] = tree($1) }
      return .object(members)
    }
  }

  /// Foundation's own numbers are not always the nearest; their texts are exact.
  static func tree(_ value: Any) -> Tree {
    switch value {
    case let text as String: .text(text)
    case let list as [Any]: .list(list.map(tree))
    case let object as [String: Any]: .object(object.mapValues(tree))
    case let number as NSNumber: .number(Double(number.stringValue) ?? number.doubleValue)
    default: .null
    }
  }

  static func scan(_ bytes: [UInt8]) throws -> Tree {
    try bytes.withUnsafeBufferPointer { bytes in
      var scanner = try RecordScanner(answer: bytes)
      let piece = try scanner.value()
      try scanner.finish()
      return tree(piece)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `reads what Foundation reads`(_ seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<100 {
      let text = Self.document(&generator)
      let expected = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(try Self.scan(Array(text.utf8)) == Self.tree(expected), "\(text)")
    }
  }

  @Test func `fails on every beginning of a document`() throws {
    var generator = SeededGenerator(state: 3)
    let records = (0..<6).map { #"{"id":\#($0),"it":\#(Self.document(&generator)),"u":"\u0141é"}"# }
    let answer = Array(("[" + records.joined(separator: ",") + "]").utf8)
    let decoder = RecordDecoder(
      dataset: dataset(field("it", .text), field("deep", .list, "it.*.k0")))
    var whole: [Record] = []
    try decoder.decode(answer) { whole.append($0) }
    for length in 0..<answer.count {
      var read: [Record] = []
      #expect(throws: DecodingFailure.self, "\(length)") {
        try decoder.decode(answer[..<length]) { read.append($0) }
      }
      #expect(read == Array(whole.prefix(read.count)))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `survives any damage`(_ seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let records = (0..<4).map {
      #"{"id":\#($0),"name":"a\u0141\"","it":\#(Self.document(&generator))}"#
    }
    let json = Array(("[" + records.joined(separator: ",") + "]").utf8)
    let csv = Array("id,name,it\n1,\"a\"\"b\nc\",2\n2,x,(1.5; 2)\r\n3,\"ł\",\n".utf8)
    for round in 0..<1_000 {
      let isCSV = round.isMultiple(of: 2)
      let damaged = Self.damage(isCSV ? csv : json, &generator)
      let type = FieldType.allCases.randomElement(using: &generator) ?? .text
      let made = dataset(
        isCSV ? .csv : .json, field("it", type), field("name", .link, "name", "it.0"))
      do { _ = try decode(damaged, made) } catch is DecodingFailure {}
    }
  }

  static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      case 2:
        bytes.insert(Array(#"{}[],:"\0"#.utf8).randomElement(using: &generator) ?? 0, at: place)
      default:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 0...20, using: &generator)))
      }
    }
    return bytes
  }
}

@Suite struct `A set of whole numbers` {
  @Test(arguments: [0, 1, 42, UInt64.max]) func `holds what the standard set holds`(_ seed: UInt64)
  {
    var generator = SeededGenerator(state: seed)
    var (set, reference) = (IntegerSet(seed: seed), Set<Int64>())
    for _ in 0..<20_000 {
      let number = Int64.random(in: -5_000...5_000, using: &generator)
      #expect(set.insert(number) == reference.insert(number).inserted)
      #expect(set.contains(number))
    }
    #expect(set.count == reference.count)
    #expect((-6_000...6_000).allSatisfy { set.contains($0) == reference.contains($0) })
  }
}
