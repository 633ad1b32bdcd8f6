/// Every key that a dataset file may have, by the mapping it stands in.
///
/// `Notes/dataset-file.md` explains each; a test fails when one is missing there.
public enum DatasetSchema {
  /// Keys of the file itself.
  public static let file = [
    "id", "extends", "title", "summary", "source", "credit", "refresh", "history", "key", "fields",
    "search", "list", "page", "greeting", "views", "measure", "snapshot",
  ]
  /// Keys of `source`.
  public static let source = [
    "kind", "url", "headers", "parameters", "records", "paging", "join", "where", "select",
    "filters", "token", "page", "delimiter", "simulate", "revision", "group",
  ]
  /// Keys of `source.paging`.
  public static let paging = ["by", "offset", "limit", "size", "next", "most"]
  /// Keys of one entry of `source.join`.
  public static let join = ["url", "records", "on", "take"]
  /// Keys of `source.simulate`.
  public static let simulate = ["records", "packet", "pause", "seed", "fields"]
  /// Keys of one entry of `source.simulate.fields`, when it is not the word `now`.
  public static let simulatedField = ["one_of", "from", "to", "decimals"]
  /// Keys of `source.group`.
  public static let group = ["records", "wait"]
  /// Keys of `credit`.
  public static let credit = ["text", "homepage", "licence"]
  /// Keys of `refresh`.
  public static let refresh = ["every", "when", "floor", "cursor", "overlap", "deletions"]
  /// Keys of `history`.
  public static let history = ["keep", "most"]
  /// Keys of `key`, when it is more than a path.
  public static let key = ["from", "type"]
  /// Keys of one entry of `fields`.
  public static let field = [
    "type", "title", "from", "in", "unit", "decimals", "latitude", "longitude", "unknown", "bands",
    "choices", "file", "hosts", "link", "order", "trim",
  ]
  /// Keys of `bands`.
  public static let bands = ["of", "steps", "otherwise"]
  /// Keys of one entry of `choices`.
  public static let choice = ["title", "tone"]
  /// Keys of `list`.
  public static let list = [
    "sort", "title", "subtitle", "columns", "sections", "image", "mark", "unfold",
  ]
  /// Keys of `page`.
  public static let page = ["facts"]
  /// Keys of `greeting`.
  public static let greeting = ["facts", "after"]
  /// Keys of one entry of `views`.
  public static let view = ["title", "where"]
  /// Keys of `snapshot`.
  public static let snapshot = ["file", "credit"]

  /// Every mapping with its keys; `*` stands for names of the person's own.
  public static let mappings: [(path: String, keys: [String])] = [
    ("", file), ("source", source), ("source.paging", paging), ("source.join.*", join),
    ("source.simulate", simulate), ("source.simulate.fields.*", simulatedField),
    ("source.group", group),
    ("credit", credit), ("refresh", refresh), ("history", history), ("key", key),
    ("fields.*", field),
    ("fields.*.bands", bands), ("fields.*.choices.*", choice), ("list", list), ("page", page),
    ("greeting", greeting),
    ("views.*", view), ("snapshot", snapshot), ("snapshot.credit", credit),
  ]
}
