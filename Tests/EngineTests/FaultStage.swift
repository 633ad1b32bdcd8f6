import AlmanacDeclarations
import AlmanacSandbox
import Foundation

@testable import AlmanacEngine

/// A dataset over the sandbox on which a row of the fault table is played.
struct FaultStage: Sendable {
  let row: FaultRow
  let upstream: Upstream
  let trial: Trial
  let files: URL
  /// Where the upstream seems to be while it misbehaves.
  let door: String

  static let dataset = "things"

  /// The path whose answers go wrong.
  var path: String {
    switch row.scene {
    case .list, .listWithoutCache: "/api/v2/main/stations"
    case .table: "/files/things.csv"
    case .pages: "/countries/v5"
    case .links: "/files/0.json"
    case .portal: "/resource/gh4g-9sfh.json"
    }
  }

  /// Declares the dataset and writes what it reads.
  func prepare() throws {
    try "id,name,size\n1,a,1\n2,b,2\n3,c,3\n4,d,4\n".write(to: files, as: "things.csv")
    try #"{"rows":[{"id":1,"name":"a"}],"next":"1.json"}"#.write(to: files, as: "0.json")
    try #"{"rows":[{"id":2,"name":"b"}]}"#.write(to: files, as: "1.json")
    try trial.declare(declaration)
  }

  /// Makes one record differ upstream, so that nothing is confirmed by accident.
  func change() async throws {
    switch row.scene {
    case .list, .listWithoutCache:
      try await upstream.state.change("1", in: "stations", to: ["city": "Elsewhere"])
    case .table: try "id,name,size\n1,z,1\n2,b,2\n3,c,3\n4,d,4\n".write(to: files, as: "things.csv")
    case .pages: try await upstream.state.change("XA", in: "countries", to: ["region": "Else"])
    case .links:
      try #"{"rows":[{"id":1,"name":"z"}],"next":"1.json"}"#.write(to: files, as: "0.json")
    case .portal:
      try await upstream.state.change("1", in: Sandbox.meteorites, to: ["name": "Renamed"])
    }
    if row.scene == .listWithoutCache {
      try FileManager.default.removeItem(at: trial.data.appending(path: "cache"))
    }
  }

  private var declaration: String {
    let base = "${BASE}"
    switch row.scene {
    case .list, .listWithoutCache:
      return declared(
        "kind: json\n  url: \(base)\(path)\n  headers: { X-KOLEO-Version: \"1\" }",
        fields: "name: text\n  hits: integer\n  city: text")
    case .table:
      return declared("kind: csv\n  url: \(base)\(path)", fields: "name: text\n  size: number")
    case .links:
      return declared(
        "kind: json\n  url: \(base)\(path)\n  records: rows\n"
          + "  paging: { by: next, next: next }", fields: "name: text")
    case .pages:
      return declared(
        "kind: json\n  url: \(base)\(path)\n  records: data.objects\n"
          + "  paging: { by: offset, size: 5 }\n"
          + "  headers: { Authorization: \"Bearer ${LANDS_KEY}\" }",
        key: "codes.alpha_2", fields: "name: { type: text, from: names.common }\n  region: text")
    case .portal:
      return declared("kind: soda\n  url: \(base)\(path)", fields: "name: text\n  mass: number")
    }
  }

  private func declared(
    _ source: String, key: String = "{ from: id, type: integer }", fields: String
  ) -> String {
    """
    id: \(Self.dataset)
    title: Things
    source:
      \(source)
    credit: { text: Sandbox, licence: none stated }
    key: \(key)
    fields:
      \(fields)
    list: { sort: [name], title: name }
    """
  }
}

/// Plays a row: a first sync that goes well, then a body.
func withStage(
  _ row: FaultRow, _ body: @Sendable @escaping (FaultStage) async throws -> Void
) async throws {
  try await withTrial { whole in
    var trial = whole
    let certificates = try Certificates(in: whole.folder.appending(path: "certificates"))
    trial.trusted = certificates.authority
    let files = trial.folder.appending(path: "files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    try await withUpstream { options in
      options.files = files
      options.countriesKey = "secret"
    } _: { [trial] upstream in
      try await withDoor(row.door, certificates, upstream) { door in
        var trial = trial
        trial.environment = ["LANDS_KEY": "secret", "BASE": upstream.base]
        let stage = FaultStage(row: row, upstream: upstream, trial: trial, files: files, door: door)
        try await stage.begin()
        try await body(stage)
      }
    }
  }
}

extension FaultStage {
  /// A first sync that goes well.
  fileprivate func begin() async throws {
    try prepare()
    try await trial.withLibrary { library in
      let outcome = try await library.sync(Self.dataset)
      guard outcome?.words.hasSuffix("~0 -0") == true else {
        throw NotOpened(why: outcome?.words ?? "no outcome")
      }
    }
    _ = await upstream.takeRequests()
  }
}

/// Runs a body with the address at which a row's upstream seems to be.
private func withDoor(
  _ door: FaultRow.Door, _ certificates: Certificates, _ upstream: Upstream,
  _ body: @Sendable @escaping (String) async throws -> Void
) async throws {
  switch door {
  case .open: try await body(upstream.base)
  case .closed: try await body("http://localhost:1")
  case .secured(let kind):
    let identity = try certificates.identity(kind)
    try await withUpstream { options in
      options.identity = identity
    } _: { secured in
      try await body(secured.base.replacing("http://", with: "https://"))
    }
  }
}
