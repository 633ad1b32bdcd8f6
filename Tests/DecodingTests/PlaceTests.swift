import AlmanacDecoding
import AlmanacDeclarations
import Testing

@Suite struct `A place` {
  @Test(arguments: [
    #"{"latitude":"50.775","longitude":"6.08333"}"#, #"{"lat":50.775,"lng":6.08333}"#,
    #"{"lat":50.775,"lon":"6.08333"}"#, #"{"type":"Point","coordinates":[6.08333,50.775]}"#,
    "[50.775,6.08333]", #""(50.775, 6.08333)""#, #""50.775,6.08333""#, #""POINT (6.08333 50.775)""#,
    #"{"type":"Point","coordinates":[6.08333,50.775,173.5]}"#,
    #"{"type":"Point","coordinates":["6.08333","50.775",null],"bbox":[1,2,3]}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[6.08333,50.775,1]}}"#,
    #"{"latitude":50.775,"longitude":6.08333,"altitude":173}"#, "[50.775,6.08333,173]",
    #""POINT Z (6.08333 50.775 173)""#, #""POINTZ(6.08333  50.775 173.5)""#,
    #""SRID=4326;POINT ZM (6.08333 50.775 1 2)""#, #""(50.775, 6.08333, 173)""#,
    #""50.775, 6.08333, 173.5""#,
    #"[null,"50.775","6.08333",null,false]"#, #""Aachen\nGermany\n(50.775, 6.08333)""#,
  ])
  func `is read in every known shape`(_ json: String) throws {
    #expect(try value(json, as: .point).value == at(50.775, 6.08333))
  }

  @Test(arguments: [
    "[91,0]", "[-90.5,0]", "[0,354.47]", "[0,-180.01]", "[]", "[null,null]", "{}",
    #"{"latitude":null,"longitude":null}"#, #"{"type":"Point","coordinates":[]}"#,
  ])
  func `that is none on Earth is unknown and no error`(_ json: String) throws {
    let read = try value(json, as: .point)
    #expect(read.value == .absent)
    #expect(read.extra == nil)
  }

  @Test(arguments: [
    "[6.08333,50.775]", "[6.08333,50.775,173.5]", #"["6.08333","50.775",null,7]"#,
    #"{"type":"Point","coordinates":[6.08333,50.775,173.5]}"#,
  ])
  func `at the coordinates of GeoJSON has its longitude first`(_ json: String) throws {
    let features = dataset(field("place", .point, "geometry.coordinates", "coordinates"))
    for answer in [
      #"[{"id":1,"geometry":{"coordinates":\#(json)}}]"#, #"[{"id":1,"coordinates":\#(json)}]"#,
    ] {
      #expect(try decode(answer, features).records[0].values == [at(50.775, 6.08333)])
    }
  }

  @Test func `that stands for unknown is absent`() throws {
    let stations = dataset(
      place("location", "lat", "lon", unknown: [Point(latitude: 0, longitude: 0)]))
    let answer = #"[{"id":1,"lat":0,"lon":0.0},{"id":2,"lat":"52.2","lon":21}]"#
    #expect(try decode(answer, stations).records.map(\.values) == [[.absent], [at(52.2, 21)]])
  }

  @Test func `is taken from its degrees first, then from its own paths`() throws {
    let fields = dataset(place("location", "lat", "lon", from: "geo"))
    let answer = """
      [{"id":1,"lat":1,"lon":2,"geo":[3,4]},{"id":2,"lat":1,"geo":[3,4]},{"id":3,"lat":"x","lon":2,"geo":[3,4]}]
      """
    let decoded = try decode(answer, fields)
    #expect(decoded.records.map(\.values) == [[at(1, 2)], [at(3, 4)], [at(3, 4)]])
    #expect(decoded.records.map(\.extra) == [nil, nil, #"{"lat":"x"}"#])
    #expect(decoded.page.drift.fields[0].illTyped == 0)
  }
}

@Suite struct `Lists, links and currencies` {
  @Test func `are read from lists, objects and single texts`() throws {
    #expect(try value(#"["a",2,null,""," b "]"#, as: .list).value == .list(["a", "2", " b "]))
    #expect(try value(#""alone""#, as: .list).value == .list(["alone"]))
    #expect(try value("[]", as: .list).value == .absent)
    #expect(try value(#"["",null]"#, as: .list).value == .absent)
    let languages = dataset(field("languages", .list, "languages.*"))
    let decoded = try decode(
      #"[{"id":1,"languages":{"nld":"Dutch","pap":"Papiamento"}}]"#, languages)
    #expect(decoded.records[0].values == [.list(["Dutch", "Papiamento"])])
    let capitals = dataset(field("capitals", .list, "capitals.*.name"))
    let nested = try decode(
      #"[{"id":1,"capitals":[{"name":"Pretoria"},{"name":"Bloemfontein"}]}]"#, capitals)
    #expect(nested.records[0].values == [.list(["Pretoria", "Bloemfontein"])])
  }

  @Test(arguments: [
    #"{"AWG":{"name":"Aruban florin","symbol":"\u0192"}}"#,
    #"[{"code":"AWG","name":"Aruban florin","symbol":"ƒ"}]"#,
  ])
  func `give currencies by code or in a list`(_ json: String) throws {
    let florin = Currency(code: "AWG", name: "Aruban florin", symbol: "ƒ")
    #expect(try value(json, as: .currencies).value == .currencies([florin]))
  }

  @Test func `take a missing name or symbol of a currency for unknown`() throws {
    let read = try value(#"{"PLN":{"name":"złoty"},"EUR":null}"#, as: .currencies)
    #expect(
      read.value == .currencies([Currency(code: "PLN", name: "złoty"), Currency(code: "EUR")]))
    #expect(try value("{}", as: .currencies).value == .absent)
  }

  @Test(arguments: [
    ("https://example.org/a", "https://example.org/a"),
    ("openstreetmap.org/relation/54224", "https://openstreetmap.org/relation/54224"),
    ("www.example.org", "https://www.example.org"),
    ("//flagcdn.com/w320/pl.png", "https://flagcdn.com/w320/pl.png"),
    ("goo.gl/maps/x", "https://goo.gl/maps/x"), ("flag.png", "flag.png"),
    ("images/flag.png", "images/flag.png"),
    ("mailto:a@example.org", "mailto:a@example.org"), ("v1.2/flag.png", "v1.2/flag.png"),
    ("see the page", "see the page"),
  ])
  func `complete an address that looks like host and path`(_ sent: String, _ expected: String)
    throws
  {
    #expect(try value(#""\#(sent)""#, as: .link).value == .text(expected))
    #expect(try value(#""\#(sent)""#, as: .image).value == .text(expected))
  }

  @Test func `take the address of a Socrata link`() throws {
    let read = try value(#"{"url":"https://example.org","description":"x"}"#, as: .link)
    #expect(read.value == .text("https://example.org"))
  }
}
