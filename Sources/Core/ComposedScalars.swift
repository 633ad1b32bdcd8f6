/// Scalars in which и and a combining breve are one й, a letter of its own that keeps its breve.
struct ComposedScalars<Base: IteratorProtocol<Unicode.Scalar>>: IteratorProtocol {
  private var base: Base
  private var pending: Unicode.Scalar?

  init(_ base: Base) {
    self.base = base
    pending = nil
  }

  mutating func next() -> UInt32? {
    guard let scalar = pending ?? base.next() else { return nil }
    pending = nil
    guard scalar.value == 0x0438 || scalar.value == 0x0418 else { return scalar.value }
    pending = base.next()
    guard pending?.value == 0x0306 else { return scalar.value }
    pending = nil
    return scalar.value + 1
  }
}
