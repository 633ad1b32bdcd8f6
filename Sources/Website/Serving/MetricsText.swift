import AlmanacEngine
import Foundation

/// The measurements in Prometheus' text format, version 0.0.4.
struct MetricsText {
  private(set) var text = ""

  init(
    statuses: [DatasetStatus], live: [LiveLine] = [], requests: RequestMetrics.Counts,
    uptime: Duration
  ) {
    datasets(statuses)
    self.live(live)
    streams(statuses)
    self.requests(requests)
    duration(requests)
    gauge("almanac_uptime_seconds", "Seconds since the server started.")
    sample("almanac_uptime_seconds", uptime / .seconds(1))
    memory()
  }

  private mutating func datasets(_ statuses: [DatasetStatus]) {
    gauge("almanac_records", "Records in the copy.")
    for status in statuses { sample("almanac_records", status, Double(status.count)) }
    gauge("almanac_last_success_timestamp_seconds", "The last successful check.")
    for status in statuses {
      guard let date = status.lastSuccess?.timeIntervalSince1970 else { continue }
      sample("almanac_last_success_timestamp_seconds", status, date)
    }
    gauge("almanac_sync_running", "Whether a check is running.")
    for status in statuses { sample("almanac_sync_running", status, status.isSyncing ? 1 : 0) }
    gauge("almanac_trouble", "Whether the last check failed or is held.")
    for status in statuses { sample("almanac_trouble", status, status.trouble == nil ? 0 : 1) }
    gauge("almanac_held", "Whether the brake holds an update until a person accepts it.")
    for status in statuses {
      sample("almanac_held", status, status.trouble?.kind == .held ? 1 : 0)
    }
    gauge("almanac_drift", "Fields that the source changed since an earlier answer.")
    for status in statuses { sample("almanac_drift", status, Double(status.drift.count)) }
    gauge("almanac_set_aside", "Records of the last answers that could not be kept.")
    for status in statuses { sample("almanac_set_aside", status, Double(status.setAsideCount)) }
    gauge("almanac_disk_bytes", "The size of the copy on disk.")
    for status in statuses { sample("almanac_disk_bytes", status, Double(status.bytesOnDisk)) }
  }

  /// Adds the pictures that are kept.
  mutating func pictures(_ size: (count: Int, bytes: Int)) {
    gauge("almanac_pictures", "Pictures that are kept.")
    sample("almanac_pictures", Double(size.count))
    gauge("almanac_pictures_bytes", "The size of the pictures on disk.")
    sample("almanac_pictures_bytes", Double(size.bytes))
  }

  /// Who reads a dataset live.
  struct LiveLine: Sendable {
    let dataset: String
    let readers: Int
    let updates: Int
  }

  private mutating func live(_ lines: [LiveLine]) {
    gauge("almanac_live_subscribers", "Live windows that are open.")
    for line in lines {
      sample("almanac_live_subscribers{dataset=\"\(line.dataset)\"}", Double(line.readers))
    }
    head(
      "almanac_live_updates_total", "Windows and changes given to live windows.", "counter")
    for line in lines {
      sample("almanac_live_updates_total{dataset=\"\(line.dataset)\"}", Double(line.updates))
    }
  }

  private mutating func streams(_ statuses: [DatasetStatus]) {
    let streams = statuses.filter { $0.stream != nil }
    if streams.isEmpty { return }
    gauge("almanac_stream_connected", "Whether packets are being received.")
    for status in streams {
      sample("almanac_stream_connected", status, status.stream?.isConnected == true ? 1 : 0)
    }
    let name = "almanac_stream_records_total"
    head(name, "Records of a stream since the start, by what became of them.", "counter")
    for status in streams {
      for (outcome, count) in status.stream?.counts.outcomes ?? [] {
        sample("\(name){dataset=\"\(status.dataset)\",outcome=\"\(outcome)\"}", Double(count))
      }
    }
    head("almanac_stream_packets_total", "Packets of a stream since the start.", "counter")
    for status in streams {
      sample("almanac_stream_packets_total", status, Double(status.stream?.counts.packets ?? 0))
    }
    head("almanac_stream_reconnects_total", "Connections after the first.", "counter")
    for status in streams {
      sample(
        "almanac_stream_reconnects_total", status, Double(status.stream?.counts.reconnects ?? 0))
    }
  }

  private mutating func requests(_ counts: RequestMetrics.Counts) {
    head("almanac_http_requests_total", "Requests by route and status.", "counter")
    for (series, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
      sample(
        "almanac_http_requests_total{route=\"\(series.route)\",status=\"\(series.status)\"}",
        Double(count))
    }
  }

  private mutating func duration(_ counts: RequestMetrics.Counts) {
    let name = "almanac_http_request_duration_seconds"
    head(name, "How long requests took.", "histogram")
    var sum = 0
    for (bound, count) in zip(RequestMetrics.bounds, counts.buckets) {
      sum += count
      sample("\(name)_bucket{le=\"\(bound)\"}", Double(sum))
    }
    sample("\(name)_bucket{le=\"+Inf\"}", Double(counts.total))
    sample("\(name)_sum", counts.seconds)
    sample("\(name)_count", Double(counts.total))
  }

  private mutating func memory() {
    guard let bytes = ProcessMemory.residentBytes() else { return }
    gauge("process_resident_memory_bytes", "Resident memory.")
    sample("process_resident_memory_bytes", Double(bytes))
  }

  private mutating func gauge(_ name: String, _ help: String) { head(name, help, "gauge") }

  private mutating func head(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(_ name: String, _ status: DatasetStatus, _ value: Double) {
    sample("\(name){dataset=\"\(status.dataset)\"}", value)
  }

  private mutating func sample(_ name: String, _ value: Double) {
    let whole = Int64(exactly: value).map(String.init)
    text += "\(name) \(whole ?? String(value))\n"
  }
}

extension StreamCounts {
  /// The counts of records by what became of them.
  fileprivate var outcomes: [(String, Int)] {
    [
      ("received", received), ("inserted", inserted), ("changed", changed), ("older", older),
      ("set_aside", setAside), ("dropped", dropped), ("unlisted", unlisted),
      ("ill_typed", illTyped),
    ]
  }
}

/// What the operating system says of this process.
enum ProcessMemory {
  /// The resident memory; nothing where the system does not say so in `/proc`.
  static func residentBytes() -> Int? {
    guard let data = FileManager.default.contents(atPath: "/proc/self/status"),
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasPrefix("VmRSS:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first
      .flatMap { Int($0) }.map { $0 * 1024 }
  }
}
