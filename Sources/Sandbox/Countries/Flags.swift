import AlmanacDecoding
import Hummingbird

/// Made-up flags of three stripes, as PNG (`/flags/w320/{cca2}.png`) and SVG (`/flags/{cca2}.svg`).
struct Flags: Sendable {
  let state: Sandbox.State

  func png(_ inquiry: Inquiry) async throws -> Answer {
    guard let flag = await flag(inquiry, ending: ".png") else { return missing }
    return Answer(.ok, flag.png.bytes, type: "image/png").cached(forTenDays).synthetic()
  }

  func svg(_ inquiry: Inquiry) async throws -> Answer {
    guard let flag = await flag(inquiry, ending: ".svg") else { return missing }
    return Answer(.ok, Array(flag.svg.utf8), type: "image/svg+xml").cached(forTenDays).synthetic()
  }

  private var forTenDays: String { "public, max-age=864000" }

  private var missing: Answer {
    Answer(.notFound, Array("There is no such flag.\n".utf8), type: "text/plain").synthetic()
  }

  private func flag(_ inquiry: Inquiry, ending: String) async -> Flag? {
    let file = inquiry.lastPart
    guard file.hasSuffix(ending), let countries = await state.table("countries") else { return nil }
    let code = file.dropLast(ending.count).uppercased()
    guard countries.rows.contains(where: { countries.key(of: $0.values) == code }) else {
      return nil
    }
    return Flag(of: code, edition: await state.flagEdition)
  }
}

/// Three stripes of colours that follow from a country's code.
struct Flag: Sendable {
  let isUpright: Bool
  let colors: [PNG.Color]

  init(of code: String, edition: Int = 0) {
    var random = SplitMix64(seed: Sandbox.Table.seed(of: code) &+ UInt64(edition))
    isUpright = random.next(below: 2) == 0
    colors = (0..<3).map { _ in
      PNG.Color(
        red: UInt8(random.next(below: 256)), green: UInt8(random.next(below: 256)),
        blue: UInt8(random.next(below: 256)))
    }
  }

  /// 320 × 200 pixels.
  var png: PNG {
    let isUpright = isUpright
    return PNG(width: 320, height: 200, palette: colors) { x, y in
      isUpright ? x * 3 / 320 : y * 3 / 200
    }
  }

  var svg: String {
    let stripes = colors.enumerated().map { index, color in
      let fill = "rgb(\(color.red) \(color.green) \(color.blue))"
      return isUpright
        ? #"<rect x="\#(index)" width="1" height="2" fill="\#(fill)"/>"#
        : #"<rect y="\#(index)" width="5" height="1" fill="\#(fill)"/>"#
    }
    let box = isUpright ? "0 0 3 2" : "0 0 5 3"
    return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="\#(box)">"#
      + "<title>A synthetic flag</title>\(stripes.joined())</svg>\n"
  }
}
