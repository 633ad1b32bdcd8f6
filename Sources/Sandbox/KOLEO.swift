import Hummingbird

/// The railway stations of KOLEO (`/api/v2/main/stations` and `/api/v2/main/station_keywords`).
struct KOLEO: Sendable {
  let state: Sandbox.State

  /// A whole table as a bare array, for a day.
  func answer(_ inquiry: Inquiry, from name: String) async throws -> Answer {
    if let refusal = refusal(of: inquiry.headers[named: "X-KOLEO-Version"]) { return refusal }
    guard let table = await state.table(name) else {
      return Answer(.notFound, ["error": "not found"]).synthetic()
    }
    return Answer(.ok, .array(table.rows.map { .object($0.values.withNulls(for: name)) }))
      .modified(table.modified).cached("max-age=86400").synthetic(table.isSynthetic)
  }

  /// 400 without a version, 426 with one that is not spoken here.
  private func refusal(of version: String?) -> Answer? {
    switch version {
    case "1": nil
    case nil: Answer(.badRequest, ["error": "X-KOLEO-Version is missing"]).synthetic()
    default: Answer(.upgradeRequired, ["error": "X-KOLEO-Version must be 1"]).synthetic()
    }
  }
}

extension Sandbox.Table.Values {
  /// A station's optional fields are null rather than absent.
  fileprivate func withNulls(for table: String) -> Self {
    guard table == "stations" else { return self }
    return ["ibnr": .null, "localised_name": .null].merging(self) { _, own in own }
  }
}
