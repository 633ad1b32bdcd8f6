public import AlmanacDeclarations

/// Why a store could not be opened, read or written.
public struct StoreError: MessageError {
  /// What kind of failure.
  public var kind: Kind
  /// The file.
  public var file: String
  /// What lies beneath, in SQLite's words; empty where nothing does.
  ///
  /// Of a full disk, how much is free.
  public var cause: String

  /// The kinds of failure that need different answers.
  public enum Kind: Sendable, Hashable {
    /// The file was written by a newer Almanac; it is left as it is.
    case newerSchema
    /// The file is no healthy database.
    case damaged
    /// The disk is full.
    case diskFull
    /// There is no file, and nothing may be made.
    case missing
    /// Anything else that SQLite reports.
    case failed
  }

  /// What happened, for people.
  public var message: Message {
    switch kind {
    case .newerSchema: "\(file) was written by a newer Almanac and is left untouched."
    case .damaged:
      "\(file) is damaged: \(cause). The next start of the Almanac that owns it sets the file "
        + "aside and keeps what can be read of it."
    case .diskFull:
      "The disk is full: nothing was written to \(file)\(cause). Make room, and it goes on."
    case .missing: "There is no \(file)."
    case .failed: "\(file): \(cause)."
    }
  }
}
