public import AlmanacEngine
public import Foundation
public import Hummingbird
public import Logging
import AlmanacDeclarations
import HTTPTypes
import HummingbirdCore

/// The pages and the interface for programs over one library.
public struct Website: Sendable {
  let library: Library
  let options: Options
  let languages: Languages
  let templates: Templates
  let assets: Assets
  let outlines: WorldOutlines
  /// The files beside the program, for what is read when it is asked for.
  let share: Share
  let metrics = RequestMetrics()
  let exports = ExportGate(limit: 4)
  /// Copies that devices keep are made in parts, so many at the same time.
  let keeping = ExportGate(limit: 2)
  let keptParts = KeptParts(most: 24_000_000)
  let live: LiveService
  /// What speaks HTTP, over TLS where there is a certificate.
  let server: GuardedServer
  /// Who tells people's browsers what changes; nothing where that cannot be done.
  let notifier: Notifier?
  let started = ContinuousClock.now
  let now: @Sendable () -> Date
  /// A number at random, from 0 up to but without the given one.
  let draw: @Sendable (Int) -> Int

  /// How the website is served.
  public struct Options: Sendable {
    /// The address that is listened on.
    public var host: String
    /// The port that is listened on; 0 for any free one.
    public var port: Int
    /// Names beside loopback's under which this server may be asked.
    public var allowedHosts: [String]
    /// What a request must show to act on the copies; on loopback nothing, unless it is set.
    public var adminToken: String?
    /// The addresses of proxies before this server, whose `X-Forwarded-For` is believed.
    public var proxies: [String] = []
    /// The folder with templates, styles and words; found by itself where none is given.
    public var share: URL?
    /// The program's version, as pages show it.
    public var version: String
    /// The certificate that https is served with; nothing for plain http.
    public var identity: TLSIdentity?
    /// Where others reach the pages; nothing where only this machine does.
    public var reach: Reach?
    /// How live windows are served.
    var live = LiveService.Options()
    /// How long clients are waited for, and how much is taken from them.
    package var limits = ConnectionLimits()

    /// Makes options; loopback on port 8080 by default.
    public init(
      host: String = "127.0.0.1", port: Int = 8080, allowedHosts: [String] = [],
      adminToken: String? = nil, share: URL? = nil, version: String = "development"
    ) {
      self.host = host
      self.port = port
      self.allowedHosts = allowedHosts
      self.adminToken = adminToken
      self.share = share
      self.version = version
    }

    /// Whether only this machine can reach the address.
    public var isLoopback: Bool { Reach.isLoopback(host) }

    /// Where this machine reaches it.
    public var address: String {
      "\(identity == nil ? "http" : "https")://\(Reach.bracketed(host)):\(port)"
    }

    /// Whether browsers come by https: to us, or to the proxy before us.
    var isSecure: Bool { identity != nil || reach?.isSecure == true }

    /// Whether anyone who reaches the pages may act: only on loopback, without a token, and without
    /// other names, behind which a proxy may let others in.
    var actsFreely: Bool {
      isLoopback && adminToken == nil && reach == nil && allowedHosts.isEmpty
    }
  }

  /// Reads the files beside the program.
  ///
  /// - Parameter files: The files, where they were read before.
  /// - Throws: when the folder with templates, styles and words is not found or not readable.
  init(
    library: Library, options: Options, now: @escaping @Sendable () -> Date = { Date() },
    draw: @escaping @Sendable (Int) -> Int = { Int.random(in: 0..<$0) },
    missing: (@Sendable (String) -> Void)? = nil, files: ShippedFiles? = nil
  ) throws {
    let files = try files ?? ShippedFiles(try Share(given: options.share))
    self.library = library
    self.options = options
    self.now = now
    self.draw = draw
    languages = files.languages
    live = LiveService(
      library: library, languages: languages, options: options.live.within(options.limits), now: now
    )
    notifier = library.notifier { [languages] notice, language in
      NoticeWords.text(notice, in: language, languages)
    }
    templates = files.templates.telling(missing)
    assets = files.assets
    outlines = files.outlines
    share = files.share
    server = try GuardedServer(options.limits, identity: options.identity)
  }

  /// The application that `almanac serve` and the tests run.
  public static func application(
    library: Library, options: Options, logger: Logger
  ) throws -> Application<RouterResponder<BasicRequestContext>> {
    let website = try Website(library: library, options: options)
    return website.application(logger: logger)
  }

  /// The routes and rules, without a server.
  public static func router(
    library: Library, options: Options
  ) throws -> Router<BasicRequestContext> {
    try Website(library: library, options: options).router()
  }

  func application(logger: Logger) -> Application<RouterResponder<BasicRequestContext>> {
    var application = Application(
      router: router(), server: server.builder,
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), serverName: nil,
        availableConnectionsDelegate: server.count),
      onServerRunning: GuardedServer.listens, logger: logger)
    if let notifier { application.addServices(notifier) }
    return application
  }

  func router() -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: MetricsRule(metrics: metrics))
    router.add(middleware: CompressionRule())
    router.add(middleware: RevalidationRule(now: now))
    router.add(middleware: ProblemMiddleware(website: self))
    router.add(middleware: HostRule(options))
    router.add(middleware: AddressLengthRule())
    router.add(middleware: SameOriginRule())
    router.add(middleware: LanguageRule(languages: languages))
    for route in routes {
      router.on(RouterPath(route.path), method: route.method, use: route.checked)
      // What is made for GET would claim a length of 0 for a stream.
      if route.isExport || route.isLive {
        router.on(RouterPath(route.path), method: .head, use: route.checked)
      }
    }
    return router
  }
}

extension Website {
  /// The words in the language that a request asks for.
  func words(for request: Request) -> Catalogue {
    languages.best(for: request)
  }

  /// What stands around a page.
  ///
  /// - Parameter own: The page's address without a language, where it is not the request's.
  func frame(
    _ request: Request, at own: String? = nil, title: String, kind: String,
    summary: String? = nil, twin: String? = nil, feed: String? = nil, script: String = Scripts.first
  ) -> Frame {
    let words = words(for: request)
    let page = own ?? self.page(request)
    let path = own ?? request.ownPath
    let look = Look(request)
    let about = Frame.Link(
      title: words.say("bar.about"), address: "/about", isCurrent: path == "/about")
    let contents = Frame.Link(
      title: words.say("bar.contents"), address: "/", isCurrent: path == "/")
    var frame = Frame(
      language: words.language, title: title, summary: summary,
      style: assets.address(StyleSheet.name(look.textSize)), icon: assets.address("almanac.svg"),
      script: assets.address(script), twin: twin, feed: feed,
      bar: [about],
      places: places(words), beside: [contents, about],
      phrases: ScriptPhrases.json(words, SearchWords.keys),
      languages: LanguageControl(languages, chosen: words.language, page: page),
      unspoken: kind == "problem" ? nil : page, version: options.version, kind: kind,
      look: FrameLook(look, papers: assets.papers))
    frame.greets = kind != "problem" && greets(request)
    frame.isModel = request.wantsModel
    frame.manifest = Address.adding(
      (Preferences.languageParameter, words.language), to: Address.manifest)
    frame.touchIcon = assets.address("touch-180.png")
    return frame
  }

  /// The address of a page in no language; of what was sent by a form, the table of contents.
  private func page(_ request: Request) -> String {
    [.get, .head].contains(request.method) ? request.addressInAnyLanguage : "/"
  }

  /// Every dataset, as the palette offers it before anything is typed.
  func places(_ words: Catalogue) -> [Frame.Link] {
    library.datasets.map {
      Frame.Link(
        title: $0.title.text(in: words.language), address: Address.list($0.id), isCurrent: false)
    }
  }

  /// A page as an answer.
  func html(
    _ model: some Sendable, template: String, _ frame: Frame, status: HTTPResponse.Status = .ok
  ) -> Response {
    let words = languages.catalogues[frame.language] ?? languages.english
    if frame.isModel {
      let bytes = PageModel(model, template: template, frame: frame).bytes
      return .bytes(bytes, type: PageModel.type, status: status).spoken(in: words)
    }
    let text = templates.page(model, template: template, frame: frame, words: words)
    return .html(text, status: status).spoken(in: words)
  }
}
