import Foundation
import HTTPTypes

/// The SODA 2.1 interface of an open data portal (`GET /resource/{4x4}.json`).
struct SODA: Sendable {
  let state: Sandbox.State
  let options: Sandbox.Options

  func answer(_ inquiry: Inquiry) async throws -> Answer {
    guard isAllowed(inquiry) else { return wrongToken }
    let name = inquiry.lastPart.replacing(".json", with: "")
    guard options.portalDatasets.contains(name), let table = await state.table(name) else {
      return missing(name)
    }
    do {
      let query = try SODAQuery(inquiry, for: table, cap: options.portalCap)
      return await page(query, of: table, tag: identity(of: inquiry, table))
    } catch {
      return refusal(error)
    }
  }

  private func page(_ query: SODAQuery, of table: Sandbox.Table, tag: JSON) async -> Answer {
    let seed = await state.nextShuffle()
    var answer = Answer(.ok, .array(query.rows(of: table, shuffledBy: seed)))
    answer.identity = tag
    answer.headers[named: "X-SODA2-Fields"] = Self.list(query.fields.map(\.name))
    answer.headers[named: "X-SODA2-Types"] = Self.list(query.fields.map(\.type.rawValue))
    return answer.modified(table.modified).synthetic(table.isSynthetic)
  }

  /// What an entity tag stands for: the query and the state of the whole table, as at a portal.
  private func identity(of inquiry: Inquiry, _ table: Sandbox.Table) -> JSON {
    let query = inquiry.parameters.map { JSON.text("\($0.name)=\($0.value)") }
    return [
      .array(query), .text(table.modified.timestamp), .integer(table.rows.count),
      .text(String(options.seed)),
    ]
  }

  private static func list(_ texts: [String]) -> String {
    String(decoding: JSON.array(texts.map(JSON.text)).bytes, as: UTF8.self)
  }

  private func isAllowed(_ inquiry: Inquiry) -> Bool {
    let token = inquiry.headers[named: "X-App-Token"] ?? inquiry["$$app_token"]
    guard let token, let expected = options.appToken else { return true }
    return token == expected
  }
}

extension SODA {
  /// A mistake in the query, in whichever of SODA's two error shapes was chosen.
  private func refusal(_ mistake: SoQL.Mistake) -> Answer {
    let body: JSON =
      switch options.errorShape {
      case .errorCode:
        [
          "errorCode": .text(mistake.code), "message": .text(mistake.message),
          "data": .object(mistake.column.map { ["column": .text($0)] } ?? [:]),
        ]
      case .code:
        ["code": .text(mistake.code), "error": true, "message": .text(mistake.message)]
      }
    return Answer(.badRequest, body).synthetic()
  }

  private var wrongToken: Answer {
    Answer(
      .forbidden,
      ["code": "permission_denied", "error": true, "message": "Invalid app_token specified"]
    ).synthetic()
  }

  private func missing(_ name: String) -> Answer {
    Answer(
      .notFound,
      [
        "code": "dataset.missing", "error": true, "message": "Not found",
        "data": ["id": .text(name)],
      ]
    ).synthetic()
  }
}
