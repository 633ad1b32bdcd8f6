/// How to open the pages on a phone: addresses, and a code for its camera.
struct PhoneNote: Sendable, Hashable {
  let addresses: [String]
  /// What cannot be done there, as things stand; nothing where all can.
  let warning: String?
  /// The code of the first address; nothing where it is too long for one.
  let code: Drawing?

  /// A code as an image.
  struct Drawing: Sendable, Hashable {
    /// What it says, for those who do not see it.
    let title: String
    /// How many units each side has.
    let side: Int
    let path: String
  }

  init(_ reach: Reach, _ words: Catalogue) {
    addresses = reach.addresses
    warning = Self.warning(reach).map { words.say($0) }
    code = reach.code.map { code in
      Drawing(
        title: words.say("install.code", ["address": reach.addresses[0]]), side: code.side,
        path: code.path)
    }
  }

  private static func warning(_ reach: Reach) -> String? {
    guard reach.isSecure else { return "install.insecure" }
    return reach.isTrusted ? nil : "install.untrusted"
  }
}
