import Synchronization

extension LiveHub {
  /// What a reader finds who asks for news.
  enum Mail: Sendable {
    case update(LiveUpdate)
    case silence
    case ended
    case failed(any Error)
    /// There is none, and the reader is to do the ticking.
    case lead
    /// There is none, and somebody else does the ticking.
    case wait
  }

  /// Gives a new reader its seat in the group of its window, and the window.
  func join(_ subscription: LiveSubscription) async throws {
    guard subscription.seat.sitDown() else { return }
    let request = subscription.request
    let isIn = state.withLock { $0.join(subscription) }
    if !isIn {
      let seen = changes.load(ordering: .sequentiallyConsistent)
      let look = try await subscription.look(request, nil)
      state.withLock { state in
        if state.join(subscription) { return }  // another reader of the same window was faster
        state.add(LiveGroup(request, look, seen: seen))
        _ = state.join(subscription, group: state.newestGroup)
      }
    }
    wakeLeader()  // the group may have been looked at before a change that the leader has seen
    if subscription.seat.isEnded { end(subscription.seat.id) }
  }

  /// What there is for a reader, who hears of silence after the deadline.
  func take(_ id: Int, _ deadline: Duration?) -> Mail {
    let (mail, heir) = state.withLock { state in
      let mail = state.take(id, deadline)
      return (mail, state.heir())
    }
    heir?.resume()
    return mail
  }

  /// Waits until there is mail, or nobody does the ticking.
  func wait(_ id: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          guard let mailbox = state.mailboxes[id], !mailbox.hasMail, state.leader != nil,
            !Task.isCancelled
          else { return true }
          state.waiters[id] = waiter
          return false
        }
        if isOver { waiter.resume() } else { wakeLeader(before: deadline(of: id)) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  private func deadline(of id: Int) -> Duration? {
    state.withLock { $0.mailboxes[id]?.deadline }
  }

  /// Ends a reader's reading, at once.
  func end(_ id: Int) {
    let waiter = state.withLock { state in
      state.mailboxes[id]?.update = nil
      state.mailboxes[id]?.status = nil
      state.mailboxes[id]?.end = .finished
      return state.waiters.removeValue(forKey: id)
    }
    waiter?.resume()
    wakeLeader()
  }

  /// Gives a reader's seat free, and the ticking to another one if it was the reader's.
  func leave(_ id: Int) {
    let wakened = state.withLock { state in
      state.remove(id)
      return [state.waiters.removeValue(forKey: id), state.heir()]
    }
    for waiter in wakened { waiter?.resume() }
  }
}

extension LiveHubState {
  /// Adds a reader to the group of its window; says whether there is one.
  mutating func join(_ subscription: LiveSubscription) -> Bool {
    join(subscription, group: joinable[subscription.request])
  }

  mutating func join(_ subscription: LiveSubscription, group id: Int?) -> Bool {
    guard let id, let group = groups[id] else { return false }
    var mailbox = LiveMailbox(group: id)
    if subscription.lastVersion != group.told { mailbox.update = .window(group.step) }
    if mailboxes.isEmpty { status = (nil, nil) }
    mailbox.status = status.told
    mailboxes[subscription.seat.id] = mailbox
    groups[id]?.readers.insert(subscription.seat.id)
    return true
  }

  mutating func add(_ group: LiveGroup) {
    newestGroup += 1
    groups[newestGroup] = group
    if group.isJoinable { joinable[group.request] = newestGroup }
  }

  mutating func take(_ id: Int, _ deadline: Duration?) -> LiveHub.Mail {
    guard var mailbox = mailboxes[id] else { return .ended }
    defer { if mailboxes[id] != nil { mailboxes[id] = mailbox } }
    mailbox.deadline = nil
    if let update = mailbox.update {
      mailbox.update = nil
      updates += 1
      return .update(update)
    }
    if let status = mailbox.status {
      mailbox.status = nil
      return .update(.status(status))
    }
    if let end = mailbox.end { return Self.mail(end) }
    if mailbox.isSilent {
      mailbox.isSilent = false
      return .silence
    }
    mailbox.deadline = deadline
    guard leader == nil else { return .wait }
    leader = id
    return .lead
  }

  private static func mail(_ end: LiveMailbox.End) -> LiveHub.Mail {
    switch end {
    case .finished: .ended
    case .failed(let error): .failed(error)
    }
  }

  mutating func remove(_ id: Int) {
    if leader == id { leader = nil }
    guard let mailbox = mailboxes.removeValue(forKey: id) else { return }
    groups[mailbox.group]?.readers.remove(id)
    if groups[mailbox.group]?.readers.isEmpty == true { removeGroup(mailbox.group) }
  }

  mutating func removeGroup(_ id: Int) {
    guard let group = groups.removeValue(forKey: id) else { return }
    if joinable[group.request] == id { joinable[group.request] = nil }
  }

  /// A sleeping reader who is to take over the ticking; nothing while somebody does it.
  mutating func heir() -> CheckedContinuation<Void, Never>? {
    guard leader == nil, let id = waiters.keys.first else { return nil }
    return waiters.removeValue(forKey: id)
  }
}
