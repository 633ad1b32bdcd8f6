import Synchronization

/// The outlines for far and near views.
struct WorldOutlines: Sendable {
  let coarse: Outlines
  let fine: Outlines

  static let coarseName = "world-110.outlines"
  static let fineName = "world-50.outlines"

  /// Reads the files beside the program.
  init(_ assets: Assets) throws {
    coarse = try Self.read(assets.files[Self.coarseName])
    fine = try Self.read(assets.files[Self.fineName])
  }

  /// What suits a view; the script decides the same.
  func suiting(_ view: MapView) -> Outlines { view.scaleX < Self.finestCoarse ? coarse : fine }

  /// From how many units per degree on the coarse outlines look coarse.
  private static let finestCoarse = 12.3

  /// What was read, by the digest of the file: several websites in one process read it once.
  private static let known = Mutex<[String: Outlines]>([:])

  private static func read(_ file: Assets.File?) throws -> Outlines {
    guard let file else { throw OutlineProblem() }
    if let known = known.withLock({ $0[file.digest] }) { return known }
    let outlines = try Outlines(file.bytes)
    known.withLock { $0[file.digest] = outlines }
    return outlines
  }
}
