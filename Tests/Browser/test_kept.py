"""Kept datasets answer as the server does: the same pages, byte for byte but for what needs a server.

A real Chromium keeps datasets, hears the server's pages, and hears the device's when it is gone. Run as
a script; ALMANAC=PROGRAM names the program.
"""

import atexit
import json
import re
import sys
from contextlib import contextmanager
from urllib.parse import urlparse

from browser import until
from offline import Server

STILL = {"deals": "id: deals\nextends: deals\nsource: { kind: stream, url: \"http://127.0.0.1:9/deals\" }\n"}
# A dataset whose id and keys are words of addresses, and the parts of addresses that mean the keys.
STILL["odd"] = """
id: status
title: Odd keys
source: { kind: json, url: odd.json }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 24h, when: timer }
key: id
fields: { name: text, number: integer, place: { type: point, latitude: number, longitude: number } }
search: [name]
list: { sort: [number], title: name }
measure: place
"""
ODD = {
    "map": "~map~", "live": "~live~", "changes": "~changes~", "x.json": "~x.json~", ".": "~.~", "..": "~..~",
    "~": "~~~", "~map~": "~~map~~", "a/b": "a%2Fb", "%2F": "%252F", "PL": "PL", "🪨": "%F0%9F%AA%A8",
}
LANGUAGES = ["en", "pl", "sk", "ru"]
# One server for all tests, each of which stops and starts it as it likes: its first start is slow.
SERVER = Server(STILL)
atexit.register(SERVER.close)
SERVER.write("odd", [{"id": key, "name": f"Odd {n}", "number": n} for n, key in enumerate(ODD, 1)])
KEPT = ["countries", "lands", "stations", "stops"]

LISTS = [
    "/countries", "/countries?q=pol", "/countries?q=ame", "/countries?q=zzzzzz", "/countries?q=polnad",
    "/countries?sort=-population", "/countries?q=an&sort=population", "/countries?continents=Europe",
    "/countries?population.min=100000000", "/countries?area.max=0.5", "/countries?capital_location.known=false",
    "/countries?offset=50&limit=20", "/countries?open-row=PL&open-row=DE&q=pl", "/stations", "/stations?q=gl",
    "/stations?sort=name", "/stations?hits.min=1000", "/stations?q=lodz&sort=-name", "/lands", "/lands?parts=West",
    "/lands?sort=-parts", "/stops", "/stops?q=stop+01", "/stops?sort=name&offset=1200", "/stops?visits.max=100&sort=visits",
    "/stops?offset=5000",
]
RECORDS = ["/countries/PL", "/countries/AQ", "/countries/XX", "/lands/L003", "/stops/1", "/stops/17"]
MEASURES = [
    "/countries/distance", "/countries/distance?from=PL", "/countries/distance?from=PL&to=SK",
    "/countries/distance?from=PL&to=SK&units=mi", "/countries/distance?from=PL&to=PL",
    "/countries/distance?from=PL&to=AQ", "/countries/distance?from_q=congo", "/stops/distance?from=3&to=1600",
    "/countries/near", "/countries/near?id=PL", "/countries/near?lat=50&lon=20&radius=500000", "/countries/near?id=AQ",
    "/countries/near?id=PL&limit=5&units=mi", "/stops/map", "/countries/map?q=pol", "/countries/map?map-id=PL",
    "/countries/map?map-at=50,20,4",
]
SEARCHES = ["/search", "/search?q=pol", "/search?q=stop+0001", "/search?q=qqqqqzzzz", "/search?q=polnad"]
WRONG = [
    "/countries?foo=1", "/countries?sort=populatoin", "/countries?limit=5000", "/countries?population.min=abc",
    "/stops?name.min=1", "/countries/distance?frm=1", "/countries/distance?from=ZZ", "/countries/near?lat=50",
    "/countries/near?lat=100&lon=1", "/countries/map?map-at=50,20", "/lands/distance", "/search?q=a&foo=1",
]
DOCUMENTS = [
    "/countries.json?q=pol", "/countries.json?limit=3", "/stops.json?sort=name&offset=5&limit=5", "/countries/PL.json",
    "/countries/XX.json", "/countries/map.json?q=pol", "/countries/distance.json?from=PL&to=SK",
    "/countries/near.json?id=PL&limit=3", "/search.json?q=pol", "/search.json?q=pol&in=countries&limit=2",
    "/search.json?q=polnad", "/countries.json?foo=1",
]

# What a page tells of the server, or draws by itself, by what stands in its place.
EXCEPTED = [
    (r'(<p class="status"[^>]*>).*?(</p>)', r"\1\2"), (r'<div class="trouble".*?</div>\n', ""),
    (r"</p>\s*</almanac-freshness>", "</p></almanac-freshness>"), (r'(live="[^"]*" version=")[^"]*', r"\1"),
    (r"<almanac-(greeting|device)[^>]*>.*?</almanac-\1>\n?", ""), (r'<svg class="drawing".*?</svg>', "<svg>"),
    (r'(\d\.\d{9})\d+', r"\1"), (r'<span>[^<]*</span></p>\n</section>', "</p>\n</section>"),
    (r'<p class="status device-status">.*?</p>', ""),
]

ASK = """async ([paths, isFresh]) => Promise.all(paths.map(async (path) => {
  const accept = new URL(path, location.origin).pathname.endsWith(".json") ? "application/json" : "text/html";
  const headers = { Accept: accept, ...(isFresh && { "X-Almanac-Fresh": "1" }) };
  const answer = await fetch(path, { headers, cache: "no-store" });
  const from = answer.headers.get("X-Almanac-From");
  return { path, status: answer.status, text: await answer.text(), from, address: new URL(answer.url).pathname + new URL(answer.url).search };
}))"""
KEEP = """async (names) => {
  const start = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const { keep } = await import(`${start}kept-store.js`);
  for (const name of names) await keep(name);
}"""
READY = """async () => Boolean(navigator.serviceWorker.controller
  && await (await caches.open("almanac-state-1")).match("/-/shell/current"))"""


@contextmanager
def device(browser, language="en", kept=KEPT):
    """The server, which answers, and a page of a browser that keeps some datasets."""
    SERVER.restore()
    context = browser.new_context(timezone_id="UTC", reduced_motion="reduce")
    # What the context says of its language does not reach its workers.
    cookies = {"language": language, "units": "metric", "greeted": "1"}
    context.add_cookies([{"name": name, "value": value, "url": SERVER.base} for name, value in cookies.items()])
    tab = context.new_page()
    tab.errors = []
    tab.on("pageerror", lambda error: tab.errors.append(str(error)))
    try:
        tab.goto(SERVER.base + "/lands", wait_until="load")
        until(tab, READY, seconds=60)
        tab.evaluate(KEEP, kept)
        yield SERVER, tab
    finally:
        context.close()
    assert not tab.errors, tab.errors


def plain(text):
    """A page without what is excepted."""
    for pattern, other in EXCEPTED:
        text = re.sub(pattern, other, text, flags=re.S)
    return text


def document(text):
    """What a document says, without the version; floats to a nanometre's digits."""
    def near(value):
        if isinstance(value, float):
            return round(value, 6)
        if isinstance(value, list):
            return [near(each) for each in value]
        if isinstance(value, dict):
            return {name: near(each) for name, each in value.items() if name != "version"}
        return value
    return near(json.loads(text))


def differences(online, offline):
    """Where the device's answers differ from the server's."""
    found = []
    for theirs, own in zip(online, offline):
        assert own["from"] == "device", own["path"]
        read = document if urlparse(theirs["path"]).path.endswith(".json") else plain
        pair = [(each["status"], each["address"], read(each["text"])) for each in (theirs, own)]
        if pair[0] != pair[1]:
            found.append((theirs["path"], *first_difference(*pair)))
    return found


def first_difference(theirs, own):
    if theirs[:2] != own[:2] or not isinstance(theirs[2], str):
        return theirs, own
    at = next((n for n, (a, b) in enumerate(zip(theirs[2], own[2])) if a != b), min(len(theirs[2]), len(own[2])))
    return theirs[2][max(at - 80, 0):at + 120], own[2][max(at - 80, 0):at + 120]


def compare(server, tab, paths):
    online = tab.evaluate(ASK, [paths, True])
    server.stop()
    try:
        offline = tab.evaluate(ASK, [paths, False])
    finally:
        server.start()
    found = differences(online, offline)
    assert not found, f"{len(found)} of {len(paths)} differ: {json.dumps(found[:3], ensure_ascii=False, indent=1)}"


def test_pages_of_the_device_are_those_of_the_server(browser):
    for language in LANGUAGES:
        with device(browser, language) as (server, tab):
            compare(server, tab, LISTS + RECORDS + MEASURES + SEARCHES + WRONG)


def test_documents_of_the_device_are_those_of_the_server(browser):
    with device(browser) as (server, tab):
        compare(server, tab, DOCUMENTS)


def test_a_key_that_is_a_word_of_addresses_has_its_page(browser):
    lists = ["/~status~", "/~status~?q=odd+1", "/~status~.json", "/~status~/near?id=map", "/search?q=odd"]
    pages = [f"/~status~/{part}" for part in ODD.values()]
    with device(browser, kept=["status"]) as (server, tab):
        compare(server, tab, lists + pages + [f"{page}.json" for page in pages] + ["/~status~/~PL~"])


def test_a_kept_list_is_used_while_the_server_is_gone(browser):
    with device(browser, kept=["stops"]) as (server, tab):
        server.stop()
        tab.goto(server.base + "/stops", wait_until="load")
        tab.locator("almanac-search input").fill("stop 0017")
        tab.locator("td mark, th mark").first.wait_for()
        assert tab.locator("tbody tr").count() == 1
        for name in ("almanac-watch", ".export"):
            assert tab.locator(name).count() == 1 and not tab.locator(name).is_visible(), name
        assert tab.url.endswith("?q=stop+0017") or tab.url.endswith("?q=stop%200017"), tab.url
        tab.locator("tbody a").first.click()
        tab.locator("h1", has_text="Stop 0017").wait_for()
        tab.goto(server.base + "/stops/distance", wait_until="load")
        for end, name in (("from", "Stop 0001"), ("to", "Stop 0002")):
            tab.locator(f"[data-end={end}] input[type=search]").fill(name)
            tab.locator(f"[data-end={end}] [role=option]").first.click()
        tab.locator("output.far").wait_for()
        assert "km" in tab.locator("output.far").inner_text()
        tab.goto(server.base + "/stops/map", wait_until="load")
        tab.locator("almanac-map.is-live").wait_for()
        tab.goto(server.base + "/", wait_until="load")
        states = tab.locator(".contents li .state").all_inner_texts()
        assert sum("On this device" in state for state in states) == 1, states
        assert sum("Not on this device" in state for state in states) == len(states) - 1, states
        tab.set_viewport_size({"width": 390, "height": 844})
        tab.goto(server.base + "/meteorites", wait_until="load")
        name, state = (tab.locator(f".kept {part}", has_text=text) for part, text in [
            (".name", "Stops"), (".state", "1,700 records")])
        name.wait_for()
        assert name.bounding_box()["width"] > 300, "the name has no room"
        assert name.bounding_box()["y"] < state.bounding_box()["y"]


FORGET = """async (end) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) if (key.url.endsWith(end)) await cache.delete(key);
  }
}"""


def test_without_core_or_templates_what_was_visited_is_shown(browser):
    for end in ("/core.wasm", "/templates.json"):
        with device(browser, kept=["lands"]) as (server, tab):
            tab.goto(server.base + "/lands", wait_until="load")
            until(tab, "async () => Boolean(await caches.match(location.href, { ignoreVary: true }))")
            tab.evaluate(FORGET, end)
            server.stop()
            answer = tab.goto(server.base + "/lands", wait_until="load")
            assert answer.headers["x-almanac-from"] == "device"
            assert tab.locator(".entries li").count() > 10
            assert tab.goto(server.base + "/lands?q=zzz", wait_until="load").status == 503


if __name__ == "__main__":
    import browser as shared
    sys.exit(shared.run(globals(), sys.argv[1:]))
