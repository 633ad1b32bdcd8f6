import Foundation

/// Places drawn as one mark, since their own marks would lie on each other.
struct PlaceCluster: Sendable, Hashable {
  /// Their middle.
  var position: MapPosition
  /// How many they are.
  var count: Int
  /// The first of them, by its rank among all places.
  var first: Int
  /// The rectangle around them.
  var bounds: MapWindow

  /// Whether all of them lie in one place, so that no closer view tells them apart.
  var isOnePlace: Bool { bounds.west == bounds.east && bounds.south == bounds.north }

  /// The radius of its mark, in units of a sheet.
  var radius: Double { count == 1 ? 5.5 : 9 + 4 * log10(Double(count)) }
}

/// Groups places for a zoom: by the cells of a fixed grid, so that panning changes nothing.
///
/// `share/scripts/map-clusters.js` does the same; both draw the same marks.
enum PlaceClusters {
  /// A cell's width on the sheet of a map page.
  static let cell = 58.0
  /// How near two middles may be, in cells, before the smaller joins the larger.
  static let nearest = 0.72

  /// The clusters of all places, largest first.
  ///
  /// Cost: O(n).
  static func clusters(of positions: [MapPosition], zoom: Double) -> [PlaceCluster] {
    let level = zoom.rounded()
    let size = cell / (MapSheet.page.height / MapPosition.worldHeight * exp2(level))
    return joined(cells(of: positions, size), size)
  }

  private static func cells(of positions: [MapPosition], _ size: Double) -> [PlaceCluster] {
    var places: [Int: Int] = [:]
    var clusters: [PlaceCluster] = []
    for (rank, position) in positions.enumerated() {
      let row = Int(((position.y + MapPosition.pole) / size).rounded(.down))
      // Every other row is shifted by half a cell, so that no grid shows.
      let shift = row % 2 == 0 ? 0 : 0.5
      let column = Int(((position.x + 180) / size + shift).rounded(.down))
      let key = row << 32 | column
      if let place = places[key] {
        clusters[place].add(position)
      } else {
        places[key] = clusters.count
        clusters.append(PlaceCluster(of: position, rank))
      }
    }
    return clusters.map(\.centred)
  }

  /// Lets clusters whose middles are too near join a larger one.
  private static func joined(_ clusters: [PlaceCluster], _ size: Double) -> [PlaceCluster] {
    let order = clusters.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
    var grid: [Int: [Int]] = [:]
    var kept: [PlaceCluster] = []
    for cluster in order {
      let column = Int((cluster.position.x / size).rounded(.down))
      let row = Int((cluster.position.y / size).rounded(.down))
      let around = (-1...1).flatMap { up in (-1...1).map { (row + up) << 32 + (column + $0) } }
      let near = around.lazy.flatMap { grid[$0] ?? [] }
        .filter { kept[$0].isNear(cluster, size) }.min()
      if let near {
        kept[near].take(cluster)
      } else {
        grid[row << 32 + column, default: []].append(kept.count)
        kept.append(cluster)
      }
    }
    return kept
  }
}

extension PlaceCluster {
  /// One place.
  init(of position: MapPosition, _ rank: Int) {
    self.init(
      position: position, count: 1, first: rank,
      bounds: MapWindow(
        west: position.x, east: position.x, south: position.y, north: position.y))
  }

  /// Adds a place; until `centred`, the position is the sum of all.
  fileprivate mutating func add(_ other: MapPosition) {
    position.x += other.x
    position.y += other.y
    count += 1
    bounds.west = min(bounds.west, other.x)
    bounds.east = max(bounds.east, other.x)
    bounds.south = min(bounds.south, other.y)
    bounds.north = max(bounds.north, other.y)
  }

  /// The same with the middle for the sum.
  fileprivate var centred: PlaceCluster {
    guard count > 1, !isOnePlace else {
      var one = self
      one.position = MapPosition(x: bounds.west, y: bounds.south)
      return one
    }
    var cluster = self
    cluster.position = MapPosition(x: position.x / Double(count), y: position.y / Double(count))
    return cluster
  }

  /// Whether two middles are too near for two marks, at a size of cells.
  fileprivate func isNear(_ other: PlaceCluster, _ size: Double) -> Bool {
    let marks = (radius + other.radius) / PlaceClusters.cell * size
    let distance = max(PlaceClusters.nearest * size, marks)
    return hypot(position.x - other.position.x, position.y - other.position.y) < distance
  }

  /// Lets another one in, without moving.
  fileprivate mutating func take(_ other: PlaceCluster) {
    count += other.count
    first = min(first, other.first)
    bounds.west = min(bounds.west, other.bounds.west)
    bounds.east = max(bounds.east, other.bounds.east)
    bounds.south = min(bounds.south, other.bounds.south)
    bounds.north = max(bounds.north, other.bounds.north)
  }
}
