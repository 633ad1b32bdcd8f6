import Hummingbird

/// restcountries in the shape of version 5 (`/countries/v5`): paged, with a key.
struct RestCountries5: Sendable {
  let state: Sandbox.State
  let key: String?
  let quota: Int?

  func answer(_ inquiry: Inquiry) async throws -> Answer {
    guard isAllowed(inquiry.headers[.authorization]) else {
      return Self.refusal(.unauthorized, "A valid API key is required")
    }
    if let quota, await state.countPaidRequest() > quota { return Self.exhausted }
    guard let limit = inquiry.number("limit", atLeast: 1, default: 25), limit <= 100,
      let offset = inquiry.number("offset", atLeast: 0, default: 0)
    else {
      return Self.refusal(.badRequest, "limit must be 1 to 100 and offset 0 or more")
    }
    guard let table = await state.table("countries") else {
      return Self.refusal(.notFound, "Not found")
    }
    return Self.page(of: table, limit, offset, inquiry.base)
  }

  private func isAllowed(_ authorization: String?) -> Bool {
    guard let authorization, authorization.hasPrefix("Bearer ") else { return false }
    let given = authorization.dropFirst("Bearer ".count)
    return key.map { $0 == given } ?? !given.isEmpty
  }

  private static func page(
    of table: Sandbox.Table, _ limit: Int, _ offset: Int, _ base: String
  ) -> Answer {
    let rows = table.rows.dropFirst(offset).prefix(limit)
    let envelope: JSON = [
      "data": [
        "objects": .array(rows.map { $0.values.withFlags(at: base).inVersion5 }),
        "meta": [
          "total": .integer(table.rows.count), "count": .integer(rows.count),
          "limit": .integer(limit), "offset": .integer(offset),
          "more": .bool(offset + rows.count < table.rows.count),
        ],
      ]
    ]
    return Answer(.ok, envelope).modified(table.modified).synthetic(table.isSynthetic)
  }

  /// What a free plan says once the month's requests are used up.
  private static var exhausted: Answer {
    var answer = refusal(.tooManyRequests, "Monthly request limit reached")
    answer.headers[.retryAfter] = "3600"
    return answer
  }

  private static func refusal(_ status: HTTPResponse.Status, _ message: String) -> Answer {
    Answer(status, ["errors": [["message": .text(message)]]]).synthetic()
  }
}

extension Sandbox.Table.Values {
  /// The country in the names of version 5.
  fileprivate var inVersion5: JSON {
    [
      "names": ["common": at("name", "common"), "official": at("name", "official")],
      "codes": ["alpha_2": self["cca2"] ?? nil, "alpha_3": self["cca3"] ?? nil],
      "capitals": .array(capitals), "currencies": .array(currencies),
      "region": self["region"] ?? nil, "subregion": self["subregion"] ?? nil,
      "continents": self["continents"] ?? [], "timezones": self["timezones"] ?? [],
      "population": self["population"] ?? nil,
      "area": ["kilometers": self["area"] ?? nil],
      "flag": ["url_png": at("flags", "png"), "url_svg": at("flags", "svg")],
      "links": ["open_street_maps": at("maps", "openStreetMaps")],
    ]
  }

  private func at(_ object: String, _ name: String) -> JSON {
    self[object]?.members?[name] ?? nil
  }

  /// Only the first capital has a known place.
  private var capitals: [JSON] {
    let place = at("capitalInfo", "latlng").elements ?? []
    return (self["capital"]?.elements ?? []).enumerated().map { index, name in
      guard index == 0, place.count == 2 else { return ["name": name] }
      return ["name": name, "coordinates": ["lat": place[0], "lng": place[1]]]
    }
  }

  private var currencies: [JSON] {
    (self["currencies"]?.members ?? [:]).sorted { $0.key < $1.key }.map { code, currency in
      [
        "code": .text(code), "name": currency.members?["name"] ?? nil,
        "symbol": currency.members?["symbol"] ?? nil,
      ]
    }
  }
}
