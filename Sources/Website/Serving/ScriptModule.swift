import Foundation

/// A module of our scripts: what it imports, what it exports, and what it does.
///
/// Read line by line, in the forms that our scripts are written in: a statement of its own on one
/// line. What has another form is refused, so that nothing is put together wrongly.
struct ScriptModule: Sendable {
  /// What a module takes from another one.
  struct Import: Sendable, Equatable {
    /// What is named: a pattern such as `{ a, b: c }`, a name for all of it, or nothing.
    let pattern: String?
    let module: String
  }

  /// What stands in a script and cannot be put together.
  struct UnknownForm: Error, CustomStringConvertible {
    let name: String
    let line: String
    var description: String { "\(name): not a form of import or export that we use: \(line)" }
  }

  /// The name of its file.
  let name: String
  /// The imports that run with it, in their order.
  let imports: [Import]
  /// The names of the modules that it loads when it needs them.
  let late: [String]
  /// The names of what it exports.
  let exports: [String]
  /// What it exports, as the properties of an object literal.
  private let properties: [String]
  /// Its text without imports, and with declarations in place of exports.
  let body: String

  /// Reads a module.
  ///
  /// Cost: O(text).
  /// - Throws: ``UnknownForm``.
  init(name: String, text: String) throws {
    var (imports, exports, properties) = ([Import](), [String](), [String]())
    var lines: [Substring] = []
    for line in CompactText.lines(text) {
      if let found = try Self.imported(line, name) {
        imports.append(found)
      } else if let (module, names) = Self.handedOn(line) {
        imports.append(Import(pattern: nil, module: module))
        exports += names
        properties += names.map { "\($0): \(Self.identifier(module)).\($0)" }
      } else if let (declared, rest) = Self.exported(line) {
        exports.append(declared)
        properties.append(declared)
        lines.append(rest)
      } else if line.hasPrefix("export") || line.hasPrefix("await ") {
        throw UnknownForm(name: name, line: String(line))
      } else {
        lines.append(line)
      }
    }
    self.name = name
    self.imports = imports
    self.exports = exports
    self.properties = properties
    body = lines.drop { $0.isEmpty }.joined(separator: "\n")
    late = text.components(separatedBy: "import(\"./").dropFirst().map { rest in
      String(rest.prefix { $0 != "\"" })
    }
  }

  /// `import "./a.js";`, `import { a, b as c } from "./a.js";` or `import * as a from "./a.js";`.
  private static func imported(_ line: Substring, _ name: String) throws -> Import? {
    guard line.hasPrefix("import"), !line.hasPrefix("import(") else { return nil }
    let form = /import (?:(?:(\{ [\w$, ]+ \})|\* as ([\w$]+)) from )?"\.\/([\w\-]+\.js)";/
    guard let match = line.wholeMatch(of: form) else {
      throw UnknownForm(name: name, line: String(line))
    }
    let names = match.1.map { String($0.replacing(" as ", with: ": ")) }
    return Import(pattern: names ?? match.2.map { String($0) }, module: String(match.3))
  }

  /// `export { a, b } from "./a.js";`.
  private static func handedOn(_ line: Substring) -> (module: String, names: [String])? {
    guard line.hasPrefix("export {") else { return nil }
    let match = line.wholeMatch(of: /export \{ ([\w$]+(?:, [\w$]+)*) \} from "\.\/([\w\-]+\.js)";/)
    return match.map { (String($0.2), $0.1.split(separator: ", ").map(String.init)) }
  }

  /// `export function a(…`, `export class A …` or `export const a = …`: what never gets another value.
  private static func exported(_ line: Substring) -> (name: String, rest: Substring)? {
    guard line.hasPrefix("export ") else { return nil }
    let form = /export ((?:async function|function\*?|async function\*|class|const) ([\w$]+)\b.*)/
    return line.wholeMatch(of: form).map { (String($0.2), $0.1) }
  }

  /// The modules that it imports, in their order.
  var needs: [String] { imports.map(\.module) }

  /// What it is called in a script that it was put into with others.
  var identifier: String { Self.identifier(name) }

  /// What who loads the script of its name takes from it; nothing where it exports nothing.
  var exported: String {
    exports.isEmpty ? "" : "export const { \(exports.joined(separator: ", ")) } = \(identifier);\n"
  }

  /// Itself within another script: a function that runs once, and whose value is what it exports.
  func enclosed() -> String {
    let taken = imports.compactMap { found in
      found.pattern.map { "const \($0) = \(Self.identifier(found.module));\n" }
    }
    let start = exports.isEmpty ? "" : "const \(identifier) = "
    let end = exports.isEmpty ? "" : "return { \(properties.joined(separator: ", ")) };\n"
    return "\(start)(() => {\n\(taken.joined())\(body)\n\(end)})();\n"
  }

  private static func identifier(_ module: String) -> String {
    "$" + module.dropLast(".js".count).replacing("-", with: "_")
  }
}
