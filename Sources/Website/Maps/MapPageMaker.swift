import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes a dataset's map page from what the engine knows.
struct MapPageMaker {
  let dataset: Dataset
  let query: MapQuery
  let found: PlacesOfQuery
  let status: DatasetStatus
  let outlines: WorldOutlines
  let outlineAddresses: String
  let words: Catalogue
  let now: Date
  let acts: Bool
  let credit: Credit
  let card: MapCard?
  /// Where the open record is.
  let opened: Point?

  /// The page.
  func page() -> MapPage {
    let line = StatusLine(status, words: words, now: now)
    let form = FilterForm(dataset: dataset, query: query.table, words: words)
    let positions = found.places.map { MapPosition($0.point) }
    let view = view(positions)
    return MapPage(
      title: words.say("map.title", ["title": dataset.title.text(in: words.language)]),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      count: count, address: Address.page(dataset.id, "map"),
      list: Address.list(dataset.id, query.table),
      hasSearch: !dataset.search.isEmpty, search: query.table.search ?? "",
      searchHint: words.say(
        "search.hint", ["title": dataset.title.text(in: words.language)]),
      kept: kept, chips: form.chips.map(onMap), isEmpty: found.places.isEmpty,
      svg: drawing(positions, view), view: view.attribute,
      source: Address.mapJSON(dataset.id, query.table), outlines: outlineAddresses,
      phrases: MapPhrases.json(words), scales: tools(view, MapMove.scales),
      directions: tools(view, MapMove.directions), card: card,
      status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      outlinesCredit: words.say("map.outlines"), credit: CreditNote(credit, words))
  }

  /// "38,401 places", and of how many records where some have none.
  private var count: String {
    guard found.places.count < found.total else {
      return words.count("map.places", found.places.count)
    }
    let all = NumberText(words: words).integer(Int64(found.total))
    return words.count("map.places_of", found.places.count, ["total": all])
  }

  private var kept: [HiddenInput] {
    var bare = query.table.at(offset: 0)
    (bare.search, bare.limit) = (nil, TableQuery().limit)
    return bare.parameters.map(HiddenInput.init)
  }

  /// A condition's chip that leads back to the map.
  private func onMap(_ chip: FilterChip) -> FilterChip {
    let rest = chip.address.dropFirst(Address.dataset(dataset.id).count)
    return FilterChip(title: chip.title, address: Address.page(dataset.id, "map") + rest)
  }

  /// What the address says, else the open place, else all places.
  private func view(_ positions: [MapPosition]) -> MapView {
    let sheet = MapSheet.page
    if let spot = query.spot {
      return MapView(
        centre: MapPosition(latitude: spot.latitude, longitude: spot.longitude), zoom: spot.zoom,
        width: sheet.width, height: sheet.height)
    }
    if let opened {
      return MapView(
        centre: MapPosition(opened), zoom: 4.5, width: sheet.width, height: sheet.height)
    }
    return sheet.view(of: positions)
  }

  private func tools(_ view: MapView, _ moves: [MapMove]) -> [MapTool] {
    moves.map { move in
      let target = move.target(from: view).map(query.at) ?? MapQuery(table: query.table)
      return MapTool(
        move: move.rawValue, sign: move.sign, title: words.say("map.\(move.rawValue)"),
        address: Address.map(dataset.id, target))
    }
  }
}

/// The ways a map moves without being dragged.
enum MapMove: String {
  case closer, farther, all, west, north, south, east

  static let scales = [closer, farther, all]
  static let directions = [west, north, south, east]

  /// The sign on its button.
  var sign: String {
    switch self {
    case .closer: "+"
    case .farther: "−"
    case .all: "◯"
    case .west: "←"
    case .north: "↑"
    case .south: "↓"
    case .east: "→"
    }
  }

  /// The view after the move; nothing for the view of all places.
  func target(from view: MapView) -> MapView? {
    var (centre, zoom) = (view.centre, view.zoom)
    switch self {
    case .closer: zoom += 1
    case .farther: zoom -= 1
    case .all: return nil
    case .west: centre.x -= 200 / view.scaleX
    case .east: centre.x += 200 / view.scaleX
    case .north: centre.y += 200 / view.scaleY
    case .south: centre.y -= 200 / view.scaleY
    }
    return MapView(centre: centre, zoom: zoom, width: view.width, height: view.height)
  }
}

extension MapPageMaker {
  /// The map with the marks of all clusters that are near the sheet.
  private func drawing(_ positions: [MapPosition], _ view: MapView) -> String {
    let ground = MapDrawing(
      places: [], line: [], outlines: outlines, words: words, label: "", view: view)
    var markup = ground.ground(
      label: words.say("map.title", ["title": dataset.title.text(in: words.language)]))
    for cluster in PlaceClusters.clusters(of: positions, zoom: view.zoom) {
      var position = cluster.position
      position.x = view.nearest(position.x)
      let spot = view.place(position)
      let isNear =
        (-300...view.width + 300).contains(spot.x) && (-40...view.height + 40).contains(spot.y)
      if isNear { write(cluster, at: spot, view, into: &markup) }
    }
    markup.raw("</svg>")
    return markup.text
  }

  private func write(
    _ cluster: PlaceCluster, at spot: (x: Double, y: Double), _ view: MapView,
    into markup: inout Markup
  ) {
    let place = found.places[cluster.first]
    guard cluster.count > 1 else {
      return MapMark(
        title: PlaceText(words: words).text(place.point), href: opening(place, view)
      ).write(at: spot, into: &markup)
    }
    let mark = ClusterMark(
      cluster: cluster, title: words.count("map.cluster", cluster.count),
      number: NumberText(words: words).integer(Int64(cluster.count)),
      href: cluster.isOnePlace ? opening(place, view) : closer(cluster, view))
    mark.write(at: spot, into: &markup)
  }

  private func opening(_ place: RecordPlace, _ view: MapView) -> String {
    var target = query.at(view)
    target.open = place.id.description
    return Address.map(dataset.id, target)
  }

  /// The view that tells a cluster's places apart.
  private func closer(_ cluster: PlaceCluster, _ view: MapView) -> String {
    Address.map(dataset.id, query.at(.within(cluster.bounds, from: view)))
  }
}

extension MapView {
  /// The view of a rectangle, at least a step closer than another view.
  static func within(_ bounds: MapWindow, from view: MapView) -> MapView {
    let corners = [
      MapPosition(x: bounds.west, y: bounds.south), MapPosition(x: bounds.east, y: bounds.north),
    ]
    let sheet = MapSheet.page
    var whole = MapView.showing(
      corners, width: sheet.width, height: sheet.height, part: sheet.part, margin: sheet.margin,
      closest: closest)
    whole.zoom = min(max(whole.zoom, view.zoom + 1), closest)
    return whole
  }
}

/// The mark of several places.
struct ClusterMark {
  let cluster: PlaceCluster
  let title: String
  let number: String
  let href: String

  /// Writes it at a spot of the sheet.
  func write(at spot: (x: Double, y: Double), into markup: inout Markup) {
    markup.raw("<a class=\"cluster\" rel=\"nofollow\" href=\"")
    markup.add(href)
    markup.raw("\"><title>")
    markup.add(title)
    markup.raw("</title>")
    MapMark.writeCircle(spot, radius: cluster.radius, into: &markup)
    markup.raw("<text x=\"")
    markup.add(MapMark.tenths(spot.x))
    markup.raw("\" y=\"")
    markup.add(MapMark.tenths(spot.y))
    markup.raw("\" dy=\".35em\">")
    markup.add(number)
    markup.raw("</text></a>")
  }
}
