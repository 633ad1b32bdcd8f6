import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Puts datasets of a backup in the data folder.
struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Put datasets of a backup in the place of those in the data folder."),
    discussion: said(
      """
      Everything is verified first. The files that are replaced stay in the data folder under the name \
      NAME.sqlite.replaced-DATE. Stop `almanac serve` before.
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The backup's folder."))
  var backup: String

  @Argument(help: .said("The datasets, or library; all of the backup when none is named."))
  var names: [String] = []

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let folder = try Access(places).settings.dataDirectory(places.data)
    let restored = try restore(to: folder)
    if json { return try Output.json(restored) }
    for one in restored {
      let kept = one.kept.map { said("; the file before is kept as \($0)") } ?? ""
      Output.line("\(one.dataset): \(Self.what(one))\(kept)")
    }
  }

  private static func what(_ one: Restored) -> String {
    switch one.dataset {
    case "library": said("\(one.count) subscriptions restored")
    case "push.key": said("the key of notifications restored")
    default: said("\(one.count) records restored")
    }
  }

  private func restore(to folder: URL) throws -> [Restored] {
    do {
      return try Library.restore(names, from: URL(filePath: backup), to: folder) {
        Output.progress(said("\($0): verifying …"))
      }
    } catch let error as BackupError {
      if case .unknown = error { throw misuse(error.message) }
      throw error
    }
  }
}
