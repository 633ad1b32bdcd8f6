import AlmanacDeclarations
import AlmanacFetching
import Foundation

/// Where a record's picture is: a file on this machine that the dataset file names, or an address
/// that the record names.
enum PictureSource: Sendable, Hashable {
  case file(URL)
  case web(URL, hosts: Set<String>)

  /// The name under which the index knows it.
  var key: String {
    switch self {
    case .file(let url): url.path
    case .web(let url, _): String(url.absoluteString.prefix { $0 != "#" })
    }
  }
}

/// Finds out where records have their pictures.
struct PictureSources: Sendable {
  /// The hosts of the datasets' sources, by dataset.
  private let sourceHosts: [String: String]

  init(_ datasets: [Dataset], _ environment: EnvironmentText) {
    sourceHosts = datasets.reduce(into: [:]) { hosts, dataset in
      do {
        let address = try environment.expand(dataset.source.url)
        hosts[dataset.id] = URL(string: address)?.host()?.lowercased()
      } catch { return }  // what the environment lacks names no host
    }
  }

  /// The source of a record's picture; nothing where there is none.
  ///
  /// A file on this machine comes first: it asks nobody.
  func source(of record: Record, field name: String, in dataset: Dataset) -> PictureSource? {
    guard let index = dataset.index(of: name) else { return nil }
    let field = dataset.fields[index]
    guard field.type == .image else { return nil }
    if let file = file(field, record.id) { return .file(file) }
    guard case .text(let text) = record.values[index], text.utf8.count <= 2048,
      let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.user() == nil
    else { return nil }
    let own = sourceHosts[dataset.id].map { [$0.trimmingCharacters(in: ["[", "]"])] } ?? []
    return .web(url, hosts: Set(field.hosts + own))
  }

  private func file(_ field: Field, _ id: RecordID) -> URL? {
    guard let template = field.file, !id.description.contains("/"),
      !id.description.contains("..")
    else { return nil }
    let path =
      template.replacing("{id_lower}", with: id.description.lowercased())
      .replacing("{id}", with: id.description)
    return FileManager.default.isReadableFile(atPath: path) ? URL(filePath: path) : nil
  }
}
