import Foundation

/// Undoes all content codings of an answer, the last applied first (RFC 9110 §8.4).
struct Unpacker {
  private let stages: [Inflater]
  /// The most codings that are undone; nobody packs an answer more often than by mistake.
  private static let most = 4

  /// Throws where an answer is packed in a way that is not known here.
  ///
  /// No coding gives more than `limit` bytes, whatever the next one would make of them.
  init(_ headers: [HTTPHeader], limit: Int) throws(FetchError) {
    let names = Self.codings(headers)
    guard names.count <= Self.most else {
      throw .undecodable(why: "it is packed \(names.count) times over")
    }
    var stages: [Inflater] = []
    for name in names.reversed() {
      guard let coding = Inflater.Coding(name) else {
        throw .undecodable(why: "it is packed as \(name.prefix(40)), which we did not ask for")
      }
      stages.append(Inflater(coding, limit: limit))
    }
    self.stages = stages
  }

  /// The codings in the order in which they were applied.
  private static func codings(_ headers: [HTTPHeader]) -> [String] {
    Directives.split(headers.combined("Content-Encoding") ?? "").map { $0.lowercased() }
      .filter { $0 != "identity" }
  }

  /// Unpacks the next bytes and hands on what they hold.
  func unpack(_ bytes: Data, _ handOn: (Data) throws(FetchError) -> Void) throws(FetchError) {
    guard !stages.isEmpty else { return try handOn(bytes) }
    try unpack(Array(bytes), from: 0, handOn)
  }

  private func unpack(
    _ bytes: [UInt8], from stage: Int, _ handOn: (Data) throws(FetchError) -> Void
  ) throws(FetchError) {
    guard stage < stages.count else { return try handOn(Data(bytes)) }
    try stages[stage].unpack(bytes) { (piece) throws(FetchError) in
      try unpack(piece, from: stage + 1, handOn)
    }
  }

  /// Throws where an answer ended in the middle.
  func finish() throws(FetchError) {
    for stage in stages { try stage.finish() }
  }
}
