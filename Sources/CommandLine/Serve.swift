import AlmanacDeclarations
import AlmanacEngine
import AlmanacWebsite
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Serves the website and keeps the copies fresh.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Serve the website and keep the copies fresh."))

  @OptionGroup var places: Places

  @Option(help: .said("The address to listen on; loopback unless told otherwise."))
  var host: String?

  @Option(help: .said("The port to listen on."))
  var port: Int?

  @Option(
    name: .customLong("allow-host"),
    help: .said("A further name by which browsers may address the site; may be repeated."))
  var allowedHosts: [String] = []

  @OptionGroup var reaching: ReachOptions

  func run() async throws {
    let access = try Access(places, defaultLevel: .notice)
    let files = OpenFiles.raise()
    var options = try options(access.settings)
    guard Listening.isFree(options.host, options.port) else {
      throw Failure("\("\(options.host):\(options.port)") is taken: choose another with --port.")
    }
    let library = try await access.owner()
    let logger = library.masking(Logger(label: "almanac"))
    let count = library.datasets.count
    let connections = OpenFiles.connections(of: files, inUse: OpenFiles.inUse, datasets: count)
    var ownLimits = options.limits
    ownLimits.connections = max(4, connections / 16)
    options.limits.connections = connections - ownLimits.connections
    let website = try Website.application(library: library, options: options, logger: logger)
    let owner = try OwnerApplication.application(
      library: library, path: OwnerSocket.path(for: access.settings.dataDirectory(places.data)),
      share: options.share, logger: logger, limits: ownLimits)
    Output.warn(said("Almanac: \(options.address), \(count) datasets"))
    for note in library.datasets.compactMap({ AddressNote($0).text }) { Output.warn(note) }
    if let reach = options.reach { ReachNote(reach).show() }
    let renewal =
      CertificateRenewal.isAsked ? [CertificateRenewal(options.identity, logger)] : []
    let services: [any Service] = [library, website, owner] + renewal
    try await Ending(signals: [.sigterm, .sigint], logger: logger).run(
      services.map { .init(service: $0) })
    try await library.shutdown()
  }

  private func options(_ settings: Settings) throws -> Website.Options {
    let port = try settings.number(port, "ALMANAC_PORT", else: 8080)
    guard (1...65_535).contains(port) else {
      throw misuse("The port must be from 1 to 65535, found \(port).")
    }
    let names = settings["ALMANAC_ALLOWED_HOSTS"] ?? ""
    var options = Website.Options(
      host: host ?? settings["ALMANAC_HOST"] ?? "127.0.0.1", port: port,
      allowedHosts: allowedHosts + names.split(separator: ",").map(String.init),
      adminToken: settings["ALMANAC_ADMIN_TOKEN"], share: try ShareFolder.find(settings).web,
      version: Version.current)
    try reaching.complete(&options, settings)
    return options
  }
}
