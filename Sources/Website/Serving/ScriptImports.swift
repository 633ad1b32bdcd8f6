import Foundation

/// Which modules a script imports when it starts, and these in turn.
///
/// A page names them all at its head: a browser that had to read each to learn of the next would
/// wait for one way there and back for each level.
struct ScriptImports {
  /// The texts of all scripts by file name.
  let texts: [String: String]

  /// The names of all modules behind a script, the nearest first, each once; without those that it
  /// loads only where they are needed.
  func all(behind script: String) -> [String] {
    var found: [String] = []
    var next = [script]
    while let name = next.first {
      next.removeFirst()
      let new = direct(name).filter { $0 != script && !found.contains($0) }
      found += new
      next += new
    }
    return found
  }

  private func direct(_ script: String) -> [String] {
    let statement = /(?:from|import)\s+"\.\/([\w\-]+\.js)"/
    return texts[script]?.matches(of: statement).map { String($0.1) } ?? []
  }
}
