import AlmanacSandbox
import Foundation
import Testing

@testable import AlmanacEngine

/// One way in which an upstream fails, and everything that follows from it.
///
/// `Notes/faults.md` shows the same rows to people; a test fails when one is missing in the other.
struct FaultRow: Sendable, CustomTestStringConvertible {
  /// What goes wrong, in a few words.
  var name: String
  /// What is asked.
  var scene = Scene.list
  /// Whom the requests reach.
  var door = Door.open
  /// What the sandbox does wrong, first request first.
  var faults: [Sandbox.Fault] = []
  /// What stands in the status: the trouble, else what was set aside and what drifted.
  var told: String
  /// What becomes of the copy.
  var kept = Kept.copy
  /// When the upstream is asked again.
  var again = Again.backoff
  /// How many requests one sync sends, redirects among them.
  var requests: Int

  var testDescription: String { name }

  /// What is asked, and how.
  enum Scene: String, Sendable {
    /// One JSON list.
    case list
    /// The same, with nothing in the cache folder.
    case listWithoutCache
    /// One CSV file.
    case table
    /// Pages by offset, with a key in a header.
    case pages
    /// Pages by links, from a file.
    case links
    /// A SODA portal.
    case portal
  }

  /// Whom the requests reach.
  enum Door: Sendable, Equatable {
    /// The sandbox.
    case open
    /// Nobody: no one listens.
    case closed
    /// A sandbox that shows this certificate.
    case secured(Certificates.Kind)
  }

  /// What becomes of the copy.
  enum Kept: Sendable, Equatable {
    /// Records, generation and change log stay as they were.
    case copy
    /// What can be kept is applied: new, changed and gone records.
    case applied(String)
  }

  /// When the upstream is asked again.
  enum Again: Sendable, Equatable {
    /// After about a minute, then ever more slowly, up to six hours.
    case backoff
    /// Not before the server allows it, in seconds.
    case served(Int)
    /// At the next check, for this one succeeded.
    case due
    /// At the next check; applied once a person accepts.
    case person
  }
}

extension FaultRow {
  /// The row as `Notes/faults.md` has it.
  var markdown: String {
    let words = told.isEmpty ? "nothing" : told.replacing("|", with: "\\|")
    return "| \(name) | \(words) | \(kept.words) | \(again.words) | \(requests) |"
  }

  /// How long a server may be silent: briefly where it will be.
  var patience: Duration {
    let isSilent = faults.contains {
      [.wire(.stalledHead), .wire(.stalledBody)].contains($0) || $0.isHang
    }
    return isSilent ? .milliseconds(1500) : .seconds(20)
  }
}

extension FaultRow.Kept {
  fileprivate var words: String {
    switch self {
    case .copy: "the copy as it was"
    case .applied(let counts): "what can be kept: \(counts)"
    }
  }
}

extension FaultRow.Again {
  fileprivate var words: String {
    switch self {
    case .backoff: "after a minute, then ever more slowly"
    case .served(let seconds): "not before the server allows: \(seconds) s"
    case .due: "at the next check"
    case .person: "at the next check; applied once a person accepts"
    }
  }
}

extension Sandbox.Fault {
  fileprivate var isHang: Bool {
    if case .hang = self { true } else { false }
  }
}
