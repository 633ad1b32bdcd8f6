import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `The flat map` {
  @Test(arguments: [-90.0, -87.36667, -45, -0.5, 0, 12, 52.2, 83.9, 90])
  func `gives back the latitude that it was given`(latitude: Double) {
    let position = MapPosition(latitude: latitude, longitude: 12)
    #expect((position.latitude - latitude).magnitude < 1e-9)
    #expect(position.y.magnitude <= MapPosition.pole)
  }

  @Test func `has Miller's heights`() {
    #expect((MapPosition(latitude: 45, longitude: 0).y * .pi / 180 - 0.84285).magnitude < 1e-4)
    #expect((MapPosition.pole * .pi / 180 - 2.3034).magnitude < 1e-4)
  }

  @Test(arguments: [-70, -33, 0, 52.2, 64])
  func `shows shapes as they are in near views, and the whole world as Miller did`(
    latitude: Double
  ) {
    let here = MapPosition(latitude: latitude, longitude: 21)
    let near = MapView(centre: here, zoom: 8, width: 900, height: 600)
    let step = 0.001
    let north = near.place(here).y - near.place(.init(latitude: latitude + step, longitude: 21)).y
    let east = near.place(.init(latitude: latitude, longitude: 21 + step)).x - near.place(here).x
    #expect((north * cos(latitude * .pi / 180) / east - 1).magnitude < 0.001)
    let whole = MapView(centre: here, zoom: 0, width: 900, height: 600)
    #expect(whole.scaleX == whole.scaleY)
  }

  @Test func `ends at the poles and goes round at 180°`() {
    let far = MapView(centre: .init(x: 541, y: 900), zoom: 2, width: 900, height: 600)
    #expect(far.centre.x == -179)
    #expect((far.window().north - MapPosition.pole).magnitude < 1e-6)
    #expect(far.nearest(179) == -181)
  }

  @Test func `finds the smallest rectangle, over 180° where that is shorter`() throws {
    let places = [(-17.0, 178.0), (-18, -179), (-16, 179.5)].map {
      MapPosition(latitude: $0.0, longitude: $0.1)
    }
    let bounds = try #require(MapWindow(around: places))
    #expect(bounds.west == 178 && bounds.east == 181)
    #expect(MapWindow(around: []) == nil)
  }

  @Test func `shows every place, with a margin`() {
    let places = [(49.0, 14.1), (54.8, 24.1), (52, 19)].map {
      MapPosition(latitude: $0.0, longitude: $0.1)
    }
    let sheet = MapSheet.page
    let view = sheet.view(of: places)
    for place in places {
      let spot = view.place(place)
      #expect((sheet.margin - 1...sheet.height - sheet.margin + 1).contains(spot.y))
      #expect((spot.x - sheet.width / 2).magnitude <= sheet.part / 2 - sheet.margin + 1)
    }
    #expect(view.zoom > 3)
    #expect(sheet.view(of: []).zoom == 0)
  }

  @Test func `joins points over 180° the short way`() {
    let points = [(10.0, 170.0), (11, 179), (12, -172)].compactMap {
      Point(latitude: $0.0, longitude: $0.1)
    }
    #expect(MapLine.unrolled(points).map(\.x) == [170, 179, 188])
  }

  @Test func `cuts a ring at its edges and leaves a line's parts that are seen`() {
    let window = MapWindow(west: 0, east: 10, south: 0, north: 10)
    let ring = [(-5.0, 5.0), (5, 15), (15, 5), (5, -5)].map { MapPosition(x: $0.0, y: $0.1) }
    let cut = window.cut(ring)
    #expect(cut.allSatisfy { (0...10).contains($0.x) && (0...10).contains($0.y) })
    #expect(Set(cut.map { "\($0.x) \($0.y)" }) == ["0.0 0.0", "0.0 10.0", "10.0 0.0", "10.0 10.0"])
    let line = [-20.0, -10, 5, 8, 20, 30].map { MapPosition(x: $0, y: 5) }
    #expect(window.parts(of: line).map { $0.map(\.x) } == [[-10, 5, 8, 20]])
  }
}

@Suite struct `The outlines of the world` {
  let assets: Assets
  let outlines: WorldOutlines

  init() throws {
    assets = try Assets(Share(given: TrialLibrary.share))
    outlines = try WorldOutlines(assets)
  }

  @Test(arguments: [
    (52.23, 21.01, true), (54.82, 61.12, true), (-33.45, -70.66, true), (64.1, -21.5, true),
    (66.6, 175, true), (66.3, -172, true), (-89, 3, true), (-86, 179.9, true), (-86, -179.9, true),
    (0, -30, false), (55.5, 18.5, false), (42, 51, false), (-60, 100, false), (85, 0, false),
  ])
  func `know land from water`(latitude: Double, longitude: Double, isLand: Bool) {
    let place = MapPosition(latitude: latitude, longitude: longitude)
    for scale in [outlines.coarse, outlines.fine] {
      #expect(Self.isInside(place, scale) == isLand)
    }
  }

  @Test func `hold one ring around the Earth, and no edge where the world is cut`() {
    for scale in [outlines.coarse, outlines.fine] {
      #expect(scale.land.count { $0.winds } == 1)
      for ring in scale.land {
        for (from, to) in zip(ring.points, ring.points.dropFirst()) {
          let isAtSeam = from.x.magnitude == 180 && to.x == from.x
          #expect(!isAtSeam && (to.x - from.x).magnitude < 20)
        }
      }
    }
    #expect(outlines.fine.land.count > outlines.coarse.land.count)
    let files = [WorldOutlines.coarseName, WorldOutlines.fineName].map { assets.files[$0]?.bytes }
    #expect((1..<400_000).contains(files.compactMap { $0?.count }.reduce(0, +)))
  }

  @Test(arguments: [0, 1, 2, 500, 17_000])
  func `are refused when the file ends early`(length: Int) throws {
    let file = try #require(assets.files[WorldOutlines.coarseName])
    let part = Array(file.bytes.prefix(length))
    #expect(throws: OutlineProblem.self) { try Outlines(part) }
  }

  @Test(
    arguments: [[0x80, 0x80, 0x80, 0x80, 0x80, 1], [0], [1, 1, 0], [1, 0, 0, 7]] as [[UInt8]])
  func `are refused when they hold what they should not`(bytes: [UInt8]) {
    #expect(throws: OutlineProblem.self) { try Outlines(bytes) }
  }

  @Test func `are drawn only as far as they are near the sheet`() {
    let view = MapView(
      centre: .init(latitude: 52, longitude: 19), zoom: 6, width: 900, height: 640)
    var path = OutlinePath(view: view)
    path.add(rings: outlines.fine.land)
    path.add(lines: outlines.fine.borders)
    #expect(path.text.hasPrefix("M"))
    #expect(path.bytes.count < 8000)
  }

  /// By the even-odd rule, over all copies of a ring.
  private static func isInside(_ place: MapPosition, _ outlines: Outlines) -> Bool {
    var crossings = 0
    for ring in outlines.land {
      for turn in ring.winds ? [0.0] : [-360, 0, 360] {
        var points = ring.points.map { MapPosition(x: $0.x + turn, y: $0.y) }
        if ring.winds { points = OutlinePath.closedAtPole(points) }
        for (from, to) in zip(points, points.dropFirst() + points.prefix(1)) {
          guard (from.y > place.y) != (to.y > place.y) else { continue }
          let x = from.x + (to.x - from.x) * (place.y - from.y) / (to.y - from.y)
          if x > place.x { crossings += 1 }
        }
      }
    }
    return !crossings.isMultiple(of: 2)
  }
}

@Suite struct `Clusters of places` {
  /// Places of a kind that real data has: spread, crowded, and many in one.
  static let places: [MapPosition] = {
    var random = SplitMix(state: 7)
    let spread = (0..<800).map { _ in
      MapPosition(latitude: random.next(-85, 85), longitude: random.next(-180, 180))
    }
    let crowd = (0..<800).map { _ in
      MapPosition(latitude: random.next(50, 52), longitude: random.next(19, 21))
    }
    return spread + crowd
      + Array(repeating: MapPosition(latitude: -71.5, longitude: 35.66), count: 300)
  }()

  @Test(arguments: 0...14) func `hold every place once, and lie apart`(zoom: Int) {
    let clusters = PlaceClusters.clusters(of: Self.places, zoom: Double(zoom))
    #expect(clusters.map(\.count).reduce(0, +) == Self.places.count)
    #expect(Set(clusters.map(\.first)).count == clusters.count)
    #expect(clusters.map(\.count).max() ?? 0 >= 300)
    let scale = MapSheet.page.height / MapPosition.worldHeight * exp2(Double(zoom))
    for (index, one) in clusters.enumerated() {
      for other in clusters.dropFirst(index + 1) where other.count < 300 {
        let away = hypot(one.position.x - other.position.x, one.position.y - other.position.y)
        #expect(away * scale >= 10, "marks lie on each other at zoom \(zoom)")
      }
    }
  }

  @Test func `come apart as the view comes closer, but for what lies in one place`() {
    let counts = stride(from: 0.0, through: 14, by: 2).map {
      PlaceClusters.clusters(of: Self.places, zoom: $0).count
    }
    #expect(counts == counts.sorted() && counts[0] < 200)
    let closest = PlaceClusters.clusters(of: Self.places, zoom: 14)
    let several = closest.filter { $0.count > 1 }
    #expect(several.map(\.count) == [300] && several[0].isOnePlace)
  }

  @Test func `of nothing are none`() {
    #expect(PlaceClusters.clusters(of: [], zoom: 3) == [])
  }
}

/// Numbers that are the same in every run.
private struct SplitMix {
  var state: UInt64

  mutating func next(_ low: Double, _ high: Double) -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return low + (high - low) * Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
  }
}
