import AlmanacCore

@_extern(wasm, module: "math", name: "sin") @_extern(c, "host_sin")
private func hostSin(_ x: Double) -> Double
@_extern(wasm, module: "math", name: "cos") @_extern(c, "host_cos")
private func hostCos(_ x: Double) -> Double
@_extern(wasm, module: "math", name: "atan2") @_extern(c, "host_atan2")
private func hostAtan2(_ y: Double, _ x: Double) -> Double
@_extern(wasm, module: "math", name: "hypot") @_extern(c, "host_hypot")
private func hostHypot(_ x: Double, _ y: Double) -> Double
@_extern(wasm, module: "math", name: "cbrt") @_extern(c, "host_cbrt")
private func hostCbrt(_ x: Double) -> Double
@_extern(wasm, module: "host", name: "grow") @_extern(c, "host_grow")
private func hostGrow(_ pages: Int32) -> Int32

/// The mathematical functions of the browser.
enum HostMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { hostSin(angle) }
  static func cos(_ angle: Double) -> Double { hostCos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { hostAtan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { hostHypot(x, y) }
  static func cbrt(_ value: Double) -> Double { hostCbrt(value) }
}

/// The memory of a WebAssembly program, which grows in pages of 64 kB.
enum HostMemory {
  private static let page = 65_536

  /// The address of so many bytes more; nothing where the browser gives no more.
  static func grow(by size: Int) -> UInt? {
    let before = hostGrow(Int32((size + page - 1) / page))
    return before < 0 ? nil : UInt(before) * UInt(page)
  }
}
