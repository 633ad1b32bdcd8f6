package import Foundation

/// Puts finished files in the places of others, all of them or none, and keeps the replaced ones.
///
/// What is to be done is noted in a journal before the first file is moved; the next start goes on
/// where an earlier run was killed. So each place holds the old file with its log, or the new one
/// alone, never one beside the other's log.
package struct FileSwap: Codable, Sendable, Hashable {
  /// One file to be put in a place.
  package struct Item: Codable, Sendable, Hashable {
    /// The name of the place.
    var name: String
    /// The name of the finished file.
    var finished: String
    /// The name that the file in the place gets, if there is one.
    var aside: String
  }

  /// The files.
  var items: [Item]
  /// What people are to be told when it is done.
  var words: String?

  /// What belongs to a database besides its file.
  static let companions = ["", "-wal", "-shm", "-journal"]

  /// The journal of a whole folder's restore.
  static let folderJournal = "restore.swap"
  /// How the names of files end that a restore has copied but not put in their places.
  static let restored = ".restored"

  /// Notes what is to be done, then does it.
  ///
  /// - Parameter journal: Where to note it, in the folder of the files.
  func commit(_ journal: String) throws {
    try Disk.synchronize(Disk.folder(of: journal))
    try Disk.write(try JSONEncoder().encode(self), to: journal)
    try finish(journal)
  }

  /// Does what is left of what a journal notes; nothing where there is none.
  ///
  /// - Returns: What was done.
  static func resume(_ journal: String) throws -> FileSwap? {
    try Disk.remove(journal + ".part")
    guard Disk.exists(journal) else { return nil }
    guard let swap = try noted(journal) else {
      try Disk.remove(journal)  // it tells nothing, so nothing was moved for it
      return nil
    }
    try swap.finish(journal)
    return swap
  }

  private static func noted(_ journal: String) throws -> FileSwap? {
    let data = try Data(contentsOf: URL(filePath: journal))
    do {
      let swap = try JSONDecoder().decode(FileSwap.self, from: data)
      let names = swap.items.flatMap { [$0.name, $0.finished, $0.aside] }
      return names.contains { $0.isEmpty || $0.contains("/") } ? nil : swap
    } catch { return nil }
  }

  /// The steps after the note; each may be the last of this run, and is not done twice.
  private func finish(_ journal: String) throws {
    let folder = Disk.folder(of: journal)
    func path(_ name: String) -> String { folder + "/" + name }
    let waiting = items.filter { Disk.exists(path($0.finished)) }
    for item in waiting { try Self.setAside(path(item.name), as: path(item.aside)) }
    try Disk.synchronize(folder)
    for item in waiting { try Disk.rename(path(item.finished), to: path(item.name)) }
    try Disk.synchronize(folder)
    for item in items {
      try Disk.remove(StoreExamination.mark(of: URL(filePath: path(item.name))))
    }
    try Disk.remove(journal)
    try Disk.synchronize(folder)
  }

  /// Gives a database and what belongs to it another name; the file itself goes first, so that
  /// nobody reads it without its log.
  private static func setAside(_ path: String, as aside: String) throws {
    for suffix in companions where Disk.exists(path + suffix) {
      var name = aside
      while Disk.exists(name + suffix) { name += "+" }
      try Disk.rename(path + suffix, to: name + suffix)
    }
  }
}

extension FileSwap {
  /// A file of a backup that is to be put in a place of a data folder.
  package struct Copy: Sendable {
    /// The file to copy.
    var source: URL
    /// The name of the place.
    var name: String
    /// Whether only its owner may read it.
    var isPrivate: Bool

    /// Makes a copy's description.
    package init(_ source: URL, as name: String, isPrivate: Bool = false) {
      (self.source, self.name, self.isPrivate) = (source, name, isPrivate)
    }
  }

  /// Puts copies of files in their places in a folder that nobody has open, all of them or none.
  ///
  /// Killed at any instant, after the next start all files are the old ones or all are the new.
  ///
  /// - Returns: The names that the replaced files have now, by the names of their places.
  /// - Throws: `StoreError`; then all files are the old ones, or the next start ends it.
  package static func restore(
    _ copies: [Copy], to folder: URL, at now: Date
  ) throws(StoreError) -> [String: String] {
    try Store.guarded(folder) {
      try settle(folder.path)
      var (swap, kept): (FileSwap, [String: String]) = (FileSwap(items: []), [:])
      for copy in copies {
        let file = folder.appending(path: copy.name)
        let aside = Store.freeName(beside: file, "replaced", at: now).lastPathComponent
        let finished = copy.name + restored
        try Disk.copy(
          copy.source.path, to: folder.path + "/" + finished, mode: copy.isPrivate ? 0o600 : nil)
        swap.items.append(Item(name: copy.name, finished: finished, aside: aside))
        if Disk.exists(file.path) { kept[copy.name] = aside }
      }
      if !swap.items.isEmpty { try swap.commit(folder.path + "/" + folderJournal) }
      return kept
    }
  }

  /// Ends what a killed restore of a folder had begun to put in place, and removes what one had
  /// only copied.
  static func settle(_ folder: String) throws {
    _ = try resume(folder + "/" + folderJournal)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where name.hasSuffix(restored) { try Disk.remove(folder + "/" + name) }
  }

  /// The same, told as a store's errors, for whoever owns the folder.
  package static func settle(folder: URL) throws(StoreError) {
    try Store.guarded(folder) { try settle(folder.path) }
  }
}
