import Foundation
import Testing

/// A change that spoils a sample, and what must be told of it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let sample: Sample
  let sound: String
  let spoilt: String
  /// "line: key: message" of every problem, in order.
  let expected: [String]

  init(_ sample: Sample, _ sound: String, _ spoilt: String, _ expected: String...) {
    self.sample = sample
    self.sound = sound
    self.spoilt = spoilt
    self.expected = expected
  }

  var testDescription: String { spoilt.isEmpty ? "without \(sound)" : spoilt }

  /// What is told of the spoilt sample.
  var told: [String] {
    get throws {
      let range = try #require(sample.text.range(of: sound))
      let text = sample.text.replacingCharacters(in: range, with: spoilt)
      return try problems(in: text).map(\.short)
    }
  }
}
