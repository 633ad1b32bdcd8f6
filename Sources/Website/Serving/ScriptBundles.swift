/// Our modules put together, so that a page asks for few scripts, and a worker for one.
///
/// A page's first script holds all that it begins with. What is loaded later is a script of its own
/// for each part; what several parts need is in one that they share, so that each module runs once
/// on a page. Each module stays a function with names of its own (``ScriptModule/enclosed()``).
struct ScriptBundles: Sendable {
  /// Why modules cannot be put together.
  enum Failure: Error, CustomStringConvertible {
    case missing(String, neededBy: String)
    case circle([String])

    var description: String {
      switch self {
      case .missing(let name, let other): "\(other) needs \(name), which is not there"
      case .circle(let names): "modules import each other: \(names.joined(separator: ", "))"
      }
    }
  }

  private let modules: [String: ScriptModule]

  /// Reads all modules, given by the names of their files.
  ///
  /// Cost: O(text + modules × imports).
  /// - Throws: ``ScriptModule/UnknownForm``, or ``Failure``.
  init(texts: [String: String]) throws {
    modules = try Dictionary(
      uniqueKeysWithValues: texts.map { ($0.key, try ScriptModule(name: $0.key, text: $0.value)) })
    for module in modules.values {
      for other in module.needs + module.late where modules[other] == nil {
        throw Failure.missing(other, neededBy: module.name)
      }
    }
    _ = try order(behind: modules.keys.sorted())
  }

  /// What all modules do, for who asks whether something is another.
  var bodies: String {
    modules.keys.sorted().compactMap { modules[$0]?.enclosed() }.joined()
  }

  /// The module of this name and all that it needs, as one script that imports nothing: browsers
  /// that know no modules in workers run it too.
  ///
  /// Cost: O(text).
  func alone(_ name: String) throws -> String {
    "\"use strict\";\n"
      + (try order(behind: [name]).compactMap { modules[$0]?.enclosed() }.joined())
  }

  /// The scripts of the pages that begin with the module of this name, by file name; a part that is
  /// loaded later has the name of its module.
  ///
  /// Cost: O(text + modules × parts).
  func page(beginningWith first: String) throws -> [String: String] {
    let parts = try late(behind: first)
    let homes = try homes(first, parts)
    let all = try order(behind: [first] + parts)
    return Dictionary(grouping: all) { homes[$0] ?? first }
      .reduce(into: [:]) { $0[$1.key] = text(of: $1.key, $1.value, homes) }
  }

  /// In which script each module is.
  private func homes(_ first: String, _ parts: [String]) throws -> [String: String] {
    var homes = try order(behind: [first]).reduce(into: [:]) { $0[$1] = first }
    for part in parts where homes[part] == nil { homes[part] = part }
    let users = try parts.reduce(into: [String: [String]]()) { users, part in
      for name in try order(behind: [part]) where homes[name] == nil {
        users[name, default: []].append(part)
      }
    }
    for (users, names) in Dictionary(grouping: users.keys.sorted(), by: { users[$0] ?? [] }) {
      let shared = "shared-\(names.first ?? first)"
      for name in names { homes[name] = users.count == 1 ? users.first : shared }
    }
    return homes
  }

  /// One script: what it takes from others, its modules, and what others take from it.
  private func text(of file: String, _ names: [String], _ homes: [String: String]) -> String {
    let needed = Set(names.flatMap { modules[$0]?.needs ?? [] }).subtracting(names)
    let imports = Dictionary(grouping: needed) { homes[$0] ?? file }.sorted { $0.key < $1.key }
      .map { other, modules in
        let names = identifiers(modules)
        return names.isEmpty
          ? "import \"./\(other)\";\n" : "import { \(names) } from \"./\(other)\";\n"
      }
    let bodies = names.compactMap { modules[$0]?.enclosed() }
    let others = modules.values.filter { homes[$0.name] != nil && homes[$0.name] != file }
    let taken = identifiers(Set(others.flatMap(\.needs)).intersection(names))
    let handed = taken.isEmpty ? "" : "export { \(taken) };\n"
    return imports.joined() + bodies.joined() + handed + (modules[file]?.exported ?? "")
  }

  /// The names of what modules export, as they are called in scripts.
  private func identifiers(_ names: some Sequence<String>) -> String {
    let exporting = names.compactMap { modules[$0] }.filter { !$0.exports.isEmpty }
    return exporting.map(\.identifier).sorted().joined(separator: ", ")
  }

  /// Modules behind all that they need, each once, in the order in which browsers run them
  /// (ECMAScript 2025, 16.2.1.5.3).
  private func order(behind names: [String]) throws -> [String] {
    var (done, open, known) = ([String](), [String](), Set<String>())
    func visit(_ name: String) throws {
      if let start = open.firstIndex(of: name) { throw Failure.circle(open[start...] + [name]) }
      guard known.insert(name).inserted else { return }
      open.append(name)
      for other in modules[name]?.needs ?? [] { try visit(other) }
      open.removeLast()
      done.append(name)
    }
    for name in names { try visit(name) }
    return done
  }

  /// The modules that are loaded late behind one, and behind these in turn.
  private func late(behind first: String) throws -> [String] {
    var (found, next) = (Set<String>(), [first])
    while let name = next.popLast() {
      let new = try order(behind: [name]).flatMap { modules[$0]?.late ?? [] }
      next += new.filter { found.insert($0).inserted }
    }
    return found.sorted()
  }
}
