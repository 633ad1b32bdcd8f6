import AlmanacDeclarations

/// What a device needs to install the pages as an app (W3C Web Application Manifest).
struct WebManifest: Encodable, Sendable {
  let id: String
  let name: String
  let shortName: String
  let description: String
  let lang: String
  let dir: String
  let startURL: String
  let scope: String
  let display: String
  let displayOverride: [String]
  let launchHandler: [String: [String]]
  let themeColour: String?
  let backgroundColour: String?
  let categories: [String]
  let icons: [Icon]
  let shortcuts: [Shortcut]
  let screenshots: [Screenshot]

  /// An image of the app.
  struct Icon: Encodable, Sendable {
    let src: String
    let sizes: String
    let type: String
    let purpose: String
  }

  /// A page that the app's icon offers by itself.
  struct Shortcut: Encodable, Sendable {
    let name: String
    let url: String
    let icons: [Icon]
  }

  /// What the app looks like, for those who think about installing it.
  struct Screenshot: Encodable, Sendable {
    let src: String
    let sizes: String
    let type: String
    let formFactor: String
    let label: String

    enum CodingKeys: String, CodingKey {
      case src, sizes, type, label
      case formFactor = "form_factor"
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, name, description, lang, dir, scope, display, categories, icons, shortcuts
    case screenshots
    case shortName = "short_name"
    case startURL = "start_url"
    case displayOverride = "display_override"
    case launchHandler = "launch_handler"
    case themeColour = "theme_color"
    case backgroundColour = "background_color"
  }
}

extension WebManifest {
  /// Makes the manifest in a language, with a shortcut to each dataset.
  init(datasets: [Dataset], assets: Assets, words: Catalogue) {
    id = "/"
    name = words.say("bar.home")
    shortName = words.say("bar.home")
    description = words.say("home.summary")
    lang = words.language
    dir = "ltr"
    startURL = "/"
    scope = "/"
    display = "standalone"
    displayOverride = ["standalone", "minimal-ui"]
    launchHandler = ["client_mode": ["navigate-existing", "auto"]]
    themeColour = assets.papers.day
    backgroundColour = assets.papers.day
    categories = ["books", "education", "utilities"]
    icons = Self.icons(assets)
    shortcuts = datasets.enumerated().map { number, dataset in
      Shortcut(
        name: dataset.title.text(in: words.language), url: Address.list(dataset.id),
        icons: Self.shortcutIcons(number + 1, assets))
    }
    screenshots = Self.screenshots(assets, words)
  }

  private static func icons(_ assets: Assets) -> [Icon] {
    let pixels = [("icon", "any"), ("maskable", "maskable"), ("monochrome", "monochrome")]
      .flatMap { file, purpose in
        [192, 512].compactMap { icon("\(file)-\($0).png", $0, purpose, assets) }
      }
    let drawing = Icon(
      src: assets.address("almanac.svg"), sizes: "any", type: "image/svg+xml", purpose: "any")
    return pixels + [drawing]
  }

  /// The number that the contents give a dataset; the app's own icon where none is drawn for it.
  private static func shortcutIcons(_ number: Int, _ assets: Assets) -> [Icon] {
    let own = icon("shortcut-\(number).png", 96, "any", assets)
    return [own ?? icon("icon-192.png", 192, "any", assets)].compactMap { $0 }
  }

  private static func icon(
    _ file: String, _ side: Int, _ purpose: String, _ assets: Assets
  ) -> Icon? {
    guard assets.files[file] != nil else { return nil }
    return Icon(
      src: assets.address(file), sizes: "\(side)x\(side)", type: "image/png", purpose: purpose)
  }

  /// The pictures that a device may show before it installs the app, and their sizes in pixels.
  static let screenshots = [("narrow", "780x1688"), ("wide", "1440x900")].map { form, sizes in
    (form: form, file: "screenshot-\(form).png", sizes: sizes)
  }

  private static func screenshots(_ assets: Assets, _ words: Catalogue) -> [Screenshot] {
    screenshots.compactMap { form, file, sizes in
      guard assets.files[file] != nil else { return nil }
      return Screenshot(
        src: assets.address(file), sizes: sizes, type: "image/png", formFactor: form,
        label: words.say("home.headline"))
    }
  }
}
