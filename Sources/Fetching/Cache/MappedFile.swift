import Foundation

/// A file's bytes, mapped, with what tells it from any other version of the file.
struct MappedFile: Sendable {
  let bytes: Data
  let mark: Mark

  /// Which file at which moment: any write changes one of these.
  struct Mark: Sendable, Hashable {
    let inode: UInt64
    let size: Int
    let modified: [Int]
    let changed: [Int]
  }

  /// Maps a regular file; throws for anything else, such as a folder, a pipe or a link.
  ///
  /// All facts are of the one opened file, so that a rename meanwhile mixes nothing.
  init(_ file: URL) throws {
    let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Disk.failure(errno) }
    defer { close(descriptor) }
    mark = try Mark(descriptor)
    bytes = try Self.map(descriptor, mark.size)
  }

  private static func map(_ descriptor: Int32, _ size: Int) throws -> Data {
    guard size > 0 else { return Data() }
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { throw Disk.failure(errno) }
    return Data(bytesNoCopy: start, count: size, deallocator: .unmap)
  }
}

extension MappedFile.Mark {
  init(_ descriptor: Int32) throws {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Disk.failure(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw CacheFile.Damage() }
    self.init(facts)
  }

  /// The mark of the file at a path, or `nil` when there is none.
  init?(at file: URL) {
    var facts = stat()
    guard lstat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    inode = UInt64(facts.st_ino)
    size = Int(facts.st_size)
    #if canImport(Darwin)
      (modified, changed) = (Self.time(facts.st_mtimespec), Self.time(facts.st_ctimespec))
    #else
      (modified, changed) = (Self.time(facts.st_mtim), Self.time(facts.st_ctim))
    #endif
  }

  private static func time(_ time: timespec) -> [Int] {
    [Int(time.tv_sec), Int(time.tv_nsec)]
  }

  /// When the file was last written, which is when it was last used.
  var date: Date {
    Date(timeIntervalSince1970: Double(modified[0]) + Double(modified[1]) / 1e9)
  }
}
