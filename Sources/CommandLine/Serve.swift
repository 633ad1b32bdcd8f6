import AlmanacEngine
import AlmanacWebsite
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle

/// Serves the website and keeps the copies fresh.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the website and keep the copies fresh.")

  @OptionGroup var places: Places

  @Option(help: "The address to listen on; loopback unless told otherwise.")
  var host: String?

  @Option(help: "The port to listen on.")
  var port: Int?

  func run() async throws {
    let access = try Access(places, defaultLevel: .notice)
    let settings = access.settings
    let library = try await access.owner()
    for problem in library.problems { Output.warn("\(problem)") }
    let host = host ?? settings["ALMANAC_HOST"] ?? "127.0.0.1"
    let port = try settings.number(port, "ALMANAC_PORT", else: 8080)
    var options = Website.Options(share: try ShareFolder.find(settings).web)
    options.host = host
    options.port = port
    options.adminToken = settings["ALMANAC_ADMIN_TOKEN"]
    options.version = Version.current
    let logger = Logger(label: "almanac")
    let website = try Website.application(library: library, options: options, logger: logger)
    Output.warn("Almanac is at http://\(host):\(port) with \(library.datasets.count) datasets.")
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: library), .init(service: website)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
    try await library.shutdown()
  }
}
