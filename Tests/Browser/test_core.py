"""The wrapper around Core in WebAssembly: what it gives, what it refuses, and what it gives back."""

import re
import sys
from contextlib import contextmanager

from browser import open_page, page, run

# In every test: `core` is a new Core, `core_module` the module, `peaks()` a finished table.
START = """
const { files } = await (await fetch("/-/shell.json")).json();
const address = (name) => files.find((file) => file.endsWith(`/${name}`));
const source = (name) => address("almanac.js").replace(/almanac.js$/, name);
const core_module = await import(source("core.js"));
const bytes = await (await fetch(address("core.wasm"))).arrayBuffer();
const core = await core_module.loadCore(bytes);
const shape = { key: "text", fields: [{ name: "name", type: "text" }, { name: "height", type: "number" },
  { name: "place", type: "point" }], search: ["name"], sort: ["-height"], measure: "place" };
const rows = [
  { id: "r", name: "Rysy 😀 Łęg", height: 2501.5, place: { latitude: 49.18, longitude: 20.09 } },
  { id: "b", name: "Ben Nevis", height: 1345, place: null },
  { id: "g", name: null, height: null },
];
const peaks = (count = 1) => {
  const table = core.table(shape);
  for (let time = 0; time < count; time += 1) table.add(rows.map((row) => ({ ...row, id: row.id + time })));
  table.finish();
  return table;
};
const fails = (body) => {
  try { body(); } catch (error) { return `${error.name}: ${error.message}`; }
  return null;
};
"""


@contextmanager
def core(browser):
    """Runs the body of a function in a page that has Core at hand."""
    with page(browser) as tab:
        open_page(tab, "/about")
        yield lambda body, arg=None: tab.evaluate(f"async (arg) => {{ {START} {body} }}", arg)


def test_answers_are_rows_by_their_numbers(browser):
    with core(browser) as ask:
        answer = ask("""
            const table = peaks();
            const found = table.find("leg");
            return { ids: table.ids, order: [...table.order()], up: [...table.order(["height"])],
              within: [...table.order(["-name"], { within: [0, 2] })], rows: [...found.rows],
              tier: core_module.TIERS[found.tiers[0]], total: found.total, near: table.nearest(rows[0].place),
              marks: table.marks(0, "leg", "word"), suggested: table.find("nevsi").suggestion,
              none: table.find("zzz"), most: [...table.filter([2, 1, 0], [{ field: "height", most: "1345" }])] };""")
        assert answer["ids"] == ["r0", "b0", "g0"]
        assert answer["order"] == [0, 1, 2] and answer["up"] == [1, 0, 2] and answer["within"] == [0, 2]
        assert (answer["rows"], answer["tier"], answer["total"]) == ([0], "word", 1)
        assert answer["marks"] == [{"field": "name", "index": 0, "text": "Rysy 😀 Łęg", "ranges": [[8, 11]]}]
        assert answer["near"] == [{"row": 0, "metres": 0, "bearing": None}]
        assert answer["none"]["total"] == 0 and answer["none"]["suggestion"] is None
        assert answer["most"] == [1]


def test_a_distance_and_its_line(browser):
    with core(browser) as ask:
        answer = ask("""
            const [from, to] = [{ latitude: 52, longitude: 21 }, { latitude: 50, longitude: 20 }];
            return { there: core.distance(from, to), here: core.distance(from, from),
              line: core.line(from, to, { every: 100_000, atMost: 128 }),
              wrong: fails(() => core.distance(from, { latitude: 91, longitude: 0 })) };""")
        assert abs(answer["there"]["metres"] - 233301.393540744) < 1e-6
        assert answer["here"] == {"metres": 0, "initialBearing": None, "finalBearing": None}
        assert len(answer["line"]) == 4 and answer["line"][0] == {"latitude": 52, "longitude": 21}
        assert "two places on Earth" in answer["wrong"]


def test_a_damaged_file_is_named_as_such(browser):
    with core(browser) as ask:
        answers = ask("""
            const damaged = [bytes.slice(0, bytes.byteLength / 2), new ArrayBuffer(0),
              new TextEncoder().encode("<!doctype html>").buffer,
              Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]).buffer];
            const told = [];
            for (const file of damaged)
              await core_module.loadCore(file).catch((error) => told.push(`${error.name}: ${error.message}`));
            return told;""")
        assert len(answers) == 4, answers
        for answer in answers:
            assert answer.startswith("CoreError: core.wasm of "), answer
            assert "cannot be used" in answer


def test_a_compiled_module_will_do(browser):
    with core(browser) as ask:
        assert ask("""
            const other = await core_module.loadCore(await WebAssembly.compile(bytes));
            return other.distance(rows[0].place, rows[0].place).metres;""") == 0


def test_what_is_wrong_is_named_and_harms_nothing(browser):
    with core(browser) as ask:
        answers = ask("""
            const table = peaks();
            const early = core.table(shape);
            const gone = peaks();
            gone.release();
            gone.release();
            const told = {
              type: fails(() => core.table({ key: "text", fields: [{ name: "name", type: "poem" }] })),
              field: fails(() => core.table({ ...shape, search: ["nmae"] })),
              collation: fails(() => table.order([], { collation: "xx" })),
              order: fails(() => table.order(["-heigth"])),
              early: fails(() => early.find("a")),
              text: fails(() => early.add([{ id: "a", name: 7 }])),
              moment: fails(() => core.table({ key: "text", fields: [{ name: "at", type: "timestamp" }] })
                .add([{ id: "a", at: "soon" }])),
              number: fails(() => early.add([{ id: "a", height: "7m" }])),
              condition: fails(() => table.filter([0], [{ field: "height", least: "tall" }])),
              place: fails(() => table.nearest({ latitude: NaN, longitude: 0 })),
              row: fails(() => table.marks(99, "a", "word")),
              gone: fails(() => gone.order()),
            };
            return { told, after: table.find("rysy").total };""")
        expected = {
            "type": "knows no table", "field": 'no field "nmae"', "collation": 'no order of "xx"',
            "order": 'no field "heigth"', "early": "finish()", "text": "expected a text, found 7", "moment": "could not read",
            "number": 'expected a number, found "7m"', "condition": 'found "tall"', "place": "no such place",
            "row": "no row 99", "gone": "released",
        }
        for name, part in expected.items():
            assert answers["told"][name].startswith("CoreError: "), (name, answers["told"][name])
            assert part in answers["told"][name], (name, answers["told"][name])
        assert answers["after"] == 1


def test_odd_texts_and_texts_of_any_length_come_back(browser):
    with core(browser) as ask:
        texts = ["\ufeffmark", "a\u0000b", "😀" * 70_000, "ﷺ", "x" * 300_000]
        answers = ask("""
            const table = core.table(shape);
            table.add(arg.map((name, number) => ({ id: `${number}\u0000`, name })));
            table.add([]);
            table.finish();
            return arg.map((text, row) => {
              const [mark] = table.marks(row, text, table.find(text).tiers[0] ?? 5);
              return mark?.text ?? null;
            });""", texts)
        assert answers[0] == texts[0] and answers[1] == texts[1]
        assert answers[3:] == texts[3:]


def test_released_tables_give_their_memory_back(browser):
    with core(browser) as ask:
        sizes = ask("""
            const grown = [];
            const original = WebAssembly.Memory.prototype.grow;
            WebAssembly.Memory.prototype.grow = function (pages) {
              grown.push(pages);
              return original.call(this, pages);
            };
            const count = () => grown.reduce((all, pages) => all + pages, 0);
            const sizes = [];
            for (let time = 0; time < 60; time += 1) {
              const tables = [peaks(300), peaks(900)];
              if (tables[1].find("nevis").total !== 900) throw new Error("not found");
              for (const table of tables) table.release();
              sizes.push(count());
            }
            WebAssembly.Memory.prototype.grow = original;
            return sizes;""")
        assert sizes[0] > 0
        assert sizes[-1] == sizes[9], sizes


def test_many_tables_live_side_by_side(browser):
    with core(browser) as ask:
        assert ask("""
            const tables = Array.from({ length: 40 }, (_, number) => peaks(number + 1));
            for (const table of tables.filter((_, number) => number % 3 === 0)) table.release();
            return tables.filter((_, number) => number % 3 !== 0)
              .every((table) => table.find("rysy").total === table.count / 3);""")


def test_it_needs_no_document(browser):
    with core(browser) as ask:
        for part, made in (("", "loadCore"), ("-memory", "Memory"), ("-table", "Table"), ("-writer", "Writer")):
            text = ask(f"""return (await fetch(source("core{part}.js"))).text();""")
            code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
            assert made in code and not re.search(r"\b(document|window)\b", code), part


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
