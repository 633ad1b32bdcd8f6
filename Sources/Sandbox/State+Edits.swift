extension Sandbox {
  /// A change of what an upstream publishes.
  public enum Edit: Sendable {
    /// New rows.
    case insert([Table.Values], into: String)
    /// Other values of one row.
    case change(String, in: String, to: Table.Values)
    /// Rows go without a trace.
    case delete(Set<String>, from: String)
  }

  /// An edit that waits for a request.
  struct ScheduledEdit: Sendable {
    let edit: Edit
    let prefix: String
    var requests: Int
  }
}

extension Sandbox.State {
  /// Makes an edit right before a request is answered, such as between two pages.
  ///
  /// - Parameter number: Which of the next requests whose path begins with `prefix`, from 1.
  public func schedule(_ edit: Sandbox.Edit, beforeRequest number: Int, at prefix: String) {
    schedule.append(Sandbox.ScheduledEdit(edit: edit, prefix: prefix, requests: max(1, number)))
  }

  /// Publishes an earlier state of a table again, as from a backup: its timestamps go back too.
  public func restore(_ table: Sandbox.Table, as name: String) {
    tables[name] = table
  }

  /// Makes the edits that wait for this request.
  func makeEdits(before path: String) throws(Sandbox.ControlError) {
    for place in schedule.indices where path.hasPrefix(schedule[place].prefix) {
      schedule[place].requests -= 1
    }
    let due = schedule.filter { $0.requests == 0 }
    schedule.removeAll { $0.requests == 0 }
    for scheduled in due { try make(scheduled.edit) }
  }

  private func make(_ edit: Sandbox.Edit) throws(Sandbox.ControlError) {
    switch edit {
    case .insert(let rows, let name): try insert(rows, into: name)
    case .change(let id, let name, let values): try change(id, in: name, to: values)
    case .delete(let ids, let name): try delete(ids, from: name)
    }
  }
}
