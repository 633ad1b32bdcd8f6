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
  /// Its text, made compact, without imports, and with declarations in place of exports.
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
    body = CompactText.of(lines)
    late = Self.late(text)
  }

  /// The file of each `import("./a.js")`.
  private static func late(_ text: String) -> [String] {
    let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      .map(Substring.init)
    return zip(parts, parts.dropFirst()).compactMap { before, part in
      before.hasSuffix("import(") ? part.between("./", "").map { String($0) } : nil
    }
  }

  /// `import "./a.js";`, `import { a, b as c } from "./a.js";` or `import * as a from "./a.js";`.
  private static func imported(_ line: Substring, _ name: String) throws -> Import? {
    guard line.hasPrefix("import"), !line.hasPrefix("import(") else { return nil }
    if let module = line.between("import \"./", "\";"), isFile(module) {
      return Import(pattern: nil, module: String(module))
    }
    if let (names, module) = fromModule(line, "import { ") {
      let pattern = names.replacing(" as ", with: ": ")
      return Import(pattern: "{ \(pattern) }", module: module)
    }
    if let (names, module) = fromModule(line, "import * as ", "") {
      return Import(pattern: names, module: module)
    }
    throw UnknownForm(name: name, line: String(line))
  }

  /// `export { a, b } from "./a.js";`.
  private static func handedOn(_ line: Substring) -> (module: String, names: [String])? {
    guard let (names, module) = fromModule(line, "export { "), !names.contains(" as ") else {
      return nil
    }
    return (module, names.split(separator: ", ").map(String.init))
  }

  /// What a statement names between its start and `from "./a.js";`, and the file.
  private static func fromModule(
    _ line: Substring, _ start: String, _ end: String = " }"
  ) -> (names: String, module: String)? {
    guard line.hasPrefix(start), let rest = line.between(start, "\";"),
      let middle = rest.firstRange(of: "\(end) from \"./")
    else { return nil }
    let (names, module) = (rest[..<middle.lowerBound], rest[middle.upperBound...])
    let isNamed = !names.isEmpty && names.utf8.allSatisfy { isWord($0) || $0 == 32 || $0 == 44 }
    return isNamed && isFile(module) ? (String(names), String(module)) : nil
  }

  /// `export function a(…`, `export class A …` or `export const a = …`: what never gets another value.
  private static func exported(_ line: Substring) -> (name: String, rest: Substring)? {
    guard let rest = line.between("export ", "") else { return nil }
    for kind in declarations where rest.hasPrefix(kind) {
      let name = Substring(rest.utf8.dropFirst(kind.utf8.count).prefix(while: isWord))
      return name.isEmpty ? nil : (String(name), rest)
    }
    return nil
  }

  private static let declarations = [
    "function ", "function* ", "async function ", "async function* ", "class ", "const ",
  ]

  private static func isFile(_ text: Substring) -> Bool {
    text.hasSuffix(".js") && text.dropLast(3).utf8.allSatisfy { isWord($0) || $0 == 45 }
  }

  /// Whether a byte stands in names: an ASCII letter, a digit, `_` or `$`.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 36, 95: true
    default: false
    }
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

extension Substring {
  /// What stands between a text's start and its end, where it begins and ends so.
  fileprivate func between(_ start: String, _ end: String) -> Substring? {
    guard hasPrefix(start), hasSuffix(end) else { return nil }
    return Substring(utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count))
  }
}
