import AlmanacDeclarations
import ArgumentParser
import Foundation

/// The command `almanac`.
@main
struct Almanac: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: said("Keeps a living local copy of public data."),
    discussion: said(
      """
      Settings come from flags, then from the environment (ALMANAC_DATA, ALMANAC_DATASETS,
      ALMANAC_HOST, ALMANAC_PORT, ALMANAC_CONTACT, ALMANAC_ADMIN_TOKEN, ALMANAC_SHARE,
      ALMANAC_LANGUAGE, ALMANAC_LOG), then from lines NAME=value of the file that
      ALMANAC_SETTINGS names.
      Exit codes: 0 done, 1 failed, 2 usage, 3 held by the brake. With sync --strict also
      4: done, but the source changed its fields or records were set aside.
      """),
    version: Version.current,
    subcommands: [
      Serve.self, Sync.self, Status.self, List.self, Show.self, Search.self, DistanceCommand.self,
      NearCommand.self,
      Watch.self,
      Changes.self, Aside.self, Export.self, Backup.self, Restore.self, Check.self,
      SandboxCommand.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
  }

  /// What the system says of a file it could not use.
  private static func words(_ error: NSError) -> String {
    let path = (error.userInfo[NSFilePathErrorKey] as? String).map { "\($0): " } ?? ""
    let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return path + (beneath ?? error).localizedDescription
  }

  /// What is said of an error.
  private static func told(_ error: any Error) -> String {
    switch error {
    case let error as any MessageError: said("Error: \(error.message)")
    case is CocoaError: said("Error: \(words(error as NSError))")
    default: ParserWords.mistake(fullMessage(for: error))
    }
  }

  /// Ends the program with the contract's codes: the parser's own code for usage is 64.
  private static func end(_ error: any Error) -> Never {
    if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
    let code = exitCode(for: error)
    guard code != .success else {
      print(ParserWords.help(fullMessage(for: error)))
      Foundation.exit(0)
    }
    let message = told(error)
    FileHandle.standardError.write(Data((message + "\n").utf8))
    Foundation.exit(code == .validationFailure ? 2 : 1)
  }
}

/// What this program calls itself.
enum Version {
  static let current = "0.1.0"
}
