import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import Foundation

extension Gathering {
  /// The answers of second resources that hold the partners of all records.
  mutating func gatherJoins() async throws -> [(join: Join, answered: Answered)] {
    var answers: [(join: Join, answered: Answered)] = []
    for join in source.joins where !join.isPerRecord {
      guard let request = try requests.join(join) else { continue }
      answers.append((join, try await fetch(request)))
    }
    return answers
  }

  func table(_ join: Join, _ answered: Answered) async throws -> PartnerTable {
    try await judging(answered) { body in
      var table = PartnerTable(join, of: run.dataset)
      try table.add(body)
      return table
    }
  }

  /// The partners of a page's records where each has a resource of its own.
  mutating func gatherDetails(_ page: Answered) async throws -> [PartnerTable] {
    var tables: [PartnerTable] = []
    let decoder = RecordDecoder(dataset: run.dataset)
    for join in source.joins where join.isPerRecord {
      let ids = try await judging(page) { body in
        var (ids, seen): ([RecordID], _) = ([], DecodingRun())
        try decoder.decodeKeys(body, in: &seen) { ids.append($0) }
        return ids
      }
      var table = PartnerTable(join, of: run.dataset)
      var missing: FetchError?
      for id in ids {
        guard let request = try requests.join(join, id: id.description) else { continue }
        do {
          let answered = try await fetch(request)
          try await judging(answered) { try table.add($0, for: id) }
        } catch let error as FetchError where error.isAbsence {
          missing = error
        }
      }
      if let missing, table.count == 0, ids.count > 1 { throw missing }
      partners.add(table.page, number: pages + 1)
      tables.append(table)
    }
    return tables
  }
}

extension FetchError {
  /// Whether the server has nothing at the address: an absent partner is no value.
  fileprivate var isAbsence: Bool {
    guard case .httpStatus(let code, _, _) = self else { return false }
    return code == 404 || code == 410
  }
}

extension Join {
  /// Whether each record is asked for by itself.
  var isPerRecord: Bool { url.contains("{id}") }
}
