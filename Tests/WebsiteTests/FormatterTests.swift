import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacWebsite

/// Binary64 numbers of every kind: the edges first, then bit patterns drawn from all there are.
struct AnyNumbers: Sequence, IteratorProtocol {
  private var drawn = 0
  private var state: UInt64 = 16
  let count: Int

  static let edges: [Double] = [
    0, -0.0, .nan, -.nan, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 5e14, -5e14,
    999_999_999_999_999.9, 1e15, 0x1p53, 0x1p53 + 2, 0x1p63, 0x1p64, -0x1p63, 9_007_199_254.740_993,
    0.5, 1.5, 2.675, 1e-9, 1e-7, 4.999_999_999_999_999e-7, 18_446_744_073_709.551_615,
  ]

  init(_ count: Int) { self.count = count }

  mutating func next() -> Double? {
    guard drawn < count else { return nil }
    defer { drawn += 1 }
    if drawn < Self.edges.count { return Self.edges[drawn] }
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let bits = state ^ state >> 29
    // Half of all patterns lie within the sizes that people read.
    guard !drawn.isMultiple(of: 2) else { return Double(bitPattern: bits) }
    return Double(Int64(bitPattern: bits)) / Foundation.pow(10, Double(drawn % 19))
  }
}

@Suite struct `Formatters, for any bit pattern,` {
  let words: Catalogue
  let numbers: NumberText

  init() throws {
    words = try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json"))
    numbers = NumberText(words: words)
  }

  static let decimals: [Int?] = [nil, 0, 1, 2, 3, 5, 6, 9, 15, 16, 400, -1, .max, .min]

  private func read(_ text: String) -> Double? {
    Double(text.replacing(",", with: "").replacing("\u{2212}", with: "-"))
  }

  private func check(_ text: String, _ number: Double, _ decimals: Int?) {
    #expect(text.count <= 48, "\(number) to \(decimals ?? -2): \(text)")
    guard let again = read(text), number.isFinite else { return #expect(!number.isFinite) }
    let isExact = decimals == nil || number.magnitude >= 1e15
    let step = isExact ? 0 : 0.5 * Foundation.pow(10, -Double(min(max(decimals ?? 0, 0), 15)))
    let close = step * 1.000_001 + (isExact ? 0 : 2 * number.ulp)
    if abs(again - number) > close { Issue.record("\(number) to \(decimals ?? -2): \(text)") }
  }

  @Test func `write numbers that read back within their decimals`() {
    for (index, number) in AnyNumbers(100_000).enumerated() {
      let decimals = Self.decimals[index % Self.decimals.count]
      check(numbers.decimal(number, decimals: decimals), number, decimals)
    }
  }

  @Test func `write short numbers that read back within their decimals`() {
    for (index, number) in AnyNumbers(50_000).enumerated() {
      let decimals = Self.decimals[index % Self.decimals.count] ?? 2
      check(numbers.short(number, atMost: decimals), number, decimals)
    }
    for number in AnyNumbers.edges {
      for decimals in Self.decimals {
        check(numbers.decimal(number, decimals: decimals), number, decimals)
        check(numbers.short(number, atMost: decimals ?? 9), number, decimals ?? 9)
      }
    }
  }

  @Test func `write values of every type, with and without units, in a line`() throws {
    let units = UnitText.known.map(Optional.some) + [nil, "bushels"]
    let fields = units.map { Field(name: "a", type: .number, unit: $0, decimals: 6) }
    let whole = FieldType.allCases.map { Field(name: "a", type: $0) }
    for system in [UnitSystem.metric, .imperial, .british] {
      var words = words
      words.units = system
      let text = ValueText(words: words)
      for (index, number) in AnyNumbers(4000).enumerated() {
        let field = fields[index % fields.count]
        #expect(try #require(text.text(.number(number), of: field)).count <= 64)
        let bits = Int64(bitPattern: number.bitPattern)
        let integer = index < 3 ? [Int64.min, .max, 0][index] : bits
        let other = whole[index % whole.count]
        #expect(try #require(text.text(.integer(integer), of: other)).count <= 64)
        #expect(try #require(text.text(.integer(integer), of: field)).count <= 64)
      }
    }
  }

  @Test func `write distances, directions and moments in a line`() {
    let (distances, dates) = (DistanceText(words: words), DateText(words: words))
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    for number in AnyNumbers(4000) {
      for unit in DistanceUnit.allCases {
        #expect(distances.text(number, in: unit).count <= 64)
        #expect(distances.exact(number, in: unit).count <= 64)
        #expect(distances.round(number, in: unit).count <= 64)
      }
      #expect(distances.bearing(number).count <= 64)
      #expect(dates.moment(Date(timeIntervalSince1970: number), now: now).count <= 64)
      #expect(MapMark.tenths(number).count <= 24)
    }
  }

  private static let node = "/usr/bin/node"

  /// What the browser restates is asked of the browser's own module.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: node)))
  func `write in the browser what the server writes`() throws {
    let decimals = Self.decimals.filter { $0.map { abs($0 / 2) < 1000 } ?? true }
    let cases = AnyNumbers(6000).enumerated().map { (decimals[$0 % decimals.count], $1) }
    let mine = cases.map {
      numbers.decimal($1, decimals: $0) + " " + numbers.short($1, atMost: $0 ?? 2)
    }
    let list = cases.map { "[\($0.map(String.init) ?? "null"),\"\(String($1.bitPattern))\"]" }
    let module = TrialLibrary.share.appending(path: "scripts/kept-numbers.js")
    let program = """
      import { Numbers } from "\(module.absoluteString)";
      import { readFileSync } from "node:fs";
      const say = (key) => ({ "number.group": ",", "number.point": "." })[key] ?? "4";
      const numbers = new Numbers({ say });
      const bits = new BigUint64Array(1), number = new Float64Array(bits.buffer);
      console.log(JSON.parse(readFileSync(0)).map(([decimals, text]) => {
        bits[0] = BigInt(text);
        return `${numbers.decimal(number[0], decimals)} ${numbers.short(number[0], decimals ?? 2)}`;
      }).join("\\n"));
      """
    let theirs = try Self.run(program, "[\(list.joined(separator: ","))]")
    #expect(theirs.count == mine.count)
    for (index, pair) in zip(mine, theirs).enumerated() where pair.0 != pair.1 {
      Issue.record("\(cases[index]): \(pair.0) here, \(pair.1) there")
    }
  }

  private static func run(_ program: String, _ input: String) throws -> [Substring] {
    let (process, output) = (Process(), Pipe())
    let file = FileManager.default.temporaryDirectory.appending(path: "numbers-\(UUID()).json")
    try input.write(to: file, atomically: true, encoding: .utf8)
    defer { unlink(file.path) }
    process.executableURL = URL(filePath: node)
    process.arguments = ["--input-type=module", "-e", program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
