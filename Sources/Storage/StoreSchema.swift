import AlmanacDeclarations
import GRDB

/// Brings a database file to the shape that this program and a declaration need.
struct StoreSchema {
  let dataset: Dataset

  /// Our own tables; dataset tables are compared with the declaration instead.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("A store remembers its upstream and what syncs did") { database in
      try database.execute(sql: ownTables)
    }
    migrator.registerMigration("Changes are found by their sync and by their kind") { database in
      try database.execute(sql: "CREATE INDEX change_of_sync ON change (sync)")
      try database.execute(sql: "CREATE INDEX change_of_kind ON change (kind)")
    }
    migrator.registerMigration("A store lists the records that were set aside") { database in
      try database.execute(sql: AsideAnswer.table)
    }
    return migrator
  }

  /// Notes again which changes the tables have been through, where that was lost but the tables are
  /// there: else they would be made a second time.
  static func noteMigrations(_ database: Database) throws {
    let signs = ["sync_state", "change_of_kind", "aside"]  // what each change left, in order
    for (name, sign) in zip(migrator.migrations, signs) {
      try LostMigrations.note(name, ifThereIs: sign, database)
    }
  }

  private static let ownTables = """
    CREATE TABLE sync_state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      generation INTEGER NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 0),
      state TEXT NOT NULL CHECK (json_valid(state))
    ) STRICT;
    INSERT INTO sync_state VALUES (1, 0, 0, '{"origin":"none","failures":0,"drift":[],"applied":{}}');
    CREATE TABLE sync (
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('snapshot', 'full', 'incremental', 'ids')),
      ended REAL NOT NULL,
      inserted INTEGER NOT NULL, changed INTEGER NOT NULL, deleted INTEGER NOT NULL,
      total INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      sync INTEGER NOT NULL REFERENCES sync (number),
      id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('inserted', 'changed', 'deleted')),
      old TEXT CHECK (old IS NULL OR json_valid(old)),
      new TEXT CHECK (new IS NULL OR json_valid(new)),
      CHECK ((kind = 'inserted') = (old IS NULL)), CHECK ((kind = 'deleted') = (new IS NULL))
    ) STRICT;
    CREATE INDEX change_of_record ON change (id, sequence);
    CREATE TABLE set_aside (
      sync INTEGER NOT NULL REFERENCES sync (number),
      reason TEXT NOT NULL, count INTEGER NOT NULL CHECK (count > 0), sample TEXT NOT NULL
    ) STRICT;
    CREATE TABLE field (
      name TEXT NOT NULL, type TEXT NOT NULL, column_name TEXT NOT NULL UNIQUE,
      PRIMARY KEY (name, type)
    ) STRICT;
    """

  /// Makes or extends the table `record`: a new field adds a column, a retyped field gets a new
  /// column, nothing is dropped.
  func prepareRecords(_ database: Database) throws -> StoredColumns {
    let isNew = try !database.tableExists("record")
    if isNew { try createRecords(database) }
    var columns: [StoredColumn] = []
    for field in dataset.fields { columns.append(try column(of: field, database)) }
    let isIntegerKey = try !database.columns(in: "record").contains { $0.name == "_row" }
    guard isIntegerKey == dataset.key.isInteger else {
      throw DatabaseError(message: "the key's type changed; remove the file to start anew")
    }
    let stored = StoredColumns(columns: columns, isIntegerKey: isIntegerKey)
    if Self.hasStartIndex(dataset) {
      let index = dataset.index(of: dataset.list.sort[0].field) ?? 0
      try database.execute(
        sql: """
          CREATE INDEX IF NOT EXISTS "record_by_\(stored.columns[index].name)"
          ON record (\(Self.startOrder(dataset, stored)))
          """)
    }
    return stored
  }

  /// How many columns records have; 0 where there are none yet.
  static func columnCount(_ database: Database) throws -> Int {
    try database.tableExists("record") ? database.columns(in: "record").count : 0
  }

  /// Whether a stream's own order has an index, so that its first page needs no order in memory.
  ///
  /// Only a descending order of numbers: SQLite puts absent values last there by itself.
  static func hasStartIndex(_ dataset: Dataset) -> Bool {
    guard dataset.source.kind == .stream, let term = dataset.list.sort.first else { return false }
    return dataset.list.sort.count == 1 && term.descending
      && dataset.field(term.field)?.type.isRanged == true
  }

  static func startOrder(_ dataset: Dataset, _ columns: StoredColumns) -> String {
    let index = dataset.index(of: dataset.list.sort[0].field) ?? 0
    return "\(columns.columns[index].quoted[0]) DESC, id"
  }

  /// The columns as they are, for a reader that may change nothing.
  func existingRecords(_ database: Database) throws -> StoredColumns {
    let columns = try dataset.fields.map { field in
      try known(field, database) ?? absent(field)
    }
    return StoredColumns(columns: columns, isIntegerKey: dataset.key.isInteger)
  }

  private func absent(_ field: Field) throws -> StoredColumn {
    throw DatabaseError(
      message:
        "the field \(field.name) is not in the file: was it made with other dataset files (--datasets)?"
    )
  }

  private func createRecords(_ database: Database) throws {
    let key =
      dataset.key.isInteger
      ? "id INTEGER PRIMARY KEY" : "_row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE"
    try database.execute(
      sql: "CREATE TABLE record (\(key), _extra TEXT CHECK (json_type(_extra) = 'object')) STRICT")
  }

  private func known(_ field: Field, _ database: Database) throws -> StoredColumn? {
    let name = try String.fetchOne(
      database, sql: "SELECT column_name FROM field WHERE name = ? AND type = ?",
      arguments: [field.name, field.type.rawValue])
    return name.map { stored(field, base: $0) }
  }

  private func stored(_ field: Field, base: String) -> StoredColumn {
    field.type == .point
      ? StoredColumn(name: base + "_latitude", second: base + "_longitude", type: .point)
      : StoredColumn(name: base, second: nil, type: field.type)
  }

  /// The field's name, or that with the first number whose columns no earlier field has taken.
  private func freeBase(for field: Field, _ database: Database) throws -> String {
    let taken = Set(try database.columns(in: "record").map(\.name))
    let bases = try Set(String.fetchAll(database, sql: "SELECT column_name FROM field"))
    var (base, number) = (field.name, 1)
    while bases.contains(base) || !taken.isDisjoint(with: stored(field, base: base).names) {
      number += 1
      base = "\(field.name)_\(number)"
    }
    return base
  }

  private func column(of field: Field, _ database: Database) throws -> StoredColumn {
    if let known = try known(field, database) { return known }
    if let lost = try unclaimed(field, database) { return lost }
    let base = try freeBase(for: field, database)
    let column = stored(field, base: base)
    for declaration in column.declarations {
      try database.execute(sql: "ALTER TABLE record ADD COLUMN \(declaration)")
    }
    try database.execute(
      sql: "INSERT INTO field VALUES (?, ?, ?)",
      arguments: [field.name, field.type.rawValue, base])
    return column
  }

  /// The newest columns that were made for such a field, where the file no longer says so: only
  /// damage leaves columns that no line of `field` names.
  private func unclaimed(_ field: Field, _ database: Database) throws -> StoredColumn? {
    let table = try String.fetchOne(
      database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'record'")
    let claimed = try claimedColumns(database)
    let bases = [field.name] + (2...9).map { "\(field.name)_\($0)" }
    let candidates = bases.map { stored(field, base: $0) }
    guard
      let found = candidates.last(where: { column in
        claimed.isDisjoint(with: column.names)
          && column.declarations.allSatisfy { Self.declares(table ?? "", $0) }
      })
    else { return nil }
    let base = found.second == nil ? found.name : String(found.name.dropLast("_latitude".count))
    try database.execute(
      sql: "INSERT INTO field VALUES (?, ?, ?)",
      arguments: [field.name, field.type.rawValue, base])
    return found
  }

  private static func declares(_ table: String, _ column: String) -> Bool {
    [",", ")"].contains { table.contains(column + $0) }
  }

  /// The columns that the file says belong to a field.
  private func claimedColumns(_ database: Database) throws -> Set<String> {
    let rows = try Row.fetchAll(database, sql: "SELECT type, column_name FROM field")
    return rows.reduce(into: []) { names, row in
      let base = row.text(1)
      let isPoint = FieldType(rawValue: row.text(0)) == .point
      names.formUnion(isPoint ? [base + "_latitude", base + "_longitude"] : [base])
    }
  }
}
