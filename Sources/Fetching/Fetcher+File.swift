import Foundation

extension Fetcher {
  /// A file as a source: copied into the cache like a download, since mapping a file that others
  /// may shorten is not safe, and known by its size, time and inode as by an `ETag`.
  func fetchFile(_ request: FetchRequest) async throws(FetchError) -> FetchOutcome {
    guard request.mayBePrivate else { throw .unusable(why: "data may not name files") }
    let file = request.url.resolvingSymlinksInPath()
    let key = CacheKey(request)
    let tag = try FileTag(file)
    let stored = await cache.lookUp(key, sending: [])
    if let stored, stored.entry.validators.etag == tag.etag {
      return .notModified(stored.payload(for: request.url), because: .confirmed)
    }
    let payload = try await copy(file, tag, request)
    return payload.digest == stored?.entry.bodyDigest
      ? .notModified(payload, because: .identical) : .changed(payload)
  }

  private func copy(_ file: URL, _ tag: FileTag, _ request: FetchRequest)
    async throws(FetchError) -> Payload
  {
    let body = try readWhole(file)
    guard try FileTag(file).etag == tag.etag else {
      _ = try body.take()  // a part file goes with what is taken from it
      throw .fileUnreadable(path: file.path, why: "it was written while it was read")
    }
    let headers = [HTTPHeader("ETag", tag.etag)]
    if let part = part(of: body), let vary = Vary(answer: [], request: []) {
      let entry = CacheEntry(
        status: 200, headers: headers, requestedAt: now(), receivedAt: now(), vary: vary,
        answeredBy: "", redirectedTo: nil, redirectsHold: nil, bodyLength: body.length,
        bodyDigest: body.digest)
      if let stored = await cache.store(part, entry, for: CacheKey(request)) {
        return stored.payload(for: request.url)
      }
    }
    return Payload(
      body: try body.take(), status: 200, headers: headers, url: request.url, receivedAt: now(),
      digest: body.digest)
  }

  private func readWhole(_ file: URL) throws(FetchError) -> ReceivedBody {
    var writer = BodyWriter(file: cache.newPart(), limit: configuration.maxBytes)
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { handle.closeFile() }
      while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty {
        try writer.write(bytes)
      }
      return try writer.finish()
    } catch {
      try writer.discard()
      throw (error as? FetchError)
        ?? .fileUnreadable(path: file.path, why: error.localizedDescription)
    }
  }
}

/// A file's validator: its size, modification time and inode.
struct FileTag {
  let etag: String

  /// Throws when there is no file at the URL, or something that is not a regular file.
  init(_ file: URL) throws(FetchError) {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw .fileMissing(path: file.path)
    }
    do {
      let facts = try FileManager.default.attributesOfItem(atPath: file.path)
      guard facts[.type] as? FileAttributeType == .typeRegular else {
        throw FetchError.fileUnreadable(path: file.path, why: "it is not a regular file")
      }
      let modified = (facts[.modificationDate] as? Date ?? .distantPast).timeIntervalSince1970
      let numbers = [FileAttributeKey.size, .systemFileNumber].map { facts[$0] as? NSNumber ?? 0 }
      etag = "\"\(numbers[0])-\(numbers[1])-\(modified)\""
    } catch {
      throw (error as? FetchError)
        ?? .fileUnreadable(path: file.path, why: error.localizedDescription)
    }
  }
}
