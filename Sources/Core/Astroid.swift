/// The astroid problem of Karney 2013, equation 55.
enum Astroid<Functions: MathFunctions> {
  /// The positive root k of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0.
  static func root(x: Double, y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    guard q != 0 || r > 0 else { return 0 }
    let u = resolvent(product: p * q / 4, r: r)
    let v = (u * u + q).squareRoot()
    // Both forms are u + v; each avoids cancellation on its side of zero.
    let sum = u < 0 ? q / (v - u) : u + v
    let w = (sum - q) / (2 * v)
    return sum / ((sum + w * w).squareRoot() + w)
  }

  private static func resolvent(product: Double, r: Double) -> Double {
    let cube = r * r * r
    let discriminant = product * (product + 2 * cube)
    guard discriminant >= 0 else {
      let angle = Functions.atan2((-discriminant).squareRoot(), -(product + cube))
      return r + 2 * r * Functions.cos(angle / 3)
    }
    let sum = product + cube
    let root = discriminant.squareRoot()
    let t = Functions.cbrt(sum < 0 ? sum - root : sum + root)
    return r + t + (t != 0 ? r * r / t : 0)
  }
}
