import Foundation
import Testing

@testable import AlmanacEngine

/// Small pictures made by ImageMagick.
enum Samples {
  static let png = """
    iVBORw0KGgoAAAANSUhEUgAAAAYAAAAFAQMAAABclg+lAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA\
    6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEUAgAD///8UPy9PAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLFQ4PN16nkDIA\
    AAALSURBVAjXY2CAAQAACgAB5/ja+gAAACV0RVh0ZGF0ZTpjcmVhdGUAMjAyNi0xMS0yMVQxNDoxNTo1NCswMDowMHACMykA\
    AAAldEVYdGRhdGU6bW9kaWZ5ADIwMjYtMTEtMjFUMTQ6MTU6NTQrMDA6MDABX4uVAAAAAElFTkSuQmCC
    """
  static let jpeg = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDREN\
    Dg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
    EBAQEBAQEBAQEBAQEBD/wAARCAADAAUDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAA\
    AAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADoDFU3/2Q==
    """
  static let gif = """
    R0lGODlhBwACAPAAAAAA/wAAACH5BAAAAAAALAAAAAAHAAIAAAIDhI9YADs=
    """
  static let lossy = """
    UklGRjgAAABXRUJQVlA4ICwAAADQAQCdASoJAAQAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/5sCua5+agAAA==
    """
  static let lossless = """
    UklGRhwAAABXRUJQVlA4TA8AAAAvCMAAAAdQwIj+ByKi/wEA
    """
  static let extended = """
    UklGRmAAAABXRUJQVlA4WAoAAAAQAAAACAAAAwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDAAAAAQAgCdASoJAAQAAgA0JaAC\
    dLoB+AH4AAPIAP7mad/7WgODVf5n//vvhRHbr/MUAAA=
    """

  static func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64)))
  }
}

@Suite struct `The head of a picture` {
  @Test(
    arguments: [
      (Samples.png, .png, 6, 5), (Samples.jpeg, .jpeg, 5, 3), (Samples.gif, .gif, 7, 2),
      (Samples.lossy, .webp, 9, 4), (Samples.lossless, .webp, 9, 4),
      (Samples.extended, .webp, 9, 4),
    ] as [(String, PictureKind, Int, Int)])
  func `tells kind and size`(_ sample: String, _ kind: PictureKind, _ width: Int, _ height: Int)
    throws
  {
    let head = try PictureHead(Samples.bytes(sample))
    #expect(head.kind == kind)
    #expect(head.width == width)
    #expect(head.height == height)
  }

  @Test(arguments: [Samples.png, Samples.jpeg, Samples.lossy, Samples.extended])
  func `is refused of a picture that was cut off, wherever`(_ sample: String) throws {
    let whole = try Samples.bytes(sample)
    for count in 0..<(whole.count - 1) {
      #expect(throws: PictureRefusal.self, "\(count)") {
        try PictureHead(Array(whole.prefix(count)))
      }
    }
  }

  @Test(arguments: ["", "<!DOCTYPE html><title>Soon</title>", "%PDF-1.7", "{}", "svg", "<svg"])
  func `is refused of what is no picture`(_ text: String) {
    #expect(throws: PictureRefusal.self) { try PictureHead(Array(text.utf8)) }
  }

  @Test func `is refused where it claims too many pixels`() throws {
    var bytes = try Samples.bytes(Samples.png)
    bytes.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 0, 0, 1])
    #expect(throws: PictureRefusal.tooManyPixels(width: 100_000, height: 1)) {
      try PictureHead(bytes)
    }
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x1F, 0xFF, 0, 0, 0x1F, 0xFF])
    #expect(throws: PictureRefusal.tooManyPixels(width: 8191, height: 8191)) {
      try PictureHead(bytes)
    }
    bytes.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(throws: PictureRefusal.broken(.png)) { try PictureHead(bytes) }
  }

  @Test func `survives any byte in any place`() throws {
    for sample in [Samples.png, Samples.jpeg, Samples.gif, Samples.lossless, Samples.extended] {
      let whole = try Samples.bytes(sample)
      for place in whole.indices {
        for byte in [0, 0x7F, 0xD9, 0xFF] as [UInt8] {
          var bytes = whole
          bytes[place] = byte
          do throws(PictureRefusal) { _ = try PictureHead(bytes) } catch { continue }
        }
      }
    }
  }
}

@Suite struct `A drawing in SVG` {
  private func drawing(_ inside: String, root: String = "") -> [UInt8] {
    Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(root)>\(inside)</svg>".utf8)
  }

  @Test(
    arguments: [
      ("width=\"320\" height=\"200px\"", 320, 200), ("viewBox=\"0 0 3 2\"", 3, 2),
      ("width=\"100%\" viewBox='0,0,30,20.4'", 30, 20), ("", nil, nil),
      ("width=\"1e999\" height=\"-4\"", nil, nil),
    ] as [(String, Int?, Int?)])
  func `tells its size where it states one`(_ root: String, _ width: Int?, _ height: Int?) throws {
    let head = try PictureHead(drawing("<g/>", root: root))
    #expect(head.kind == .svg)
    #expect(head.width == width)
    #expect(head.height == height)
  }

  @Test(arguments: [
    "<path d='M0 0'/>", "<!-- <script> --><g></g>", "<![CDATA[<script>]]>",
    "<title>on &amp; on</title>",
    "<use href='#a'/>", "<a xlink:href=' https://example.org/'><g/></a>",
    "<style>g{fill:red}</style>",
    "<image href=\"data:image/png;base64,AAAA\"/>", "<animate attributeName='opacity'/>",
    "<g fill = 'url(#on)' \n/>",
  ])
  func `is kept where nothing in it can run`(_ inside: String) throws {
    #expect(try PictureHead(drawing(inside)).kind == .svg)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<SCRIPT/>", "<svg:script/>", "<x:Script href='#'/>",
    "<g onclick='alert(1)'/>", "<g ONLOAD=\"x\"/>", "<g\nonload='x'/>", "<g a:onload='x'/>",
    "<foreignObject/>", "<iframe/>", "<a href='javascript:alert(1)'/>",
    "<a xlink:href=' JavaScript:alert(1)'/>", "<a href='&#106;avascript:alert(1)'/>",
    "<use href='data:image/svg+xml,x#y'/>", "<a href='data:text/html,x'/>",
    "<set attributeName='onclick' to='x'/>", "<animate attributeName='xlink:href' values='x'/>",
    "<set attributeName='&#111;nclick' to='x'/>", "<?xml-stylesheet href='x.css'?>",
  ])
  func `is refused where something might run`(_ inside: String) {
    #expect {
      try PictureHead(drawing(inside))
    } throws: {
      if case .active = $0 as? PictureRefusal { true } else { false }
    }
  }

  @Test(arguments: [
    "<g>", "</g>", "<g></h>", "<g a></g>", "<g a=b/>", "<g a='<'/>", "<g a='", "<!-- ", "<",
    "<!DOCTYPE svg>", "\u{0}", "<g/", "<>",
  ])
  func `is refused where its tags are not in their places`(_ inside: String) {
    #expect(throws: PictureRefusal.broken(.svg)) { try PictureHead(drawing(inside)) }
  }

  @Test func `may have a declaration, but none of its own making`() throws {
    let plain = Array("<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC 'a' 'b'>\n".utf8) + drawing("")
    #expect(try PictureHead(plain).kind == .svg)
    let laughs = Array("<!DOCTYPE svg [<!ENTITY a 'x'>]>".utf8) + drawing("&a;")
    #expect(throws: PictureRefusal.active("declarations of its own")) { try PictureHead(laughs) }
  }

  @Test func `is one element, in UTF-8`() {
    #expect(throws: PictureRefusal.broken(.svg)) { try PictureHead(drawing("") + drawing("")) }
    #expect(throws: PictureRefusal.broken(.svg)) { try PictureHead(drawing("") + Array("x".utf8)) }
    #expect(throws: PictureRefusal.unknownKind) { try PictureHead(Array("<svg></svg>".utf8)) }
    let wide = "<svg xmlns='http://www.w3.org/2000/svg'/>".utf16.flatMap { [UInt8($0 & 255), 0] }
    #expect(throws: PictureRefusal.self) { try PictureHead(wide) }
    let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
    #expect(throws: PictureRefusal.broken(.svg)) { try PictureHead(drawing(deep)) }
  }
}
