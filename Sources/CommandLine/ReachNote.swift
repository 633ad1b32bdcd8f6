import AlmanacDeclarations
import AlmanacWebsite
import Foundation

/// What is said at the start of a server that others reach: its addresses, and a code for a phone.
struct ReachNote {
  let reach: Reach

  init(_ reach: Reach) { self.reach = reach }

  /// Says it beside the answer; the code on a terminal only.
  func show() {
    for line in lines { Output.warn(line) }
    guard isatty(2) == 1, let code = reach.code else { return }
    Output.warn(QRDrawing(code).text)
  }

  /// The addresses, and what does not work there.
  var lines: [String] {
    [said("On a phone: \(reach.addresses.joined(separator: "  "))")] + [warning].compactMap(\.self)
  }

  private var warning: String? {
    guard reach.isSecure else {
      return said(
        """
        Without TLS a phone shows the pages, but installs nothing, keeps nothing for use \
        without a network and is told nothing: see Notes/reaching-it.md.
        """)
    }
    return reach.isTrusted
      ? nil
      : said("The certificate names none of these addresses, so browsers will warn of it.")
  }
}
