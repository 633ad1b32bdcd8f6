import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/{dataset}/{id}`.
  func record(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    let dataset = table.dataset
    library.opened(dataset.id)
    let text = try context.part("id")
    guard let id = table.id(from: text), let record = try await table.record(id) else {
      return try await goneRecord(text, table, request)
    }
    let words = words(for: request)
    let maker = RecordPageMaker(
      dataset: dataset, record: record, status: try await status(of: dataset),
      neighbours: try await table.neighbours(of: record.id, language: words.language),
      history: try table.history(of: id), words: words, now: now(), acts: options.actsFreely,
      credit: table.currentCredit, picture: pictures(of: dataset)(record),
      map: figure(of: record, in: dataset, words))
    var page = maker.page()
    page.atlas = try await AtlasPane(beside: table, of: record.id, language: words.language)
    let frame = frame(
      request, at: Address.record(dataset.id, record.id),
      title: page.title + " · " + page.dataset.title, kind: "record",
      twin: Address.record(dataset.id, record.id, json: true))
    return html(page, template: "record", frame)
  }

  /// Answers `/{dataset}/{id}.json`.
  func recordJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    let text = try context.part("id")
    guard let id = table.id(from: text), let record = try await table.recordJSON(id) else {
      return try goneJSON(text, table, request)
    }
    let version = try table.version()
    var bytes = Array("{\"dataset\":\"\(table.dataset.id)\",\"version\":\"\(version)\"".utf8)
    bytes += Array(",\"record\":".utf8) + record + Array(",\"credit\":".utf8)
    CreditJSON.append(table.currentCredit, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    let tag = "\"\(EntityTag.digest(bytes))\""
    return .bytes(bytes, type: "application/json").tagged(tag, for: request)
  }

  /// The record that a path names.
  func find(_ context: BasicRequestContext) async throws -> (LiveTable, Record) {
    let table = try table(context)
    let text = try context.part("id")
    guard let id = table.id(from: text), let record = try await table.record(id) else {
      throw try missing(text, table).problem
    }
    return (table, record)
  }
}
