import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Website {
  /// Answers `/{dataset}.csv` and its kin: every row that the list's query finds, as a file.
  func export(_ format: ExportFormat) -> Route.Answer {
    { request, context in try await export(format, request, context) }
  }

  /// Answers `/{dataset}.csv-metadata.json` and its kin: what stands beside an export.
  func describe(_ format: ExportFormat) -> Route.Answer {
    { request, context in
      let table = try table(context)
      let description = ExportDescription(
        dataset: table.dataset, format: format, credit: table.currentCredit,
        file: "\(table.dataset.id).\(format)")
      let tag = "\"\(EntityTag.digest(description.json))\""
      return Response.bytes(description.json, type: "application/json").tagged(tag, for: request)
    }
  }

  private func export(
    _ format: ExportFormat, _ request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    let table = try table(context)
    let query = try exportQuery(request, format, table.dataset)
    var answer = Response(
      status: .ok,
      headers: ExportHeaders(
        dataset: table.dataset, format: format, credit: table.currentCredit, date: now()
      ).fields)
    let digest = EntityTag.digest((request.uri.query ?? "").utf8)
    func tag(_ version: String) -> String { "W/\"\(version)-\(format)-\(digest)\"" }
    answer = answer.tagged(tag(try table.version()), for: request)
    if answer.status == .notModified || request.method == .head { return answer }
    let permit = try permitToExport()
    let export = try await table.export(query, as: format, at: now())
    answer.headers[.eTag] = tag(export.version)
    answer.body = try await body(of: export, permit)
    return answer
  }

  /// The list's query without the window, which no export has.
  private func exportQuery(
    _ request: Request, _ format: ExportFormat, _ dataset: Dataset
  ) throws -> TableQuery {
    let given = try request.queryParameters()
    if let window = given.first(where: { ["offset", "limit"].contains($0.name) }) {
      throw QueryProblem(
        parameter: window.name,
        message: "An export holds every row that is found. Rows by the page are in "
          + "\(Address.list(dataset.id, json: true)).")
    }
    var query = try TableQuery(parameters: given, dataset: dataset)
    query.language = request.languageOfData(query)
    guard format.suits(dataset) else {
      throw Problem(.noPlaces, of: dataset)
    }
    return query
  }

  private func permitToExport() throws -> ExportGate.Permit {
    guard let permit = exports.permit() else {
      var problem = Problem(.busy)
      problem.retryAfter = 10
      throw problem
    }
    return permit
  }

  private func body(
    of export: TableExport, _ permit: ExportGate.Permit
  ) async throws -> ResponseBody {
    guard export.format != .sqlite else {
      let file = try await export.database()
      return ResponseBody(contentLength: file.size) { writer in
        while let bytes = try file.next() { try await writer.write(ByteBuffer(bytes: bytes)) }
        permit.end()
        try await writer.finish(nil)
      }
    }
    return ResponseBody { writer in
      try await export.send { try await writer.write(ByteBuffer(bytes: $0)) }
      permit.end()
      try await writer.finish(nil)
    }
  }
}

/// The headers of an export.
struct ExportHeaders {
  let dataset: Dataset
  let format: ExportFormat
  let credit: Credit
  let date: Date

  /// The headers: a file to be kept, with its name, licence and giver.
  var fields: HTTPFields {
    var fields: HTTPFields = [.contentType: type, .cacheControl: "no-cache"]
    fields[.contentDisposition] = "attachment; filename=\"\(name)\""
    fields[.link] = links.joined(separator: ", ")
    fields[.acceleratorBuffering] = "no"
    return fields
  }

  /// `meteorites-2026-11-21.csv`.
  private var name: String {
    let day = date.formatted(.iso8601.year().month().day())
    return "\(dataset.id)-\(day).\(format)"
  }

  private var type: String {
    format == .csv ? "text/csv; charset=utf-8; header=present" : format.mediaType
  }

  private var links: [String] {
    let licences = LicenceAddress.all(in: credit.licence)
    var links = (licences.isEmpty ? ["/about#sources"] : licences).map { link($0, "license") }
    if let homepage = credit.homepage, homepage.utf8.allSatisfy(Self.isPlain) {
      links.append(link(homepage, "via"))
    }
    if !format.holdsCredit {
      links.append(
        link(Address.dataset(dataset.id) + ".\(format)-metadata.json", "describedby")
          + "; type=\"\(format == .csv ? "application/csvm+json" : "application/json")\"")
    }
    return links
  }

  private func link(_ address: String, _ relation: String) -> String {
    "<\(address)>; rel=\"\(relation)\""
  }

  /// Whether a byte may stand in a link's address as it is (RFC 8288, section 3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "\"")
  }
}

extension HTTPField.Name {
  /// RFC 8288.
  fileprivate static let link = HTTPField.Name("Link") ?? .via
  /// Tells nginx and its kin to pass a stream on as it comes.
  static let acceleratorBuffering = HTTPField.Name("X-Accel-Buffering") ?? .via
}
