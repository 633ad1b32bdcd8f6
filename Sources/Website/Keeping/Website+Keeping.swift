import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Website {
  /// The routes of what a device keeps, to answer for the server when it is gone.
  var keepingRoutes: [Route] {
    [
      Route(
        method: .get, path: "/-/shell.json", name: "shell_json", produces: .json, answer: shell),
      Route(
        method: .get, path: "/-/offline/{dataset}.json", name: "offline_json", produces: .json,
        answer: offline),
      Route(
        method: .get, path: "/-/offline/{dataset}/{part}.json", name: "offline_part_json",
        produces: .json, answer: offlinePart),
    ]
  }

  /// Answers `/-/offline/{dataset}.json`: everything but the rows.
  ///
  /// It does not count as opening the dataset: what a device asks by itself asks no source.
  func offline(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let asked = try KeptRequest(try request.queryParameters())
    let copy = try keptCopy(request, context, asked)
    let permit = try permitToKeep()
    defer { permit.end() }
    let bytes = try await manifest(copy, request).bytes
    return .bytes(bytes, type: "application/json").spoken(in: copy.words)
  }

  /// Answers `/-/offline/{dataset}/{part}.json`: some of the rows, of one version.
  func offlinePart(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let asked = try KeptRequest(try request.queryParameters())
    let copy = try keptCopy(request, context, asked)
    let offset = try part(context) * KeptCopy.rowsOfPart
    let version = copy.version(try copy.table.copyMark())
    try Self.check(asked, version, copy)
    let tag = "W/\"\(version)-\(offset)\""  // weak: pictures may have moved to their own addresses
    let answer = Response.bytes([], type: "application/json").spoken(in: copy.words)
      .tagged(tag, for: request)
    if answer.status == .notModified { return answer }
    guard Gzip.isAccepted(by: request.headers[.acceptEncoding]) else {
      return answer.with(try await rows(copy, asked, version, from: offset))
    }
    if let packed = keptParts[tag] { return answer.with(packed, coding: "gzip") }
    let packed = try Gzip.packed(try await rows(copy, asked, version, from: offset), .quick)
    if copy.dataset.list.image == nil { keptParts.hold(packed, tag) }
    return answer.with(packed, coding: "gzip")
  }

  /// A part of a version; a problem where the copy has moved on.
  private func rows(
    _ copy: KeptCopy, _ asked: KeptRequest, _ version: String, from offset: Int
  ) async throws -> [UInt8] {
    let permit = try permitToKeep()
    defer { permit.end() }
    let part = try await copy.table.copyPart(
      copy.query(offset: offset, limit: KeptCopy.rowsOfPart))
    guard copy.version(part.copy) == version else { throw Problem(.otherVersion, of: copy.dataset) }
    guard !part.window.rows.isEmpty else { throw Problem(.unknownPage) }
    return try rows(copy, count: part.window.total).part(part.window, version: version)
  }

  private func permitToKeep() throws -> ExportGate.Permit {
    guard let permit = keeping.permit() else {
      var problem = Problem(.manyKeeping)
      problem.retryAfter = 2
      throw problem
    }
    return permit
  }

  /// The copy that a path names, told as a request asks.
  private func keptCopy(
    _ request: Request, _ context: BasicRequestContext, _ asked: KeptRequest
  ) throws -> KeptCopy {
    let table = try table(context)
    let count = try table.count()
    guard KeptCopy.isOffered(table.dataset, count: count) else {
      throw Problem(.notKept, of: table.dataset)
    }
    var words = words(for: request)
    words.units = asked.units ?? words.units
    return KeptCopy(
      table: table, words: words, count: count, release: assets.release + options.version)
  }

  private func part(_ context: BasicRequestContext) throws -> Int {
    let most = KeptCopy.mostRecords / KeptCopy.rowsOfPart
    guard let part = Int(try context.part("part")), (0..<most).contains(part) else {
      throw Problem(.unknownPage)
    }
    return part
  }

  private static func check(
    _ asked: KeptRequest, _ version: String, _ copy: KeptCopy
  ) throws {
    guard asked.version == nil || asked.version == version else {
      throw Problem(.otherVersion, of: copy.dataset)
    }
  }

  private func rows(_ copy: KeptCopy, count: Int) -> KeptRows {
    KeptRows(
      copy: copy, count: count, picture: pictures(of: copy.dataset),
      histories: copy.table.histories(of:))
  }

  // MARK: The manifest

  /// How many rows tell how large all are.
  private static var sampleSize: Int { 50 }

  private func manifest(_ copy: KeptCopy, _ request: Request) async throws -> KeptManifest {
    let (table, dataset) = (copy.table, copy.dataset)
    let sample = try await table.copyPart(copy.query(limit: Self.sampleSize))
    let version = copy.version(sample.copy)
    let bytes = try rows(copy, count: sample.window.total).part(sample.window, version: version)
    let contents = try await statuses()
    let place = contents.firstIndex { $0.dataset.id == dataset.id }
    let home = HomePage(
      datasets: contents, problems: [], words: copy.words, now: now(), acts: options.actsFreely)
    return KeptManifest(
      copy: copy, version: version, count: sample.window.total,
      sample: (bytes.count, sample.window.rows.count),
      status: try await status(of: dataset), credit: table.currentCredit, files: keptFiles(copy),
      lists: try await lists(copy, request), pages: try await pages(copy, request),
      record: try await madeUpRecord(copy, request), home: place.map { (home.entries[$0], $0) })
  }

  private func keptFiles(_ copy: KeptCopy) -> [String: Any] {
    let core = assets.files["core.wasm"].map { _ in assets.address("core.wasm") }
    return [
      "templates": assets.address(ShellFiles.templates),
      "words": assets.address(ShellFiles.words(copy.words.language)),
      "english": assets.address(ShellFiles.words(languages.english.language)),
      "core": KeptDeclaration.known(core),
    ]
  }

  /// The list in every order that is offered, without rows.
  private func lists(_ copy: KeptCopy, _ request: Request) async throws -> [String: PageModel] {
    var maker = try await listMaker(copy.table, copy.query(), copy.words)
    let sort = SortControl(dataset: copy.dataset, query: TableQuery(), words: copy.words)
    return try sort.options().reduce(into: [:]) { lists, option in
      let given = option.value.isEmpty ? [] : [(name: "sort", value: option.value)]
      maker.query = try TableQuery(parameters: given, dataset: copy.dataset)
      maker.query.language = copy.words.language
      let page = maker.page()
      let frame = try frame(
        request, at: Address.list(copy.dataset.id, maker.query), around: page, of: copy.table,
        maker.query)
      lists[option.value] = parts(page, "list", frame)
      lists[option.value]?.model["rows"] = ""
    }
  }

  /// The pages of all places, with nothing asked; none where no places are measured.
  private func pages(_ copy: KeptCopy, _ request: Request) async throws -> [String: PageModel] {
    let (table, dataset, words) = (copy.table, copy.dataset, copy.words)
    guard dataset.measure != nil else { return [:] }
    let map = try await mapPage(table, MapQuery(table: TableQuery()), words)
    let near = try await nearPage(table, NearParameters([]), nil, unitAsked: nil, words)
    let distance = try await distanceMaker(table, DistanceRequest([]), .none, .none, words)
    func around(_ kind: String, _ address: String, _ title: String, _ twin: String?) -> Frame {
      frame(request, at: address, title: title, kind: kind, twin: twin)
    }
    return [
      "map": parts(
        map, "map",
        around(
          "map", Address.map(dataset.id, MapQuery(table: TableQuery())), map.title,
          Address.mapJSON(dataset.id, TableQuery()))),
      "near": parts(
        near, "near",
        around("near", Address.near(dataset.id), near.title + " · " + near.dataset.title, nil)),
      "distance": parts(
        distance.page(), "distance",
        around(
          "distance", Address.distance(dataset.id),
          distance.windowTitle + " · " + dataset.title.text(in: words.language), nil)),
    ]
  }

  /// The page of a made-up record.
  private func madeUpRecord(
    _ copy: KeptCopy, _ request: Request
  ) async throws -> (RecordPage, Frame) {
    let (dataset, record) = (copy.dataset, KeptRecord(dataset: copy.dataset).record)
    let maker = RecordPageMaker(
      dataset: dataset, record: record, status: try await status(of: dataset),
      neighbours: (nil, nil), history: nil, words: copy.words, now: now(),
      acts: options.actsFreely, credit: copy.table.currentCredit, picture: nil, map: nil)
    var page = maker.page()
    page.atlas = dataset.list.columns.isEmpty ? AtlasPane(dataset) : nil
    let frame = frame(
      request, at: Address.record(dataset.id, record.id),
      title: page.title + " · " + page.dataset.title, kind: "record",
      twin: Address.record(dataset.id, record.id, json: true))
    return (page, frame.withoutGreeting)
  }

  /// The parts of a page that a device keeps.
  func parts(_ page: some Sendable, _ template: String, _ frame: Frame) -> PageModel {
    PageModel(page, template: template, frame: frame.withoutGreeting)
  }
}

extension Frame {
  /// The frame as a device keeps it: nobody greets when the server is gone.
  fileprivate var withoutGreeting: Frame {
    var frame = self
    frame.greets = false
    return frame
  }
}

extension Response {
  /// This answer with a body.
  fileprivate func with(_ bytes: [UInt8], coding: String? = nil) -> Response {
    var answer = self
    answer.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    answer.headers[.contentEncoding] = coding
    return answer
  }
}

extension HTTPField.Name {
  /// The widest path that a service worker may work for (W3C Service Workers, section 7.1).
  static let serviceWorkerAllowed = HTTPField.Name("Service-Worker-Allowed") ?? .via
}
