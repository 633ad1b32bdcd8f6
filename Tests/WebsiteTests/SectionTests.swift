import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite struct `A list in sections` {
  @Test func `counts a record once, under its first section`() async throws {
    let lands = try await page("/lands")
    #expect(headings(lands) == ["East 2", "West 2", "Elsewhere 1"])
    #expect(lands.matches(of: /class="entry"/).count == 5)
  }

  @Test func `points to records that belong to a section as well`() async throws {
    #expect(others(try await page("/lands")) == ["DD", "AA"])
  }

  @Test func `has the counts of the whole on each of its pages`() async throws {
    let first = try await page("/lands?limit=3")
    #expect(headings(first) == ["East 2", "West 2"])
    #expect(others(first) == ["DD"])  // who stands on the other page
    let second = try await page("/lands?limit=3&offset=3")
    #expect(headings(second) == ["West continued 2", "Elsewhere 1"])
    #expect(others(second) == ["AA"])
    #expect(try await page("/lands?limit=3&offset=9").contains("class=\"part\"") == false)
  }

  @Test func `leads to sections on other pages`() async throws {
    #expect(
      jumps(try await page("/lands?limit=1")) == [
        "#section-east", "/lands?offset=2&amp;limit=1#section-west",
        "/lands?offset=4&amp;limit=1#section-elsewhere",
      ])
    #expect(
      jumps(try await page("/lands")) == ["#section-east", "#section-west", "#section-elsewhere"])
  }

  @Test func `keeps them under a filter, with what it leaves`() async throws {
    let lands = try await page("/lands?capitals.known=true")
    #expect(headings(lands) == ["East 2", "West 0"])
    #expect(others(lands) == ["AA"])
    #expect(jumps(lands) == ["#section-east", "#section-west"])
  }

  @Test func `stands in none while an order across them rules, and leads to them`() async throws {
    let ways = ["/lands#section-east", "/lands#section-west", "/lands#section-elsewhere"]
    let sorted = try await page("/lands?sort=-population")
    #expect(headings(sorted) == [] && jumps(sorted) == ways)
    let found = try await page("/lands?q=land")
    #expect(headings(found) == [])
    #expect(jumps(found).first == "/lands?q=land&amp;sort=parts%2Cname#section-east")
    let bySection = try await page("/lands?q=land&sort=parts,name")
    #expect(headings(bySection) == ["East 2", "West 2", "Elsewhere 1"])
    #expect(bySection.contains("<option value=\"parts,name\" selected>In sections: Parts"))
  }

  @Test func `names every section apart in links`() {
    #expect(
      SectionAnchors(["North America", "north-america", "Åland & Co", "???", "Европа"]).anchors == [
        "section-north-america", "section-north-america-2", "section-åland-co", "section-",
        "section-европа",
      ])
  }

  private func headings(_ page: String) -> [String] {
    page.matches(of: /<h2><span>(.+?)<\/span> <span class="tally">(\d+)<\/span>/).map {
      "\($0.1) \($0.2)".replacing(/<\/?small>/, with: "")
    }
  }

  private func others(_ page: String) -> [String] {
    page.matches(of: /class="see-also">(.+?)<\/p>/).map { line in
      line.1.matches(of: /href="\/lands\/(\w+)"/).map { String($0.1) }.joined(separator: " ")
    }
  }

  private func jumps(_ page: String) -> [String] {
    let jump = page.firstMatch(of: /<nav class="jump"[^>]*>(.+?)<\/nav>/)?.1 ?? ""
    return jump.matches(of: /href="(.+?)"/).map { String($0.1) }
  }
}

@Suite struct `The address of a list` {
  @Test func `names the rows that stand unfolded`() async throws {
    let lands = try await page("/lands?open-row=BB&open-row=DD&open-row=nobody")
    #expect(lands.matches(of: /<details open><summary/).count == 2)
    for id in ["BB", "DD", "nobody"] {
      #expect(lands.contains("<input type=\"hidden\" name=\"open-row\" value=\"\(id)\">"))
    }
    #expect(try await page("/lands").contains("<details open>") == false)
  }

  @Test func `names them under a search and another order`() async throws {
    let lands = try await page("/lands?q=land&sort=-population&open-row=BB")
    #expect(lands.matches(of: /<details open><summary/).count == 1)
  }

  @Test func `names none where rows do not unfold`() async throws {
    try await TrialLibrary.ask { client in
      for path in ["/stones?open-row=bare", "/lands.json?open-row=BB", "/lands/BB?open-row=BB"] {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .badRequest, "\(path)")
        #expect(String(buffer: answer.body).contains("open-row"))
      }
    }
  }
}

@Suite struct `A page beside its list` {
  @Test func `knows the part of the list that it stands in`() async throws {
    #expect(try await page("/lands/CC").contains("class=\"atlas by-page\" list=\"/lands\""))
  }

  @Test func `has as many boxes in its place as it has facts at most`() async throws {
    let lands = try await page("/lands")
    let waiting = lands.firstMatch(
      of: /<template class="pane-waiting">.+?<\/template>/.dotMatchesNewlines())
    #expect(waiting?.0.matches(of: /<div><span class="skeleton/).count == 5)
  }

  @Test func `is none where the list is a table`() async throws {
    for path in ["/stones", "/stones/bare"] {
      #expect(try await page(path).contains("almanac-atlas") == false)
    }
  }
}

private func page(_ path: String) async throws -> String {
  try await TrialLibrary.ask { client in
    String(buffer: try await client.execute(uri: path, method: .get).body)
  }
}
