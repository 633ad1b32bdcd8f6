import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird

extension Website {
  /// Why a record is not there: it never was, or it is gone.
  func missing(
    _ text: String, _ table: LiveTable
  ) throws -> (gone: GoneRecord?, problem: Problem) {
    guard let id = table.id(from: text), let gone = try table.gone(id) else {
      return (nil, Problem(.unknownRecord, of: table.dataset, ["id": text]))
    }
    var problem = Problem(.goneRecord, of: table.dataset, ["id": text])
    problem.day = DateText.timestamp(gone.since)?.date
    return (gone, problem)
  }

  /// The page of a record that is gone, with status 410.
  func goneRecord(
    _ text: String, _ table: LiveTable, _ request: Request
  ) async throws -> Response {
    let (known, problem) = try missing(text, table)
    guard let gone = known else { throw problem }
    let words = words(for: request)
    let maker = RecordPageMaker(
      dataset: table.dataset, record: gone.record, status: try await status(of: table.dataset),
      neighbours: (nil, nil), history: nil, words: words, now: now(), acts: options.actsFreely,
      credit: table.currentCredit, picture: nil,
      map: figure(of: gone.record, in: table.dataset, words, isGone: true))
    let page = GonePage(maker.page(), gone, of: table.dataset, words: words)
    let frame = frame(
      request, at: Address.record(table.dataset.id, gone.record.id),
      title: page.title + " · " + page.dataset.title, kind: "gone",
      twin: Address.record(table.dataset.id, gone.record.id, json: true))
    return html(page, template: "gone", frame, status: .gone)
  }

  /// The problem of a record that is gone, with what is last known of it.
  func goneJSON(_ text: String, _ table: LiveTable, _ request: Request) throws -> Response {
    let (known, problem) = try missing(text, table)
    guard let gone = known else { throw problem }
    let words = words(for: request)
    let page = problem.page(words, path: request.ownPath)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes = Array(try encoder.encode(problem.body(page, instance: request.ownPath)).dropLast())
    bytes += Array(",\"deleted\":\"\(gone.since.formatted(.iso8601))\",\"last_known\":".utf8)
    bytes += gone.json + Array(",\"credit\":".utf8)
    CreditJSON.append(table.currentCredit, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return Response.bytes(bytes, type: "application/problem+json", status: problem.kind.status)
      .spoken(in: words)
  }
}
