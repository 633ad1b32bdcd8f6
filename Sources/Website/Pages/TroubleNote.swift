import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// A trouble as people are told it: what happened, what still works, what next.
struct TroubleNote: Sendable, Hashable {
  let what: String
  let still: String
  let next: String
  /// Where "Try now" is sent; nothing where this server takes no such wishes.
  let retry: String?
  /// Where "Accept" is sent, when the brake waits for a person.
  let accept: String?
  /// The command by which a person accepts, when the brake waits for one.
  let command: String?

  init?(_ status: DatasetStatus, of dataset: Dataset, words: Catalogue, now: Date, acts: Bool) {
    guard let trouble = status.trouble else { return nil }
    what = Self.what(trouble, of: dataset, words)
    still = Self.still(status, words, now)
    next = Self.next(trouble, words, now)
    retry = acts ? Address.page(dataset.id, "retry") : nil
    command = status.acceptCommand
    accept = acts && trouble.kind == .held ? Address.page(dataset.id, "accept") : nil
  }

  /// What happened, in one sentence.
  static func what(_ trouble: Trouble, of dataset: Dataset, _ words: Catalogue) -> String {
    let title = dataset.title.text(in: words.language)
    // What is kept as text is told by its English words, so far as they are known.
    let isText = trouble.reason.key == "{}"
    let what = isText ? words.retell(bare(trouble.what)) : words.tell(trouble.reason)
    let values = ["title": title, "what": what]
    return words.say("trouble.\(trouble.kind.rawValue)", values)
  }

  /// A reason without the full stop that our own sentence sets.
  private static func bare(_ what: String) -> String {
    what.hasSuffix(".") ? String(what.dropLast()) : what
  }

  private static func still(_ status: DatasetStatus, _ words: Catalogue, _ now: Date) -> String {
    guard let date = status.copyDate, status.count > 0 else {
      return words.say("trouble.still_nothing")
    }
    let dates = DateText(words: words)
    let day = status.origin == .snapshot ? DateText.timestamp(date).map { dates.day($0.date) } : nil
    let moment = day ?? dates.moment(date, now: now)
    return words.count("trouble.still", status.count, ["moment": moment])
  }

  private static func next(_ trouble: Trouble, _ words: Catalogue, _ now: Date) -> String {
    guard trouble.kind != .held else { return words.say("trouble.next_person") }
    guard let date = trouble.nextAttempt else { return words.say("trouble.next_visit") }
    let moment = DateText(words: words).moment(date, now: now)
    return words.say("trouble.next", ["moment": moment])
  }
}
