import AlmanacCore
import Testing

@Suite struct `Scalars of UTF-8` {
  @Test func `are those of every scalar's own bytes`() {
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let read = Array(UTF8Scalars(Array(String(scalar).utf8)))
      if read != [scalar] { Issue.record("U+\(String(value, radix: 16)) reads as \(read)") }
    }
  }

  @Test func `are the library's for every pair and many longer runs of bytes`() {
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var random = SeededRandom(seed: 3)
    var samples: [[UInt8]] = [[]]
    for first in UInt8.min ... .max {
      samples.append([first])
      for second in UInt8.min ... .max { samples.append([first, second]) }
    }
    for _ in 0..<50_000 {
      let length = Int.random(in: 3...9, using: &random)
      samples.append((0..<length).map { _ in edges.randomElement(using: &random) ?? 0 })
    }
    for sample in samples {
      let expected = Array(String(decoding: sample, as: UTF8.self).unicodeScalars)
      if Array(UTF8Scalars(sample)) != expected { Issue.record("\(sample) reads differently") }
    }
  }
}
