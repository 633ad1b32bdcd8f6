import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a map page is asked for: the list's query, what is looked at, and the place that is open.
///
/// The map's own parameters have hyphens, which no field can have.
struct MapQuery: Sendable, Hashable {
  /// Which records are shown.
  var table: TableQuery
  /// What is looked at; all places where it is not said.
  var spot: Spot?
  /// The record whose card is open.
  var open: String?

  /// A middle and a zoom, as addresses write them: `54.8,61.1,5`.
  struct Spot: Sendable, Hashable {
    var latitude: Double
    var longitude: Double
    var zoom: Double
  }

  static let spotParameter = "map-at"
  static let openParameter = "map-id"

  init(table: TableQuery, spot: Spot? = nil, open: String? = nil) {
    self.table = table
    self.spot = spot
    self.open = open
  }

  /// Reads a query as addresses write it.
  ///
  /// - Throws: `QueryProblem` that names the parameter and what was expected.
  init(
    parameters: [(name: String, value: String)], dataset: Dataset
  ) throws(QueryProblem) {
    let own = [Self.spotParameter, Self.openParameter]
    let query = try TableQuery(
      parameters: parameters.filter { !own.contains($0.name) }, dataset: dataset)
    self.init(table: query)
    for (name, value) in parameters where !value.isEmpty {
      if name == Self.spotParameter { spot = try Self.spot(value) }
      if name == Self.openParameter { open = value }
    }
  }

  private static func spot(_ text: String) throws(QueryProblem) -> Spot {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      let zoom = numbers[2], (-90...90).contains(latitude), (-180...180).contains(longitude),
      (0...MapView.closest).contains(zoom)
    else {
      throw QueryProblem(
        parameter: spotParameter,
        message: "Expected a latitude, a longitude and a zoom of 0 to \(Int(MapView.closest)) "
          + "between commas, such as \("54.8,61.1,5"); found \"\(text)\".")
    }
    return Spot(latitude: latitude, longitude: longitude, zoom: zoom)
  }

  /// The same query with another spot, and no card.
  func at(_ view: MapView) -> MapQuery {
    MapQuery(
      table: table,
      spot: Spot(
        latitude: view.centre.latitude, longitude: view.centre.longitude, zoom: view.zoom))
  }

  /// The parameters that say the same.
  var parameters: [(name: String, value: String)] {
    var whole = table.at(offset: 0)
    whole.limit = TableQuery().limit
    let at = spot.map { spot in
      let decimals = Self.decimals(spot.zoom)
      let numbers = [(spot.latitude, decimals), (spot.longitude, decimals), (spot.zoom, 2)]
      let texts = numbers.map { Self.short($0.0, decimals: $0.1) }
      return (name: Self.spotParameter, value: texts.joined(separator: ","))
    }
    return whole.parameters + (at.map { [$0] } ?? [])
      + (open.map { [(name: Self.openParameter, value: $0)] } ?? [])
  }

  /// How many decimals of a degree can be seen at a zoom.
  private static func decimals(_ zoom: Double) -> Int { 2 + Int(zoom / 3) }

  private static func short(_ number: Double, decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (number * scale).rounded() / scale
    return Int(exactly: rounded).map(String.init) ?? rounded.description
  }
}

extension Address {
  /// The map of a dataset that shows what a query asks for.
  static func map(_ dataset: String, _ query: MapQuery) -> String {
    page(dataset, "map") + parameters(query.parameters)
  }

  /// The places that a query finds, as JSON.
  static func mapJSON(_ dataset: String, _ query: TableQuery) -> String {
    page(dataset, "map.json") + parameters(MapQuery(table: query).parameters)
  }
}
