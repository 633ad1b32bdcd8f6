import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A page.
  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    bytes(Array(text.utf8), type: "text/html; charset=utf-8", status: status)
  }

  /// A document for programs.
  static func json(
    _ value: some Encodable, type: String = "application/json", status: HTTPResponse.Status = .ok
  ) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return bytes(Array(try encoder.encode(value)), type: type, status: status)
    } catch {
      return Response(status: .internalServerError)
    }
  }

  /// Bytes of a type, to be asked for again each time.
  static func bytes(
    _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// This answer with an entity tag; 304 without a body where the request has it already.
  func tagged(_ tag: String, for request: Request) -> Response {
    var answer = self
    answer.headers[.eTag] = tag
    guard let known = request.headers[.ifNoneMatch], EntityTag.matches(tag, known) else {
      return answer
    }
    answer.headers[.contentType] = nil
    answer.headers[.contentLength] = nil
    return Response(status: .notModified, headers: answer.headers)
  }
}

/// Entity tags and their weak comparison (RFC 9110, section 8.8.3).
enum EntityTag {
  /// Whether an If-None-Match header holds a tag.
  static func matches(_ tag: String, _ header: String) -> Bool {
    header.split(separator: ",").contains { part in
      let candidate = part.trimmingCharacters(in: .whitespaces)
      return candidate == "*" || bare(candidate) == bare(tag)
    }
  }

  private static func bare(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }

  /// A short digest of a text, to tell queries and files apart (FNV-1a, 64 bits).
  static func digest(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let isWhole: Void? = bytes.withContiguousStorageIfAvailable { whole in
      for byte in whole { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    if isWhole == nil {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}
