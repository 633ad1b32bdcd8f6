public import AlmanacDeclarations
public import Foundation

extension Library {
  /// What can be said of a record's picture at once, for a page that must not wait.
  public func look(atPictureOf record: Record, field: String, in dataset: Dataset) -> PictureLook {
    guard let source = pictureSources.source(of: record, field: field, in: dataset) else {
      return .missing
    }
    return pictures.look(source)
  }

  /// A record's picture in a field, fetched if need be; nothing when the field holds no pictures.
  ///
  /// Equal questions at once are one request, and a picture that is here and not due is none. Waits
  /// as long as its host may take, at most some twenty seconds and the turns of those before.
  public func picture(
    of record: Record, field: String, in dataset: Dataset
  ) async -> PictureAnswer? {
    guard dataset.field(field)?.type == .image else { return nil }
    guard let source = pictureSources.source(of: record, field: field, in: dataset) else {
      return PictureAnswer.absent(why: "the record names none")
    }
    return await pictures.picture(source)
  }

  /// The bytes of a picture by the name of its content; nothing when it is not here.
  public func pictureData(_ name: PictureName) async -> Data? { await pictures.data(name) }

  /// How many pictures are kept, and their bytes on disk.
  public var pictureSize: (count: Int, bytes: Int) { pictures.size }
}
