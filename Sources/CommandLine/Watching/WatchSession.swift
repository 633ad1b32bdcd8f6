import AlmanacDeclarations
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A person before a terminal: takes keys and news, and draws what follows from them.
actor WatchSession {
  private var view: WatchView
  private var picture: WatchPicture
  private var painter: ScreenPainter
  private let terminal: TerminalDevice
  private let clock = ContinuousClock()
  private var asked = 0
  private var failure: (any Error)?
  private var lastHeard = ContinuousClock.now
  /// Whether the terminal was given back until the process goes on.
  private var isSuspended = false

  /// What the owner is to be asked from now on.
  nonisolated let requests: AsyncStream<WatchRequest?>
  private let request: AsyncStream<WatchRequest?>.Continuation
  /// That there is something to draw.
  nonisolated let news: AsyncStream<Void>
  private let new: AsyncStream<Void>.Continuation

  /// How long a connection may be silent: three times the time between two signs of life.
  static let silence = Duration.seconds(45)

  init(_ view: WatchView, _ terminal: TerminalDevice, zone: TimeZone, hasColours: Bool) {
    self.view = view
    self.terminal = terminal
    picture = WatchPicture(view.dataset, zone: zone)
    painter = ScreenPainter(hasColours: hasColours)
    (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (news, new) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Takes the terminal.
  func begin() throws {
    try terminal.enter()
    resize()
  }

  /// Gives the terminal back.
  func end() throws { if !isSuspended { try terminal.leave() } }

  /// The terminal has another size, perhaps.
  func resize() {
    view.fit(rows: terminal.size.rows - WatchPicture.frame)
    painter.forget()
    changed()
  }

  /// Does what was typed; says whether the person wants to leave.
  func press(_ bytes: [UInt8]) -> Bool {
    for key in KeyReader.keys(in: bytes) {
      switch view.press(key) {
      case .quit: return true
      case .suspend: kill(0, SIGTSTP)  // all of a pipeline stop; our turn comes with the signal
      case .redraw: painter.forget()
      case .nothing: break
      }
    }
    changed()
    return false
  }

  /// Gives the terminal back and stops, until the person goes on.
  func suspend() throws {
    guard !isSuspended else { return }
    try terminal.leave()
    isSuspended = true
    kill(getpid(), SIGSTOP)
  }

  /// Takes the terminal again after a stop, if it is ours.
  func resume() throws {
    guard terminal.isOurs else { return }
    isSuspended = false
    try terminal.enter()
    resize()
  }

  /// Takes what a feed tells; what was asked earlier is passed over.
  ///
  /// - Throws: `Failure` for what the owner refuses, and what was not as agreed.
  func take(_ news: LiveFeed.News, of number: Int) throws {
    guard number == view.number else { return }
    lastHeard = clock.now
    switch news {
    case .connected: view.connected()
    case .heard: return
    case .lost(let why): view.lost(why)
    case .refused(let why): throw Failure("\(why)")
    case .event(let kind, _, let data):
      guard let message = try LiveMessage(kind: kind, data: data) else { return }
      view.receive(message, at: clock.now)
    }
    changed()
  }

  /// What is asked when a connection was lost; nothing when something else is wanted by now.
  func current(_ number: Int) -> WatchRequest? { number == view.number ? view.request : nil }

  /// Twice a second: lets bright rows settle, and notices silence.
  func settle() throws {
    if isSuspended { return try resume() }
    if view.settle(at: clock.now) { changed() }
    guard view.connection == .live, !view.isPaused, clock.now - lastHeard > Self.silence else {
      return
    }
    lastHeard = clock.now
    view.lost(said("the owner of the data folder has been silent for a while"))
    view.askAgain()
    changed()
  }

  private func changed() {
    if asked != view.number {
      asked = view.number
      request.yield(view.request)
    }
    new.yield()
  }

  /// Nothing more can be shown; the next drawing ends the watching.
  func fail(_ error: any Error) {
    failure = error
    new.yield()
  }

  /// Draws what is new.
  ///
  /// - Throws: What went wrong elsewhere, too.
  func draw() throws {
    if let failure { throw failure }
    guard !isSuspended else { return }
    let size = terminal.size
    let lines = picture.lines(of: view, columns: size.columns, rows: size.rows)
    let commands = painter.paint(lines)
    if !commands.isEmpty { try terminal.write(commands) }
  }
}
