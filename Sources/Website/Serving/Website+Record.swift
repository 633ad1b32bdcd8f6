import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// `/{dataset}/{id}`
  func record(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, record) = try await find(context)
    let dataset = table.dataset
    await library.opened(dataset.id)
    let status = try await status(of: dataset)
    let maker = RecordPageMaker(
      dataset: dataset, record: record, status: status,
      neighbours: try await table.neighbours(of: record.id), words: words(for: request),
      now: now(), acts: options.actsFreely, credit: dataset.credit(for: status),
      picture: pictures(of: dataset)(record.id))
    let page = maker.page()
    let frame = frame(
      request, title: page.title + " · " + page.dataset.title, kind: "record",
      twin: Address.record(dataset.id, record.id, json: true))
    return html(page, template: "record", frame)
  }

  /// `/{dataset}/{id}.json`
  func recordJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, record) = try await find(context)
    let dataset = table.dataset
    let status = try await status(of: dataset)
    var bytes = Array("{\"dataset\":\"\(dataset.id)\",\"version\":\"\(status.version)\"".utf8)
    bytes += Array(",\"record\":".utf8)
    RowWriter.json(record, of: dataset, into: &bytes)
    bytes += Array(",\"credit\":".utf8)
    bytes += try JSONEncoder().encode(CreditBody(dataset.credit(for: status)))
    bytes.append(UInt8(ascii: "}"))
    let tag = "\"\(EntityTag.digest(bytes))\""
    return .bytes(bytes, type: "application/json").tagged(tag, for: request)
  }

  /// `/{dataset}/{id}/picture/{field}`
  func picture(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, record) = try await find(context)
    let field = try context.part("field")
    guard
      let file = library.picture(dataset: table.dataset.id, id: record.id, field: field),
      let data = FileManager.default.contents(atPath: file.url.path)
    else { throw Problem(.noPicture, ["dataset": table.dataset.id]) }
    var response = Response.bytes(Array(data), type: file.contentType)
    response.headers[.cacheControl] = "private, max-age=86400"
    return response.tagged("\"\(EntityTag.digest(data))\"", for: request)
  }

  /// The record that a path names.
  private func find(_ context: BasicRequestContext) async throws -> (LiveTable, Record) {
    let table = try table(context)
    let text = try context.part("id")
    guard let id = table.id(from: text), let record = try await table.record(id) else {
      throw Problem(
        .unknownRecord,
        [
          "id": text, "dataset": table.dataset.id,
          "title": table.dataset.title.text(in: languages.english.language),
        ])
    }
    return (table, record)
  }
}
