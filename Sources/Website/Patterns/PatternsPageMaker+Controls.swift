import AlmanacDeclarations
import AlmanacEngine

extension PatternsPageMaker {
  /// What is pressed, and the small parts that stand below every page.
  var controls: [PatternsPage.Pattern] {
    let languages = LanguageControl(
      website.languages, chosen: words.language, page: "/patterns")
    let back = UnitControl(.kilometres, back: "/patterns", words: words)
    return [
      pattern("search", searchStates),
      pattern("units", [state("usual", "units", back)]),
      pattern("language", [state("usual", "language", languages)]),
      pattern("export", [state("usual", "export", export)]),
      pattern("phone", phoneStates),
      pattern("credit", [state("usual", "credit", CreditNote(samples.places.credit))]),
      pattern(
        "watch",
        [
          state("usual", "watch", watch, stage: "watch"),
          state("chosen", "watch", watch, stage: "watch"),
        ]),
      pattern("keep", keepStates),
      pattern(
        "device",
        ["empty", "kept"].map { state($0, "device", DevicePart(words: words), stage: "device") }),
      pattern("offline", [state("usual", "offline", OfflinePage(words: words))]),
      pattern(
        "notifications",
        [
          notifications("empty", .sound), notifications("failed", .off),
          notifications("stale", .repaired),
        ]),
    ]
  }

  /// The button by which a dataset is kept, as the script shows it.
  private var keepStates: [State] {
    let note = KeepNote(samples.places, words: words)
    return ["usual", "keeping", "half", "kept", "failed", "full", "denied"].map {
      state($0, "keep", note, stage: "keep")
    }
  }

  /// How to open the pages on a phone; the first where nothing is missing.
  private var phoneStates: [State] {
    let reaches = [
      ("usual", Reach(["https://almanac.example.org"])),
      ("bare", Reach(["http://192.0.2.7:8080", "http://[2001:db8::7]:8080"])),
      ("failed", Reach(["https://192.0.2.7:8443"], isTrusted: false)),
    ]
    return reaches.compactMap { name, reach in
      reach.map { state(name, "phone", PhoneNote($0, words)) }
    }
  }

  private var export: ExportNote {
    ExportNote(
      dataset: samples.places, query: TableQuery(), count: words.count("status.records", 250),
      words: words)
  }

  private func notifications(_ name: String, _ standing: Notifier.Standing) -> State {
    let greeting = GreetingControl(isGreeted: true, back: "/patterns", words: words)
    let page = NotificationsPage(words: words, greeting: greeting, standing: standing)
    return state(name, "notifications", page)
  }

  private var watch: WatchNote { WatchNote(TableQuery(), of: samples.places, words: words) }

  private var searchStates: [State] {
    let rows = [samples.whole, samples.long].map {
      (record: $0, mark: FoundMark(stating: 0..<3, of: "Poland", in: "name"))
    }
    return [
      search("empty", "", nil),
      search("found", "pol", Found(stating: samples.places, total: 128, rows: rows)),
      search(
        "nothing", "plo", Found(stating: samples.places, total: 0, rows: [], suggestion: "pol")),
    ]
  }

  private func search(_ name: String, _ text: String, _ found: Found?) -> State {
    let maker = SearchPageMaker(search: text, words: words, now: now, places: [samplesLink])
    let parts = found.map { found in
      SearchPageMaker.Part(
        dataset: samples.places, found: found, status: samples.status(samples.places),
        picture: picture)
    }
    return state(name, "search", maker.page(parts.map { [$0] } ?? []))
  }

  private var samplesLink: Frame.Link {
    Frame.Link(
      title: samples.places.title.text(in: words.language), address: "/patterns",
      isCurrent: false)
  }

  /// What scripts make: the page shows it where they run.
  var stages: [PatternsPage.Pattern] {
    let palette = PalettePart(
      phrases: ScriptPhrases.json(words, SearchWords.keys), places: [samplesLink],
      beside: [])
    return [
      pattern(
        "palette",
        ["empty", "loading", "found", "nothing", "failed", "long"].map {
          state($0, "palette", palette, stage: "palette")
        })
    ]
  }

  /// What the template of the palette asks for.
  private struct PalettePart {
    let phrases: String
    let places: [Frame.Link]
    let beside: [Frame.Link]
  }
}
