import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection that asks for something and reads as it comes, by the bytes.
final class EventReader {
  private let socket: Int32
  /// Everything that came so far.
  private(set) var text = ""

  /// Why a reader found what it did not wait for.
  struct Unexpected: Error {
    let text: String
  }

  init(port: Int, path: String, method: String = "GET", headers: [String] = []) throws {
    socket = try Self.connected(to: port)
    let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers
    let request = lines.joined(separator: "\r\n") + "\r\n\r\n"
    try #require(request.withCString { write(socket, $0, strlen($0)) } == request.utf8.count)
  }

  deinit { close(socket) }

  private static func connected(to port: Int) throws -> Int32 {
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    try #require(isConnected == 0)
    return socket
  }

  /// Reads until what came so far is as wanted, a few seconds at most.
  func read(until isEnough: (String) -> Bool) async throws {
    for _ in 0..<2000 {
      let isOpen = readNow()
      if isEnough(text) { return }
      guard isOpen else { throw Unexpected(text: text) }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw Unexpected(text: text)
  }

  /// Reads until the other side closes the connection.
  func readToEnd() async throws {
    for _ in 0..<2000 {
      guard readNow() else { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw Unexpected(text: text)
  }

  private func readNow() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT.rawValueOfFlag))
      guard count > 0 else {
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
      }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  /// The events of a name so far, each as its id and its data.
  func events(_ name: String) throws -> [(id: String?, data: [String: Any])] {
    var events: [(String?, [String: Any])] = []
    for block in text.replacing("\r\n", with: "\n").components(separatedBy: "event: ").dropFirst() {
      let lines = block.components(separatedBy: "\n")
      guard lines[0] == name, block.contains("\n\n"),
        let data = lines.first(where: { $0.hasPrefix("data: ") })
      else { continue }
      let json = try JSONSerialization.jsonObject(with: Data(data.dropFirst(6).utf8))
      let id = lines.first { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
      events.append((id, json as? [String: Any] ?? [:]))
    }
    return events
  }
}

extension BinaryInteger {
  /// A flag of the C library, whichever type it is imported with.
  fileprivate var rawValueOfFlag: Int { Int(self) }
}

extension RawRepresentable where RawValue: BinaryInteger {
  /// A flag of the C library, whichever type it is imported with.
  fileprivate var rawValueOfFlag: Int { Int(rawValue) }
}
