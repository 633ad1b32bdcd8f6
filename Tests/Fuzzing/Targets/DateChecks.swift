@testable import AlmanacCore
import AlmanacDeclarations
@testable import AlmanacDecoding

/// Dates and times: the two readers agree, and what is written is read again.
func checkDates(_ bytes: Bytes) {
  let text = Array(bytes)
  if let date = CivilDate(iso: text) {
    require(CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date, "a day has one number")
    require(CivilDate(iso: date.iso) == date, "a date is read as it is written")
  }
  let moment = Moment(bytes, order: .mdy)
  if let timestamp = Timestamp(iso: text) {
    require(Timestamp(iso: timestamp.iso) == timestamp, "a moment is read as it is written")
    checkAgreement(timestamp, moment, of: bytes)
  }
  if let moment { checkMoment(moment) }
  checkNumbers(bytes)
}

/// Where both readers take a text, they take it for the same moment.
private func checkAgreement(_ timestamp: Timestamp, _ moment: Moment?, of bytes: Bytes) {
  guard let moment else { return }
  let milliseconds = moment.instant ?? moment.local
  require(milliseconds == timestamp.millisecondsSinceEpoch, "both readers read the same moment")
}

private func checkMoment(_ moment: Moment) {
  guard let date = CivilDate(year: moment.year, month: moment.month, day: moment.day) else {
    return require(false, "a moment is on a day of the calendar")
  }
  require(Int64(date.daysSinceEpoch) == moment.days, "both calendars count the same days")
  require((0...86_400_999).contains(moment.milliseconds), "a time is within its day")
  require((-1_439...1_439).contains(moment.zone ?? 0), "a zone is less than a day")
}

/// Any number of days or milliseconds, the bytes taken as one.
private func checkNumbers(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let number = Int64(bitPattern: choices.word())
  if let date = CivilDate(daysSinceEpoch: Int(truncatingIfNeeded: number)) {
    require(date.daysSinceEpoch == Int(number), "a number of days is that of its day")
    require(CivilDate(year: date.year, month: date.month, day: date.day) == date, "it is a day")
  }
  guard let moment = Timestamp(millisecondsSinceEpoch: number) else { return }
  require(Timestamp(iso: moment.iso) == moment, "\(number) is read as it is written")
}
