import Foundation

/// Asks the system's resolver which addresses a host name stands for.
enum NameLookup {
  /// All addresses of a host name or of a spelled-out address.
  ///
  /// The resolver blocks, so it runs on a queue of the system and never on a task's thread.
  static func addresses(of host: String) async throws(FetchError) -> [IPAddress] {
    let answer = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: resolve(host)) }
    }
    return try answer.get()
  }

  private static func resolve(_ host: String) -> Result<[IPAddress], FetchError> {
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0 else {
      return .failure(.unreachable(host: host, why: String(cString: gai_strerror(code))))
    }
    let infos = sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { $0?.pointee }
    return .success(infos.compactMap(address))
  }

  private static func address(_ info: addrinfo) -> IPAddress? {
    var text = [CChar](repeating: 0, count: 1025)
    let code = getnameinfo(
      info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    return IPAddress(text.withUnsafeBufferPointer { String(decodingCString: $0) })
  }
}

extension String {
  fileprivate init(decodingCString characters: UnsafeBufferPointer<CChar>) {
    self.init(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
