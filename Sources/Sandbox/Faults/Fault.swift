extension Sandbox {
  /// A way in which an upstream misbehaves.
  public enum Fault: Sendable, Hashable {
    /// Another status of 200 to 599, with a short JSON body and perhaps a Retry-After header.
    case status(Int, retryAfter: String? = nil)
    /// Another status, whose text and headers repeat the request's address and headers.
    case echo(Int)
    /// A web page with status 200, as from a maintenance screen or a hotel's network.
    case html
    /// `{"success":false}` with status 200.
    case wrongShape
    /// The connection ends after this share of the body that Content-Length promised.
    case truncated(percent: Int = 50)
    /// Correct HTTP around only the first part of the body.
    case cut(percent: Int = 50)
    /// The body in pieces of `bytes`, with a pause before each.
    case slow(bytes: Int = 1024, pause: Duration)
    /// Silence for so long, then the usual answer.
    case hang(Duration)
    /// The connection ends before any answer.
    case closed
    /// Only the first part of the rows.
    case shrunken(percent: Int)
    /// A redirect to another path or host.
    case redirect(to: String, status: Int = 302)
    /// The first page again and again, whatever `$offset` or `offset` says.
    case ignoredOffset
    /// The same rows again and again, whatever `$where` says.
    case ignoredCondition
    /// Each page after the first is the one before it.
    case repeatedPages
    /// A field has another name.
    case renamed(String, to: String)
    /// A field is gone.
    case dropped(String)
    /// A field holds another type: text turns into an array, everything else into text.
    case retyped(String)
    /// Every row twice.
    case doubled
    /// Every other row is null.
    case nullRows
    /// A field is null in every row.
    case nulled(String)
    /// A field holds lists within lists, so many levels deep.
    case nested(String, levels: Int = 2000)
    /// A field holds a number of so many digits.
    case digits(String, count: Int = 10_000)
    /// The link to the next page, a member `next`, leads elsewhere.
    case linked(to: String)
    /// Some headers have other values; the body is as usual.
    case headers([String: String])
    /// The body is spoilt inside correct HTTP.
    case spoilt(Spoiling)
    /// HTTP itself is broken.
    case wire(Wire)
    /// A picture that nobody should keep.
    case picture(BadPicture)
    /// Some kilobytes of gzip that unpack to so many bytes of zeros, at most 4 GiB.
    case gzipBomb(bytes: Int = 100_000_000)
  }

  /// A fault, where it strikes and how often.
  public struct FaultOrder: Sendable, Hashable {
    /// What goes wrong.
    public let fault: Fault
    /// The beginning of the paths it concerns.
    public let prefix: String
    /// How many more requests it concerns.
    public internal(set) var requests: Int
  }
}

extension Sandbox.State {
  /// Lets the next requests whose path begins with `prefix` go wrong.
  ///
  /// Orders for the same path are served one after the other, in the order they were given.
  public func inject(_ fault: Sandbox.Fault, at prefix: String, requests: Int = 1) {
    guard requests > 0 else { return }
    orders.append(Sandbox.FaultOrder(fault: fault, prefix: prefix, requests: requests))
  }

  /// The faults that are still to come.
  public var faults: [Sandbox.FaultOrder] { orders }

  /// Takes back all faults.
  public func clearFaults() {
    orders = []
  }

  /// The fault for this request, if one is due; counts it as served.
  func nextFault(at path: String) -> Sandbox.Fault? {
    guard let place = orders.firstIndex(where: { path.hasPrefix($0.prefix) }) else { return nil }
    let order = orders[place]
    orders[place].requests -= 1
    if orders[place].requests == 0 { orders.remove(at: place) }
    return order.fault
  }
}
