import AlmanacSandbox
import Testing

@Suite struct `A flag` {
  @Test func `is a PNG whose chunks and checksums are right`() async throws {
    let reply = try await Sandbox.standing().get("/flags/w320/xa.png")
    let chunks = try Chunk.all(in: reply.body)
    #expect(reply["Content-Type"] == "image/png")
    #expect(chunks.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
    #expect(chunks.allSatisfy { $0.checksum == Chunk.crc(Array($0.name.utf8) + $0.data) })
    #expect(chunks[0].data == [0, 0, 1, 64, 0, 0, 0, 200, 2, 3, 0, 0, 0])
    #expect(chunks[1].data.count == 9)
  }

  @Test func `holds every row of pixels in stored blocks`() async throws {
    let reply = try await Sandbox.standing().get("/flags/w320/xb.png")
    let stream = try #require(Chunk.all(in: reply.body).first { $0.name == "IDAT" }).data
    let length = Int(stream[3]) | Int(stream[4]) << 8
    let pixels = Array(stream[7..<(7 + length)])
    #expect((Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0)
    #expect(stream[2] == 1 && stream[5] == ~stream[3] && stream[6] == ~stream[4])
    #expect(length == 200 * (1 + 320 / 4))
    #expect(Array(stream[(7 + length)...]) == Chunk.adler(pixels))
    #expect(stride(from: 0, to: length, by: 81).allSatisfy { pixels[$0] == 0 })
  }

  @Test func `exists as SVG too, and only for known countries`() async throws {
    let sandbox = try Sandbox.standing()
    let svg = try await sandbox.get("/flags/xa.svg")
    let statuses = [
      try await sandbox.get("/flags/zz.svg").status,
      try await sandbox.get("/flags/w320/zz.png").status,
      try await sandbox.get("/flags/w320/xa.gif").status,
    ]
    #expect(svg.text.hasPrefix("<svg xmlns="))
    #expect(statuses == [404, 404, 404])
  }
}

/// A chunk of a PNG file, read by another hand than wrote it.
private struct Chunk {
  let name: String
  let data: [UInt8]
  let checksum: UInt32

  static func all(in file: [UInt8]) throws -> [Chunk] {
    try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var chunks: [Chunk] = []
    var place = 8
    while place < file.count {
      let length = Int(number(file[place..<place + 4]))
      let data = place + 8..<place + 8 + length
      try #require(data.upperBound + 4 <= file.count)
      chunks.append(
        Chunk(
          name: String(decoding: file[place + 4..<place + 8], as: UTF8.self),
          data: Array(file[data]), checksum: number(file[data.upperBound..<data.upperBound + 4])))
      place = data.upperBound + 4
    }
    return chunks
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bit by bit, without a table.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var rest: UInt32 = ~0
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (rest ^ UInt32(byte >> bit)) & 1 == 1
        rest = (rest >> 1) ^ (isOdd ? 0xEDB8_8320 : 0)
      }
    }
    return ~rest
  }

  static func adler(_ bytes: [UInt8]) -> [UInt8] {
    let sum = bytes.reduce(1) { $0 + Int($1) } % 65_521
    let weighted = bytes.enumerated().reduce(bytes.count) { sums, byte in
      sums + (bytes.count - byte.offset) * Int(byte.element)
    }
    let sums = weighted % 65_521
    return [sums >> 8, sums & 255, sum >> 8, sum & 255].map { UInt8($0) }
  }
}
