import Foundation

/// A JSON value that tells truth from numbers.
enum SchemaValue: Decodable, Sendable, Equatable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([SchemaValue])
  case object([String: SchemaValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([SchemaValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: SchemaValue].self))
    }
  }

  subscript(name: String) -> SchemaValue? {
    if case .object(let all) = self { all[name] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var items: [SchemaValue] { if case .list(let items) = self { items } else { [] } }
  var members: [String: SchemaValue] { if case .object(let all) = self { all } else { [:] } }
}

/// Checks values against schemas, as far as ours use JSON Schema.
struct SchemaCheck: Sendable {
  /// What references lead into.
  let document: SchemaValue

  /// What is wrong with a value, each fault with its place.
  func faults(_ value: SchemaValue, _ schema: SchemaValue, at place: String = "") -> [String] {
    if let reference = schema["$ref"]?.text { return faults(value, found(reference), at: place) }
    var faults = kindFaults(value, schema, place) + choiceFaults(value, schema, place)
    faults += (schema["allOf"]?.items ?? []).flatMap { self.faults(value, $0, at: place) }
    if let ways = schema["oneOf"]?.items, !ways.contains(where: { self.faults(value, $0).isEmpty })
    {
      faults.append("\(place): none of the ways")
    }
    switch value {
    case .object(let members): faults += memberFaults(members, schema, place)
    case .list(let items): faults += itemFaults(items, schema, place)
    default: break
    }
    return faults
  }

  private func found(_ reference: String) -> SchemaValue {
    let path = reference.split(separator: "/").dropFirst().map(String.init)
    return path.reduce(document) { $0[$1] ?? .null }
  }

  private func kindFaults(_ value: SchemaValue, _ schema: SchemaValue, _ place: String) -> [String]
  {
    guard let type = schema["type"] else { return schema == .null ? ["\(place): no schema"] : [] }
    let names = type.text.map { [$0] } ?? type.items.compactMap(\.text)
    return names.contains { Self.isKind(value, $0) } ? [] : ["\(place): not \(names)"]
  }

  private static func isKind(_ value: SchemaValue, _ name: String) -> Bool {
    switch value {
    case .null: name == "null"
    case .truth: name == "boolean"
    case .number(let number): name == "number" || (name == "integer" && number == number.rounded())
    case .text: name == "string"
    case .list: name == "array"
    case .object: name == "object"
    }
  }

  private func choiceFaults(_ value: SchemaValue, _ schema: SchemaValue, _ place: String)
    -> [String]
  {
    guard let choices = schema["enum"]?.items, !choices.contains(value) else { return [] }
    return ["\(place): not among the choices"]
  }

  private func memberFaults(
    _ members: [String: SchemaValue], _ schema: SchemaValue, _ place: String
  ) -> [String] {
    let required = (schema["required"]?.items ?? []).compactMap(\.text)
    let missing = required.filter { members[$0] == nil }.map { "\(place).\($0): missing" }
    let properties = schema["properties"]?.members ?? [:]
    return missing
      + members.flatMap { name, value -> [String] in
        let other = schema["additionalProperties"].flatMap {
          $0["type"] ?? $0["$ref"] == nil ? nil : $0
        }
        guard let own = properties[name] ?? other else { return [] }
        return faults(value, own, at: "\(place).\(name)")
      }
  }

  private func itemFaults(
    _ items: [SchemaValue], _ schema: SchemaValue, _ place: String
  ) -> [String] {
    let least = schema["minItems"]?.number ?? 0, most = schema["maxItems"]?.number ?? .infinity
    let isCounted = (least...most).contains(Double(items.count))
    let wrong = isCounted ? [] : ["\(place): \(items.count) items"]
    guard let own = schema["items"] else { return wrong }
    return wrong + items.flatMap { faults($0, own, at: place + "[]") }
  }
}
