import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Styles, scripts, icons and outlines under addresses that name their content, so they are kept for ever.
struct Assets: Sendable {
  /// The files by name.
  let files: [String: File]
  /// The modules that scripts are put together from, for who reads them; no page asks for them.
  let sources: [String: File]
  /// The script that works while no page is open.
  let worker: File
  /// What tells this release of the files from all others.
  let release: String
  /// The colours of the paper that pages stand on.
  let papers: PaperColours
  private let packed = PackedFiles()

  /// One file.
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    let digest: String
  }

  /// Reads the files beside the program; all styles become one sheet.
  ///
  /// - Parameter made: Files that are made of others, by name.
  init(_ share: Share, made: [String: File] = [:]) throws {
    let sheet = try Self.sheet(share)
    papers = PaperColours(sheet: sheet)
    var files = StyleSheet.files(sheet)
    let scripts = try Scripts(share)
    files.merge(scripts.files) { $1 }
    for (ending, type) in [(".svg", "image/svg+xml"), (".png", "image/png")] {
      for url in try share.files(in: "icons", ending: ending) {
        files[url.lastPathComponent] = File(Array(try Data(contentsOf: url)), type)
      }
    }
    for url in try share.files(in: "outlines", ending: ".outlines") {
      files[url.lastPathComponent] = File(
        Array(try Data(contentsOf: url)), "application/octet-stream")
    }
    for url in try share.files(inOptional: "wasm", ending: ".wasm") {
      files[url.lastPathComponent] = File(Array(try Data(contentsOf: url)), "application/wasm")
    }
    files.merge(made) { $1 }
    self.files = files
    sources = scripts.sources
    let addresses = files.map { "/-/\($0.value.digest)/\($0.key)" }.sorted()
    release = EntityTag.digest(addresses.joined(separator: "\n").utf8)
    worker = File(Array("\(scripts.worker)// Release \(release)\n".utf8), Scripts.type)
  }

  /// Tokens, then what all pages share, then each component.
  private static func sheet(_ share: Share) throws -> [UInt8] {
    let styles = try share.files(in: "styles", ending: ".css")
    let components = try share.files(in: "templates", ending: ".css")
    let isTokens = { (url: URL) in url.lastPathComponent == "tokens.css" }
    let all = styles.filter(isTokens) + styles.filter { !isTokens($0) } + components
    return try all.reduce(into: []) { sheet, url in sheet += try compact(url) }
  }

  private static func compact(_ url: URL) throws -> [UInt8] {
    Array(CompactText.of(try String(contentsOf: url, encoding: .utf8)).utf8)
  }

  /// The address of a file.
  func address(_ name: String) -> String {
    "/-/\(files[name]?.digest ?? "0")/\(name)"
  }

  /// A file that is served under its own address.
  func file(_ name: String) -> File? { files[name] ?? sources[name] }

  /// The answer to a request for a file; nothing when there is none of that name.
  func answer(to request: Request, name: String) -> Response? {
    guard let file = file(name) else { return nil }
    let packed = Gzip.isAccepted(by: request.headers[.acceptEncoding]) ? packed[name, file] : nil
    var response = Response.bytes(packed ?? file.bytes, type: file.type)
    if packed != nil { response.headers[.contentEncoding] = "gzip" }
    response.headers[.cacheControl] = "public, max-age=31536000, immutable"
    if Scripts.workers.contains(name) { response.underWorkerPolicy() }
    return response.tagged("\"\(file.digest)\"", for: request)
  }
}

extension Response {
  /// A worker may load what pages may (Content Security Policy 3, section 2.2.2: it has the policy of
  /// its own script's answer, not of the page that began it).
  mutating func underWorkerPolicy() {
    headers[.contentSecurityPolicy] = ProblemMiddleware.contentSecurityPolicy
  }
}

extension Assets.File {
  init(_ bytes: [UInt8], _ type: String) {
    self.init(bytes: bytes, type: type, digest: EntityTag.digest(bytes))
  }
}

/// Files as they are sent to who takes gzip; each is packed once, when it is first asked for.
private final class PackedFiles: Sendable {
  private let files = Mutex<[String: [UInt8]?]>([:])

  /// A file packed; nothing where that does not make it smaller.
  subscript(_ name: String, _ file: Assets.File) -> [UInt8]? {
    files.withLock { files in
      if let known = files[name] { return known }
      let packed = Self.pack(file.bytes)
      files[name] = .some(packed)
      return packed
    }
  }

  private static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    do throws(Gzip.Failure) {
      let packed = try Gzip.packed(bytes, .thorough)
      return packed.count < bytes.count ? packed : nil
    } catch {
      return nil  // a file that cannot be packed is sent as it is
    }
  }
}
