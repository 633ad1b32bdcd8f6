import Synchronization

extension LiveHub {
  /// Does one round of ticking for all readers: waits for something to tell, and tells it.
  ///
  /// - Throws: `CancellationError` when the reader who does it is cancelled; another one goes on.
  func lead(_ id: Int, _ look: Look) async throws {
    defer { stepDown(id) }
    if !isBehind { try await waitForWork() }
    if isBehind {
      if let last = state.withLock({ $0.lastTick }), clock.now() < last + Self.spacing {
        try await clock.sleep(until: last + Self.spacing)
      }
      try await tick(look)
    }
    try await tellStatus()
    tellSilence()
  }

  /// Whether the table changed after a group's look.
  private var isBehind: Bool {
    let now = changes.load(ordering: .sequentiallyConsistent)
    let moment = clock.now()
    return state.withLock { state in
      if let until = state.slowUntil, until <= moment { state.slowUntil = nil }
      return state.groups.values.contains {
        $0.seen < now && !($0.isSlow && state.slowUntil != nil)
      }
    }
  }

  private func stepDown(_ id: Int) {
    let heir = state.withLock { state -> Wakening? in
      if state.leader == id { state.leader = nil }
      // Without mail it comes back for the ticking itself.
      let isBusy = state.mailboxes[id]?.hasMail ?? true
      return isBusy || Task.isCancelled ? state.heir() : nil
    }
    heir?.wake()
  }

  /// Looks at every group's window again and tells its readers what changed.
  private func tick(_ look: Look) async throws {
    let seen = changes.load(ordering: .sequentiallyConsistent)
    let now = clock.now()
    let groups = state.withLock { state in
      state.lastTick = now
      return state.behind(seen)
    }
    for (id, group) in groups {
      do {
        let start = clock.now()
        let next = try await look(group.request, group.look)
        deliver(next, to: id, of: group, seen, cost: clock.now() - start)
      } catch {
        try Task.checkCancellation()
        fail(id, error)
      }
    }
  }

  private func deliver(
    _ look: LiveLook, to id: Int, of group: LiveGroup, _ seen: UInt64, cost: Duration
  ) {
    let step =
      look.looksLike(group.look)
      ? nil : LiveStep(to: look, from: group.look.window, told: group.told)
    let now = clock.now()
    let wakened = state.withLock { state in
      state.noteCost(cost, of: id, at: now)
      return state.deliver(look, step, to: id, seen)
    }
    for sleeper in wakened { sleeper.wake() }
  }

  private func fail(_ id: Int, _ error: any Error) {
    let wakened = state.withLock { $0.fail(id, error) }
    for sleeper in wakened { sleeper.wake() }
  }

  /// Tells all readers how the dataset is doing, where that changed and was not told just now.
  private func tellStatus() async throws {
    let now = clock.now()
    let source = state.withLock { state -> StatusSource? in
      guard state.status.at.map({ now >= $0 + Self.statusSpacing }) ?? true else { return nil }
      state.status.at = now
      return state.statusSource
    }
    let status: DatasetStatus?
    do { status = try await source?() } catch {
      try Task.checkCancellation()
      return  // the window is sound all the same, and the next status is not far
    }
    guard let status else { return }
    let wakened = state.withLock { $0.tell(status) }
    for sleeper in wakened { sleeper.wake() }
  }

  /// Tells those who wanted to hear of it that nothing happened for a while.
  private func tellSilence() {
    let now = clock.now()
    let wakened = state.withLock { $0.tellSilence(now) }
    for sleeper in wakened { sleeper.wake() }
  }
}

extension LiveHub {
  /// Sleeps until the table changes, or a status or silence is to be told.
  private func waitForWork() async throws {
    let until = state.withLock { $0.nextDeadline }
    try await withThrowingTaskGroup(of: Void.self) { group in
      if let until { group.addTask { [clock] in try await clock.sleep(until: until) } }
      group.addTask { await self.waitForAlarm(until) }
      _ = try await group.next()
      group.cancelAll()
    }
  }

  private func waitForAlarm(_ until: Duration?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { bell in
        let isOver = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.alarm = (bell, until)
          isAwaited.store(true, ordering: .sequentiallyConsistent)
          return false
        }
        if isOver { bell.resume() } else if isOverdue(until) { wake() }
      }
    } onCancel: {
      wake()
    }
  }

  /// Whether something came up between the look for work and the setting of the alarm.
  private func isOverdue(_ until: Duration?) -> Bool {
    if isBehind { return true }
    return state.withLock { state in
      let next = state.nextDeadline
      if let leader = state.leader, state.mailboxes[leader]?.hasMail ?? true { return true }
      return next.map { $0 < until ?? .seconds(Int64.max / 2) } ?? false
    }
  }

  /// Wakes the leader.
  func wake() {
    let alarm = state.withLock { state in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      defer { state.alarm = nil }
      return state.alarm
    }
    alarm?.bell.resume()
  }

  /// Wakes the leader to see what is new.
  func wakeLeader() {
    if isAwaited.load(ordering: .sequentiallyConsistent) { wake() }
  }

  /// Wakes the leader where it would sleep past a deadline.
  func wakeLeader(before deadline: Duration?) {
    guard let deadline else { return }
    let isLate = state.withLock { state in
      guard let alarm = state.alarm else { return false }
      return alarm.at.map { $0 > deadline } ?? true
    }
    if isLate { wake() }
  }
}

extension LiveHubState {
  /// The groups that have not seen a change yet: all that are looked at quickly, and then the one
  /// slow group that has waited for longest, unless it is too early for any.
  func behind(_ seen: UInt64) -> [(id: Int, group: LiveGroup)] {
    let all = groups.filter { $0.value.seen < seen }.map { (id: $0.key, group: $0.value) }
    let slow = all.filter(\.group.isSlow).min { $0.group.seen < $1.group.seen }
    return all.filter { !$0.group.isSlow } + (slowUntil == nil ? slow.map { [$0] } ?? [] : [])
  }

  /// When the next status or silence is to be told; nothing where neither is.
  ///
  /// Rounds are spaced, so that ten thousand readers' silences are told together.
  var nextDeadline: Duration? {
    var next = statusSource == nil ? nil : status.at.map { $0 + LiveHub.statusSpacing } ?? .zero
    if let slowUntil { next = min(next ?? slowUntil, slowUntil) }
    for deadline in deadlines.values { next = min(next ?? deadline, deadline) }
    return next.map { max($0, (lastRound ?? .zero) + LiveHub.spacing) }
  }

  /// Notes what a look cost: those that take long get a fifth of the time, all together.
  mutating func noteCost(_ cost: Duration, of id: Int, at now: Duration) {
    groups[id]?.cost = cost
    if groups[id]?.isSlow == true { slowUntil = now + cost * LiveHub.rarity }
  }

  mutating func deliver(
    _ look: LiveLook, _ step: LiveStep?, to id: Int, _ seen: UInt64
  ) -> [LiveHub.Wakening] {
    guard var group = groups[id] else { return [] }
    group.look = look
    group.seen = seen
    if let step {
      group.step = step
      group.told = look.window.version
      for reader in group.readers { mailboxes[reader]?.put(step) }
    }
    groups[id] = group
    if !group.isJoinable, joinable[group.request] == id { joinable[group.request] = nil }
    return step == nil ? [] : waking(group.readers)
  }

  mutating func fail(_ id: Int, _ error: any Error) -> [LiveHub.Wakening] {
    guard let group = groups[id] else { return [] }
    removeGroup(id)
    for reader in group.readers { mailboxes[reader]?.end = .failed(error) }
    return waking(group.readers)
  }

  mutating func tell(_ status: DatasetStatus) -> [LiveHub.Wakening] {
    guard status != self.status.told else { return [] }
    self.status.told = status
    let update = LiveUpdate.status(status)
    for reader in mailboxes.keys { mailboxes[reader]?.status = update }
    return waking(mailboxes.keys)
  }

  mutating func tellSilence(_ now: Duration) -> [LiveHub.Wakening] {
    lastRound = now
    let silent = deadlines.filter { $0.value <= now }.map(\.key)
    for reader in silent {
      deadlines[reader] = nil
      mailboxes[reader]?.isSilent = true
    }
    return waking(silent)
  }
}
