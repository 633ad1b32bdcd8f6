import AlmanacDeclarations
import ArgumentParser
import Foundation

/// Checks dataset files.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check dataset files: each mistake with its line, what was expected, the nearest key."
  )

  @Argument(help: "The dataset files.")
  var files: [String]

  func run() throws {
    var problems = 0
    let builtIns =
      try DatasetFolder.declarations(in: ShareFolder.find(Settings()).datasets) ?? []
    for file in files {
      do {
        let dataset = try DatasetFolder.read(URL(filePath: file), others: builtIns)
        let fields = dataset.fields.count
        Output.line("\(file): \(dataset.id) is sound, \(fields) fields")
      } catch {
        problems += error.problems.count
        for problem in error.problems { Output.warn("\(problem)") }
      }
    }
    if problems > 0 { throw ExitCode(2) }
  }
}
