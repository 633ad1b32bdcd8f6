import Foundation

/// The scripts as they are served: put together from the modules beside the program.
struct Scripts: Sendable {
  /// The scripts of pages and of the workers that pages begin, by file name.
  let files: [String: Assets.File]
  /// The modules as they were written, by file name, without those that a script is named after.
  let sources: [String: Assets.File]
  /// The text of the script that works while no page is open.
  let worker: String

  /// What every page begins with, but for those that begin with ``alone``.
  static let first = "almanac.js"
  /// What works for several pages at once, by an address of its own: it is held to its own answer's policy.
  static let workers: Set = ["live-worker.js"]
  /// The page of patterns, on which no element comes to life.
  static let alone: Set = ["patterns.js"]
  static let type = "text/javascript; charset=utf-8"

  /// Reads the modules and puts them together.
  ///
  /// All are under one digest, so that a script which loads its neighbour by name gets the neighbour
  /// of the same release.
  ///
  /// - Throws: when a module cannot be read, or not be put together.
  init(_ share: Share) throws {
    let texts = try share.files(in: "scripts", ending: ".js").reduce(into: [:]) { texts, url in
      texts[url.lastPathComponent] = try String(contentsOf: url, encoding: .utf8)
    }
    let bundles = try ScriptBundles(texts: texts)
    var scripts = try bundles.page(beginningWith: Self.first)
    for name in Self.workers.union(Self.alone) { scripts[name] = try bundles.alone(name) }
    worker = try bundles.alone("service-worker.js")
    let digest = EntityTag.digest(bundles.bodies.utf8)
    let file = { (text: String) in
      Assets.File(bytes: Array(text.utf8), type: Self.type, digest: digest)
    }
    files = scripts.mapValues(file)
    sources = texts.filter { scripts[$0.key] == nil }.mapValues(file)
  }
}
