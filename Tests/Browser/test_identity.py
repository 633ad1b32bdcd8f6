"""Server and browser give the same: search, sort orders, filters, distances, nearest records.

The server is the real program; the browser runs Core in WebAssembly in a page of it, over the rows
that `/{dataset}.json` gives. The short form asks some hundreds of questions of each kind; `--full`
asks ten thousand searches and ten thousand distances, in every order of every dataset. Prints how
many were asked, and found equal, as `name value unit` lines.
"""

import argparse
import os
import random
import sys
import time

from browser import chromium
from identity import Library, parameter, queries

LOAD = """async ([dataset]) => {
  const { files } = await (await fetch("/-/shell.json")).json();
  const address = (name) => files.find((file) => file.endsWith(`/${name}`));
  const core = await import(address("almanac.js").replace(/almanac.js$/, "core.js"));
  const manifest = await (await fetch(`/-/offline/${dataset}.json`)).json();
  window.almanac ??= { tables: {} };
  almanac.core ??= await core.loadCore(await (await fetch(address("core.wasm"))).arrayBuffer());
  const { sections } = manifest.list;
  const table = almanac.core.table({ ...manifest.core, sections });
  for (let offset = 0; offset < manifest.count; offset += 1000) {
    const path = `/${dataset}.json?sort=-id&limit=1000&offset=${offset}`;
    table.add((await (await fetch(path)).json()).rows);
  }
  table.finish();
  almanac.tables[dataset] = table;
  const sortable = manifest.core.fields.map((field) => field.name);
  return { count: table.count, fields: manifest.core.fields, key: manifest.core.key,
    measure: manifest.core.measure, search: manifest.core.search };
}"""
FIND = """([dataset, queries]) => queries.map((query) => {
  const table = almanac.tables[dataset];
  const { rows, total, isAtLeast } = table.find(query);
  return { ids: Array.from(rows, (row) => table.ids[row]), total, isAtLeast };
})"""
LOOK = """([dataset, queries]) => queries.map((query) => {
  const table = almanac.tables[dataset];
  const found = table.find(query, { limit: 20 });
  const rows = Array.from(found.rows, (row, place) => ({
    id: table.ids[row], tier: found.tiers[place], marks: table.marks(row, query, found.tiers[place]),
  }));
  return { rows, total: found.total, suggestion: found.suggestion };
})"""
ORDER = """([dataset, sort, collation]) => {
  const table = almanac.tables[dataset];
  return Array.from(table.order(sort, { collation }), (row) => table.ids[row]);
}"""
FILTER = """([dataset, conditions]) => {
  const table = almanac.tables[dataset];
  return Array.from(table.filter(table.order(), conditions), (row) => table.ids[row]);
}"""
DISTANCES = """([pairs]) => pairs.map(([from, to]) => almanac.core.distance(from, to))"""
NEAR = """([dataset, places]) => places.map(([place, radius, limit]) => {
  const table = almanac.tables[dataset];
  const near = table.near(place, { radius: radius ?? Infinity, limit });
  return { total: near.total,
    rows: near.rows.map(({ row, metres }) => ({ id: table.ids[row], metres })) };
})"""
TIERS = ["exact", "folded", "prefix", "word", "inside", "typo"]
MICROMETRE = 1e-6
UNSORTED = {"point", "list", "currencies", "image", "link"}


class Identity:
    """The server, the page, and what was found equal so far."""

    def __init__(self, library, tab, full):
        self.library, self.tab, self.full, self.counts = library, tab, full, {}
        self.shapes, self.texts, self.rows = {}, {}, {}
        for dataset in library.datasets:
            self.shapes[dataset] = tab.evaluate(LOAD, [dataset])
            self.rows[dataset] = self.all_rows(dataset)
            assert len(self.rows[dataset]) == self.shapes[dataset]["count"], dataset
            names = self.shapes[dataset]["search"]
            values = [row.get(name) for row in self.rows[dataset] for name in names]
            self.texts[dataset] = [text for value in values if value
                                   for text in (value if isinstance(value, list) else [value])]

    def all_rows(self, dataset):
        rows, total = [], self.library.get(f"/{dataset}.json?limit=1")["total"]
        for offset in range(0, total, 1000):
            rows += self.library.get(f"/{dataset}.json?sort=id&limit=1000&offset={offset}")["rows"]
        return rows

    def count(self, name, number):
        self.counts[name] = self.counts.get(name, 0) + number

    # What is asked

    def searches(self, dataset, number, seed):
        """All ids that a list finds, in their order, and how many."""
        asked = queries(self.texts[dataset], number, seed)
        for start in range(0, number, 100):
            some = asked[start:start + 100]
            ours = self.tab.evaluate(FIND, [dataset, some])
            theirs = self.library.every(
                lambda query: self.library.ids(dataset, f"q={parameter(query)}"), some)
            for query, mine, its in zip(some, ours, theirs):
                assert mine == its, f"{dataset}: {query!r}: browser {short(mine)}, server {short(its)}"
            self.count("search_queries", len(some))
            self.count("search_ids", sum(len(each["ids"]) for each in ours))

    def looks(self, dataset, number, seed):
        """Tiers, marks and suggestions."""
        asked = queries(self.texts[dataset], number, seed)
        ours = self.tab.evaluate(LOOK, [dataset, asked])
        theirs = self.library.every(
            lambda query: self.library.get(f"/search.json?in={dataset}&limit=20&q={parameter(query)}"), asked)
        for query, mine, its in zip(asked, ours, theirs):
            rows = [row for part in its["datasets"] for row in part["rows"]]
            assert mine["total"] == its["total"], (dataset, query)
            assert mine["suggestion"] == its["suggestion"], (dataset, query, mine, its["suggestion"])
            assert [row["id"] for row in mine["rows"]] == [row["id"] for row in rows], (dataset, query)
            for row, other in zip(mine["rows"], rows):
                assert TIERS[row["tier"]] == other["match"], (dataset, query, row, other)
                told = {"field": other["field"], "text": other["text"], "ranges": other["marks"]}
                marks = [{name: mark[name] for name in told} for mark in row["marks"]]
                assert told in marks if marks else other["field"] is None, (dataset, query, row, other)
        self.count("looks", number)

    def fields(self, dataset):
        """The fields that programs know; by what ends in @ a page orders in its language."""
        return [field for field in self.shapes[dataset]["fields"] if not field["name"].endswith("@")]

    def orders(self, dataset):
        """Every order of one field, both ways, and some of two."""
        own = self.fields(dataset)
        fields = [field["name"] for field in own if field["type"] not in UNSORTED] + ["id"]
        chance = random.Random(dataset)
        sorts = [[sign + name] for name in fields for sign in ("", "-")]
        for _ in range(20 if self.full else 4):
            first, second = chance.sample(fields, 2)
            sorts.append([chance.choice(["", "-"]) + first, chance.choice(["", "-"]) + second])
        asked = [(sort, "root") for sort in [[], *sorts]]
        texts = [field["name"] for field in own if field["type"] == "text"]
        if self.shapes[dataset]["count"] < 50_000:  # more have one order for all languages
            asked += [([chance.choice(["", "-"]) + name], language)
                      for name in texts for language in ("pl", "sk", "ru")]
        for sort, collation in asked:
            mine = self.tab.evaluate(ORDER, [dataset, sort, collation])
            parameters = [f"sort={parameter(','.join(sort))}"] if sort else []
            parameters += [f"collation={collation}"] if collation != "root" else []
            its = self.library.ids(dataset, "&".join(parameters))["ids"]
            place = next((n for n, (a, b) in enumerate(zip(mine, its)) if a != b), None)
            assert mine == its, f"{dataset} by {sort} ({collation}): at {place}: {mine[place]} for {its[place]}"
            self.count("sort_orders", 1)
            self.count("sorted_ids", len(mine))

    def filters(self, dataset, number, seed):
        """What conditions leave of a list."""
        chance = random.Random(seed)
        fields = [{"name": "id", "type": self.shapes[dataset]["key"]}, *self.fields(dataset)]
        for _ in range(number):
            conditions = [condition(chance, chance.choice(fields), self.rows[dataset])
                          for _ in range(chance.randint(1, 2))]
            address = "&".join(f"{name}={parameter(spelled(value))}" for name, _, value in conditions)
            mine = self.tab.evaluate(FILTER, [dataset, [
                {"field": name.split(".")[0], test: spelled(value)} for name, test, value in conditions]])
            its = self.library.ids(dataset, address)["ids"]
            assert mine == its, f"{dataset}: {address}: browser {len(mine)}, server {len(its)}"
            self.count("filters", 1)

    def distances(self, dataset, number, seed):
        """Distances of records, equal to a micrometre."""
        chance = random.Random(seed)
        name = self.shapes[dataset]["measure"]
        placed = [row for row in self.rows[dataset] if row.get(name)]
        pairs = [chance.choices(placed, k=2) for _ in range(number)]
        if dataset == "corners":  # the ends of the Earth, all with all
            ends = placed[:24]
            pairs = ([[a, b] for a in ends for b in ends] + pairs)[:number]
        ours = self.tab.evaluate(DISTANCES, [[[a[name], b[name]] for a, b in pairs]])
        theirs = self.library.every(lambda pair: self.library.get(
            f"/{dataset}/distance.json?from={parameter(pair[0]['id'])}&to={parameter(pair[1]['id'])}"), pairs)
        for (a, b), mine, its in zip(pairs, ours, theirs):
            what = (dataset, a[name], b[name], mine, its["metres"])
            self.worst = max(getattr(self, "worst", 0), abs(mine["metres"] - its["metres"]))
            assert abs(mine["metres"] - its["metres"]) < MICROMETRE, what
            for bearing, other in (("initialBearing", "initial_bearing"), ("finalBearing", "final_bearing")):
                assert (mine[bearing] is None) == (its[other] is None), what
                if mine[bearing] is not None and 1 < its["metres"] < 1.99e7:
                    turn = abs(mine[bearing] - its[other]) % 360
                    assert min(turn, 360 - turn) < 1e-6, (what, bearing, its[other])
        self.count("distances", number)

    def nearest(self, dataset, number, seed):
        """What is near a place; which of two comes first that are a micrometre apart, nobody says."""
        chance = random.Random(seed)
        name = self.shapes[dataset]["measure"]
        placed = [row[name] for row in self.rows[dataset] if row.get(name)]
        asked = []
        for _ in range(number):
            near = chance.choice(placed)
            anywhere = {"latitude": chance.uniform(-90, 90), "longitude": chance.uniform(-180, 180)}
            asked.append((chance.choice([near, anywhere]), chance.choice([None, 1000.5, 2e5, 9e6]), 30))
        ours = self.tab.evaluate(NEAR, [dataset, asked])
        theirs = self.library.every(lambda ask: self.library.get(
            f"/{dataset}/near.json?lat={ask[0]['latitude']!r}&lon={ask[0]['longitude']!r}&limit={ask[2]}"
            + (f"&radius={ask[1]}" if ask[1] else "")), asked)
        for ask, mine, its in zip(asked, ours, theirs):
            assert mine["total"] == its["total"] and len(mine["rows"]) == len(its["rows"]), (dataset, ask)
            for place, (row, other) in enumerate(zip(mine["rows"], its["rows"])):
                what = (dataset, ask, place, row, other["record"]["id"], other["metres"])
                assert abs(row["metres"] - other["metres"]) < MICROMETRE, what
                around = its["rows"][max(place - 1, 0):place + 2]
                alone = sum(abs(each["metres"] - other["metres"]) < MICROMETRE for each in around) == 1
                assert row["id"] == other["record"]["id"] or not alone or place == 29, what
        self.count("nearest", number)


def condition(chance, field, rows):
    """A condition that some record meets, or nearly: its name in addresses, its test, its value."""
    name, kind = field["name"], field["type"]
    known = [row[name] for row in rows if row.get(name) is not None] or [None]
    value = chance.choice(known)
    if value is None or kind in ("point", "currencies") or chance.random() < 0.2:
        return f"{name}.known", "known", chance.random() < 0.5
    if kind == "list":
        return name, "equals", chance.choice(value)
    if kind in ("text", "link", "image", "boolean"):
        return name, "equals", value
    return chance.choice([(name, "equals", value), (f"{name}.min", "least", value),
                          (f"{name}.max", "most", value)])


def spelled(value):
    """A value as an address has it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def short(answer):
    return {**answer, "ids": answer["ids"][:8]}


def compare(library, full, seed):
    with chromium() as browser:
        tab = browser.new_context().new_page()
        complaints = []
        tab.on("console", lambda message: complaints.append(message.text))
        tab.goto(f"{library.base}/about")
        identity = Identity(library, tab, full)
        shares = dict.fromkeys(library.datasets, 1 / len(library.datasets))
        for number, dataset in enumerate(library.datasets):
            begun = time.monotonic()
            searches = round((10_000 if full else 400) * shares[dataset]) + (1 if full else 0)
            identity.searches(dataset, searches, seed + number)
            identity.looks(dataset, 300 if full else 40, seed + 100 + number)
            if full or dataset not in ("halts", "landings"):
                identity.orders(dataset)
                identity.filters(dataset, 150 if full else 15, seed + 200 + number)
            identity.distances(dataset, 2000 if full else 100, seed + 300 + number)
            identity.nearest(dataset, 100 if full else 10, seed + 400 + number)
            print(f"same over {dataset}: {identity.shapes[dataset]['count']} records, "
                  f"{time.monotonic() - begun:.0f} s", flush=True)
        assert not complaints, complaints
        for name, number in identity.counts.items():
            print("identity", name, number, "equal")
        print("identity largest_difference", f"{identity.worst * 1e9:.3f}", "nm")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="ten thousand of each")
    parser.add_argument("--release", action="store_true", help="take the release build")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from identity import ROOT
    program = f"{ROOT}/.build/release/almanac" if options.release else None
    with Library(program, 10_000 if options.full else 1_000) as library:
        if not options.full and "landings" in library.datasets:
            library.datasets.remove("landings")
        compare(library, options.full, options.seed)


if __name__ == "__main__":
    sys.exit(main())
