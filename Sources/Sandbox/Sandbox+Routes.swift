import Hummingbird
import NIOCore

extension Sandbox {
  /// The routes of all upstreams.
  func router() -> Router<Visit> {
    let router = Router(context: Visit.self)
    addPortal(to: router)
    addStations(to: router)
    addCountries(to: router)
    addFiles(to: router)
    addDeals(to: router)
    if options.control { addControl(to: router) }
    return router
  }

  private func addPortal(to router: Router<Visit>) {
    let portal = SODA(state: state, options: options)
    get("resource/{dataset}", in: router, portal.answer)
  }

  private func addStations(to router: Router<Visit>) {
    let stations = KOLEO(state: state)
    get("api/v2/main/stations", in: router) { try await stations.answer($0, from: "stations") }
    get("api/v2/main/station_keywords", in: router) {
      try await stations.answer($0, from: "station_keywords")
    }
  }

  private func addCountries(to router: Router<Visit>) {
    let old = RestCountries(state: state)
    get("v3.1/all", in: router, old.all)
    get("v3.1/alpha/{code}", in: router, old.one)
    let new = RestCountries5(
      state: state, key: options.countriesKey, quota: options.countriesQuota)
    get("countries/v5", in: router, new.answer)
    let flags = Flags(state: state)
    get("flags/w320/{file}", in: router, flags.png)
    get("flags/{file}", in: router, flags.svg)
  }

  private func addFiles(to router: Router<Visit>) {
    guard let folder = options.files else { return }
    let files = Files(folder: folder, cacheControl: options.filesCacheControl)
    get("files/{name}", in: router, files.answer)
  }

  private func addDeals(to router: Router<Visit>) {
    let deals = DealsStream(recipe: options.deals, pace: options.pace, now: options.now)
    get("deals/stream", in: router, deals.answer)
  }

  private func get(
    _ path: RouterPath, in router: Router<Visit>,
    _ answer: @escaping @Sendable (Inquiry) async throws -> Answer
  ) {
    router.get(path) { request, visit in
      try await respond(to: Inquiry(request), visit, answer)
    }
  }
}

/// What one request needs beside itself: the line it came over, which a fault may cut.
struct Visit: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
