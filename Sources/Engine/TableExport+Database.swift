import AlmanacDeclarations
import AlmanacStorage
public import Foundation

extension TableExport {
  /// Writes the export as an SQLite file that does not exist yet; returns the number of rows.
  public func writeDatabase(to file: URL) async throws -> Int {
    try await snapshot.writeDatabase(selection, to: file, note: note)
  }

  private var note: ExportNote {
    ExportNote(
      dataset: dataset.id, title: dataset.title.text(in: "en"), credit: credit.text,
      homepage: credit.homepage, licence: credit.licence, version: version,
      copyOf: snapshot.state.copyDate?.formatted(.iso8601), exported: date.formatted(.iso8601))
  }
}

extension TableExport {
  /// Makes the export as an SQLite file, to be read piece by piece.
  public func database() async throws -> ExportDatabaseFile {
    let file = folder.appending(path: "export-\(UUID().uuidString)")
    do {
      _ = try await writeDatabase(to: file)
      return try ExportDatabaseFile(takingAway: file)
    } catch {
      try? FileManager.default.removeItem(at: file)  // it may never have been made
      throw error
    }
  }
}
