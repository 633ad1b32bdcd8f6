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
