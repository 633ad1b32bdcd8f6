extension Sandbox.Fault {
  /// The answer with other rows than the upstream meant, and so with another entity tag.
  func reshaped(_ answer: Answer) -> Answer {
    guard changesRows, case .json(let json) = answer.content else { return answer }
    var answer = answer
    answer.content = .json(withRows(of: json, changed))
    answer.identity = answer.identity.map { [$0, .text("\(self)")] }
    return answer
  }

  private var changesRows: Bool {
    switch self {
    case .shrunken, .renamed, .dropped, .retyped: true
    default: false
    }
  }

  /// Finds the rows in a bare array, in `{"data":{"objects":[…]}}`, or in an object that is the row.
  private func withRows(of json: JSON, _ change: ([JSON]) -> [JSON]) -> JSON {
    if let rows = json.elements { return .array(change(rows)) }
    guard var members = json.members else { return json }
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
    default: rows
    }
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
