extension Sandbox.Fault {
  /// The answer with other rows, bytes or headers than the upstream meant, and so with another
  /// entity tag.
  func reshaped(_ answer: Answer) -> Answer {
    switch self {
    case .spoilt(let spoiling): return spoiling.applied(to: answer)
    case .headers(let headers):
      var answer = answer
      for (name, value) in headers { answer.headers[named: name] = value }
      return answer
    default: return changesRows ? withOtherRows(answer) : answer
    }
  }

  /// Whether the client's validators mean nothing: what comes is not what it has.
  var isUnconditional: Bool {
    switch self {
    case .hang, .slow, .ignoredOffset, .ignoredCondition, .repeatedPages, .status(304, _): false
    default: true
    }
  }

  private var changesRows: Bool {
    switch self {
    case .shrunken, .renamed, .dropped, .retyped, .doubled, .nullRows, .nulled, .nested, .digits,
      .linked:
      true
    default: false
    }
  }

  private func withOtherRows(_ answer: Answer) -> Answer {
    var answer = answer
    switch answer.content {
    case .json(let json): answer.content = .bytes(written(withRows(of: json, changed)))
    case .bytes(let bytes): answer.content = .bytes(file(bytes))
    case .stream: return answer
    }
    answer.identity = answer.identity.map { [$0, .text("\(self)")] }
    return answer
  }

  /// A file's bytes with other rows: JSON as elsewhere, else one row a line below a header.
  private func file(_ bytes: [UInt8]) -> [UInt8] {
    if let json = Sandbox.JSON(bytes) { return written(withRows(of: json, changed)) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    let rows = changed(lines.dropFirst().map(JSON.text)).map { $0.text ?? "" }
    let whole = lines.prefix(1).map(header) + rows
    return Array(whole.map { $0 + "\n" }.joined().utf8)
  }

  private func header(_ line: String) -> String {
    guard case .renamed(let old, let new) = self else { return line }
    return line.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0 == old ? new : String($0) }.joined(separator: ",")
  }

  /// JSON as bytes, where a place may hold a number that no type of ours does.
  private func written(_ json: JSON) -> [UInt8] {
    guard case .digits(_, let count) = self else { return json.bytes }
    let digits = String(repeating: "7", count: min(max(1, count), 1_000_000))
    let text = String(decoding: json.bytes, as: UTF8.self)
    return Array(text.replacing("\"\(Self.digitsMark)\"", with: digits).utf8)
  }

  private static let digitsMark = "\u{2116}digits"

  /// Finds the rows in a bare array, in `{"data":{"objects":[…]}}`, in `{"rows":[…]}`, or in an
  /// object that is the row.
  private func withRows(of json: JSON, _ change: ([JSON]) -> [JSON]) -> JSON {
    if let rows = json.elements { return .array(change(rows)) }
    guard var members = json.members else { return json }
    if case .linked(let target) = self { members["next"] = .text(target) }
    if let rows = members["rows"]?.elements {
      members["rows"] = .array(change(rows))
      return .object(members)
    }
    guard var data = members["data"]?.members, let rows = data["objects"]?.elements else {
      return change([json]).first ?? json
    }
    data["objects"] = .array(change(rows))
    members["data"] = .object(data)
    return .object(members)
  }

  private func changed(_ rows: [JSON]) -> [JSON] {
    switch self {
    case .shrunken(let percent): Array(rows.prefix(rows.count * min(max(0, percent), 100) / 100))
    case .renamed(let old, let new): rows.map { $0.renaming(old, to: new) }
    case .dropped(let field): rows.map { $0.setting(field, to: nil) }
    case .retyped(let field): rows.map { $0.retyping(field) }
    default: oddly(rows)
    }
  }

  private func oddly(_ rows: [JSON]) -> [JSON] {
    switch self {
    case .doubled: rows.flatMap { [$0, $0] }
    case .nullRows: rows.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : .null }
    case .nulled(let field): rows.map { $0.setting(field, to: .null) }
    case .nested(let field, let levels):
      rows.map { $0.setting(field, to: Self.nested(min(max(0, levels), 2000))) }
    case .digits(let field, _): rows.map { $0.setting(field, to: .text(Self.digitsMark)) }
    default: rows
    }
  }

  private static func nested(_ levels: Int) -> JSON {
    (0..<levels).reduce(.array([])) { inner, _ in .array([inner]) }
  }
}

extension Sandbox.JSON {
  fileprivate func setting(_ name: String, to value: Self?) -> Self {
    guard case .object(var members) = self else { return self }
    members[name] = value
    return .object(members)
  }

  fileprivate func renaming(_ old: String, to new: String) -> Self {
    guard let value = members?[old] else { return self }
    return setting(old, to: nil).setting(new, to: value)
  }

  fileprivate func retyping(_ name: String) -> Self {
    switch members?[name] {
    case nil: self
    case .text(let text)?: setting(name, to: [.text(text)])
    case let value?: setting(name, to: .text(String(decoding: value.bytes, as: UTF8.self)))
    }
  }
}
