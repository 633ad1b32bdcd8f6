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

  /// A script's text that imports its modules by other addresses, for a script that is not served
  /// beside them; a module without an address is left as it is.
  func text(of script: String, at addresses: [String: String]) -> String {
    let text = texts[script] ?? ""
    return text.replacing(Self.statement) { match in
      let name = String(match.2)
      let address: String = addresses[name] ?? "./\(name)"
      return "\(match.1)\"\(address)\""
    }
  }

  private func direct(_ script: String) -> [String] {
    texts[script]?.matches(of: Self.statement).map { String($0.2) } ?? []
  }

  /// `from "./name.js"`, or `import "./name.js"`.
  private static var statement: Regex<(Substring, Substring, Substring)> {
    /((?:from|import)\s+)"\.\/([\w\-]+\.js)"/
  }
}
