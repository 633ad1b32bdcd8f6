import HTTPTypes

extension HTTPFields {
  /// The value of a header that has no constant of its own.
  ///
  /// A name that HTTP does not allow has no value and takes none.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set {
      guard let name = HTTPField.Name(name) else { return }
      self[name] = newValue
    }
  }
}
