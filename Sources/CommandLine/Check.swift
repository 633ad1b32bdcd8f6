import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Checks dataset files, and what the data folder holds besides the copies.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Check dataset files: each mistake's line, what was expected, the nearest key."),
    discussion: said(
      """
      Without files it checks all that are in use, and the data folder's subscriptions and key of \
      notifications.
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset files; all that are in use when none is named."))
  var files: [String] = []

  func run() throws {
    let settings = try Settings()
    let problems = files.isEmpty ? try checkAll(settings) : try checkFiles(settings)
    if problems > 0 { throw ExitCode(2) }
    if files.isEmpty { try checkData(settings) }
  }

  /// Checks the named files; gives how many problems they have.
  private func checkFiles(_ settings: Settings) throws -> Int {
    var problems = 0
    let builtIns = try DatasetFolder.declarations(in: ShareFolder.find(settings).datasets) ?? []
    for file in files {
      do {
        let dataset = try DatasetFolder.read(URL(filePath: file), others: builtIns)
        let fields = dataset.fields.count
        Output.line("\(file): " + said("\(dataset.id) is sound, \(fields) fields"))
        if let note = AddressNote(dataset).text { Output.line("\(file): \(note)") }
      } catch {
        problems += error.problems.count
        for problem in error.problems { Output.warn(problem.told) }
      }
    }
    return problems
  }

  private func checkAll(_ settings: Settings) throws -> Int {
    let all = DatasetFolder.load(try settings.datasetDirectories(places.datasets))
    for dataset in all.datasets {
      let text = said("\(dataset.id) is sound, \(dataset.fields.count) fields")
      Output.line("\(dataset.file): \(text)")
      if let note = AddressNote(dataset).text { Output.line("\(dataset.file): \(note)") }
    }
    for problem in all.problems { Output.warn(problem.told) }
    return all.problems.count
  }

  private func checkData(_ settings: Settings) throws {
    let findings = try Library.examine(settings.dataDirectory(places.data))
    for finding in findings {
      let text = "\(finding.file): \(said(finding.text))"
      if finding.isProblem { Output.warn(text) } else { Output.line(text) }
    }
    if findings.contains(where: \.isProblem) { throw ExitCode(1) }
  }
}
