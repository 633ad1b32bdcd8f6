import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// A dataset of lands with flags, over the sandbox.
struct Lands: Sendable {
  let library: Library
  let upstream: Upstream
  let trial: Trial

  var dataset: Dataset {
    get throws { try #require(library.dataset("lands")) }
  }

  /// All records, in order.
  func records() throws -> [Record] {
    try library.existing("lands").store.records(.ordered([], [], 0, .max)).rows
  }

  func record(_ id: String = "XA") async throws -> Record {
    try #require(try await library.existing("lands").record(.text(id)))
  }

  func ask(_ record: Record) async throws -> PictureAnswer {
    try #require(await library.picture(of: record, field: "flag", in: dataset))
  }

  func ask(_ id: String = "XA") async throws -> PictureAnswer { try await ask(record(id)) }

  func look(_ id: String = "XA") async throws -> PictureLook {
    library.look(atPictureOf: try await record(id), field: "flag", in: try dataset)
  }

  /// The picture that is shown; a test fails where there is none.
  func picture(_ id: String = "XA") async throws -> Picture {
    let answer = try await ask(id)
    guard case .picture(let picture) = answer else { throw NotOpened(why: "\(answer)") }
    return picture
  }

  /// Why there is no picture; a test fails where there is one.
  func absence(_ id: String = "XA") async throws -> String {
    let answer = try await ask(id)
    guard case .absent(let why) = answer else { throw NotOpened(why: "\(answer)") }
    return why
  }

  /// How many flags were asked for since the last look, and how many of those with validators.
  func takeRequests() async -> [Sandbox.RecordedRequest] {
    let requests = await upstream.state.requests(at: "/flags")
    await upstream.state.forgetRequests()
    return requests
  }

  static func declaration(_ base: String, field: String, source: String = "") -> String {
    """
    id: lands
    title: Lands
    source:
      kind: json
      url: "\(source.isEmpty ? base + "/v3.1/all?fields=cca2,name,flags" : source)"
    credit: { text: Sandbox, licence: none stated }
    refresh: { every: 24h, when: opened }
    key: cca2
    fields:
      name: { type: text, from: name.common }
      flag: { type: image, \(field) }
    search: [name]
    list: { sort: [name], title: name, image: flag }
    """
  }
}

/// Runs a body with a synced dataset of lands.
@discardableResult
func withLands<Result: Sendable>(
  _ count: Int = 12, field: String = "from: flags.png", isAllowed: Bool = true,
  _ change: @Sendable (inout Trial) -> Void = { _ in },
  _ body: @Sendable @escaping (Lands) async throws -> Result
) async throws -> Result {
  try await withTrial { whole in
    var trial = whole
    if isAllowed { trial.allowedPrivateHosts = ["localhost"] }
    change(&trial)
    return try await withUpstream { options in
      options.countries = count
    } _: { [trial] upstream in
      try trial.declare(Lands.declaration(upstream.base, field: field), as: "lands")
      return try await trial.withLibrary { library in
        let outcome = try await library.sync("lands")
        #expect(outcome?.words == "+\(count) ~0 -0")
        await upstream.state.forgetRequests()
        return try await body(Lands(library: library, upstream: upstream, trial: trial))
      }
    }
  }
}
