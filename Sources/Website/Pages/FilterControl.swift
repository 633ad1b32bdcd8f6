import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// One control of the filter form.
struct FilterControl: Sendable, Hashable {
  let name: String
  let title: String
  /// The values of a select; empty for a range.
  let options: [SortOption]
  let isSelect: Bool
  /// The bounds of a range, as they were given.
  let least: String
  let most: String
  /// What an input of a range shows while it is empty.
  let hint: String?
  /// `number` or `text`, for the input's type.
  let inputMode: String
}

/// A condition that is on, with the way to take it off.
struct FilterChip: Sendable, Hashable {
  let title: String
  let address: String
}

/// Builds the filter form of a dataset from its declaration.
struct FilterForm {
  let dataset: Dataset
  let query: TableQuery
  let words: Catalogue

  /// The controls: a select for choices, two bounds for scales, "known" for places and lists.
  var controls: [FilterControl] { dataset.fields.compactMap(control) }

  /// The conditions that no control shows, kept by hidden inputs.
  var kept: [HiddenInput] {
    let shown = Set(
      controls.flatMap { control in
        control.isSelect ? [control.name] : [control.name + ".min", control.name + ".max"]
      })
    var bare = query.at(offset: 0)
    bare.sort = []
    bare.search = nil
    return bare.parameters.filter { !shown.contains($0.name) }.map(HiddenInput.init)
  }

  /// The conditions that are on.
  var chips: [FilterChip] {
    query.filters.map { filter in
      var rest = query.at(offset: 0)
      rest.filters.removeAll { $0 == filter }
      return FilterChip(title: title(of: filter), address: Address.list(dataset.id, rest))
    }
  }

  private func control(for field: Field) -> FilterControl? {
    if !field.choices.isEmpty { return choices(of: field) }
    if field.type == .boolean { return yesOrNo(field) }
    if field.type.isRanged { return range(of: field) }
    return [.point, .list, .currencies].contains(field.type) ? known(field) : nil
  }

  private func choices(of field: Field) -> FilterControl {
    let values = field.choices.map { ($0.value, $0.title.text(in: words.language)) }
    return select(field.name, title(field), "filter.any", values)
  }

  private func yesOrNo(_ field: Field) -> FilterControl {
    let values = [("true", words.say("value.yes")), ("false", words.say("value.no"))]
    return select(field.name, title(field), "filter.any", values)
  }

  private func known(_ field: Field) -> FilterControl {
    let values = [("true", words.say("filter.known")), ("false", words.say("filter.unknown"))]
    return select(field.name + ".known", title(field), "filter.all", values)
  }

  private func select(
    _ name: String, _ title: String, _ any: String, _ values: [(String, String)]
  ) -> FilterControl {
    let chosen = given(name)
    let all = [("", words.say(any))] + values
    let options = all.map { SortOption(value: $0.0, title: $0.1, isChosen: $0.0 == chosen) }
    return FilterControl(
      name: name, title: title, options: options, isSelect: true, least: "", most: "", hint: nil,
      inputMode: "")
  }

  private func range(of field: Field) -> FilterControl {
    let isTime = [.timestamp, .datetime, .date].contains(field.type)
    return FilterControl(
      name: field.name, title: rangeTitle(field), options: [], isSelect: false,
      least: bound(field) { .atLeast($0) }, most: bound(field) { .atMost($0) },
      hint: isTime ? words.say(field.type == .date ? "filter.date" : "filter.time") : nil,
      inputMode: isTime ? "text" : "decimal")
  }

  /// A bound that is on, as its input takes it; empty for none.
  private func bound(_ field: Field, _ test: (Value) -> Filter.Test) -> String {
    for filter in query.filters where filter.field == field.name {
      switch filter.test {
      case .atLeast(let value), .atMost(let value):
        if test(value) == filter.test { return Self.input(value, field) }
      default: continue
      }
    }
    return ""
  }

  private static func input(_ value: Value, _ field: Field) -> String {
    switch (value, field.type) {
    case (.integer(let days), .date):
      CivilDate(daysSinceEpoch: Int(days)).map { String(decoding: $0.iso, as: UTF8.self) } ?? ""
    case (.integer(let milliseconds), .timestamp), (.integer(let milliseconds), .datetime):
      Timestamp(millisecondsSinceEpoch: milliseconds)
        .map { String(decoding: $0.iso, as: UTF8.self) } ?? ""
    case (.integer(let number), _): String(number)
    case (.number(let number), _):
      Int64(exactly: number).map(String.init) ?? String(number)
    default: ""
    }
  }

  private func rangeTitle(_ field: Field) -> String {
    guard let unit = field.unit, unit != "people" else { return title(field) }
    let sign = UnitText(words: words).sign(of: unit)
    return words.say("filter.with_unit", ["field": title(field), "unit": sign])
  }

  /// What a parameter says now; empty for nothing.
  private func given(_ name: String) -> String {
    query.parameters.first { $0.name == name }?.value ?? ""
  }

  private func title(_ field: Field) -> String { field.title.text(in: words.language) }
}

extension FilterForm {
  /// The words in the units that a filter takes, whatever the person reads values in.
  private func wordsOfFilter(_ field: Field) -> Catalogue {
    var words = words
    let unit = field.unit.flatMap(MeasureUnit.init(rawValue:))
    words.units = unit?.isMetric == false ? .imperial : .metric
    return words
  }

  /// A condition in words: "Class: L5", "Year from 2011".
  private func title(of filter: Filter) -> String {
    guard let field = dataset.field(filter.field) else { return filter.field }
    let text = ValueText(words: wordsOfFilter(field))
    let name = field.title.text(in: words.language)
    func say(_ key: String, _ value: Value) -> String {
      words.say(key, ["field": name, "value": text.text(value, of: field) ?? ""])
    }
    return switch filter.test {
    case .equals(let value): say("filter.is", value)
    case .atLeast(let value): say("filter.from", value)
    case .atMost(let value): say("filter.to", value)
    case .known(let known):
      words.say(known ? "filter.is_known" : "filter.is_unknown", ["field": name])
    }
  }
}
