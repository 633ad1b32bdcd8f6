"""How fast Core is in a browser: a keystroke's search among ten thousand stations, on a slow phone.

The processor is slowed four times, as the developer tools do it. People type names letter by letter,
with a slip now and then. A keystroke's search, with all its rows, is done ten times, since the clock of
a page goes by tenths of a millisecond, and counts with the best of three such rounds, so that other
programs on this machine count as little as they can. Prints `name value unit` lines.
"""

import argparse
import gzip
import random
import statistics
import sys

from browser import chromium
from identity import ROOT, Library, halts, slipped, unaccented

BOUND = 5  # ms, the median
START = """async () => {
  const { files } = await (await fetch("/-/shell.json")).json();
  const address = (name) => files.find((file) => file.endsWith(`/${name}`));
  const { loadCore } = await import(address("almanac.js").replace(/almanac.js$/, "core.js"));
  const bytes = await (await fetch(address("core.wasm"))).arrayBuffer();
  const manifest = await (await fetch("/-/offline/halts.json")).json();
  const rows = [];
  for (let offset = 0; offset < manifest.count; offset += 1000)
    rows.push((await (await fetch(`/halts.json?limit=1000&offset=${offset}`)).json()).rows);
  const begun = performance.now();
  const core = await loadCore(bytes);
  const loaded = performance.now();
  const table = core.table(manifest.core);
  for (const some of rows) table.add(some);
  table.finish();
  window.almanac = { table };
  return { start: loaded - begun, build: performance.now() - loaded, count: table.count };
}"""
TYPE = """([names]) => names.map((name) => {
  const times = [];
  for (let end = 1; end <= name.length; end += 1) {
    const text = name.slice(0, end);
    let best = Infinity;
    for (let time = 0; time < 3; time += 1) {
      const begun = performance.now();
      for (let again = 0; again < 10; again += 1) almanac.table.find(text);
      best = Math.min(best, (performance.now() - begun) / 10);
    }
    times.push(best);
  }
  return times;
})"""
SORT = """() => {
  const begun = performance.now();
  almanac.table.order(["name"]);
  const first = performance.now() - begun;
  almanac.table.order(["-name"]);
  return { first, again: performance.now() - begun - first };
}"""


def typed(count):
    """Names as they are typed: some without accents, some with a slip."""
    chance = random.Random(3)
    names = [row["name"] for row in chance.sample(halts(10_000), count)]
    names = [name if chance.random() < 0.5 else unaccented(name).lower() for name in names]
    return [slipped(chance, name) if chance.random() < 0.2 else name for name in names]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--release", action="store_true", help="take the release build")
    options = parser.parse_args()
    program = f"{ROOT}/.build/release/almanac" if options.release else None
    with Library(program, 10_000, only=["halts"]) as library, chromium() as browser:
        tab = browser.new_context().new_page()
        tab.goto(f"{library.base}/about")
        session = tab.context.new_cdp_session(tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.slowdown})
        made = tab.evaluate(START)
        times = [time for name in tab.evaluate(TYPE, [typed(60)]) for time in name]
        sorting = tab.evaluate(SORT)
    median, worst = statistics.median(times), max(times)
    with open(f"{ROOT}/share/wasm/core.wasm", "rb") as file:
        size = len(gzip.compress(file.read(), 9))
    print(f"browser_core_size {size / 1000:.1f} kB")
    print(f"browser_core_start {made['start']:.1f} ms")
    print(f"browser_index_{made['count']}_records {made['build']:.0f} ms")
    print(f"browser_search_median {median:.3f} ms")
    print(f"browser_search_95_percent {statistics.quantiles(times, n=20)[-1]:.3f} ms")
    print(f"browser_search_worst {worst:.3f} ms")
    print(f"browser_sort_first {sorting['first']:.1f} ms")
    print(f"browser_sort_again {sorting['again']:.1f} ms")
    print(f"browser_keystrokes {len(times)} keystrokes at {options.slowdown:g}x slowdown")
    if median >= BOUND:
        print(f"a keystroke's search takes {median:.2f} ms; it may take {BOUND}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
