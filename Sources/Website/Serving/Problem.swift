import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// What went wrong with a request: the one place where errors become HTTP (RFC 9457).
struct Problem: Error, Sendable, Hashable {
  /// The kind, which decides the status and the words.
  var kind: Kind
  /// What the words mention.
  var values: [String: String] = [:]
  /// The title of the dataset that it is about, which the words mention in their language.
  var titles: Words?
  /// The day that the words mention.
  var day: CivilDate?
  /// The name that was probably meant.
  var near: String?
  /// The parameter to blame, when there is one.
  var parameter: String?
  /// What is wrong with it.
  var message: Message?
  /// The methods that are allowed instead.
  var allowed: String?
  /// After how many seconds it is worth asking again.
  var retryAfter: Int?

  /// The kinds of problem, by the names that programs see.
  enum Kind: String, Sendable, CaseIterable {
    case unknownPage = "unknown-page"
    case unknownDataset = "unknown-dataset"
    case unknownRecord = "unknown-record"
    case goneRecord = "gone-record"
    case noHistory = "no-history"
    case noPicture = "no-picture"
    case noPlaces = "no-places"
    case noMeasure = "no-measure"
    case noMap = "no-map"
    case notKept = "not-kept"
    case otherVersion = "other-version"
    case manyKeeping = "many-keeping"
    case busy
    case tooManyLive = "too-many-live"
    case unknownSubscription = "unknown-subscription"
    case tooManySubscriptions = "too-many-subscriptions"
    case manySubscriptions = "many-subscriptions"
    case unconfirmedSubscription = "unconfirmed-subscription"
    case tooSoon = "too-soon"
    case noNotifications = "no-notifications"
    case badParameter = "bad-parameter"
    case badRequest = "bad-request"
    case methodNotAllowed = "method-not-allowed"
    case longAddress = "long-address"
    case wrongHost = "wrong-host"
    case crossSite = "cross-site"
    case tokenNeeded = "token-needed"
    case internalFailure = "internal-failure"

    /// The HTTP status.
    var status: HTTPResponse.Status {
      switch self {
      case .unknownPage, .unknownDataset, .unknownRecord, .noHistory, .noPicture, .noPlaces,
        .noMeasure, .noMap, .notKept, .unknownSubscription:
        .notFound
      case .tooManySubscriptions, .otherVersion: .conflict
      case .tooSoon, .manySubscriptions: .tooManyRequests
      case .unconfirmedSubscription: .unprocessableContent
      case .goneRecord: .gone
      case .busy, .manyKeeping, .tooManyLive, .noNotifications: .serviceUnavailable
      case .badParameter, .badRequest: .badRequest
      case .methodNotAllowed: .methodNotAllowed
      case .longAddress: .uriTooLong
      case .wrongHost: .misdirectedRequest
      case .crossSite, .tokenNeeded: .forbidden
      case .internalFailure: .internalServerError
      }
    }
  }

  /// The problem that any error amounts to.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let problem as QueryProblem:
      self.init(.badParameter, ["parameter": problem.parameter])
      message = problem.message
      parameter = problem.parameter
    case SubscriptionProblem.unavailable: self.init(.noNotifications)
    case is RequestFault, is HTTPParserError: self.init(.badRequest)  // no one reads this answer
    case let error as HTTPError where error.status == .notFound: self.init(.unknownPage)
    case let error as any HTTPResponseError where error.status.kind == .clientError:
      self.init(.badRequest)
    default: self.init(.internalFailure)
    }
  }

  init(_ kind: Kind, _ values: [String: String] = [:], allowed: String? = nil) {
    self.kind = kind
    self.values = values
    self.allowed = allowed
  }

  /// A problem with a dataset, which the words mention.
  init(_ kind: Kind, of dataset: Dataset, _ values: [String: String] = [:]) {
    self.init(kind, values.merging(["dataset": dataset.id]) { given, _ in given })
    titles = dataset.title
  }

  /// The page's words; a wrong parameter leads back to the same page without any.
  func page(_ words: Catalogue, path: String) -> ProblemPage {
    let values = values(words)
    func told(_ part: String) -> String { words.say("problem.\(kind.rawValue).\(part)", values) }
    return ProblemPage(
      status: "\(kind.status.code)", title: told("title"), what: told("what"),
      still: told("still"), next: told("next"),
      back: kind == .badParameter ? path : values["dataset"].map { Address.list($0) } ?? "/")
  }

  /// What the words mention, in their language.
  private func values(_ words: Catalogue) -> [String: String] {
    let own = [
      "title": titles?.text(in: words.language), "day": day.map(DateText(words: words).day),
      "hint": near.map { " " + words.say("problem.hint", ["word": $0]) } ?? "",
    ]
    var all = values.merging(own.compactMapValues { $0 }) { given, _ in given }
    all["message"] = message.map(words.tell)
    return all
  }

  /// The answer that programs read.
  func document(_ words: Catalogue, path: String) -> Response {
    let body = body(page(words, path: path), instance: path)
    var answer = Response.json(body, type: "application/problem+json", status: kind.status)
      .spoken(in: words)
    answer.headers[.retryAfter] = retryAfter.map(String.init)
    return answer
  }

  /// The body that programs read.
  func body(_ page: ProblemPage, instance: String) -> ProblemBody {
    ProblemBody(
      type: "/about#\(kind.rawValue)", title: page.title, status: kind.status.code,
      detail: page.what, instance: instance, parameter: parameter, stillWorks: page.still,
      next: page.next)
  }
}

/// An RFC 9457 problem, with what still works and what next as extensions.
struct ProblemBody: Codable, Sendable, Hashable {
  let type: String
  let title: String
  let status: Int
  let detail: String
  let instance: String
  let parameter: String?
  let stillWorks: String
  let next: String

  enum CodingKeys: String, CodingKey {
    case type, title, status, detail, instance, parameter, next
    case stillWorks = "still_works"
  }
}
