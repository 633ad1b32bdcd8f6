"""What a phone waits for: weight, largest paint and shifts of the list of countries.

The processor is slowed four times; each bound holds for the median of five visits with an empty
cache. Then the same person comes again, and something is painted within half a second: at the machine's
own speed without our service worker, while it is still being installed, and behind it; with a
processor four times slower within a second. Bytes are those of the wire, heads included, as the browser's debugging protocol counts
them. A debug build may take half a second and more to make the page, which nobody waits for who runs
the release: there paints count from the page's first byte on. `vitals.py --release` takes the other
one; `--network` slows the line too, to tell.
"""

import argparse
import statistics
import sys

from browser import chromium, until
from countries import ROOT, Countries

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2.625,
         "is_mobile": True, "has_touch": True, "reduced_motion": "reduce"}
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8,
             "uploadThroughput": 750e3 / 8}
WATCH = """
window.vitals = { paint: 0, shift: 0, first: 0 };
new PerformanceObserver((list) => {
  window.vitals.first = list.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
}).observe({ type: "paint", buffered: true });
new PerformanceObserver((list) => {
  window.vitals.paint = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.vitals.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
BOUNDS = {"before_pictures_kB": 100, "largest_paint_s": 1.5, "layout_shift": 0.02,
          "second_visit_kB": 5, "second_visit_pictures": 0.5, "second_first_paint_s": 0.5,
          "second_first_paint_beside_worker_s": 0.5, "second_first_paint_behind_worker_s": 0.5,
          "second_first_paint_slow_s": 1}
SLOWER = 4
HEAVIEST = ["/countries", "/countries/PL", "/countries/map", "/countries/distance", "/deals",
            "/preferences", "/notifications"]
TELL = """() => {
  const { responseStart, loadEventEnd } = performance.getEntriesByType("navigation")[0];
  return { ...window.vitals, answered: responseStart, loaded: loadEventEnd };
}"""
READY = """async () => Boolean(navigator.serviceWorker?.controller
  && await (await caches.open("almanac-state-1")).match("/-/shell/current"))"""
CODE_BOUND = 60  # kB of scripts and styles, packed, that a page has asked for when it rests


class Wire:
    """Counts what a page transfers, by kind."""

    def __init__(self, session):
        self.kinds, self.bytes, self.pictures, self.names = {}, {}, 0, {}
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.responseReceived", self.kind)
        session.on("Network.loadingFinished", self.finished)
        session.send("Network.enable")

    def asked(self, event):
        self.names[event["requestId"]] = event["request"]["url"]
        if redirect := event.get("redirectResponse"):
            self.add(event.get("type", "Other"), redirect["encodedDataLength"])

    def kind(self, event):
        self.kinds[event["requestId"]] = event["type"]

    def finished(self, event):
        self.add(self.kinds.get(event["requestId"], "Other"), event["encodedDataLength"])

    def add(self, kind, count):
        if count and kind == "Image":
            self.pictures += 1
        self.bytes[kind] = self.bytes.get(kind, 0) + count

    @property
    def all(self):
        return sum(self.bytes.values()) / 1000

    @property
    def before_pictures(self):
        return self.all - self.bytes.get("Image", 0) / 1000


def visit(context, address, network):
    """Opens a page as on a phone, looks it through to its end, and tells what that took."""
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    wire = Wire(session)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if network:
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
    tab.add_init_script(WATCH)
    tab.goto(address, wait_until="load")
    tab.wait_for_timeout(500)
    first = tab.evaluate(TELL)
    read_through(tab)
    first["shift"] = tab.evaluate("window.vitals.shift")
    session.send("Network.disable")
    tab.close()
    return first, wire


def read_through(tab):
    """Scrolls to the end, so that every picture that loads when it comes near has come near."""
    missing = tab.evaluate("""async () => {
      const frame = () => new Promise((resolve) => setTimeout(resolve, 30));
      const waiting = () => [...document.images].filter((image) => image.naturalWidth === 0);
      for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
        scrollTo(0, top);
        await frame();
      }
      const end = performance.now() + 60000;
      while (waiting().length > 0 && performance.now() < end) await frame();
      return waiting().slice(0, 5).map((image) => image.src);
    }""")
    assert not missing, f"pictures that never came: {missing}"


def measure(browser, address, visits, network, isRelease):
    """The measurements of all visits, each with an empty cache and once more with a full one."""
    seen = {name: [] for name in BOUNDS}
    for _ in range(visits):
        context = browser.new_context(**PHONE, service_workers="block")
        vitals, wire = visit(context, address, network)
        seen["before_pictures_kB"].append(wire.before_pictures)
        seen["largest_paint_s"].append(
            (vitals["paint"] - (0 if isRelease else vitals["answered"])) / 1000)
        seen["layout_shift"].append(vitals["shift"])
        print("first visit", {name: round(value, 3) for name, value in vitals.items()}, {kind: round(count) for kind, count in wire.bytes.items()})
        repeated, again = visit(context, address, network)
        seen["second_visit_kB"].append(again.all)
        seen["second_visit_pictures"].append(again.pictures)
        slow = painted(repeated, isRelease)
        print("second visit", {kind: round(count) for kind, count in again.bytes.items() if count},
              f"first paint {slow:.3g} s {SLOWER} times slower")
        seen["second_first_paint_slow_s"].append(slow)
        seen["second_first_paint_s"].append(painted(first_look(context, address), isRelease))
        context.close()
        beside, behind = with_worker(browser, address, isRelease)
        seen["second_first_paint_beside_worker_s"].append(beside)
        seen["second_first_paint_behind_worker_s"].append(behind)
    return seen


def painted(vitals, isRelease):
    """When something is first painted, in seconds."""
    return (vitals["first"] - (0 if isRelease else vitals["answered"])) / 1000


def first_look(context, address):
    """Opens a page once more at the machine's own speed; tells what that took."""
    tab = context.new_page()
    tab.add_init_script(WATCH)
    tab.goto(address, wait_until="load")
    until(tab, "window.vitals.first > 0")
    vitals = tab.evaluate(TELL)
    tab.close()
    return vitals


def with_worker(browser, address, isRelease):
    """When something is first painted for who comes again half a second after the first visit, while
    our service worker is being installed, and once more when it is at rest."""
    context = browser.new_context(**PHONE)
    tab = context.new_page()
    tab.goto(address, wait_until="load")
    tab.wait_for_timeout(500)
    tab.close()
    beside = first_look(context, address)
    tab = context.new_page()
    tab.goto(address, wait_until="load")
    until(tab, READY, seconds=60)
    tab.close()
    behind = first_look(context, address)
    context.close()
    return painted(beside, isRelease), painted(behind, isRelease)


def code_weights(browser, base):
    """How many kB of scripts and styles each page loads, packed, with an empty cache."""
    weights = {}
    for path in HEAVIEST:
        context = browser.new_context(**PHONE, service_workers="block")
        tab = context.new_page()
        tab.goto(base + path, wait_until="load")
        tab.wait_for_timeout(1500)
        weights[path] = tab.evaluate("""performance.getEntriesByType("resource")
          .filter(({ name }) => /[.](js|css)$/.test(name))
          .reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1000""")
        context.close()
    return weights


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--visits", type=int, default=5)
    options.add_argument("--release", action="store_true", help="measure the release build")
    options.add_argument("--network", action="store_true", help="slow the line too: 150 ms, 1.6 Mbit/s")
    options.add_argument("--path", default="/countries")
    given = options.parse_args()
    program = f"{ROOT}/.build/release/almanac" if given.release else None
    with Countries(program) as countries, chromium() as browser:
        seen = measure(browser, countries.base + given.path, given.visits, given.network,
                       given.release)
        weights = code_weights(browser, countries.base)
    heaviest = max(weights, key=weights.get)
    print(f"scripts_and_styles_kB {weights[heaviest]:.4g} of {heaviest} (bound {CODE_BOUND})", weights)
    failed = weights[heaviest] > CODE_BOUND
    for name, bound in BOUNDS.items():
        value = statistics.median(seen[name])
        isBeyond = value > bound
        failed += isBeyond
        print(f"{name} {value:.4g} (bound {bound:g}{', BEYOND' if isBeyond else ''}; "
              f"{min(seen[name]):.4g} to {max(seen[name]):.4g})")
    return 1 if failed and not given.network else 0


if __name__ == "__main__":
    sys.exit(main())
