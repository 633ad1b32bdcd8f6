import AlmanacDeclarations
import AlmanacSandbox
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `Pictures that records name` {
  @Test func `are asked for once each, however many clients ask at once`() async throws {
    try await withLands(250) { lands in
      let records = try lands.records()
      try await withThrowingTaskGroup(of: Set<PictureAnswer>.self) { clients in
        for _ in 0..<20 {
          clients.addTask {
            var answers: Set<PictureAnswer> = []
            for record in records { answers.insert(try await lands.ask(record)) }
            return answers
          }
        }
        for try await answers in clients { #expect(answers.count == 250) }
      }
      #expect(await lands.takeRequests().count == 250)
      for record in records { _ = try await lands.ask(record) }
      #expect(await lands.takeRequests().isEmpty)
      #expect(lands.library.pictureSize.count == 250)
    }
  }

  @Test func `are one request for a hundred questions at once`() async throws {
    try await withLands { lands in
      let record = try await lands.record()
      try await withThrowingTaskGroup(of: PictureAnswer.self) { clients in
        for _ in 0..<100 { clients.addTask { try await lands.ask(record) } }
        for try await answer in clients {
          if case .absent(let why) = answer { Issue.record("\(why)") }
        }
      }
      #expect(await lands.takeRequests().count == 1)
    }
  }

  @Test func `are there for another process that only reads`() async throws {
    try await withLands { lands in
      let before = try await lands.picture()
      let trial = lands.trial
      try await trial.withLibrary(isReadOnly: true) { reader in
        let other = Lands(library: reader, upstream: lands.upstream, trial: trial)
        let looks = [try await other.look(), try await other.look("XB")]
        #expect(looks == [.known(before), .missing])
      }
      #expect(await lands.takeRequests().count == 1)
    }
  }

  @Test func `survive a restart`() async throws {
    try await withTrial { whole in
      var trial = whole
      trial.allowedPrivateHosts = ["localhost"]
      try await withUpstream { [trial] upstream in
        try trial.declare(Lands.declaration(upstream.base, field: "from: flags.png"), as: "lands")
        let first = try await trial.withLibrary { library in
          _ = try await library.sync("lands")
          return try await Lands(library: library, upstream: upstream, trial: trial).picture()
        }
        await upstream.state.forgetRequests()
        let index = trial.data.appending(path: "pictures/index.ndjson")
        let torn = try FileHandle(forWritingTo: index)
        try torn.seekToEnd()
        try torn.write(contentsOf: Data(#"{"source":"http://loc"#.utf8))
        try torn.close()
        try await trial.withLibrary { library in
          let lands = Lands(library: library, upstream: upstream, trial: trial)
          #expect(try await lands.look() == .known(first))
          #expect(try await lands.picture() == first)
          _ = try await lands.picture("XB")
          #expect(await lands.takeRequests().count == 1)
        }
        try await trial.withLibrary { library in
          let lands = Lands(library: library, upstream: upstream, trial: trial)
          guard case .known = try await lands.look("XB") else {
            throw NotOpened(why: "the line after the torn one was lost")
          }
        }
      }
    }
  }

  @Test func `are asked for again when due, with their validators`() async throws {
    try await withLands { lands in
      let before = try await lands.picture()
      #expect(await lands.takeRequests().map(\.isConditional) == [false])
      lands.trial.clock.advance(hours: 25)
      #expect(try await lands.look() == .due)
      #expect(try await lands.picture() == before)
      #expect(await lands.takeRequests().isEmpty, "the host said that it is good for ten days")
      lands.trial.clock.advance(hours: 24 * 11)
      #expect(try await lands.picture() == before)
      #expect(await lands.takeRequests().map(\.isConditional) == [true])
      #expect(try await lands.look() == .known(before))
      await lands.upstream.state.redrawFlags()
      lands.trial.clock.advance(hours: 24 * 11)
      let after = try await lands.picture()
      #expect(after.name != before.name)
      #expect(await lands.takeRequests().count == 1)
      #expect(try await lands.look() == .known(after))
    }
  }

  @Test func `are shown as they were while the host is gone`() async throws {
    try await withTrial { whole in
      var trial = whole
      trial.allowedPrivateHosts = ["localhost"]
      let library = try await withUpstream { [trial] upstream in
        try trial.declare(Lands.declaration(upstream.base, field: "from: flags.png"), as: "lands")
        let library = try await Library(configuration: trial.configuration())
        _ = try await library.sync("lands")
        _ = try await Lands(library: library, upstream: upstream, trial: trial).picture()
        return library
      }
      let gone = Lands(
        library: library, upstream: Upstream(sandbox: try Sandbox(), base: ""), trial: trial)
      trial.clock.advance(hours: 24 * 30)
      #expect(try await gone.look() == .due)
      let picture = try await gone.picture()
      #expect(try await gone.look() == .known(picture))
      let data = await library.pictureData(picture.name)
      #expect(data?.isEmpty == false)
      let why = try await gone.absence("XB")
      #expect(!why.isEmpty)
      #expect(try await gone.look("XB") == .missing)
      trial.clock.advance(seconds: Pictures.failureHolds + 1)
      #expect(try await gone.look("XB") == .due)
      try await library.shutdown()
    }
  }

  @Test func `leave the least recently used when there are too many bytes`() async throws {
    // Each flag is some 16 kB.
    try await withLands(12) {
      $0.mostPictureBytes = 100_000
    } _: { lands in
      var names: [PictureName] = []
      for record in try lands.records() {
        lands.trial.clock.advance(seconds: 1)
        guard case .picture(let picture) = try await lands.ask(record) else { continue }
        names.append(picture.name)
        if let first = names.first { _ = await lands.library.pictureData(first) }
      }
      let size = lands.library.pictureSize
      #expect(names.count == 12)
      #expect(size.bytes <= 100_000)
      #expect(size.count < 12)
      #expect(await lands.library.pictureData(names[0]) != nil, "it was looked at all the time")
      #expect(await lands.library.pictureData(names[1]) == nil)
      #expect(await lands.library.pictureData(names[11]) != nil)
      let folder = lands.trial.data.appending(path: "pictures")
      let files = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      let kept = files.compactMap { ($0 as? URL)?.pathExtension }.filter { $0 == "png" }
      #expect(kept.count == size.count)
    }
  }

  @Test func `are fetched again when a file was spoilt`() async throws {
    try await withLands { lands in
      let picture = try await lands.picture()
      let name = picture.name
      let file = lands.trial.data.appending(path: "pictures/\(name.hash.prefix(2))/\(name)")
      #expect(FileManager.default.fileExists(atPath: file.path))
      var spoilt = try Data(contentsOf: file)
      spoilt[spoilt.count / 2] ^= 1
      try spoilt.write(to: file)
      var shelf = PictureShelf(
        folder: lands.trial.data.appending(path: "pictures"), limit: 1 << 20, isReadOnly: false)
      try shelf.open()
      guard case .disk(_, let isProved) = shelf.place(of: name) else {
        throw NotOpened(why: "the file is not on the shelf")
      }
      #expect(!isProved)
      let pictures = Pictures(
        lands.trial.configuration(), beside: lands.library.pictures.fetcher)
      #expect(await pictures.data(name) == nil)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try await pictures.shutdown()
    }
  }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `A picture that is none` {
  @Test(
    arguments: [
      (.html, "no PNG"), (.wrongShape, "no PNG"), (.picture(.mistyped), "no PNG"),
      (.picture(.scriptedSVG), "script"), (.picture(.vast), "100000 × 100000"),
      (.picture(.huge), "larger than the limit"), (.gzipBomb(), "larger than the limit"),
      (.wire(.endless), "larger than the limit"), (.cut(), "damaged PNG"),
      (.spoilt(.empty), "no PNG"), (.status(404), "404"), (.status(403), "403"),
      (.status(500), "500"), (.truncated(), "whole answer"), (.wire(.reset), "whole answer"),
      (.wire(.stalledBody), "in time"), (.closed, "whole answer"), (.wire(.hugeHead), ""),
      (.status(429, retryAfter: "3600"), "wait"), (.redirect(to: "/flags/w320/xa.png"), "circle"),
      (.redirect(to: "http://127.0.0.1:9/a.png"), "127.0.0.1 is not one of the hosts"),
      (.redirect(to: "file:///etc/hostname"), "not to a web address"),
    ] as [(Sandbox.Fault, String)])
  func `is refused, told, and left alone for a while`(_ fault: Sandbox.Fault, _ words: String)
    async throws
  {
    try await withLands {
      if fault == .wire(.stalledBody) { $0.patience = .seconds(4) }
    } _: { lands in
      await lands.upstream.state.inject(fault, at: "/flags")
      let why = try await lands.absence()
      #expect(words.isEmpty || why.contains(words), "\(why)")
      #expect(await lands.takeRequests().count == 1)
      #expect(try await lands.look() == .missing)
      #expect(try await lands.absence() == why)
      #expect(await lands.takeRequests().isEmpty)
      #expect(lands.library.pictureSize.count == 0)
      lands.trial.clock.advance(hours: 25)
      _ = try await lands.picture()
    }
  }

  @Test func `does not replace the one that is there`() async throws {
    try await withLands { lands in
      let before = try await lands.picture()
      await lands.upstream.state.redrawFlags()
      await lands.upstream.state.inject(.html, at: "/flags")
      lands.trial.clock.advance(hours: 24 * 11)
      #expect(try await lands.picture() == before)
      #expect(try await lands.look() == .known(before))
    }
  }

  @Test func `is known by its content alone, whatever it calls itself`() async throws {
    try await withLands(field: "from: flags.svg") { lands in
      await lands.upstream.state.inject(.headers(["Content-Type": "text/html"]), at: "/flags")
      let picture = try await lands.picture()
      #expect(picture.name.kind == .svg)
    }
  }

  @Test func `comes late without holding up those of other hosts`() async throws {
    try await withLands {
      $0.patience = .seconds(4)
    } _: { lands in
      await lands.upstream.state.inject(.wire(.stalledHead), at: "/flags")
      _ = try await lands.absence()
      let second = try await lands.absence("XB")
      #expect(second.contains("nothing was sent"), "the host is away, so nobody waits for it")
      #expect(await lands.takeRequests().count == 1)
      lands.trial.clock.advance(seconds: Pictures.absenceHolds + 1)
      _ = try await lands.picture("XC")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The address of a picture` {
  @Test func `is asked only on a host that the dataset file names`() async throws {
    try await withTrial { whole in
      var trial = whole
      trial.allowedPrivateHosts = ["localhost", "127.0.0.1"]
      try await withUpstream { [trial] upstream in
        let file = trial.folder.appending(path: "lands.json")
        let other = upstream.base.replacing("localhost", with: "127.0.0.1")
        try Data(
          """
          [{"cca2": "XA", "name": {"common": "A"}, "f": "\(upstream.base)/flags/w320/xa.png"},
          {"cca2": "XB", "name": {"common": "B"}, "f": "\(other)/flags/w320/xb.png"},
          {"cca2": "XC", "name": {"common": "C"}, "f": "http://a:b@localhost/x.png"},
          {"cca2": "XD", "name": {"common": "D"}, "f": "file:///etc/hostname"}]
          """.utf8
        ).write(to: file)
        let field = "from: f, hosts: [localhost]"
        let text = Lands.declaration(upstream.base, field: field, source: file.absoluteString)
        try trial.declare(text, as: "lands")
        try await trial.withLibrary { library in
          _ = try await library.sync("lands")
          let lands = Lands(library: library, upstream: upstream, trial: trial)
          _ = try await lands.picture("XA")
          let told = try await lands.absence("XB")
          #expect(told == "127.0.0.1 is not one of the hosts that may be asked for this")
          for id in ["XC", "XD"] { #expect(try await lands.look(id) == .missing) }
          #expect(await lands.takeRequests().map(\.path) == ["/flags/w320/xa.png"])
        }
      }
    }
  }

  @Test func `never leads into a private network, unless a person has allowed it`() async throws {
    try await withLands(isAllowed: false) { lands in
      let why = try await lands.absence()
      #expect(why == "localhost is an address in a private network, which data may not name")
      #expect(await lands.takeRequests().isEmpty)
      #expect(try await lands.look() == .missing)
    }
  }

  @Test func `is passed over where the file is on this machine`() async throws {
    try await withLands { lands in
      let folder = lands.trial.folder.appending(path: "flags")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "xa.png")
      try Data(try Samples.bytes(Samples.png)).write(to: file)
      try lands.trial.declare(
        Lands.declaration(
          lands.upstream.base, field: "from: flags.png, file: \"\(folder.path)/{id_lower}.png\""),
        as: "lands")
      let trial = Trial(folder: lands.trial.folder.appending(path: "second"), hasBuiltIns: false)
      try FileManager.default.createDirectory(
        at: trial.declarations, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: lands.trial.declarations.appending(path: "lands.yaml"),
        to: trial.declarations.appending(path: "lands.yaml"))
      try await trial.withLibrary { library in
        _ = try await library.sync("lands")
        let local = Lands(library: library, upstream: lands.upstream, trial: trial)
        #expect(try await local.look() == .due)
        let first = try await local.picture()
        #expect([first.width, first.height] == [6, 5])
        #expect(try await local.look() == .known(first))
        try Data(try Samples.bytes(Samples.jpeg)).write(to: file)
        #expect(try await local.look() == .due)
        let second = try await local.picture()
        #expect(second.name.kind == .jpeg, "its content decides, not its name")
        #expect(await local.takeRequests().isEmpty)
      }
    }
  }
}

@Suite struct `The name of a picture` {
  @Test func `is read as it is written`() {
    let hash = String(repeating: "0f", count: 32)
    for kind in PictureKind.allCases {
      let name = PictureName(hash: hash, kind: kind)
      #expect(PictureName(name.description) == name)
    }
    #expect(PictureName("\(hash).jpg")?.kind == .jpeg)
  }

  @Test(arguments: [
    "", "a.png", "../../etc/passwd", "0f.png", ".png", "\(String(repeating: "0F", count: 32)).png",
  ])
  func `is nothing else`(_ text: String) {
    #expect(PictureName(text) == nil)
    let hash = String(repeating: "0f", count: 32)
    for text in ["\(hash)", "\(hash).", "\(hash).exe", "\(hash).png.png", "\(hash)/.png"] {
      #expect(PictureName(text) == nil)
    }
  }
}
