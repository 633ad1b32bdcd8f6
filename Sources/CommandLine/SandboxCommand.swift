import AlmanacDeclarations
import AlmanacDecoding
import AlmanacSandbox
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Serves the upstreams on this machine, for demos and tests.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: said("Serve upstreams on this machine, for demos and tests; all data synthetic."),
    discussion: said(
      """
      With --control, POST /control/faults lets the next requests go wrong: \
      \(Sandbox.faultNames.joined(separator: ", ")). Notes/faults.md explains them.
      """))

  @Option(help: .said("The address to listen on."))
  var host = "127.0.0.1"

  @Option(help: .said("The port to listen on."))
  var port = 8090

  @Option(help: .said("What decides every value."))
  var seed: UInt64 = 1

  @Option(help: .said("How many meteorites the portal has."))
  var meteorites = 1000

  @Option(help: .said("How many railway stations there are."))
  var stations = 300

  @Option(help: .said("How many countries there are; each has a flag."))
  var countries = 12

  @Option(help: .said("How many deals are made before they are revised."))
  var deals = 1_000_000

  @Option(
    help: .said(
      "The longest pause between two packets of deals, in seconds; 0 is as fast as asked."))
  var pause = 0.3

  @Option(help: .said("A folder whose files are served at /files/NAME with validators."))
  var files: String?

  @Flag(help: .said("Serve /control, which changes data and orders faults."))
  var control = false

  @Flag(help: .said("Be a proxy in front of an origin, with the cache that syncs use."))
  var cacheProxy = false

  @Option(help: .said("The origin of the cache proxy."))
  var origin = "http://127.0.0.1:8000"

  @Option(help: .said("The folder of the cache proxy; without one, a new temporary one."))
  var cache: String?

  @Flag(help: .said("Let the cache proxy forward only, to measure it without the cache."))
  var cacheOff = false

  @Option(help: .hidden)
  var cacheHits: String?

  @Option(help: .hidden)
  var entries = 1200

  func validate() throws {
    guard (0...3600).contains(pause) else {
      throw misuse("--pause: expected 0 to 3600 seconds.")
    }
  }

  func run() async throws {
    if let cacheHits { return try await measureHits(cacheHits) }
    let settings = try Settings()
    let level = settings["ALMANAC_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? .error
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    if cacheProxy { return try await runProxy() }
    Output.warn(said("The sandbox is at \("http://\(host):\(port)"); all its data is synthetic."))
    try await Sandbox(options).run()
  }

  /// For Benchmarks/cache.py: how long a hit of the cache takes.
  private func measureHits(_ pattern: String) async throws {
    let meter = CacheMeter(pattern: pattern, entries: entries)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-cache-\(UUID().uuidString)")
    let hits = try await meter.run(in: folder)
    try FileManager.default.removeItem(at: folder)
    print("p50 \(hits.median) p99 \(hits.percentile99) first \(hits.firstUse)")
  }

  private func runProxy() async throws {
    guard let url = URL(string: origin), url.host() != nil else {
      throw misuse("--origin \(origin) is no http or https address")
    }
    let temporary = FileManager.default.temporaryDirectory.appending(
      path: "almanac-cache-\(UUID().uuidString)")
    let folder = cache.map { URL(filePath: $0) } ?? temporary
    let (logger, host) = (Logger(label: "almanac.proxy"), host)
    let proxy = CacheProxy(
      origin: url, host: host, port: port, cacheDirectory: folder, isCaching: !cacheOff,
      logger: logger
    ) { port in
      Output.warn(said("The cache proxy for \(url) is at \("http://\(host):\(port)")"))
    }
    try await ServiceGroup(
      configuration: .init(
        services: [proxy], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    ).run()
    if cache == nil, FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
  }

  private var options: Sandbox.Options {
    var options = Sandbox.Options()
    options.host = host
    options.port = port
    options.seed = seed
    options.meteorites = meteorites
    options.stations = stations
    options.countries = countries
    options.deals = .init(records: deals, seed: seed, fields: options.deals.fields)
    options.pace.longestPause = .seconds(pause.isNaN ? 0 : min(max(pause, 0), 86_400))
    options.files = files.map { URL(filePath: $0) }
    options.control = control
    return options
  }
}
