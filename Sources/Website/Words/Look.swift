import AlmanacDeclarations
import AlmanacEngine
import Hummingbird

/// How pages look on a device, as its cookies say it; nothing leaves a part as it is usual.
struct Look: Sendable, Hashable {
  var theme: Theme?
  var density: Density?
  var textSize: TextSize?

  /// The light that pages are read in; without one it is that of the device.
  enum Theme: String, Sendable, Hashable, CaseIterable {
    case light, dark
  }

  /// How close the rows of lists and tables stand; comfortably where none is chosen.
  enum Density: String, Sendable, Hashable, CaseIterable {
    case compact
  }

  /// How large letters are, in percent of what the browser is set to.
  enum TextSize: String, Sendable, Hashable, CaseIterable {
    case large = "115"
    case larger = "130"
    case largest = "150"

    /// How many times as large as usual.
    var factor: Double {
      switch self {
      case .large: 1.15
      case .larger: 1.3
      case .largest: 1.5
      }
    }
  }

  /// The name of the cookie for the theme, which says nothing else.
  static let themeCookie = "theme"
  /// The name of the cookie for the density, which says nothing else.
  static let densityCookie = "density"
  /// The name of the cookie for the size of text, which says nothing else.
  static let textCookie = "text"
}

extension Look {
  /// Reads the cookies of a request; a value that there is not leaves its part as it is usual.
  init(_ request: Request) {
    theme = Self.kept(request, Self.themeCookie)
    density = Self.kept(request, Self.densityCookie)
    textSize = Self.kept(request, Self.textCookie)
  }

  private static func kept<Part: RawRepresentable<String>>(
    _ request: Request, _ cookie: String
  ) -> Part? {
    request.cookies[cookie].flatMap { Part(rawValue: $0.value) }
  }

  /// The cookie that keeps one part, given what a form sends for it; empty leaves it as usual.
  ///
  /// - Throws: for a value that there is not, and for a name that is none of these.
  static func cookie(_ name: String, _ value: String) throws(QueryProblem) -> String {
    guard value.isEmpty || choices(name).contains(value) else {
      let known = choices(name).joined(separator: ", ")
      throw QueryProblem(parameter: name, message: "Expected one of \(known), found \"\(value)\".")
    }
    return Preferences.cookie(name, value.isEmpty ? nil : value)
  }

  /// What may be chosen for a part, besides leaving it as usual.
  static func choices(_ name: String) -> [String] {
    switch name {
    case themeCookie: Theme.allCases.map(\.rawValue)
    case densityCookie: Density.allCases.map(\.rawValue)
    case textCookie: TextSize.allCases.map(\.rawValue)
    default: []
    }
  }
}
