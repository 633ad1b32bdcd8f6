import Foundation

/// What is read once of the files beside the program: words, templates, assets and outlines.
struct ShippedFiles: Sendable {
  let share: Share
  let languages: Languages
  let templates: Templates
  let assets: Assets
  let outlines: WorldOutlines

  /// Reads them.
  ///
  /// - Throws: when one is missing or not readable.
  init(_ share: Share) throws {
    self.share = share
    languages = try Languages(folder: share.folder.appending(path: "words"))
    templates = try Templates(share)
    assets = try Assets(share, made: ShellFiles.made(templates: templates, languages: languages))
    outlines = try WorldOutlines(assets)
  }
}
