import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation
import Logging

/// Opens the library for a command.
struct Access {
  let settings: Settings
  let places: Places

  init(_ places: Places, defaultLevel: Logger.Level = .critical) throws {
    settings = try Settings()
    self.places = places
    // A sync stages its answer beside the copy, not in a /tmp of another size; a person's own
    // choice wins. No other thread runs yet.
    setenv("SQLITE_TMPDIR", settings.dataDirectory(places.data).path, 0)
    let level = settings["ALMANAC_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? defaultLevel
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
  }

  /// What a library needs to know.
  func configuration() throws -> Library.Configuration {
    var configuration = Library.Configuration(
      dataDirectory: settings.dataDirectory(places.data),
      datasetDirectories: try settings.datasetDirectories(places.datasets))
    configuration.contact = settings["ALMANAC_CONTACT"] ?? configuration.contact
    configuration.allowedPrivateHosts = Set(
      (settings["ALMANAC_ALLOW_PRIVATE_HOSTS"] ?? "").split(separator: ",").map(String.init))
    return configuration
  }

  /// Opens the folder as its owner.
  func owner() async throws -> Library {
    try await Library(configuration: configuration())
  }

  /// Opens the folder as its owner, for one dataset alone.
  func owner(of dataset: String) async throws -> Library {
    var configuration = try configuration()
    configuration.only = [dataset]
    return try await Library(configuration: configuration)
  }

  /// Opens the folder for reading beside its owner.
  ///
  /// A copy that is not there yet is made first, where no other process owns the folder; copies that
  /// are there are left alone, damaged ones too.
  func reader() async throws -> Library {
    var configuration = try configuration()
    let declared = DatasetFolder.load(configuration.datasetDirectories).datasets
    let missing = declared.map(\.id).filter {
      let file = configuration.dataDirectory.appending(path: "\($0).sqlite")
      return !FileManager.default.fileExists(atPath: file.path)
    }
    if !missing.isEmpty { try await make(missing, configuration) }
    configuration.isReadOnly = true
    return try await Library(configuration: configuration)
  }

  private func make(_ missing: [String], _ configuration: Library.Configuration) async throws {
    var configuration = configuration
    configuration.only = Set(missing)
    do { try await Library(configuration: configuration).shutdown() } catch let error
      as LibraryError
    {
      // Its owner makes them at its next start; those that are there can be read.
      guard case .owned = error else { throw error }
    }
  }
}

extension Library {
  /// A table by its dataset's id, or an error that names the nearest.
  func found(_ id: String) throws -> LiveTable {
    if let table = table(id) { return table }
    if let problem = problems.first(where: { $0.isOf(id) }) {
      throw Failure("\(problem.place)\(problem.message)")
    }
    let ids = datasets.map(\.id)
    throw misuse(
      Message("There is no dataset \"\(id)\".")
        .hinted(NearestWord.hint(for: id, among: ids))
        .followed(by: "Datasets: \(ids.joined(separator: ", "))."))
  }
}

extension DeclarationProblem {
  /// Whether this keeps a dataset from being there: `ID.yaml`, or `ID/dataset.yaml`.
  fileprivate func isOf(_ id: String) -> Bool {
    if file.isEmpty { return key == id }
    let path = URL(filePath: file)
    let name = path.deletingPathExtension().lastPathComponent
    return name == id
      || (name == "dataset" && path.deletingLastPathComponent().lastPathComponent == id)
  }
}

/// Where commands write.
enum Output {
  /// Writes a line of the answer.
  ///
  /// What an upstream sent may hold control characters, by which a terminal would be commanded.
  static func line(_ text: String) { print(printable(text)) }

  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "�" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }

  /// Writes bytes of the answer.
  static func bytes(_ bytes: [UInt8]) { FileHandle.standardOutput.write(Data(bytes)) }

  /// Writes a line beside the answer.
  static func warn(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Writes progress, on a terminal only.
  static func progress(_ text: String) { if isatty(2) == 1 { warn(text) } }

  /// Writes a value as JSON.
  static func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
