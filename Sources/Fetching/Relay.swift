public import Foundation

/// A request that is passed on for a client, as it came.
public struct RelayRequest: Sendable, Hashable {
  /// `GET`, or any other token.
  public var method: String
  /// What is asked for, with its query.
  public var url: URL
  /// The client's header lines, those of its connection too.
  public var headers: [HTTPHeader]
  /// The client's content; empty for none.
  public var body: Data

  /// A request of a client.
  public init(_ method: String, _ url: URL, headers: [HTTPHeader] = [], body: Data = Data()) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a client is to be answered.
public struct RelayAnswer: Sendable {
  /// The status of the origin, or one of ours: 304, 206 and 416 from a stored answer, 504 for
  /// `only-if-cached` without one.
  public var status: Int
  /// The reason phrase, as the origin wrote it.
  public var phrase: String
  /// The header lines, without those of the origin's connection.
  public var headers: [HTTPHeader]
  /// The content as the origin packed it.
  public var body: Data
  /// What to ask for again once the client is answered, if the answer was stale by agreement
  /// (`stale-while-revalidate`, RFC 5861 §3); hand it to ``Fetcher/revalidate(_:)``.
  public var revalidation: RelayRequest?
}
