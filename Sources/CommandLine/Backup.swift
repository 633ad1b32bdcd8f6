import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Copies datasets into a new folder.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Copy datasets into a new folder, each as it is at one moment."),
    discussion: said(
      """
      almanac backup --to /backups/2026-11-21

      May run while `almanac serve` writes. The folder appears when it is whole; it holds one SQLite \
      file for each dataset, the subscriptions and the key of notifications (`library`), and \
      manifest.json with their SHA-256. A backup is never overwritten.
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The datasets, or library; all when none is named."))
  var names: [String] = []

  @Option(name: .customLong("to"), help: .said("The new folder.", valueName: "dir"))
  var folder: String

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let library = try await Access(places).reader()
    for name in names where name != "library" { _ = try library.found(name) }
    let manifest = try await library.backUp(names, to: URL(filePath: folder)) { id, share in
      Output.progress("\(id): \(Int((share.isNaN ? 0 : min(max(share, 0), 1)) * 100)) %")
    }
    try await library.shutdown()
    if json { try Output.json(manifest) } else { tell(manifest) }
    guard library.hasClosedStores, names.isEmpty else { return }
    for problem in library.problems { Output.warn(said("Not in the backup: \(problem.told)")) }
    throw ExitCode(1)
  }

  private func tell(_ manifest: BackupManifest) {
    for entry in manifest.datasets {
      let records = said("\(entry.dataset): \(entry.count) records")
      Output.line("\(records), \(ByteText.text(entry.bytes))")
    }
    for file in manifest.files ?? [] {
      Output.line("\(file.file): \(ByteText.text(file.bytes))")
    }
    Output.line(said("The backup is at \(folder)."))
  }
}
