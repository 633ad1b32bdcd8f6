import AlmanacDeclarations
import AlmanacSandbox
import Foundation
import Testing

@testable import AlmanacEngine

/// The built-in countries, asked of an upstream that pages, wants a key and counts requests.
@Suite struct `The countries of version 5` {
  @Test func `come in three requests, with the key in a header`() async throws {
    try await withCountries { library, upstream, trial in
      let outcome = try await library.sync("countries")
      #expect(outcome?.words == "+250 ~0 -0")
      let requests = await upstream.takeRequests()
      #expect(requests.map(\.query) == [0, 100, 200].map { "limit=100&offset=\($0)" })
      #expect(requests.allSatisfy { $0.headers["authorization"] == "Bearer secret" })
      let country = try #require(
        try await library.existing("countries").record(.text("XC")))
      let names = try #require(library.dataset("countries")?.fields.map(\.name))
      let values = Dictionary(uniqueKeysWithValues: zip(names, country.values))
      #expect(values["name"] == .text("Synthetic Republic"))
      #expect(values["capitals"] == .list(["Synthville", "Synth Bay", "Upper Synth"]))
      #expect(values["area"] == .number(1_221_037))
      #expect(values["population"] == .integer(60_400_000))
      #expect(values["map_page"] == .text("https://www.openstreetmap.org/search?query=XC"))
      trial.clock.advance(hours: 25)
      let again = try await library.sync("countries")
      #expect(again == .unchanged)
      #expect(await upstream.takeRequests().allSatisfy(\.isConditional))
    }
  }

  @Test func `say what a wrong key means, and are not asked twice`() async throws {
    try await withCountries(key: "wrong") { library, upstream, _ in
      _ = try await library.sync("countries")
      let trouble = try await library.trouble("countries")
      #expect(
        trouble?.what == "the server answered 401 Unauthorized: A valid API key is required. "
          + "Check the key or token that the dataset file takes from the environment")
      #expect(await upstream.takePaths().count == 1)
      #expect(try library.existing("countries").count() == 250)
    }
  }

  @Test func `are not asked without a key, which is told by its name`() async throws {
    try await withCountries(key: nil) { library, upstream, _ in
      _ = try await library.sync("countries")
      let trouble = try await library.trouble("countries")
      #expect(trouble?.kind == .failed)
      #expect(
        trouble?.what == "RESTCOUNTRIES_KEY is not set in the environment, so nobody was asked")
      #expect(await upstream.takePaths().isEmpty)
    }
  }

  @Test func `wait when the month's requests are used up`() async throws {
    try await withCountries(quota: 5) { library, upstream, trial in
      _ = try await library.sync("countries")
      let before = try Copy(library, "countries")
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("countries")
      #expect(outcome?.words == "postponed")
      let trouble = try await library.trouble("countries")
      #expect(trouble?.nextAttempt == trial.clock.now.addingTimeInterval(3600))
      #expect(try Copy(library, "countries") == before)
      _ = await upstream.takeRequests()
      trial.clock.advance(seconds: 3599)
      let early = try await library.retry("countries")
      #expect(early?.words == "postponed")
      #expect(await upstream.takePaths().isEmpty)
      await upstream.state.renewAllowance()
      trial.clock.advance(seconds: 2)
      let late = try await library.sync("countries")
      #expect(late == .unchanged)
      #expect(try await library.trouble("countries") == nil)
    }
  }

  private func withCountries(
    key: String? = "secret", quota: Int? = nil,
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial(hasBuiltIns: true) { whole in
      var trial = whole
      if let key { trial.environment = ["RESTCOUNTRIES_KEY": key] }
      try await withUpstream { options in
        options.countries = 250
        options.countriesKey = "secret"
        options.countriesQuota = quota
      } _: { [trial] upstream in
        try trial.declare(Self.moved(to: upstream.base), as: "countries")
        try await trial.withLibrary { library in
          #expect(library.problems.isEmpty)
          try await body(library, upstream, trial)
        }
      }
    }
  }

  /// The built-in source at another address.
  private static func moved(to base: String) throws -> String {
    let file = Repository.datasets.appending(path: "countries/dataset.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let start = text.range(of: "source:\n"), let end = text.range(of: "\ncredit:") else {
      throw NotOpened(why: "the built-in file has no source")
    }
    let source = text[start.lowerBound..<end.lowerBound]
      .replacing("https://api.restcountries.com", with: base)
    return "id: countries\nextends: countries\n\(source)\n"
  }
}
