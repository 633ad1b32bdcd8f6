import AlmanacSandbox

extension FaultTable {
  /// What goes wrong on the way.
  static let connections: [FaultRow] = [
    FaultRow(
      name: "nobody listens", door: .closed,
      told: "localhost could not be reached: connection refused", requests: 0),
    FaultRow(
      name: "an expired certificate", door: .secured(.expired),
      told: "the connection to localhost is not secure: its certificate has expired, or is "
        + "signed by nobody this machine trusts", requests: 0),
    FaultRow(
      name: "a certificate that nobody vouches for", door: .secured(.selfSigned),
      told: "the connection to localhost is not secure: its certificate has expired, or is "
        + "signed by nobody this machine trusts", requests: 0),
    FaultRow(
      name: "a certificate of another name", door: .secured(.otherName),
      told: "the connection to localhost is not secure: its certificate is made out to "
        + "another name", requests: 0),
    FaultRow(
      name: "the connection is closed before any answer", faults: [.closed],
      told: "localhost gave no whole answer: it closed the connection too early", requests: 3),
    FaultRow(
      name: "the connection is reset in the middle of the body", faults: [.wire(.reset)],
      told: "localhost gave no whole answer: it reset the connection", requests: 3),
    FaultRow(
      name: "the connection ends in the middle of the body", faults: [.truncated()],
      told: "localhost gave no whole answer: it closed the connection too early", requests: 3),
    FaultRow(
      name: "silence before any answer", faults: [.hang(.seconds(60))],
      told: "localhost did not answer in time", requests: 3),
    FaultRow(
      name: "silence in the middle of the headers", faults: [.wire(.stalledHead)],
      told: "localhost did not answer in time", requests: 3),
    FaultRow(
      name: "silence in the middle of the body", faults: [.wire(.stalledBody)],
      told: "localhost did not answer in time", requests: 3),
    FaultRow(
      name: "Content-Length is more than is sent", faults: [.wire(.lengthTooLong)],
      told: "localhost gave no whole answer: it closed the connection too early", requests: 3),
    FaultRow(
      name: "Content-Length is less than is sent", faults: [.wire(.lengthTooShort)],
      told: "the answer breaks off after 20525 bytes", requests: 1),
    FaultRow(
      name: "two contradicting Content-Lengths", faults: [.wire(.twoLengths)],
      told: "localhost gave no whole answer: what it sends is not HTTP", requests: 3),
    FaultRow(
      name: "a chunk of no known size", faults: [.wire(.badChunk)],
      told: "localhost gave no whole answer: what it sends is not HTTP", requests: 3),
    FaultRow(
      name: "a body that comes in drips", faults: [.slow(bytes: 4096, pause: .milliseconds(20))],
      told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "a body that never ends", faults: [.wire(.endless)],
      told: "the answer is larger than the 2 MB that are taken at most", requests: 1),
    FaultRow(
      name: "a header of ten megabytes", faults: [.wire(.hugeHead)],
      told: "localhost gave no whole answer: its headers are too long", requests: 3),
    FaultRow(
      name: "a header with a control character", faults: [.wire(.badHeader)],
      told: "localhost gave no whole answer: what it sends is not HTTP", requests: 3),
    FaultRow(
      name: "something else than HTTP", faults: [.wire(.garbage)],
      told: "localhost gave no whole answer: what it sends is not HTTP", requests: 3),
    FaultRow(
      name: "a compression bomb", faults: [.gzipBomb()],
      told: "the answer is larger than the 2 MB that are taken at most", requests: 1),
    FaultRow(
      name: "damaged gzip", faults: [.spoilt(.damagedGzip)],
      told: "the answer could not be unpacked: the packed bytes are damaged or cut off", requests: 1
    ),
    FaultRow(
      name: "gzip that ends in the middle", faults: [.spoilt(.cutGzip)],
      told: "the answer could not be unpacked: the packed bytes are damaged or cut off", requests: 1
    ),
  ]
}
