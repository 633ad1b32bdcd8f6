import AlmanacDeclarations
import AlmanacFetching
import AlmanacNotifying
import AlmanacStorage
import Foundation
import Logging
public import ServiceLifecycle

/// Tells people's browsers what they asked to be told, by Web Push.
///
/// What was told is kept with each subscription, so that nothing is lost when a push service is
/// away or we are: the next message tells what happened since. One message at most for each
/// subscription and sync.
public actor Notifier: Service {
  let library: Library
  /// Puts a notice into words of a language.
  let wording: @Sendable (Notice, String) -> NoticeText
  private var opened: Desk?
  private var complaint: String?
  private var isTelling = false
  var isAskedAgain = false
  /// What is known of push services.
  var hosts = PushHosts()
  /// Whether those that took a message before this start are among them.
  var knowsHosts = false
  var limits = WishLimits()
  /// How many first messages are on their way.
  var confirming = 0
  /// Waits for as long as one delivery may take.
  private let pause: @Sendable (Duration) async throws -> Void

  nonisolated var now: @Sendable () -> Date { library.now }

  /// How many subscriptions there may be.
  static let most = 10_000
  /// How many one browser may have.
  static let mostOfOne = 50
  /// How long a subscription is shown whose browser is gone.
  static let mourning: TimeInterval = 30 * 86_400

  /// What telling needs: made when somebody first wants to be told.
  struct Desk: Sendable {
    let store: LibraryStore
    let courier: Courier
    let publicKey: String
    /// What happened to a damaged file of subscriptions at this start.
    let repair: String?

    init(
      _ library: Library, _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) throws {
      let files = LibraryFiles(folder: library.dataDirectory)
      try files.missNoKey()
      let key = try ServerKey.kept(in: files.key)
      (store, repair) = try LibraryStore.repairing(files.subscriptions, at: library.now())
      publicKey = key.publicText
      courier = Courier(
        fetcher: library.pushFetcher, key: key, contact: library.contact, now: library.now,
        pause: pause)
    }
  }

  init(
    library: Library,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    wording: @escaping @Sendable (Notice, String) -> NoticeText
  ) {
    self.library = library
    self.pause = pause
    self.wording = wording
  }

  /// The key and the file of subscriptions.
  ///
  /// - Throws: `SubscriptionProblem.unavailable` when one cannot be used; the log says why.
  func desk() throws(SubscriptionProblem) -> Desk {
    if let opened { return opened }
    do {
      let desk = try Desk(library, pause)
      (opened, complaint) = (desk, nil)
      if let repair = desk.repair { library.logger.error("library.sqlite \(repair)") }
      return desk
    } catch {
      complain("there are no notifications: \(error)")
      throw .unavailable
    }
  }

  /// Says once what is wrong, however often it is met.
  private func complain(_ text: String) {
    guard complaint != text else { return }
    complaint = text
    library.logger.error("\(text)")
  }

  /// How notifications are kept, as far as people are to know.
  public enum Standing: Sendable, Hashable {
    /// All is well, or nobody ever wanted to be told.
    case sound
    /// The file of subscriptions was damaged, and what could be read of it is kept.
    case repaired
    /// The key or the file cannot be used until a person decides.
    case off
  }

  /// Whether notifications can be sent; nothing is made by asking.
  public func standing() -> Standing {
    guard opened != nil || LibraryFiles(folder: library.dataDirectory).areThere else {
      return .sound
    }
    do { return try desk().repair == nil ? .sound : .repaired } catch { return .off }
  }

  /// Our public key, which browsers bind their subscriptions to.
  public func publicKey() throws -> String { try desk().publicKey }

  /// Tells what syncs change, until cancelled or shut down gracefully.
  public func run() async throws {
    let changes = library.changes.stream()
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in changes { await self.tellSafely() } }
        group.addTask { await self.followClock() }
      }
    }
  }

  /// Looks once a minute: for what could not be told before, and what another process changed.
  private nonisolated func followClock() async {
    while !Task.isCancelled {
      await tellSafely()
      do { try await Task.sleep(for: .seconds(60)) } catch { return }
    }
  }

  /// Tells where nobody waits for it: what goes wrong is logged.
  private func tellSafely() async {
    let subscriptions = LibraryFiles(folder: library.dataDirectory).subscriptions
    guard opened != nil || FileManager.default.fileExists(atPath: subscriptions.path) else {
      return  // nobody ever wanted to be told
    }
    do {
      try await tell()
    } catch is CancellationError {
      return
    } catch SubscriptionProblem.unavailable {
      return  // the log says why
    } catch {
      if (error as? StoreError)?.kind == .damaged { opened = nil }  // is repaired when it is opened
      library.logger.error("nobody was notified", metadata: ["why": "\(error)"])
    }
  }

  /// Tells everybody who is due what they do not know yet; one round at a time.
  func tell() async throws {
    isAskedAgain = true
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while isAskedAgain {
      isAskedAgain = false
      try await tellOnce()
    }
  }

  private func tellOnce() async throws {
    let desk = try desk()
    try await learnHosts(desk)
    try await desk.store.removeEnded(before: now() - Self.mourning)
    let due = try await desk.store.subscriptions(dueAt: now())
    var letters: [Letter] = []
    for (id, subscriptions) in Dictionary(grouping: due, by: \.watch.dataset) {
      guard let table = library.table(id), table.keepsChanges else { continue }
      do {
        letters += try await self.letters(subscriptions, of: table, desk)
      } catch let error as StoreError {
        library.logger.error("not notified", metadata: ["dataset": "\(id)", "why": "\(error)"])
      }
    }
    try await send(letters, desk)
  }

  /// What those who watch a dataset are to be told; of those who are to be told nothing it is noted.
  private func letters(
    _ subscriptions: [Subscription], of table: LiveTable, _ desk: Desk
  ) async throws -> [Letter] {
    let newest = try table.syncEnds()?.newest.number ?? 0
    let finder = NewsFinder(table: table, newest: newest)
    var (quiet, letters) = ([String](), [Letter]())
    for subscription in subscriptions where subscription.seen != newest {
      // A greater number than the newest is of a file that was made anew since.
      let news =
        subscription.seen > newest
        ? nil : try await news(finder, subscription, table.dataset)
      if let news {
        letters.append(Letter(subscription: subscription, notice: news, newest: newest))
      } else {
        quiet.append(subscription.id)
      }
    }
    try await desk.store.pass(quiet, to: newest)
    return letters
  }

  private func news(
    _ finder: NewsFinder, _ subscription: Subscription, _ dataset: Dataset
  ) async throws -> Notice? {
    do {
      let changes = try await finder.news(of: subscription.watch, since: subscription.seen)
      return changes.map {
        Notice(dataset: dataset, watch: subscription.watch, news: .changes($0))
      }
    } catch is QueryProblem {
      return nil  // the dataset no longer has a field that the query names
    }
  }

  /// Hands a notice over; keys that were kept but cannot be used count as a failure.
  nonisolated func deliver(
    _ notice: Notice, to subscription: Subscription, _ desk: Desk
  ) async throws -> Courier.Outcome {
    guard let address = subscription.address, let endpoint = URL(string: address.endpoint) else {
      return .gone
    }
    let keys: BrowserKeys
    do { keys = try BrowserKeys(p256dh: address.p256dh, auth: address.auth) } catch {
      return .failed("the browser's key \(error.rawValue) is none")
    }
    let text = wording(notice, subscription.language)
    let message = try NoticePayload.message(text, for: subscription.id, in: subscription.language)
    return try await desk.courier.deliver(message, to: endpoint, keys)
  }

  nonisolated func log(_ outcome: Courier.Outcome, _ subscription: Subscription) {
    library.logger.info(
      "notification",
      metadata: ["dataset": "\(subscription.watch.dataset)", "outcome": "\(outcome)"])
  }
}
