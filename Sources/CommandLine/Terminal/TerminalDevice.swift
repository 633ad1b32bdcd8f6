import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal itself: its modes, its size, its bytes.
struct TerminalDevice {
  private let input: Int32?
  private let output = STDOUT_FILENO
  private let modes: termios?

  /// Takes the terminal of this process; keys come from it even where the input is a file.
  init() {
    let terminal = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC)
    input = terminal >= 0 ? terminal : nil
    var modes = termios()
    let isKnown = terminal >= 0 && tcgetattr(terminal, &modes) == 0
    self.modes = isKnown ? modes : nil
  }

  /// Whether the output is a terminal that can be drawn on.
  static var canDraw: Bool {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return isatty(STDOUT_FILENO) == 1 && !kind.isEmpty && kind != "dumb"
  }

  /// Whether colours are welcome (no-color.org).
  static var hasColours: Bool {
    (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Columns and rows; 80 by 24 where the terminal does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether this process is in the foreground, so that it may draw.
  var isOurs: Bool {
    guard let input else { return true }
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// Takes the alternate screen, without a cursor and without wrapping, key by key.
  func enter() throws {
    if let input, var raw = modes {
      cfmakeraw(&raw)
      _ = tcsetattr(input, TCSADRAIN, &raw)
    }
    try write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  ///
  /// - Throws: When the terminal is gone; its modes were tried before.
  func leave() throws {
    defer { if let input, var modes { _ = tcsetattr(input, TCSADRAIN, &modes) } }
    try write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
  }

  func write(_ text: String) throws { try StandardOutput.write(Array(text.utf8)) }

  /// What is typed, as it comes; nothing where no keys can come.
  func typed() -> TypedBytes? { input.map(TypedBytes.init) }
}

/// The bytes that a person types.
struct TypedBytes {
  let bytes: AsyncStream<[UInt8]>
  private let source: any DispatchSourceRead

  init(_ input: Int32) {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    bytes = stream
    source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .global())
    source.setEventHandler {
      var chunk = [UInt8](repeating: 0, count: 256)
      let count = read(input, &chunk, chunk.count)
      if count > 0 {
        continuation.yield(Array(chunk[..<count]))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        continuation.finish()
      }
    }
    source.activate()
  }

  /// Listens no more.
  func cancel() { source.cancel() }
}

/// Signals as they come, which then do no longer what they do by themselves.
struct SignalEvents {
  let numbers: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init(_ wanted: [Int32]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    numbers = stream
    sources = wanted.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.activate()
      return source
    }
  }

  /// Listens no more.
  func cancel() { for source in sources { source.cancel() } }
}
