import AlmanacCore
import AlmanacDeclarations

extension LiveTable {
  /// The field that distances are measured between; nothing where the dataset declares none.
  public var measuredField: Int? { dataset.measure.flatMap(dataset.index(of:)) }
}

extension Point {
  /// The place as geodesics take it.
  var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
