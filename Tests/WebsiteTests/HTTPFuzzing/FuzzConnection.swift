#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection of the fuzzer: sends bytes, ends its side, and reads until the server ends its own.
struct FuzzConnection {
  /// How a connection ended.
  enum End: Equatable {
    case closed
    /// The server closed it before all that was sent was read.
    case reset
    /// The server was silent for too long.
    case hung
    /// What came goes on for ever, so the connection was left.
    case left
    case refused
  }

  let port: Int
  /// How long the server may be silent, in milliseconds.
  var patience: Int32 = 20_000
  /// How much is read of one connection.
  private static let most = 64_000_000

  /// Sends a case; gives what came back, and how the connection ended.
  func exchange(_ sent: FuzzCase) -> (bytes: [UInt8], end: End) {
    let socket = open()
    guard socket >= 0 else { return ([], .refused) }
    defer { close(socket) }
    var (came, place, cuts, buffer) = (
      [UInt8](), 0, sent.cuts[...], [UInt8](repeating: 0, count: 65_536)
    )
    var isEnded = false
    while true {
      if place == sent.bytes.count, !isEnded {
        shutdown(socket, Int32(SHUT_WR))
        isEnded = true
      }
      var poll = pollfd(fd: socket, events: Int16(POLLIN | (isEnded ? 0 : POLLOUT)), revents: 0)
      guard Self.wait(&poll, patience) > 0 else { return (came, .hung) }
      if poll.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        let count = recv(socket, &buffer, buffer.count, 0)
        if count == 0 { return (came, .closed) }
        if count < 0 { return (came, .reset) }
        came += buffer[..<count]
        if Self.isEndless(came) || came.count > Self.most { return (came, .left) }
      }
      if !isEnded, poll.revents & Int16(POLLOUT) != 0 {
        let end = cuts.popFirst() ?? sent.bytes.count
        guard end > place else { continue }
        let count = sent.bytes[place..<end].withUnsafeBytes { bytes in
          send(socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Self.noSignal)
        }
        if count < 0, errno != EAGAIN { return (came + Self.rest(socket), .reset) }
        place += max(0, count)
        if place < end { cuts = [end] + cuts }
      }
    }
  }

  private func open() -> Int32 {
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
    let isOpen = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
    }
    if isOpen { return socket }
    close(socket)
    return -1
  }

  private static func wait(_ poll: inout pollfd, _ patience: Int32) -> Int32 {
    while true {
      #if canImport(Glibc)
        let count = Glibc.poll(&poll, 1, patience)
      #else
        let count = Darwin.poll(&poll, 1, patience)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// What is still there of a connection that takes nothing more.
  private static func rest(_ socket: Int32) -> [UInt8] {
    var (came, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return came }
      came += buffer[..<count]
    }
  }

  /// Whether an event stream has begun; looked for where it can only just have.
  private static func isEndless(_ came: [UInt8]) -> Bool {
    let mark = Array("\r\nContent-Type: text/event-stream".utf8)
    let recent = came.suffix(66_000)
    guard recent.count < 66_000 || recent.contains(mark[0]) else { return false }
    return recent.lastRange(of: mark) != nil
  }

  #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of mark: [UInt8]) -> Range<Int>? {
    guard count >= mark.count else { return nil }
    var place = endIndex - mark.count
    while place >= startIndex {
      if self[place] == mark[0], self[place..<(place + mark.count)].elementsEqual(mark) {
        return place..<(place + mark.count)
      }
      place -= 1
    }
    return nil
  }
}
