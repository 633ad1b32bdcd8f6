/// Every fault that is tried, in the order of `Notes/faults.md`.
enum FaultTable {
  static let rows = connections + statuses + redirects + shapes + records
}
