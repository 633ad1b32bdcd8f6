extension String {
  /// The text as a message repeats it: its beginning where it is long.
  var cut: String { count > 80 ? prefix(79) + "…" : self }
}
