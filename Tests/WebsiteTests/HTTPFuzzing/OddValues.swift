import Foundation

/// Values that break what trusts them: the edges of numbers, of texts, of encodings and of time.
enum OddValues {
  static let numbers = [
    "0", "-0", "1", "-1", "2", "10", "100", "1000", "1001", "65536", "2147483647", "2147483648",
    "-2147483649", "4294967295", "4294967296", "9007199254740993", "9223372036854775806",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "1e308", "1e309",
    "-1e400", "1e-400", "5e14", "0.1", ".5", "1.", "nan", "-nan", "inf", "-Infinity", "+7", "0x10",
    "0b1", "١٢", "1,5", "1_000", " 5", "5 ", "00000000000000000000000001",
  ]

  static let texts = [
    "", "a", "iron", "Stone", "ŁÓDŹ", "lodz", "ß", "İ", "ﬃ", "\u{1F468}\u{200D}\u{1F469}",
    "e\u{301}\u{302}\u{303}", "\u{202E}abc", "\u{FEFF}", "\u{0}", "%", "%2", "%zz", "%00", "%ff%fe",
    "%c0%af", "%ed%a0%80", "%f4%90%80%80", "%0d%0aX-Injected-1:%201", "\"", "'", "<b>", "&amp;",
    "\\",
    "//evil.example/x", "../../etc/passwd", "..%2f..%2f", "%2e%2e/", ";", "a;b", "a=b", "null",
    "true",
    "__proto__", "constructor", "*", "?", "#", "[]", "[0]", "{}", "$", "${HOME}", "{{name}}", "-",
    "--",
    "name", "-name", "id", "live", "map", "near", "changes", "distance", "about", "status",
    "x.json",
    ".", "..", ".json", "%2e", "s1", "a/b%20c", "a%2Fb%20c", "AA", "1", "1.5", "none",
    String(repeating: "a", count: 300), String(repeating: "%C5%81", count: 200),
    String(repeating: "a ", count: 400), String(repeating: "(", count: 600),
  ]

  static let dates = [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
    "Sun, 99 Nov 99999 99:99:99 GMT",
    "2026-11-21", "2026-11-21T14:05:00Z", "0000-00-00", "-9999-01-01", "99999999-01-01",
    "2026-02-30", "yesterday", "1795269900", "1e300",
  ]

  /// The values of header fields that the server reads, by their names.
  static let fields: [String: [String]] = [
    "Accept": [
      "*/*", "text/html", "application/json", "text/event-stream", "application/json;q=0",
      "text/html;q=1e999, */*;q=-1", ",,,;;;", "image/avif,image/webp", "q=q=q",
    ],
    "Accept-Language": [
      "pl", "sk-SK", "ru,en;q=0.5", "en-GB-u-nu-arab", "*", ";q=1", "pl;q=nan", "x-", "-",
      "en;q=1e400",
      "zz-ZZ,,,", "PL-pl;q=0.0000000000000000000000001",
    ],
    "Accept-Encoding": [
      "gzip", "identity;q=0", "*;q=0", "gzip;q=0, br", "gzip;q=2", "gzip;q=nan", "x-gzip",
      "deflate, gzip",
      "gzip;q=0.5;q=0.7", ",",
    ],
    "Range": [
      "bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-0,1-1", "bytes=9223372036854775808-",
      "bytes=-9223372036854775809", "lines=1-2", "bytes=", "bytes=0-18446744073709551615",
    ],
    "Cookie": [
      "units=metric", "units=imperial; language=pl", "language=%ff", "theme=dark; theme=light", "=",
      ";",
      "text=9223372036854775808", "density=;text=;", "greeting=off", "a", "units",
      "language=sk; greeted=1",
      "language=../../x", "\"units\"=\"metric\"",
    ],
    "Origin": [
      "null", "http://localhost", "http://[::1]:1", "https://evil.example", "://", "http://a:b:c",
    ],
    "Sec-Fetch-Site": ["same-origin", "none", "cross-site", "", "SAME-ORIGIN"],
    "Authorization": ["Bearer x", "Bearer", "Basic Og==", "Bearer  ", "bearer \u{FF}"],
    "Content-Type": [
      "application/json", "application/x-www-form-urlencoded", "text/plain",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16", ";", "/",
    ],
    "Last-Event-ID": [
      "", "1", "x-1", "x-9223372036854775808", "-", "x-18446744073709551616", "--",
    ],
    "X-Forwarded-Proto": ["http", "https", "ftp", "https,http"],
    "X-Forwarded-For": [
      "127.0.0.1", "::1", "[::1]:1", "1.2.3.4, 5.6.7.8", ",", "unknown", "::ffff:1.2.3.4",
    ],
    "Referer": ["/", "http://localhost/stones", "https://evil.example/", "//evil.example", "%"],
    "Expect": ["100-continue", "200-ok"],
    "Connection": ["keep-alive", "close", "Upgrade", "close, keep-alive", "te", ""],
    "Upgrade": ["h2c", "websocket", "TLS/1.3"],
    "TE": ["trailers", "gzip"],
    "Host": [
      "localhost", "127.0.0.1", "localhost:1", "[::1]", "LOCALHOST", "evil.example", "",
      "localhost:",
      "localhost:99999999999", "[::1", "::1", "localhost@evil.example", "a b",
    ],
    "If-Modified-Since": dates,
    "If-Unmodified-Since": dates,
    "Retry-After": numbers,
    "User-Agent": texts,
  ]

  /// Pieces that break the framing of a message where they are put in.
  static let breaks = [
    "\r", "\n", "\r\n", "\r\n\r\n", "\0", " ", "\t", ":", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9",
    "HTTP/2.0",
    "HTTP/9.9", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, identity\r\n",
    "Transfer-Encoding : chunked\r\n", "Transfer-Encoding: xchunked\r\n", "Content-Length: 5\r\n",
    "Content-Length: 5, 6\r\n", "Content-Length: -1\r\n", "Content-Length: +5\r\n",
    "Content-Length: 18446744073709551616\r\n", "Content-Length: 9223372036854775807\r\n",
    "Host: localhost\r\n", "Host: evil.example\r\n", " folded: yes\r\n", "X-Injected-1: 1\r\n",
    "0\r\n\r\n", "5\r\nhello\r\n", "ffffffffffffffffff\r\n", "-1\r\n",
    "5;a=b\r\nhello\r\n0\r\nTrailer: x\r\n\r\n",
    "GET / HTTP/1.1\r\n", "GET http://evil.example/ HTTP/1.1\r\n", "OPTIONS * HTTP/1.1\r\n",
    "CONNECT localhost:80 HTTP/1.1\r\n", "\u{FF}\u{FE}", "\u{7F}",
    String(repeating: "A", count: 20_000),
    String(repeating: "a: b\r\n", count: 300),
  ]
}
