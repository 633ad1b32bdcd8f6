/// A record that could not be kept, as it was sent.
public struct AsideRecord: Sendable, Hashable, Codable {
  /// Why, in plain English words ("key repeats").
  public var reason: String
  /// Whether it came with news, and not with a whole answer.
  public var isNews: Bool
  /// The page of the answer, from 1.
  public var page: Int
  /// The line in a CSV answer, else the position among the records of the page, from 1.
  public var position: Int
  /// The key, where it has one.
  public var key: String?
  /// The beginning of the record as it was sent.
  public var raw: String

  /// Makes a record from its parts.
  public init(
    reason: String, isNews: Bool = false, page: Int = 1, position: Int, key: String? = nil,
    raw: String
  ) {
    self.reason = reason
    self.isNews = isNews
    self.page = page
    self.position = position
    self.key = key
    self.raw = raw
  }

  enum CodingKeys: String, CodingKey {
    case reason, page, position, key, raw
    case isNews = "is_news"
  }
}
