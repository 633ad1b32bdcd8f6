import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching

/// Why a check failed, in words for people: what happened, and what may help where we know.
struct TroubleWords {
  let dataset: Dataset
  /// What an upstream may echo and nobody may read.
  var secrets = Secrets()

  /// The words of a failure.
  func what(_ error: any Error) -> String {
    let words = secrets.masking(words(error))
    for article in ["The ", "A "] where words.hasPrefix(article) {
      return article.lowercased() + words.dropFirst(article.count)
    }
    return words
  }

  private func words(_ error: any Error) -> String {
    switch error {
    case let error as FetchError: told(error)
    case let failure as DecodingFailure: told(failure)
    case let missing as EnvironmentText.Missing:
      "\(missing.name) is not set in the environment, so nobody was asked"
    default: "\(error)"
    }
  }

  /// What the brake holds back.
  static func held(was: Int, wouldBe: Int) -> Message {
    wouldBe == 0
      ? "the answer keeps none of the copy's \(was) records"
      : "the answer keeps only \(wouldBe) of the copy's \(was) records"
  }

  private func told(_ error: FetchError) -> String {
    switch error {
    case .httpStatus(206, _, _):
      "The server sent only a part of the answer (206), which nobody asked for"
    case .httpStatus(304, _, _):
      "The server says that nothing changed (304), but there is nothing here to compare with"
    case .httpStatus(let code, let phrase, let body):
      // The text may end inside a secret, which what follows it would hide from the mask.
      answered(code, phrase, ErrorText.message(in: secrets.masking(body)))
        + (hint(code).map { ". " + $0 } ?? "")
    case .tooLarge(let limit):
      "The answer is larger than the \(limit / 1_000_000) MB that are taken at most"
    default: "\(error)"
    }
  }

  private func answered(_ code: Int, _ phrase: String, _ message: String?) -> String {
    let status = phrase.isEmpty ? "\(code)" : "\(code) \(phrase)"
    return "The server answered \(status)" + (message.map { ": \(Self.bare($0))" } ?? "")
  }

  /// What a person can do about a mistake of ours.
  private func hint(_ code: Int) -> String? {
    switch code {
    case 401, 402, 403, 407:
      dataset.source.needsSecret
        ? "Check the key or token that the dataset file takes from the environment"
        : "It may want a key or token, or it refuses programs like this one"
    case 404, 410: "The address may have moved: correct source.url in the dataset file"
    case 408, 409, 421, 423, 425: "That may pass by itself; it is asked again later"
    case 400, 405, 406, 411...417, 422, 424, 426, 428, 431, 501, 505:
      "The dataset file may ask in a way that the server no longer takes"
    default: nil
    }
  }

  private func told(_ failure: DecodingFailure) -> String {
    switch failure {
    case .empty: "The answer is empty"
    case .webPage(let title?): "A web page titled “\(title)” came instead of records"
    case .webPage: "A web page came instead of records"
    case .wrongShape(let expected, let got): "The answer should be \(expected), but is \(got)"
    case .refused(let message, let code):
      "The server refuses: \(Self.bare(message))" + (code.map { " (\($0))" } ?? "")
    case .truncated(let byte), .cutRow(let byte): "The answer breaks off after \(byte) bytes"
    case .malformed(let byte, let near): "The answer is no JSON at byte \(byte), near “\(near)”"
    case .unterminatedQuote(let line):
      "The answer breaks off: the quote that opens on line \(line) is never closed"
    case .mostlySetAside(let count, let all, let reasons): unusable(count, all, reasons)
    case .tooLarge: "\(failure)"
    }
  }

  private func unusable(_ count: Int, _ all: Int, _ reasons: [SetAside]) -> String {
    let why = reasons.map(\.reason.description).joined(separator: ", ")
    let words = "\(count) of \(all) records cannot be kept: \(why)"
    guard reasons.contains(where: { $0.reason == .noKey }) else { return words }
    let paths = dataset.key.from.map(\.description).joined(separator: " or ")
    return "\(words). The key should stand under \(paths)"
  }

  private static func bare(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension Source {
  /// Whether a request carries anything from the environment.
  fileprivate var needsSecret: Bool {
    token != nil || (headers + parameters).contains { $0.value.contains("${") }
  }
}
