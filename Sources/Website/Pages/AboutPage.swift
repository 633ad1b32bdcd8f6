import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes

/// The page about this program, its datasets and its interface for programs.
struct AboutPage: Sendable, Hashable {
  let version: String
  /// How to open the pages on a phone; nothing where none reaches them.
  let phone: PhoneNote?
  let sources: [Source]
  let problems: [ProblemEntry]

  /// A dataset and whom to thank for it.
  struct Source: Sendable, Hashable {
    let title: String
    let address: String
    let summary: String?
    /// That an update is held or failed, and what to do.
    let trouble: String?
    /// What the source changed in its fields.
    let drift: [String]
    let credits: [CreditNote]
  }

  /// A kind of problem that the interface may answer with.
  struct ProblemEntry: Sendable, Hashable {
    let anchor: String
    let status: String
    let title: String
  }

  init(
    datasets: [(dataset: Dataset, status: DatasetStatus)], version: String, phone: PhoneNote?,
    words: Catalogue
  ) {
    self.version = version
    self.phone = phone
    sources = datasets.map { dataset, status in
      let credits = [dataset.credit] + [dataset.snapshot?.credit].compactMap { $0 }
      var distinct: [CreditNote] = []
      for note in credits.map({ CreditNote($0, words) }) where !distinct.contains(note) {
        distinct.append(note)
      }
      return Source(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        summary: dataset.summary?.text(in: words.language),
        trouble: Self.trouble(status, of: dataset, words),
        drift: DriftText(words: words).lines(status.drift + status.mismatches), credits: distinct)
    }
    problems = Problem.Kind.allCases.map {
      ProblemEntry(
        anchor: $0.rawValue, status: "\($0.status.code)",
        title: words.say("problem.\($0.rawValue).title"))
    }
  }

  private static func trouble(
    _ status: DatasetStatus, of dataset: Dataset, _ words: Catalogue
  ) -> String? {
    status.trouble.map { TroubleNote.what($0, of: dataset, words) }
  }
}

/// The page that tells of a problem.
struct ProblemPage: Sendable, Hashable {
  let status: String
  let title: String
  let what: String
  let still: String
  let next: String
  /// The list to go back to.
  let back: String
}
