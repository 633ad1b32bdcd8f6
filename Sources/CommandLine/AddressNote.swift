import AlmanacDeclarations

/// Where the pages of a dataset are whose id is a word of addresses.
struct AddressNote {
  /// What a person is told; nothing for a dataset that is where its id says.
  let text: String?

  init(_ dataset: Dataset) {
    let part = PathPart.text(ofDataset: dataset.id)
    text =
      part == dataset.id
      ? nil : said("\"\(dataset.id)\" is a word of addresses: its pages are at \("/" + part)")
  }
}
