import AlmanacEngine
import ArgumentParser
import Foundation

/// Copies datasets into a new folder.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy datasets into a new folder, each as it is at one moment.",
    discussion: """
      almanac backup --to /backups/2026-11-21

      May run while `almanac serve` writes. The folder appears when it is whole; it holds one SQLite \
      file for each dataset, the subscriptions and the key of notifications (`library`), and \
      manifest.json with their SHA-256. A backup is never overwritten.
      """)

  @OptionGroup var places: Places

  @Argument(help: "The datasets, or library; all when none is named.")
  var names: [String] = []

  @Option(name: .customLong("to"), help: ArgumentHelp("The new folder.", valueName: "dir"))
  var folder: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let library = try await Access(places).reader()
    for name in names where name != "library" { _ = try library.found(name) }
    let manifest = try await library.backUp(names, to: URL(filePath: folder)) { id, share in
      Output.progress("\(id): \(Int(share * 100)) %")
    }
    try await library.shutdown()
    if json { try Output.json(manifest) } else { tell(manifest) }
    guard library.hasClosedStores, names.isEmpty else { return }
    for problem in library.problems { Output.warn("Not in the backup: \(problem)") }
    throw ExitCode(1)
  }

  private func tell(_ manifest: BackupManifest) {
    for entry in manifest.datasets {
      let size = entry.bytes.formatted(.byteCount(style: .file))
      Output.line("\(entry.dataset): \(entry.count) records, \(size)")
    }
    for file in manifest.files ?? [] {
      Output.line("\(file.file): \(file.bytes.formatted(.byteCount(style: .file)))")
    }
    Output.line("The backup is at \(folder).")
  }
}
