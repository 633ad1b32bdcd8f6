import AlmanacDeclarations
@testable import AlmanacDecoding

/// The scanner takes what the model takes, and finds the same parts in it.
func checkScanner(_ bytes: Bytes) {
  let tree = JSONModel.read(Array(bytes))
  guard var scanner = RecordScanner(bytes) else {
    return require(tree == nil, "nothing is no JSON")
  }
  do throws(JSONFlaw) {
    let piece = try scanner.value()
    try scanner.finish()
    require(tree != nil, "the scanner takes what is no JSON")
    guard let tree else { return }
    require(model(of: piece) == tree, "the scanner finds the parts of \(tree)")
    checkPathFinder(piece, tree)
  } catch {
    require(tree == nil, "the scanner refuses JSON: \(error)")
    checkPlace(of: error, in: bytes)
  }
}

/// A flaw names a byte of the answer, or its end.
private func checkPlace(of flaw: JSONFlaw, in bytes: Bytes) {
  switch flaw {
  case .truncated(let byte): require(byte == bytes.count, "a cut shows at the end, not at \(byte)")
  case .unexpected(let byte), .tooDeep(let byte):
    require(bytes.indices.contains(byte), "byte \(byte) is there")
  }
  require(!DecodingFailure(flaw, in: bytes).description.isEmpty, "a flaw has words")
}

/// A piece as a tree.
private func model(of piece: Piece) -> JSONModel {
  switch piece.kind {
  case .object:
    var members: [JSONModel.Member] = []
    piece.forEachMember { key, value in
      members.append(.init(key: Array(Scratch().plainCopy(key)), value: model(of: value)))
    }
    return .object(members)
  case .array: return .array(piece.elements.map(model))
  case .string, .escaped: return .string(Scratch().plainCopy(piece))
  case .number: return .number(Array(piece.bytes))
  default: return .word(Array(piece.bytes))
  }
}

extension Scratch {
  fileprivate func plainCopy(_ piece: Piece) -> [UInt8] { Array(plain(piece)) }
}

/// What stands at the end of a path of plain keys, the last of a repeated key, is what is found.
private func checkPathFinder(_ piece: Piece, _ tree: JSONModel) {
  let paths = [FieldPath("a"), FieldPath("a.b"), FieldPath("l.0"), FieldPath("a.*")]
  var finder = PathFinder(paths)
  do throws(JSONFlaw) {
    try finder.find(in: piece)
  } catch {
    require(false, "a value that was scanned has no flaw: \(error)")
  }
  for path in paths {
    let found = finder.pieces(at: path).map(model)
    require(found == tree.parts(at: path), "\(path) leads to \(tree.parts(at: path)), not \(found)")
  }
}

extension JSONModel {
  /// What a path leads to: the key that is spelt like the whole path, else part by part.
  fileprivate func parts(at path: FieldPath) -> [JSONModel] {
    let whole = child(path.description)
    return whole.isEmpty ? parts(at: path.components[...]) : whole
  }

  private func parts(at components: ArraySlice<String>) -> [JSONModel] {
    guard let first = components.first else { return [self] }
    return child(first).flatMap { $0.parts(at: components.dropFirst()) }
  }

  private func child(_ name: String) -> [JSONModel] {
    switch self {
    case .object(let members) where name == "*": members.map(\.value)
    case .object(let members):
      members.last { $0.key == Array(name.utf8) }.map { [$0.value] } ?? []
    case .array(let elements) where name == "*": elements
    case .array(let elements):
      Int(name).flatMap { elements.indices.contains($0) ? [elements[$0]] : nil } ?? []
    default: []
    }
  }
}
