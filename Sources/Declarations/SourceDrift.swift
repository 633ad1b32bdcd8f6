public import Foundation

/// One way in which the fields of a source differ from earlier answers, or from the declaration.
public enum SourceDrift: Sendable, Hashable {
  /// A field that nobody declared came for the first time.
  case added(String)
  /// A declared field has never had a value.
  case missing(String)
  /// A field that was sent is not sent any more.
  case dropped(String)
  /// One field was dropped and one was added at once.
  case renamed(String, from: String, to: String)
  /// No value of a field has the declared type.
  case retyped(String)
  /// Some values of a field do not have the declared type.
  case mixed(String, count: Int, of: Int)
  /// A field that had values has none in any record.
  case emptied(String)
  /// The dates of a field may have the day or the month first, and so they stay as they were sent.
  case unordered(String, count: Int)
  /// More fields that nobody declared came than are told by name.
  case more(count: Int)
  /// Bytes of the answer are not UTF-8.
  case damaged(places: Int)
  /// A sentence that an earlier version of Almanac kept, in English.
  case told(String)
}

extension SourceDrift {
  /// The name of the case for programs and files; it never changes.
  public var code: String {
    switch self {
    case .added: "added"
    case .missing: "missing"
    case .dropped: "dropped"
    case .renamed: "renamed"
    case .retyped: "retyped"
    case .mixed: "mixed"
    case .emptied: "emptied"
    case .unordered: "unordered"
    case .more: "more"
    case .damaged: "damaged"
    case .told: "told"
    }
  }

  /// The field that it is about, as it is declared, or as the source calls a new one.
  public var field: String? {
    switch self {
    case .added(let name), .missing(let name), .dropped(let name), .renamed(let name, _, _),
      .retyped(let name), .mixed(let name, _, _), .emptied(let name), .unordered(let name, _):
      name
    case .more, .damaged, .told: nil
    }
  }

  /// What is the same from one answer to the next, while counts may differ.
  public var identity: String {
    switch self {
    case .renamed(let name, let old, let new): "\(code) \(name) \(old) \(new)"
    case .told(let text): "\(code) \(text)"
    default: "\(code) \(field ?? "")"
    }
  }

  /// What differs and what a person can do about it, in one sentence.
  public var message: Message {
    switch self {
    case .added(let name):
      "The source sends a new field, \(name): declare it in the dataset file to show it."
    case .missing(let name):
      "The source has never sent \(name): correct its path in the dataset file, "
        + "or remove the field."
    case .dropped(let name):
      "The source no longer sends \(name), whose earlier values stay: correct its path "
        + "in the dataset file, or remove the field."
    case .renamed(_, let old, let new):
      "The source may have renamed \(old) to \(new), and the earlier values stay: if it did, "
        + "declare from: [\(old), \(new)]."
    case .retyped(let name):
      "No value of \(name) has the declared type: correct the type in the dataset file."
    case .mixed(let name, let count, let all):
      "Of the values of \(name), \(count) of \(all) do not have the declared type: correct the "
        + "type in the dataset file, or report them to the source."
    case .emptied(let name):
      "The source now sends \(name) without a value in every record: the earlier values are "
        + "in the history of changes."
    case .unordered(let name, let count):
      "Day and month of \(name) cannot be told apart, and its dates stay as they were sent "
        + "(\(count)): declare its order in the dataset file, dmy or mdy."
    case .more(let count):
      "The source sends more new fields than are told by name, \(count) of them: declare those "
        + "in the dataset file that are to be shown."
    case .damaged(let places):
      "\(places) places of the answer are not UTF-8 and are shown as �: report them to the source."
    case .told(let text): "\(text)"
    }
  }
}

extension SourceDrift {
  /// The same difference with its names and texts changed, such as to mask a secret in them.
  public func mapTexts(_ change: (String) -> String) -> SourceDrift {
    switch self {
    case .added(let name): .added(change(name))
    case .missing(let name): .missing(change(name))
    case .dropped(let name): .dropped(change(name))
    case .renamed(let name, let old, let new):
      .renamed(change(name), from: change(old), to: change(new))
    case .retyped(let name): .retyped(change(name))
    case .mixed(let name, let count, let all): .mixed(change(name), count: count, of: all)
    case .emptied(let name): .emptied(change(name))
    case .unordered(let name, let count): .unordered(change(name), count: count)
    case .more, .damaged: self
    case .told(let text): .told(change(text))
    }
  }
}

extension SourceDrift: Codable {
  /// What is written: the case's name and its values.
  private struct Coded: Codable {
    var code: String
    var name, from, to: String?
    var count, of: Int?
  }

  /// Reads what was written; a case of a later version is kept by its name.
  public init(from decoder: any Decoder) throws {
    let coded = try Coded(from: decoder)
    let name = coded.name ?? ""
    switch coded.code {
    case "added": self = .added(name)
    case "missing": self = .missing(name)
    case "dropped": self = .dropped(name)
    case "renamed": self = .renamed(name, from: coded.from ?? "", to: coded.to ?? "")
    case "retyped": self = .retyped(name)
    case "mixed": self = .mixed(name, count: coded.count ?? 0, of: coded.of ?? 0)
    case "emptied": self = .emptied(name)
    case "unordered": self = .unordered(name, count: coded.count ?? 0)
    case "more": self = .more(count: coded.count ?? 0)
    case "damaged": self = .damaged(places: coded.count ?? 0)
    case "told": self = .told(name)
    default: self = .told([coded.code, name].joined(separator: " "))
    }
  }

  /// Writes the case's name and its values.
  public func encode(to encoder: any Encoder) throws {
    var coded = Coded(code: code, name: field)
    switch self {
    case .renamed(_, let old, let new): (coded.from, coded.to) = (old, new)
    case .mixed(_, let count, let all): (coded.count, coded.of) = (count, all)
    case .unordered(_, let count), .more(let count), .damaged(let count): coded.count = count
    case .told(let text): coded.name = text
    default: break
    }
    try coded.encode(to: encoder)
  }
}

/// A difference, and since when it is seen.
public struct DriftNote: Sendable, Hashable, Codable {
  /// What differs.
  public var drift: SourceDrift
  /// When it was first seen.
  public var since: Date
  /// Whether an earlier answer to the same question was without it, so that the source changed;
  /// otherwise the declaration never fitted.
  public var isChange: Bool

  /// Makes a note.
  public init(_ drift: SourceDrift, since: Date, isChange: Bool = true) {
    self.drift = drift
    self.since = since
    self.isChange = isChange
  }

  /// The sentence in English.
  public var what: String { drift.message.description }
}
