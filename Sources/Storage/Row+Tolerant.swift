import Foundation
import GRDB

/// Reads columns of our own tables as what they should be.
///
/// The file is a public format: what stands in it may be a stranger's, or damaged. GRDB's own
/// subscripts end the process where a value is of another type.
extension Row {
  /// A whole number; 0 where there is none.
  func integer(_ index: Int) -> Int64 { Int64.fromDatabaseValue(value(index)) ?? 0 }

  /// How many there are of something: never negative, and far enough from the end of the numbers
  /// that adding two is safe.
  func count(_ index: Int) -> Int { Int(Stored.count(integer(index))) }

  /// A text; empty where there is none.
  func text(_ index: Int) -> String { optionalText(index) ?? "" }

  /// A text; nothing where there is none.
  func optionalText(_ index: Int) -> String? { String.fromDatabaseValue(value(index)) }

  /// Seconds since 1970 that calendars reach.
  func seconds(_ index: Int) -> Double {
    Stored.seconds(Double.fromDatabaseValue(value(index)) ?? 0)
  }

  /// A moment; nothing where there is none.
  func moment(_ index: Int) -> Date? {
    value(index).isNull ? nil : Date(timeIntervalSince1970: seconds(index))
  }

  private func value(_ index: Int) -> DatabaseValue { self[index] }
}

/// The bounds of what is believed of a file.
enum Stored {
  /// More than there can be of anything, and less than half of what a number can hold.
  static let most: Int64 = 1 << 53
  /// The first second of the year -9999 and the last of 9999.
  static let moments = -377_705_116_800.0...253_402_300_799.0

  /// A number of records, changes or writes.
  static func count(_ number: Int64) -> Int64 { min(max(number, 0), most) }

  /// Seconds since 1970 that calendars reach.
  static func seconds(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(seconds, moments.lowerBound), moments.upperBound)
  }

  /// A moment that calendars reach.
  static func moment(_ date: Date) -> Date {
    Date(timeIntervalSince1970: seconds(date.timeIntervalSince1970))
  }
}
