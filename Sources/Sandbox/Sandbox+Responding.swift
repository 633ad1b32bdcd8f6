import Hummingbird
import NIOCore

extension Sandbox {
  /// Answers a request the way of its upstream, unless a fault is due.
  func respond(
    to inquiry: Inquiry, _ visit: Visit,
    _ answer: @Sendable (Inquiry) async throws -> Answer
  ) async throws -> Response {
    await state.record(inquiry, at: options.now())
    try await state.makeEdits(before: inquiry.path)
    guard let fault = await state.nextFault(at: inquiry.path) else {
      return try await answer(inquiry).response(to: inquiry)
    }
    try await delay(by: fault, visit)
    let inquiry = fault.isUnconditional ? inquiry.unconditional : inquiry
    if let replacement = fault.replacement(for: inquiry) {
      return replacement.synthetic().response(to: inquiry)
    }
    let answer = fault.reshaped(try await answer(fault.misread(inquiry)))
    if case .wire(let wire) = fault { try await spoil(wire, answer, visit) }
    return delivered(answer, to: inquiry, by: fault)
  }

  /// Sends bytes that are no HTTP, or no whole one.
  private func spoil(_ wire: Wire, _ answer: Answer, _ visit: Visit) async throws {
    let type = answer.headers[.contentType] ?? "application/octet-stream"
    try await visit.channel.takeOver(with: wire.raw(answer.bytes ?? [], type: type))
    throw BrokenLine()
  }

  private func delay(by fault: Fault, _ visit: Visit) async throws {
    switch fault {
    case .hang(let time):
      try await Fault.wait(time)
    case .closed:
      try await visit.channel.close()
      throw BrokenLine()
    default:
      break
    }
  }

  private func delivered(_ answer: Answer, to inquiry: Inquiry, by fault: Fault) -> Response {
    let response = answer.response(to: inquiry)
    guard response.status != .notModified, let bytes = answer.bytes else { return response }
    return fault.delivered(response, ByteBuffer(bytes: bytes))
  }
}
