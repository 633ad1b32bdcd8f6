import AlmanacDecoding
import AlmanacSandbox
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle

/// Serves the upstreams on this machine, for demos and tests.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Serve upstreams on this machine, for demos and tests; all data synthetic.",
    discussion: """
      With --control, POST /control/faults lets the next requests go wrong: \
      \(Sandbox.faultNames.joined(separator: ", ")). Notes/faults.md explains them.
      """)

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8090

  @Option(help: "What decides every value.")
  var seed: UInt64 = 1

  @Option(help: "How many meteorites the portal has.")
  var meteorites = 1000

  @Option(help: "How many railway stations there are.")
  var stations = 300

  @Option(help: "How many deals are made before they are revised.")
  var deals = 1_000_000

  @Option(
    help: "The longest pause between two packets of deals, in seconds; 0 is as fast as asked.")
  var pause = 0.3

  @Option(help: "A folder whose files are served at /files/NAME with validators.")
  var files: String?

  @Flag(help: "Serve /control, which changes data and orders faults.")
  var control = false

  func run() async throws {
    let settings = try Settings()
    let level = settings["ALMANAC_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? .error
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    Output.warn("The sandbox is at http://\(host):\(port); all its data is synthetic.")
    try await Sandbox(options).run()
  }

  private var options: Sandbox.Options {
    var options = Sandbox.Options()
    options.host = host
    options.port = port
    options.seed = seed
    options.meteorites = meteorites
    options.stations = stations
    options.deals = .init(records: deals, seed: seed, fields: options.deals.fields)
    options.pace.longestPause = .milliseconds(Int(pause * 1000))
    options.files = files.map { URL(filePath: $0) }
    options.control = control
    return options
  }
}
