import AlmanacCore
import AlmanacDeclarations

/// Values of records as people read them; one is made for a page and used for all its rows.
struct ValueText: Sendable {
  let words: Catalogue
  let units: UnitText
  let dates: DateText
  let places: PlaceText
  let currencies: CurrencyText

  init(words: Catalogue) {
    self.words = words
    units = UnitText(words: words)
    dates = DateText(words: words)
    places = PlaceText(words: words)
    currencies = CurrencyText(language: words.language)
  }

  /// The text of a record's value, in the person's language where the record has it; nothing where
  /// there is no value.
  func text(of record: Record, _ field: Int, in dataset: Dataset) -> String? {
    text(dataset.value(field, of: record, in: words.language), of: dataset.fields[field])
  }

  /// The text of a value; nothing where there is no value.
  func text(_ value: Value, of field: Field) -> String? {
    switch value {
    case .absent: nil
    case .integer(let number): whole(number, field)
    case .number(let number): units.text(number, unit: field.unit, decimals: field.decimals)
    case .text(let text): ShownText.cut(field.title(of: text, in: words.language))
    case .point(let point): places.text(point)
    case .list(let texts):
      ShownText.cut(texts.map { field.title(of: $0, in: words.language) })
        .joined(separator: words.say("list.separator"))
    case .currencies(let all):
      ShownText.cut(all.map(currency)).joined(separator: words.say("list.separator"))
    }
  }

  /// The value without its unit where a column's heading already says it.
  func cell(_ value: Value, of field: Field) -> String? {
    guard field.unit == "people", case .integer(let number) = value else {
      return text(value, of: field)
    }
    return units.numbers.integer(number)
  }

  /// The declared choice of a text, if it is one.
  func choice(_ text: String, of field: Field) -> Choice? {
    field.choices.first { $0.value == text }
  }

  /// A currency: "Polish złoty (zł)", or its code where no name is known.
  func currency(_ currency: Currency) -> String {
    let name = currencies.name(of: currency)
    guard !currency.symbol.isEmpty, currency.symbol != name else { return name }
    return words.say("value.currency", ["name": name, "symbol": currency.symbol])
  }

  private func whole(_ number: Int64, _ field: Field) -> String {
    switch field.type {
    case .year: year(number)
    case .boolean: words.say(number == 0 ? "value.no" : "value.yes")
    case .date: CivilDate(daysSinceEpoch: Int(number)).map(dates.day) ?? String(number)
    case .timestamp, .datetime:
      Timestamp(millisecondsSinceEpoch: number).map(dates.instant) ?? String(number)
    default: units.text(number, unit: field.unit)
    }
  }

  private func year(_ number: Int64) -> String {
    number > 0
      ? String(number)
      : words.say("value.year_bc", ["year": String(1 - Int128(number))])
  }
}
