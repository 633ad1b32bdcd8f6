public import AlmanacDeclarations
public import Foundation

/// A picture on this machine's disk.
public struct PictureFile: Sendable, Hashable {
  /// The file.
  public var url: URL
  /// Its media type.
  public var contentType: String
}

extension Library {
  /// The picture file that a dataset's image field declares for a record; nothing when the
  /// declaration names none or the file is not installed.
  public func picture(dataset: String, id: RecordID, field: String) -> PictureFile? {
    guard let template = self.dataset(dataset)?.field(field)?.file,
      !id.description.contains("/"), !id.description.contains("..")
    else { return nil }
    let path =
      template.replacing("{id_lower}", with: id.description.lowercased())
      .replacing("{id}", with: id.description)
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
    let types = ["png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg"]
    let url = URL(filePath: path)
    return types[url.pathExtension.lowercased()].map { PictureFile(url: url, contentType: $0) }
  }
}
