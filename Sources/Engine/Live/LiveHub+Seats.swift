import Synchronization

extension LiveHub {
  /// What a reader gets who asks for news.
  enum Mail: Sendable {
    case update(LiveUpdate)
    case silence
    case ended
    case failed(any Error)
    /// There is nothing yet, and the reader is to do the ticking.
    case lead
  }

  /// A sleeping reader, and what wakes it.
  struct Wakening: Sendable {
    let waiter: CheckedContinuation<Mail, Never>
    let mail: Mail

    func wake() { waiter.resume(returning: mail) }
  }

  /// Gives a new reader its seat in the group of its window, and the window.
  func join(_ subscription: LiveSubscription) async throws {
    guard subscription.seat.sitDown() else { return }
    let request = subscription.request
    let isIn = state.withLock { $0.join(subscription) }
    if !isIn {
      guard hasRoom else { throw LiveRoomProblem() }
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

  /// What there is for a reader: at once, or as soon as there is something; it hears of silence after
  /// the deadline.
  func take(_ id: Int, _ deadline: Duration?) async -> Mail {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let (mail, heir) = state.withLock { state in
          let mail = Task.isCancelled ? .ended : state.take(id, deadline)
          if mail == nil { state.sleep(id, waiter) }
          return (mail, state.heir())
        }
        heir?.wake()
        if let mail { waiter.resume(returning: mail) } else { wakeLeader(before: deadline) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.mailboxes.index(forKey: id).flatMap { state.rouse($0) }
      }
      waiter?.resume(returning: .ended)
    }
  }

  /// Ends a reader's reading, at once.
  func end(_ id: Int) {
    let wakened = state.withLock { state in
      state.mailboxes[id]?.update = nil
      state.mailboxes[id]?.status = nil
      state.mailboxes[id]?.end = .finished
      return state.waking([id])
    }
    for sleeper in wakened { sleeper.wake() }
    wakeLeader()
  }

  /// Gives a reader's seat free, and the ticking to another one if it was the reader's.
  func leave(_ id: Int) {
    let (waiter, heir) = state.withLock { state in
      let waiter = state.remove(id)
      return (waiter, state.heir())
    }
    waiter?.resume(returning: .ended)
    heir?.wake()
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
    // A held place may have moved on, so only a rank's window is known from its version.
    let isKnown = subscription.lastVersion == group.told && group.request.anchor == nil
    if !isKnown { mailbox.update = .window(group.step) }
    if mailboxes.isEmpty { status = (nil, nil) }
    mailbox.status = status.told.map { .status($0) }
    mailboxes[subscription.seat.id] = mailbox
    groups[id]?.readers.insert(subscription.seat.id)
    return true
  }

  mutating func add(_ group: LiveGroup) {
    newestGroup += 1
    groups[newestGroup] = group
    bytes += group.bytes
    if group.isJoinable { joinable[group.request] = newestGroup }
  }

  /// What there is for a reader now; nothing where somebody else does the ticking.
  fileprivate mutating func take(_ id: Int, _ deadline: Duration?) -> LiveHub.Mail? {
    guard let seat = mailboxes.index(forKey: id) else { return .ended }
    if let mail = take(id, at: seat) { return mail }
    deadlines[id] = deadline
    guard leader == nil else { return nil }
    leader = id
    return .lead
  }

  private mutating func take(
    _ id: Int, at seat: Dictionary<Int, LiveMailbox>.Index
  ) -> LiveHub.Mail? {
    if !deadlines.isEmpty { deadlines[id] = nil }
    if mailboxes.values[seat].update != nil { updates += 1 }
    return mailboxes.values[seat].take()
  }

  /// Gives those readers who sleep what there is for them.
  mutating func waking(_ readers: some Sequence<Int>) -> [LiveHub.Wakening] {
    readers.compactMap { id in
      guard let seat = mailboxes.index(forKey: id), mailboxes.values[seat].waiter != nil,
        let mail = take(id, at: seat), let waiter = rouse(seat)
      else { return nil }
      return LiveHub.Wakening(waiter: waiter, mail: mail)
    }
  }

  /// Removes a reader; returns what it sleeps on.
  mutating func remove(_ id: Int) -> CheckedContinuation<LiveHub.Mail, Never>? {
    if leader == id { leader = nil }
    deadlines[id] = nil
    guard let seat = mailboxes.index(forKey: id) else { return nil }
    let waiter = rouse(seat)
    let group = mailboxes.remove(at: seat).value.group
    groups[group]?.readers.remove(id)
    if groups[group]?.readers.isEmpty == true { removeGroup(group) }
    return waiter
  }

  mutating func removeGroup(_ id: Int) {
    guard let group = groups.removeValue(forKey: id) else { return }
    bytes -= group.bytes
    if joinable[group.request] == id { joinable[group.request] = nil }
  }

  /// A sleeping reader, who takes over the ticking; nothing while somebody does it.
  mutating func heir() -> LiveHub.Wakening? {
    guard leader == nil, sleepers > 0,
      let seat = mailboxes.values.firstIndex(where: { $0.waiter != nil }), let waiter = rouse(seat)
    else { return nil }
    leader = mailboxes.keys[seat]
    return LiveHub.Wakening(waiter: waiter, mail: .lead)
  }
}

extension LiveMailbox {
  /// Takes what there is; nothing where there is nothing.
  fileprivate mutating func take() -> LiveHub.Mail? {
    if let update = update.take() { return .update(update) }
    if let status = status.take() { return .update(status) }
    switch end {
    case .finished: return .ended
    case .failed(let error): return .failed(error)
    case nil: break
    }
    guard isSilent else { return nil }
    isSilent = false
    return .silence
  }
}
