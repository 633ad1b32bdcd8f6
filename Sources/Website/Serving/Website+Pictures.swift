import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Website {
  /// Answers `/{dataset}/{id}/picture/{field}`: the address of a record's picture that pages use
  /// before they know its content.
  ///
  /// It leads to the picture's own address, which browsers keep for ever. Where there is none to
  /// show, a picture with the record's code is drawn, so that no page has a hole.
  func picture(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, record) = try await find(context)
    let field = try context.part("field")
    let dataset = table.dataset
    switch await library.picture(of: record, field: field, in: dataset) {
    case nil: throw Problem(.noPicture, ["dataset": dataset.id])
    case .picture(let picture):
      return Response(
        status: .found,
        headers: [
          .location: Address.picture(picture.name),
          .cacheControl: "max-age=\(PageTag.life * 3600)",
        ])
    case .absent:
      let drawing = DrawnPicture(code: String(record.id.description.prefix(3)))
      return Response.bytes(drawing.bytes, type: PictureKind.svg.mediaType).guardedPicture
    }
  }

  /// Answers `/pictures/{file}`: bytes that never change, by the name of their content.
  func pictureFile(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    guard let name = PictureName(try context.part("file")),
      let data = await library.pictureData(name)
    else { throw Problem(.noPicture) }
    let response = Response(
      status: .ok,
      headers: [
        .contentType: name.kind.mediaType, .cacheControl: "public, max-age=31536000, immutable",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    return response.guardedPicture.tagged("\"\(name.hash)\"", for: request)
  }

  /// Where the pictures of a dataset's records are, as far as can be said without asking.
  func pictures(of dataset: Dataset) -> @Sendable (Record) -> String? {
    guard let field = dataset.list.image else { return { _ in nil } }
    return { [library] record in
      switch library.look(atPictureOf: record, field: field, in: dataset) {
      case .known(let picture): Address.picture(picture.name)
      case .due: Address.picture(dataset.id, record.id, field: field)
      case .missing: nil
      }
    }
  }
}

extension Response {
  /// This answer under a policy by which an SVG that is opened as a page runs, loads and sends
  /// nothing.
  fileprivate var guardedPicture: Response {
    var answer = self
    answer.headers[.contentSecurityPolicy] =
      "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    return answer
  }
}

/// A drawing in place of a picture that is not there: a plain sheet with a record's code.
///
/// No style sheet reaches into an image, so its colours are those of the tokens `leaf` and `quiet`.
struct DrawnPicture {
  let code: String

  /// The SVG.
  var bytes: [UInt8] {
    var text = XMLText()
    text.raw(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 320 240">\
      <style>rect{fill:#fffdf7}text{fill:#665d4d}@media(prefers-color-scheme:dark)\
      {rect{fill:#171e2e}text{fill:#9ca5b7}}</style>\
      <rect width="320" height="240"/>\
      <text x="160" y="120" text-anchor="middle" dominant-baseline="central" \
      font-family="serif" font-size="72" letter-spacing="4">
      """)
    text.add(code)
    text.raw("</text></svg>\n")
    return text.bytes
  }
}
