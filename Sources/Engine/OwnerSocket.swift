public import Foundation

/// Where the owner of a data folder listens for requests of other processes on this machine.
///
/// A Unix socket in a folder that only its owner may enter; its short path fits the 107 bytes that
/// an address may have, however long the data folder's path is.
public enum OwnerSocket {
  /// The socket of a data folder.
  public static func path(for folder: URL) -> String {
    let name = Fingerprint.of(folder.standardizedFileURL.resolvingSymlinksInPath().path)
    return directory.appending(path: "\(name.prefix(16)).sock").path
  }

  /// The folder of all sockets of this person.
  private static var directory: URL {
    let environment = ProcessInfo.processInfo.environment
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return URL(filePath: runtime).appending(path: "almanac")
    }
    return URL(filePath: "/tmp").appending(path: "almanac-\(userID)")
  }

  /// Makes the folder of the sockets, for this person alone, and removes a socket that was left.
  ///
  /// - Throws: When the folder cannot be made, or is another person's.
  public static func prepare(_ path: String) throws {
    let folder = directory.path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder)
    guard (attributes[.ownerAccountID] as? Int) == userID,
      (attributes[.posixPermissions] as? Int).map({ $0 & 0o077 == 0 }) == true,
      (attributes[.type] as? FileAttributeType) == .typeDirectory
    else { throw SyncFailure("\(folder) is not this person's own folder") }
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private static var userID: Int { Int(getuid()) }
}
