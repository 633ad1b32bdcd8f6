import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `A module of a script` {
  @Test func `is read in the forms that we write`() throws {
    let module = try ScriptModule(
      name: "a-b.js",
      text: """
        /** Told. */
        import "./c.js";
        import { d, e as f } from "./d.js";
        import * as g from "./g.js";
        export { h, i } from "./h.js";
        import("./late.js");
        export const j = d(f);
        export async function k() {}
        export function* l() {}
        export class M {}
        const exported = 1;
        """)
    #expect(
      module.imports == [
        .init(pattern: nil, module: "c.js"), .init(pattern: "{ d, e: f }", module: "d.js"),
        .init(pattern: "g", module: "g.js"), .init(pattern: nil, module: "h.js"),
      ])
    #expect(module.late == ["late.js"])
    #expect(module.exports == ["h", "i", "j", "k", "l", "M"])
    #expect(module.identifier == "$a_b")
    #expect(
      module.enclosed() == """
        const $a_b = (() => {
        const { d, e: f } = $d;
        const g = $g;

        import("./late.js");
        const j = d(f);
        async function k() {}
        function* l() {}
        class M {}
        const exported = 1;
        return { h: $h.h, i: $h.i, j, k, l, M };
        })();

        """)
  }

  @Test(arguments: [
    "import a from \"./a.js\";", "import { a } from \"a\";", "import { a } from './a.js';",
    "import {", "export default 1;", "export let a = 1;", "export { a };",
    "export * from \"./a.js\";", "await a();",
  ]) func `is refused in any other form`(line: String) {
    #expect(throws: ScriptModule.UnknownForm.self) {
      try ScriptModule(name: "a.js", text: "const b = 1;\n\(line)")
    }
  }
}

@Suite struct `Scripts put together` {
  private static let texts = [
    "first.js": """
    import { one } from "./one.js";
    const later = () => [import("./part.js"), import("./other.js")];
    """,
    "one.js": "export const one = 1;",
    "part.js": """
    import { both } from "./both.js";
    import { one } from "./one.js";
    import { own } from "./own.js";
    export const part = [one, both, own, () => import("./third.js")];
    """,
    "other.js": "import { both } from \"./both.js\";",
    "both.js": "export const both = 2;",
    "own.js": "export const own = 3;",
    "third.js": "import \"./one.js\";",
    "worker.js": "import { both } from \"./both.js\";",
  ]

  @Test func `are one for a beginning, one for each part, and one for what parts share`() throws {
    let scripts = try ScriptBundles(texts: Self.texts).page(beginningWith: "first.js")
    #expect(Set(scripts.keys) == ["first.js", "part.js", "other.js", "third.js", "shared-both.js"])
    #expect(
      scripts["shared-both.js"] == """
        const $both = (() => {
        const both = 2;
        return { both };
        })();
        export { $both };

        """)
    let part = try #require(scripts["part.js"])
    #expect(
      part.hasPrefix(
        "import { $one } from \"./first.js\";\nimport { $both } from \"./shared-both.js\";\n"))
    #expect(part.hasSuffix("})();\nexport const { part } = $part;\n"))
    #expect(part.contains("const $own = (() => {"))
    #expect(
      scripts["other.js"]?.hasPrefix("import { $both } from \"./shared-both.js\";\n(() => {")
        == true)
    let first = try #require(scripts["first.js"])
    #expect(first.hasSuffix("export { $one };\n") && !first.contains("import {"))
  }

  @Test func `are a single one for a worker`() throws {
    #expect(
      try ScriptBundles(texts: Self.texts).alone("worker.js") == """
        "use strict";
        const $both = (() => {
        const both = 2;
        return { both };
        })();
        (() => {
        const { both } = $both;

        })();

        """)
  }

  @Test func `are refused with a module that is not there, or a circle`() {
    #expect(throws: ScriptBundles.Failure.self) {
      try ScriptBundles(texts: ["a.js": "import \"./b.js\";"])
    }
    #expect(throws: ScriptBundles.Failure.self) {
      try ScriptBundles(texts: ["a.js": "import \"./b.js\";", "b.js": "import \"./a.js\";"])
    }
  }

  @Test func `hold each of our modules once on a page`() throws {
    let files = try Share(given: TrialLibrary.share).files(in: "scripts", ending: ".js")
    let texts = try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      })
    let scripts = try ScriptBundles(texts: texts).page(beginningWith: Scripts.first)
    let declared = scripts.values.flatMap { text in
      text.matches(of: /(?m)^const (\$\w+) = \(\(\) => \{$/).map { String($0.1) }
    }
    #expect(declared.count > 60)
    #expect(Set(declared).count == declared.count)
    for (name, text) in scripts {
      for match in text.matches(of: /(?m)^import \{ (.+) \} from "\.\/(.+)";$/) {
        let other = try #require(scripts[String(match.2)], "\(name) imports it")
        let handed =
          other.firstMatch(of: /(?m)^export \{ (.+) \};$/)?.1.split(separator: ", ") ?? []
        #expect(Set(match.1.split(separator: ", ")).isSubset(of: handed))
      }
    }
  }
}
