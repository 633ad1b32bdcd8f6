public import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
public import Foundation

/// What is to be said of a file of a data folder.
public struct FileFinding: Sendable, Hashable {
  /// The file's path.
  public let file: String
  /// What it is, or what is wrong with it and what next.
  public let text: Message
  /// Whether a person has to do something.
  public let isProblem: Bool
}

extension Library {
  /// Looks at the files of a data folder that belong to no dataset, without changing them.
  public static func examine(_ dataDirectory: URL) throws -> [FileFinding] {
    let files = LibraryFiles(folder: dataDirectory)
    guard FileManager.default.fileExists(atPath: dataDirectory.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: dataDirectory.path).sorted()
    var findings: [FileFinding] = []
    findings += files.keyFinding.map { [$0] } ?? []
    if names.contains(LibraryFiles.subscriptionsName) { findings.append(files.storeFinding) }
    for name in names where name.hasPrefix(LibraryFiles.subscriptionsName + ".damaged-") {
      let path = dataDirectory.appending(path: name).path
      findings.append(
        FileFinding(
          file: path, text: "a damaged file that was set aside; delete it when you are content",
          isProblem: false))
    }
    return findings
  }
}

extension LibraryFiles {
  fileprivate var keyFinding: FileFinding? {
    do {
      try missNoKey()
      guard try ServerKey.stored(in: key) != nil else { return nil }
      return try finding(key, "the key of notifications is sound")
    } catch {
      return FileFinding(file: key.path, text: "\(error)", isProblem: true)
    }
  }

  fileprivate var storeFinding: FileFinding {
    do {
      let count = try LibraryStore.verify(subscriptions)
      return try finding(subscriptions, "sound, with \(count) subscriptions")
    } catch {
      return FileFinding(file: subscriptions.path, text: "\(error)", isProblem: true)
    }
  }

  /// A sound file; whether others may read it.
  private func finding(_ file: URL, _ text: Message) throws -> FileFinding {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o077 != 0 else {
      return FileFinding(file: file.path, text: text, isProblem: false)
    }
    return FileFinding(
      file: file.path, text: "\(text), but others may read it: chmod 600 \(file.path)",
      isProblem: true)
  }
}
