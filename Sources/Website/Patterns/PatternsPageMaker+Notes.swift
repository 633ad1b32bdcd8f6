import AlmanacDeclarations
import AlmanacEngine
import Foundation

extension PatternsPageMaker {
  /// What pages say of copies, troubles and problems.
  var notes: [PatternsPage.Pattern] {
    [
      pattern("home", homeStates), pattern("status", statusStates),
      pattern("trouble", troubleStates),
      pattern(
        "problem",
        [
          state("usual", "problem", problem(.unknownDataset, ["name": "cuontries"])),
          state(
            "failed", "problem",
            Problem(.busy, ["title": samples.places.title.text(in: words.language)])
              .page(words, path: "/patterns")),
        ]),
    ]
  }

  private func problem(_ kind: Problem.Kind, _ values: [String: String]) -> ProblemPage {
    var problem = Problem(kind, values)
    problem.near = "countries"
    return problem.page(words, path: "/cuontries")
  }

  private var homeStates: [State] {
    let places = samples.places
    let failed = samples.status(places) { $0.trouble = PatternSamples.trouble(.failed) }
    let live = samples.status(samples.deals, count: 1_000_000) {
      $0.stream = StreamStatus(isConnected: true, rate: 3180)
    }
    let filling = samples.status(places, count: 0) { ($0.copyDate, $0.isSyncing) = (nil, true) }
    return [
      home("usual", [(places, samples.status(places)), (samples.deals, live)]),
      home("loading", [(places, filling)]), home("failed", [(places, failed)]),
      home(
        "empty", [],
        problems: [
          DeclarationProblem(
            file: "places.yaml", line: 4, key: "kye", message: "Did you mean \"\("key")\"?")
        ]),
    ]
  }

  private func home(
    _ name: String, _ datasets: [(dataset: Dataset, status: DatasetStatus)],
    problems: [DeclarationProblem] = []
  ) -> State {
    let page = HomePage(
      datasets: datasets, problems: problems, words: words, now: now, acts: true)
    return state(name, "home", page)
  }

  private var statusStates: [State] {
    [
      status("usual"), status("empty") { ($0.count, $0.copyDate, $0.nextCheck) = (0, nil, nil) },
      status("loading") { $0.isSyncing = true },
      status("stale") { ($0.origin, $0.nextCheck) = (.snapshot, PatternSamples.now - 60) },
      status("live") { $0.stream = StreamStatus(isConnected: true, rate: 3180) },
      status("failed") { $0.stream = StreamStatus(isConnected: false, rate: 0) },
      status("long") {
        $0.setAside = [
          SetAsideCount(reason: "no key", count: 1204, sample: ""),
          SetAsideCount(reason: "not an object", count: 7, sample: ""),
        ]
        $0.drift = [DriftNote(.added("visits"), since: PatternSamples.now)]
      },
      deviceState,
    ]
  }

  private var troubleStates: [State] {
    [
      ("failed", Trouble.Kind.failed), ("postponed", .postponed), ("held", .held),
      ("repaired", .repaired),
    ].map { name, kind in
      status(name) { $0.trouble = PatternSamples.trouble(kind) }
    } + [
      status("nothing") {
        ($0.count, $0.copyDate) = (0, nil)
        $0.trouble = PatternSamples.trouble(.failed, again: nil)
      }
    ]
  }

  /// The line that says how old a copy is, with its trouble.
  private func status(
    _ name: String, _ change: (inout DatasetStatus) -> Void = { _ in }
  ) -> State {
    let status = samples.status(samples.places, change)
    let line = StatusLine(status, words: words, now: now)
    return state(
      name, "status",
      StatusPart(
        statusAddress: "/patterns", isLive: line.isLive, status: line.parts,
        trouble: TroubleNote(status, of: samples.places, words: words, now: now, acts: true)))
  }

  /// The line in its place on a page that is the device's own.
  private var deviceState: State {
    let age = words.count("offline.age.hours", 3)
    let lines = ["kept", "visited", "live"].map { words.say("offline.line.\($0)", ["age": age]) }
    return state(
      "apart", "status",
      StatusPart(statusAddress: "/patterns", isLive: false, status: lines, trouble: nil))
  }

  /// What the template of a status asks for.
  private struct StatusPart {
    let statusAddress: String
    let isLive: Bool
    let status: [String]
    let trouble: TroubleNote?
  }
}
