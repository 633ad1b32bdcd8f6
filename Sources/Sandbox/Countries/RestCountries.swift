import Hummingbird

/// restcountries in the shape of version 3.1 (`/v3.1/all` and `/v3.1/alpha/{code}`).
struct RestCountries: Sendable {
  let state: Sandbox.State

  /// All countries, with the one to ten fields that must be named.
  func all(_ inquiry: Inquiry) async throws -> Answer {
    guard let fields = Self.fields(inquiry) else {
      return Self.refusal(.badRequest, "'fields' query not specified or invalid")
    }
    let (rows, answered) = await countries(inquiry)
    return answered(.array(rows.map { .object($0.keeping(fields)) }))
  }

  /// One country: an object when fields are named, else an array of one.
  func one(_ inquiry: Inquiry) async throws -> Answer {
    let code = inquiry.lastPart.uppercased()
    let (rows, answered) = await countries(inquiry)
    guard (2...3).contains(code.count) else { return Self.refusal(.badRequest, "Bad Request") }
    guard let country = rows.first(where: { $0.has(code) }) else {
      return Self.refusal(.notFound, "Not Found")
    }
    guard inquiry["fields"] != nil else { return answered([.object(country)]) }
    guard let fields = Self.fields(inquiry) else {
      return Self.refusal(.badRequest, "Bad Request")
    }
    return answered(.object(country.keeping(fields)))
  }

  /// The countries with their flags here, and how an answer about them is dressed.
  private func countries(
    _ inquiry: Inquiry
  ) async -> ([Sandbox.Table.Values], @Sendable (JSON) -> Answer) {
    guard let table = await state.table("countries") else {
      return ([], { Answer(.ok, $0).synthetic() })
    }
    let rows = table.rows.map { $0.values.withFlags(at: inquiry.base) }
    return (
      rows,
      { json in
        Answer(.ok, json).cached("public, max-age=31536000, immutable")
          .modified(table.modified).synthetic(table.isSynthetic)
      }
    )
  }

  /// One to ten names without spaces; nil for anything else.
  private static func fields(_ inquiry: Inquiry) -> Set<String>? {
    guard let text = inquiry["fields"] else { return nil }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isValid = names.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    return isValid && names.count <= 10 ? Set(names) : nil
  }

  private static func refusal(_ status: HTTPResponse.Status, _ message: String) -> Answer {
    Answer(status, ["message": .text(message), "status": .integer(status.code)]).synthetic()
  }
}

extension Sandbox.Table.Values {
  fileprivate func keeping(_ fields: Set<String>) -> Self {
    filter { fields.contains($0.key) }
  }

  fileprivate func has(_ code: String) -> Bool {
    ["cca2", "cca3", "ccn3"].contains { self[$0]?.text == code }
  }

  /// The country with links to its flags on this server.
  func withFlags(at base: String) -> Self {
    guard let code = self["cca2"]?.text?.lowercased(), self["flags"] == nil else { return self }
    return merging([
      "flags": [
        "png": .text("\(base)/flags/w320/\(code).png"), "svg": .text("\(base)/flags/\(code).svg"),
        "alt": "Three stripes of synthetic colours.",
      ]
    ]) { own, _ in own }
  }
}
