@testable import AlmanacDecoding
import Foundation

/// What can be fuzzed, each by a name of its own.
enum Target: String, CaseIterable {
  case json, paths, soda, csv, snapshot, partners, events, lines, scanner, numbers, cursors
  case dates, text, order, ranked, integers, search, geodesic
  case cachecontrol, httpdate, vary, validators, redirect, address

  /// The target that the environment names.
  static let chosen: Target? = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap {
    Target(rawValue: $0)
  }

  /// Checks every property of the target against some bytes; stops the program where one is false.
  func check(_ bytes: Bytes) {
    switch self {
    case .json, .paths, .soda, .csv, .snapshot, .partners: checkRecords(bytes)
    case .events: checkEvents(bytes)
    case .lines: checkLines(bytes)
    case .scanner: checkScanner(bytes)
    case .numbers: checkNumber(bytes)
    case .cursors: checkCursors(bytes)
    case .dates: checkDates(bytes)
    case .text: checkText(bytes)
    case .order: checkOrder(bytes)
    case .ranked: checkRanked(bytes)
    case .integers: checkIntegers(bytes)
    case .search: checkSearch(bytes)
    case .geodesic: checkGeodesic(bytes)
    default: checkHeaders(bytes)
    }
  }

  private func checkRecords(_ bytes: Bytes) {
    switch self {
    case .json: checkDecoding(bytes, with: Sample.json)
    case .paths: checkPaths(bytes)
    case .soda: checkDecoding(bytes, with: Sample.soda)
    case .csv: checkCSV(bytes)
    case .snapshot: checkDecoding(bytes, with: Sample.snapshot)
    default: checkPartners(bytes)
    }
  }

  private func checkHeaders(_ bytes: Bytes) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .cachecontrol: checkCacheControl(text)
    case .httpdate: checkHTTPDate(text)
    case .vary: checkVary(text)
    case .validators: checkValidators(text)
    case .redirect: checkRedirect(text)
    default: checkAddress(text)
    }
  }
}

/// Stops the program where a property does not hold, so that the fuzzer keeps the input.
func require(
  _ holds: Bool, _ property: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  guard !holds else { return }
  FileHandle.standardError.write(Data("Broken: \(property()) (\(file):\(line))\n".utf8))
  fatalError("A property does not hold.")
}

/// Names the targets and ends, where none is chosen.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ words: UnsafeMutableRawPointer) -> CInt {
  guard Target.chosen == nil else { return 0 }
  print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
  exit(0)
}

/// Checks one input; the fuzzer calls it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  Target.chosen?.check(Bytes(start: start, count: count))
  return 0
}
