import Foundation

/// Where a person's data is kept where nothing else is said.
enum DataFolder {
  /// `$XDG_DATA_HOME/almanac`, else `~/.local/share/almanac`; on macOS the folder of applications'
  /// support.
  ///
  /// A relative path counts as not set (XDG Base Directory Specification). `~` is `$HOME`, and what the
  /// machine's list of people says where that is not set: who sets it means it.
  static func usual(_ environment: [String: String]) -> URL {
    let home = absolute(environment["HOME"]) ?? URL.homeDirectory
    #if os(macOS)
      let support = URL.applicationSupportDirectory.lastPathComponent
      return home.appending(path: "Library/").appending(components: support, "Almanac")
    #else
      let data = absolute(environment["XDG_DATA_HOME"]) ?? home.appending(path: ".local/share")
      return data.appending(path: "almanac")
    #endif
  }

  private static func absolute(_ path: String?) -> URL? {
    path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
  }
}
