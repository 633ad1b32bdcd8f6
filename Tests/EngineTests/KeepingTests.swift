import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `Subscriptions and the key to tell them with` {
  @Test func `go along in a backup, and come back from it as they were`() async throws {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.record(dataset: "peaks", id: "Rysy"))
      let key = try await stage.notifier.publicKey()
      let backup = Self.beside(stage, "backup")
      let manifest = try await stage.library.backUp(to: backup)
      #expect(manifest.files?.map(\.file) == ["library.sqlite", "push.key"])
      #expect(manifest.files?.map(\.count) == [1, 1])
      let data = Self.beside(stage, "other")
      let restored = try Library.restore(["library"], from: backup, to: data)
      #expect(restored.map(\.dataset) == ["library", "push.key"])
      #expect(restored.allSatisfy { $0.kept == nil })
      for name in ["library.sqlite", "push.key"] {
        for folder in [backup, data] {
          let path = folder.appending(path: name).path
          let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
          #expect(mode as? Int == 0o600, "\(path)")
        }
      }
      let store = try LibraryStore(file: data.appending(path: "library.sqlite"))
      #expect(try await store.subscription(id) == stage.notifier.subscription(id))
      let again = try ServerKey.stored(in: data.appending(path: "push.key"))
      #expect(again?.publicText == key)
    }
  }

  @Test func `replace nothing without a trace`() async throws {
    try await Stage.with { stage in
      _ = try await stage.subscribe(.dataset("peaks"))
      let backup = Self.beside(stage, "backup")
      _ = try await stage.library.backUp(to: backup)
      let data = Self.beside(stage, "other")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      let other = try ServerKey.kept(in: data.appending(path: "push.key"))
      _ = try LibraryStore(file: data.appending(path: "library.sqlite"))
      let now = Date(timeIntervalSince1970: 1_784_000_000)
      let kept = try Library.restore([], from: backup, to: data, at: now).suffix(2).map(\.kept)
      #expect(
        kept == [
          "library.sqlite.replaced-20260714T033320", "push.key.replaced-20260714T033320",
        ])
      let aside = try ServerKey.stored(in: data.appending(path: kept[1] ?? ""))
      #expect(aside?.publicText == other.publicText)
      let twice = try Library.restore(["library"], from: backup, to: data, at: now)
      #expect(twice.last?.kept == nil, "the same key replaces nothing")
    }
  }

  @Test(arguments: ["library.sqlite", "push.key"])
  func `are not put back when they are not as they were`(name: String) async throws {
    try await Stage.with { stage in
      _ = try await stage.subscribe(.dataset("peaks"))
      let backup = Self.beside(stage, "backup")
      _ = try await stage.library.backUp(to: backup)
      var bytes = try Data(contentsOf: backup.appending(path: name))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: backup.appending(path: name))
      let data = Self.beside(stage, "other")
      #expect(throws: BackupError.altered(backup.appending(path: name).path)) {
        try Library.restore([], from: backup, to: data)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: data.path)
      #expect(!left.contains { $0.hasSuffix(".sqlite") || $0.hasSuffix(".key") })
    }
  }

  @Test func `are left out where a dataset is named, or nobody wants to be told`() async throws {
    try await Stage.with { stage in
      let first = try await stage.library.backUp(to: Self.beside(stage, "first"))
      #expect(first.files == [])
      _ = try await stage.subscribe(.dataset("peaks"))
      let second = try await stage.library.backUp(["peaks"], to: Self.beside(stage, "second"))
      #expect(second.files == nil)
      let third = try await stage.library.backUp(["library"], to: Self.beside(stage, "third"))
      #expect(third.datasets == [] && third.files?.count == 2)
    }
  }

  @Test func `are told to be damaged, and telling goes on`() async throws {
    try await Stage.with { stage in
      #expect(await stage.notifier.standing() == .sound)
      _ = try await stage.subscribe(.dataset("peaks"))
      let data = stage.library.dataDirectory
      #expect(try Library.examine(data).allSatisfy { !$0.isProblem })
      try Data("no database, though it is long enough".utf8)
        .write(to: data.appending(path: "library.sqlite"))
      #expect(try Library.examine(data).filter(\.isProblem).count == 1)
      let next = Notifier(library: stage.library) { _, _ in
        NoticeText(title: "", body: "", address: "/")
      }
      #expect(await next.standing() == .repaired)
      try await next.tell()
      let told = try Library.examine(data)
      #expect(told.allSatisfy { !$0.isProblem })
      #expect(told.contains { $0.text.description.contains("set aside") })
    }
  }

  @Test func `are off while the key is none, and a command says what next`() async throws {
    try await Stage.with { stage in
      let data = stage.library.dataDirectory
      let key = data.appending(path: "push.key")
      try Data("no key".utf8).write(to: key)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
      let next = Notifier(library: stage.library) { _, _ in
        NoticeText(title: "", body: "", address: "/")
      }
      #expect(await next.standing() == .off)
      let problem = try #require(try Library.examine(data).first { $0.isProblem })
      #expect(problem.text.description.contains("Put it back from a backup"))
      #expect(try String(contentsOf: key, encoding: .utf8) == "no key")
    }
  }

  @Test func `are off while the key is gone that they are bound to, and none is made`() async throws
  {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.dataset("peaks"))
      let key = stage.library.dataDirectory.appending(path: "push.key")
      try FileManager.default.removeItem(at: key)
      let next = Notifier(library: stage.library) { _, _ in
        NoticeText(title: "", body: "", address: "/")
      }
      #expect(await next.standing() == .off)
      let problem = try #require(
        try Library.examine(stage.library.dataDirectory).first { $0.isProblem })
      #expect(problem.text.description.contains("is gone, and subscriptions are bound to it"))
      #expect(!FileManager.default.fileExists(atPath: key.path))
      _ = try await stage.notifier.unsubscribe(id)
      #expect(await next.standing() == .sound, "nothing is bound to it any more")
    }
  }

  @Test func `are told when others may read them`() async throws {
    try await Stage.with { stage in
      _ = try await stage.subscribe(.dataset("peaks"))
      let data = stage.library.dataDirectory
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: data.appending(path: "push.key").path)
      let problem = try #require(try Library.examine(data).first { $0.isProblem })
      #expect(problem.text.description.contains("chmod 600"))
    }
  }

  /// A folder beside the data folder.
  private static func beside(_ stage: Stage, _ name: String) -> URL {
    stage.library.dataDirectory.deletingLastPathComponent().appending(path: name)
  }
}
