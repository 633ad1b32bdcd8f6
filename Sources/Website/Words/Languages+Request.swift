import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird

extension Languages {
  /// The words that answer a request: in the language that its address asks for, else in the one
  /// that the device keeps, else in the one that the browser likes most; with the units that the
  /// person prefers.
  func best(for request: Request) -> Catalogue {
    let wishes = [
      request.languageAsked, request.cookies[Preferences.languageCookie]?.value,
    ]
    var words =
      wishes.lazy.compactMap { $0.flatMap { catalogues[$0] } }.first
      ?? best(for: request.headers[.acceptLanguage])
    words.units = Preferences(request).units
    return words
  }

  /// The codes of all languages, English first.
  var codes: [String] {
    let others = catalogues.keys.filter { $0 != english.language }
    return [english.language] + others.sorted()
  }

  /// The code that a parameter names.
  func named(_ code: String, by parameter: String) throws(QueryProblem) -> String {
    guard catalogues[code] == nil else { return code }
    throw QueryProblem(
      parameter: parameter, expected: "one of \(codes.joined(separator: ", "))", found: code)
  }
}

extension Request {
  /// The language that the address asks for, be there such a language or not.
  var languageAsked: String? { languagesAsked.last }

  /// All languages that the address asks for, in their order.
  fileprivate var languagesAsked: [String] {
    do throws(Problem) {
      let query = try wholeQuery()
      guard query.contains(Preferences.languageParameter) else { return [] }
      return try Self.parameters(query)
        .filter { $0.name == Preferences.languageParameter }.map(\.value)
    } catch {
      return []  // what cannot be read is refused by who reads the rest of the query
    }
  }

  /// The language by whose names data is ordered: what the address asks for beside a collation.
  ///
  /// Without a collation data is the same in all languages.
  func languageOfData(_ query: TableQuery) -> String? {
    query.collation == nil ? nil : languageAsked
  }

  /// The path and the query without what asks for a language.
  var addressInAnyLanguage: String {
    do throws(Problem) {
      return ownPath + Address.parameters(try queryParameters())
    } catch {
      return ownPath
    }
  }
}

/// Refuses addresses that ask for a language that there is not.
struct LanguageRule: RouterMiddleware {
  typealias Context = BasicRequestContext
  let languages: Languages

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    if !request.ownPath.hasPrefix("/health/") {
      for code in request.languagesAsked {
        _ = try languages.named(code, by: Preferences.languageParameter)
      }
    }
    return try await next(request, context)
  }
}

extension Response {
  /// This answer, marked as written in a language that depends on who asks.
  func spoken(in words: Catalogue) -> Response {
    var answer = self
    answer.headers[.contentLanguage] = words.language
    answer.headers[.vary] = "Accept, Accept-Language, Cookie"
    return answer
  }
}
