import Foundation
import Hummingbird

/// `/control/…`: the sandbox's levers over HTTP, for clients that are not written in Swift.
extension Sandbox {
  func addControl(to router: Router<Visit>) {
    let control = router.group("control")
    addFaultControl(to: control)
    addRequestControl(to: control)
    addTableControl(to: control)
  }

  private func addFaultControl(to control: RouterGroup<Visit>) {
    lever(.post, "faults", in: control) { body, _ in
      let order: FaultRequest = try Self.read(body)
      let fault = try order.meaning()
      await state.inject(fault, at: order.path, requests: order.requests ?? 1)
      return ["ordered": .text(order.fault)]
    }
    lever(.delete, "faults", in: control) { _, _ in
      await state.clearFaults()
      return ["faults": []]
    }
  }

  private func addRequestControl(to control: RouterGroup<Visit>) {
    lever(.get, "requests", in: control) { _, _ in
      .array(await state.requests().map(\.json))
    }
    lever(.delete, "requests", in: control) { _, _ in
      await state.forgetRequests()
      return []
    }
  }

  private func addTableControl(to control: RouterGroup<Visit>) {
    lever(.post, "{table}/insert", in: control) { body, table in
      try await state.insert(try Self.read(body), into: table)
      return ["table": .text(table)]
    }
    lever(.post, "{table}/change", in: control) { body, table in
      let changes: [String: Table.Values] = try Self.read(body)
      for (id, values) in changes.sorted(by: { $0.key < $1.key }) {
        try await state.change(id, in: table, to: values)
      }
      return ["changed": .integer(changes.count)]
    }
    lever(.post, "{table}/delete", in: control) { body, table in
      ["deleted": .integer(try await state.delete(try Self.read(body), from: table))]
    }
    lever(.post, "{table}/replace", in: control) { body, table in
      try await state.replace(table, with: try Self.read(body))
      return ["table": .text(table)]
    }
  }
}

extension Sandbox {
  /// One lever: gets the body and the table's name, gives JSON; what it refuses is a 400.
  private func lever(
    _ method: HTTPRequest.Method, _ path: RouterPath, in control: RouterGroup<Visit>,
    _ pull: @escaping @Sendable (ByteBuffer, String) async throws -> JSON
  ) {
    control.on(path, method: method) { request, visit in
      let body = try await request.body.collect(upTo: 64 * 1024 * 1024)
      let table = visit.parameters.get("table") ?? ""
      do {
        return Answer(.ok, try await pull(body, table)).response(to: Inquiry(request))
      } catch let error as ControlError {
        return Answer(.badRequest, ["error": .text("\(error)")]).response(to: Inquiry(request))
      }
    }
  }

  private static func read<Body: Decodable>(_ body: ByteBuffer) throws(ControlError) -> Body {
    do {
      return try JSONDecoder().decode(Body.self, from: Data(body.readableBytesView))
    } catch {
      throw .unreadable("\(error)")
    }
  }
}

extension Sandbox.RecordedRequest {
  fileprivate var json: JSON {
    [
      "method": .text(method), "path": .text(path), "query": .text(query),
      "conditional": .bool(isConditional), "date": .text(date.timestamp),
      "headers": .object(headers.mapValues(JSON.text)),
    ]
  }
}
