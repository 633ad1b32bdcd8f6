import AlmanacDeclarations
import AlmanacFetching
import AlmanacStorage
import Foundation

extension Secrets {
  /// What dataset files take from the environment, and the logins of their addresses.
  ///
  /// The choke points are few: the logger of a ``Library``, what a ``Keeper`` stores and tells, and
  /// the words of failures. Records are not masked: they are the upstream's data, kept as sent.
  init(_ datasets: [Dataset], _ environment: EnvironmentText) {
    var named: [(name: String, value: String)] = []
    for source in datasets.map(\.source) {
      for name in source.texts.flatMap(EnvironmentText.names) {
        environment.variables[name].map { named.append(("${\(name)}", $0)) }
      }
      named += source.addresses.flatMap { address -> [String] in
        do {
          let expanded = try environment.expand(address)
          return URLComponents(string: expanded)?.user == nil ? [] : Self.inside(expanded)
        } catch { return [] }  // what the environment lacks cannot be shown
      }.map { (Self.mark, $0) }
    }
    self.init(named.filter { !$0.value.isEmpty })
  }
}

extension Source {
  /// The addresses that are asked.
  fileprivate var addresses: [String] { [url] + joins.map(\.url) }

  /// Every text that the environment may fill.
  fileprivate var texts: [String] {
    addresses + (headers + parameters + filters).map(\.value) + [token].compactMap(\.self)
  }
}

extension SyncState {
  /// The state without secrets in the words that people read.
  func hiding(_ secrets: Secrets) -> SyncState {
    var state = self
    state.trouble?.what = secrets.masking(trouble?.what ?? "")
    if !driftNotes.isEmpty { state.driftNotes = driftNotes.map { $0.hiding(secrets) } }
    state.setAside = setAside.map { $0.map { $0.hiding(secrets) } }
    state.setAsideNews = setAsideNews.map { $0.map { $0.hiding(secrets) } }
    return state
  }
}

extension SetAsideEntry {
  fileprivate func hiding(_ secrets: Secrets) -> SetAsideEntry {
    SetAsideEntry(
      reason: secrets.masking(reason), count: count, sample: secrets.masking(sample))
  }
}

extension DriftNote {
  fileprivate func hiding(_ secrets: Secrets) -> DriftNote {
    var note = self
    note.drift = drift.mapTexts(secrets.masking)
    return note
  }
}

extension DatasetStatus {
  /// The status without secrets, also those that an earlier version stored.
  func hiding(_ secrets: Secrets) -> DatasetStatus {
    var status = self
    status.trouble?.reason = trouble?.reason.mapTexts(secrets.masking) ?? ""
    for index in setAside.indices {
      status.setAside[index].reason = secrets.masking(setAside[index].reason)
      status.setAside[index].sample = secrets.masking(setAside[index].sample)
    }
    status.drift = drift.map { $0.hiding(secrets) }
    status.mismatches = mismatches.map { $0.hiding(secrets) }
    return status
  }
}
