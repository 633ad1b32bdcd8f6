"""How much a page jumps while something loads, and a network slow enough to see it."""

import time

# Counted from the first moment: every shift that no press or key explains (the Layout Instability API).
WATCH = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const nodes = sources.map(({ node }) => node?.className || node?.nodeName || "gone");
      window.shifts.push([value, ...nodes]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""


def watch(tab):
    """Counts the shifts of every page that the tab opens from now on."""
    tab.add_init_script(WATCH)


def shifted(tab):
    """The sum of all shifts so far, after two frames in which late ones are told."""
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    tab.wait_for_timeout(50)
    return sum(value for value, *_ in tab.evaluate("window.shifts"))


def steady(tab, most=0.02):
    """Fails where the page jumped, and says what did."""
    assert shifted(tab) < most, tab.evaluate("window.shifts")


def slow(tab, latency=900, bytes_per_second=60_000):
    """Lets every answer begin late, as on a bad line."""
    protocol = tab.context.new_cdp_session(tab)
    protocol.send("Network.enable")
    protocol.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": bytes_per_second,
        "uploadThroughput": bytes_per_second,
    })
    return protocol


def fast(protocol):
    """Takes the bad line away."""
    protocol.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})


class Gate:
    """Holds back the requests of some addresses until it is opened."""

    def __init__(self, tab, addresses):
        self.held, self.is_open = [], False
        tab.route(addresses, self.take)

    def take(self, route):
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def open(self):
        self.is_open = True
        while self.held:
            self.held.pop(0).continue_()


def box(locator):
    """Width and height, rounded to what an eye can tell."""
    size = None
    for _ in range(100):  # what refreshes itself may just have given its place to its successor
        if size := locator.bounding_box():
            break
        locator.page.wait_for_timeout(20)
    return round(size["width"]), round(size["height"])


def size(tab, selector, seconds=20):
    """Width and height of the first of a selector as soon as there is one, read in one go: it may be
    gone a moment later."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = tab.evaluate("""(selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return box?.height ? [Math.round(box.width), Math.round(box.height)] : null;
        }""", selector)
        if found:
            return tuple(found)
        tab.wait_for_timeout(10)
    raise AssertionError(f"no {selector}")
