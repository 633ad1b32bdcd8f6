"""The table that scrolls over all rows and stays live, in a real browser, against a real server.

Run as a script, with names of tests to run only those; ALMANAC=PROGRAM names the program. Each
packet of deals is sent by the test, so between two of them nothing moves and rows can be compared.
"""

import os
import sys
import time
import traceback
import urllib.request
from contextlib import contextmanager

import browser as browsers
from browser import chromium, follow
from deals import Deals, Program, Upstream

ROWS = 250_000  # 10,000,000 pixels: more than the box that scrolls

IN_SIGHT = """() => {
  const viewport = document.querySelector(".viewport");
  const box = viewport.getBoundingClientRect();
  const head = viewport.querySelector("thead").getBoundingClientRect();
  const top = head.height > 2 ? head.bottom : box.top + viewport.clientTop;
  const bottom = box.top + viewport.clientTop + viewport.clientHeight;
  return [...viewport.querySelectorAll("tbody tr:not(.is-skeleton)")].map((row) => {
    const { y, height } = row.getBoundingClientRect();
    return { id: Number(row.dataset.id), y: y - top, rank: row.ariaRowIndex - 2,
             whole: y >= top - 0.5 && y + height <= bottom + 1, height };
  }).filter((row) => row.whole);
}"""

# Where a row stands, in each frame: as long as it does not move there is one value.
WATCH = """(id) => {
  const seen = (window.seen = new Set());
  const look = () => {
    const row = document.querySelector(`tbody tr[data-id="${id}"]`);
    seen.add(row ? Math.round(row.getBoundingClientRect().y * 10) / 10 : "gone");
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""


class Site:
    """What all tests share: the source, the program, the browser."""

    def __init__(self, browser):
        self.browser = browser
        self.upstream = Upstream()
        self.deals = Deals()
        self.program = Program(self.upstream)
        self.total = ROWS

    @contextmanager
    def page(self, path="/deals", **options):
        browsers.BASE_URL = self.program.base
        with browsers.page(self.browser, **options) as tab:
            browsers.open_page(tab, path)
            yield tab

    def send(self, *deals):
        """Sends new deals as one packet, and waits until the interface has them."""
        self.upstream.push(list(deals))
        self.total += len(deals)
        self.program.wait(lambda: self.program.total() == self.total)

    def price(self, row):
        rank = self.program.json(f"/deals.json?sort=-price&offset={row['rank']}&limit=1")
        return rank["rows"][0]["price"]

    def ids(self, offset, limit, query=""):
        rows = self.program.json(f"/deals.json?offset={offset}&limit={limit}{query}")["rows"]
        return [row["id"] for row in rows]


def in_sight(tab):
    """The rows that are in sight as a whole, once they are all there."""
    awaits(tab, "!document.querySelector('tbody .is-skeleton')")
    tab.wait_for_timeout(300)
    return sorted(tab.evaluate(IN_SIGHT), key=lambda row: row["rank"])


def agrees(site, tab, query=""):
    """Whether the rows in sight are those that the interface gives for their ranks."""
    rows = in_sight(tab)
    ranks = [row["rank"] for row in rows]
    assert ranks == list(range(ranks[0], ranks[0] + len(rows))), ranks
    assert [row["id"] for row in rows] == site.ids(ranks[0], len(rows), query)
    return rows


def go_to(tab, row):
    tab.get_by_label("Go to row").fill(str(row))
    tab.get_by_label("Go to row").press("Enter")


def pill(tab, side):
    button = tab.locator(f".news .{side}")
    return button.inner_text() if button.is_visible() else ""


def awaits(tab, condition, argument=None):
    """Waits until the page says yes; asked from outside, for the pages let nobody evaluate texts."""
    end = time.monotonic() + 15
    while not tab.evaluate(condition, argument):
        assert time.monotonic() < end, condition
        tab.wait_for_timeout(50)


def is_live(tab):
    """Waits until the stream has told something."""
    awaits(tab, "document.querySelector('.head .status .live')")
    tab.wait_for_timeout(600)


def test_jumps_show_what_the_interface_says(site):
    with site.page() as tab:
        assert agrees(site, tab)[0]["rank"] == 0
        for row in (ROWS // 2, 7, ROWS, ROWS // 3):
            go_to(tab, row)
            rows = agrees(site, tab)
            assert row - 1 in [each["rank"] for each in rows], (row, rows[0])
        assert "offset=" in tab.url


def test_a_jump_is_one_request(site):
    with site.page() as tab:
        in_sight(tab)
        asked = []
        tab.on("request", lambda request: asked.append(request))
        go_to(tab, ROWS // 2)
        in_sight(tab)
        windows = [each for each in asked if each.headers.get("accept") == "application/json"]
        assert len(windows) == 1, [each.url for each in asked]


def test_the_wheel_moves_pixel_by_pixel_wherever_one_is(site):
    with site.page() as tab:
        for row in (1, ROWS // 2, ROWS - 200):
            go_to(tab, row)
            before = in_sight(tab)
            tab.locator(".viewport").hover()
            tab.mouse.wheel(0, 330)
            tab.wait_for_timeout(500)
            after = agrees(site, tab)
            pixels = lambda rows: rows[0]["rank"] * rows[0]["height"] - rows[0]["y"]
            assert abs(pixels(after) - pixels(before) - 330) <= 1, (row, before[0], after[0])


def test_the_thumb_reaches_the_middle_and_both_ends(site):
    with site.page() as tab:
        in_sight(tab)
        box = tab.locator(".viewport").bounding_box()
        x = box["x"] + box["width"] - 6
        tab.mouse.move(x, box["y"] + 24)
        tab.mouse.down()
        tab.mouse.move(x, box["y"] + box["height"] / 2, steps=5)
        middle = agrees(site, tab)[0]["rank"]
        assert ROWS * 0.4 < middle < ROWS * 0.6, middle
        tab.mouse.move(x, box["y"] + box["height"] + 50, steps=5)
        assert agrees(site, tab)[-1]["rank"] == site.total - 1
        tab.mouse.move(x, box["y"], steps=5)
        awaits(tab, "document.querySelector('.live-bar .position').textContent.startsWith('Rows 1–')")
        assert agrees(site, tab)[0]["rank"] == 0
        tab.mouse.up()


def test_a_heading_sorts_without_leaving_the_page(site):
    with site.page() as tab:
        is_live(tab)
        tab.evaluate("window.stayed = true")
        for column, query in (("Price", "-price"), ("Price", "price"), ("Instrument", "instrument")):
            tab.locator("thead").get_by_role("link", name=column).click()
            tab.wait_for_url(f"**sort={query}")
            awaits(tab, "!document.querySelector('main').ariaBusy")
            agrees(site, tab, f"&sort={query}")
            go_to(tab, ROWS // 2)
            agrees(site, tab, f"&sort={query}")
        assert tab.locator("th[aria-sort=ascending]").inner_text().startswith("Instrument")
        tab.go_back()
        tab.wait_for_url("**sort=price*")
        awaits(tab, "document.querySelector('th[aria-sort]').textContent.startsWith('Price')")
        agrees(site, tab, "&sort=price")
        tab.go_forward()
        tab.wait_for_url("**sort=instrument*")
        awaits(tab, "document.querySelector('th[aria-sort]').textContent.startsWith('Instrument')")
        rows = agrees(site, tab, "&sort=instrument")
        tab.evaluate("location.hash = 'content'")
        assert in_sight(tab) == rows and rows[0]["rank"] > 0
        assert tab.evaluate("window.stayed")


def test_the_address_keeps_filter_and_place(site):
    with site.page("/deals?side=buy&sort=amount&offset=1000") as tab:
        rows = agrees(site, tab, "&side=buy&sort=amount")
        assert rows[0]["rank"] == 1000
        tab.locator(".viewport").hover()
        tab.mouse.wheel(0, 4000)
        tab.wait_for_timeout(500)
        rank = agrees(site, tab, "&side=buy&sort=amount")[0]["rank"]
        assert f"offset={rank}" in tab.url and "side=buy" in tab.url
        tab.reload()
        assert agrees(site, tab, "&side=buy&sort=amount")[0]["rank"] == rank


def test_the_keyboard_moves_a_row_at_a_time_and_to_both_ends(site):
    with site.page() as tab:
        focus = lambda: tab.evaluate("document.activeElement.ariaRowIndex - 2")
        in_sight(tab)
        tab.get_by_role("button", name="Pause").focus()
        for _ in range(12):
            tab.keyboard.press("Tab")
            if tab.evaluate("document.activeElement.matches('tbody tr')"):
                break
        assert focus() == 0
        last = site.total - 1
        for key, rank in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", last), ("ArrowUp", last - 1), ("Home", 0)):
            tab.keyboard.press(key)
            tab.wait_for_timeout(400)
            assert focus() == rank, (key, focus())
        tab.keyboard.press("PageDown")
        assert 5 < focus() < 40
        rows = agrees(site, tab)
        assert focus() in [row["rank"] for row in rows]
        tab.keyboard.press("Tab")
        assert not tab.evaluate("document.activeElement.closest('.viewport')")
        tab.keyboard.press("Shift+Tab")
        tab.keyboard.press("ArrowDown")
        record = tab.evaluate("document.activeElement.dataset.id")
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"**/deals/{record}")


def test_at_the_top_the_list_follows(site):
    with site.page() as tab:
        is_live(tab)
        deal = site.deals.next(price=61.005, side="sell", amount=1234567.8)
        site.send(deal)
        awaits(tab, "(id) => document.querySelector('tbody tr').dataset.id === String(id)", deal["id"])
        text = tab.locator("tbody tr").first.inner_text()
        assert "61.01" in text and "▼" in text and "1,234,568" in text and "sell" in text
        assert pill(tab, "above") == ""
        assert str(f"{site.total:,}") in tab.locator("h1 .tally").inner_text()
        agrees(site, tab)


def test_a_new_row_glows_once(site):
    with site.page(moving=True) as tab:
        is_live(tab)
        deal = site.deals.next()
        site.send(deal)
        tab.locator(f"tbody tr.is-new[data-id='{deal['id']}']").wait_for()
        awaits(tab, "(id) => !document.querySelector(`tbody tr[data-id='${id}']`).matches('.is-new')", deal["id"])


def held(site, tab, row, *deals):
    """Sends deals while a row is watched, and tells where it stood in all frames."""
    tab.evaluate(WATCH, row["id"])
    site.send(*deals)
    total = f"{site.total:,}"
    awaits(tab, "(total) => document.querySelector('.live-bar .position').textContent.endsWith(total)", total)
    tab.wait_for_timeout(400)
    tab.evaluate("cancelAnimationFrame(window.watching)")
    return tab.evaluate("[...window.seen]")


def test_the_first_row_in_sight_holds_its_place(site):
    with site.page("/deals?sort=-price") as tab:
        is_live(tab)
        go_to(tab, ROWS // 2)
        rows = in_sight(tab)
        tab.wait_for_timeout(500)
        above = [site.deals.next(price=70.5) for _ in range(37)]
        below = [site.deals.next(price=59.5) for _ in range(12)]
        within = site.deals.next(price=(site.price(rows[3]) + site.price(rows[4])) / 2)
        places = held(site, tab, rows[0], *above, *below, within)
        assert len(places) == 1 and places[0] != "gone", places
        assert pill(tab, "above") == "37 new above ↑" and pill(tab, "below") == "12 new below ↓"
        after = agrees(site, tab, "&sort=-price")
        assert within["id"] in [row["id"] for row in after]
        assert after[0]["rank"] == rows[0]["rank"] + 37
        tab.locator(".news .above").click()
        assert agrees(site, tab, "&sort=-price")[0]["rank"] == 0
        assert pill(tab, "above") == ""


def test_the_focused_row_holds_its_place_at_the_very_top(site):
    with site.page() as tab:
        is_live(tab)
        tab.locator("tbody tr[tabindex='0']").focus()
        tab.keyboard.press("ArrowDown")
        tab.wait_for_timeout(600)
        row = in_sight(tab)[1]
        places = held(site, tab, row, *site.deals.many(25))
        assert len(places) == 1 and places[0] != "gone", places
        assert tab.evaluate("Number(document.activeElement.dataset.id)") == row["id"]
        assert pill(tab, "above") == "25 new above ↑"
        assert agrees(site, tab)[0]["rank"] == 25
        tab.mouse.move(600, 600)
        tab.mouse.wheel(0, -2000)
        tab.wait_for_timeout(600)
        assert agrees(site, tab)[0]["rank"] == 0


def test_a_row_that_goes_leaves_its_place_to_its_neighbour(site):
    with site.page("/deals?sort=-price") as tab:
        is_live(tab)
        go_to(tab, 5000)
        rows = in_sight(tab)
        tab.wait_for_timeout(500)
        more = site.deals.next(price=59.2)
        site.upstream.push([more | {"id": rows[0]["id"], "price": 59.1}])
        places = held(site, tab, rows[1], more)
        after = agrees(site, tab, "&sort=-price")
        assert rows[0]["id"] not in [row["id"] for row in after]
        assert len(places) == 1 or after[0]["id"] == rows[1]["id"], places


def test_a_pause_keeps_the_rows_and_counts_on(site):
    with site.page() as tab:
        is_live(tab)
        before = in_sight(tab)
        tab.get_by_role("button", name="Pause").click()
        site.send(*site.deals.many(5))
        awaits(tab, "document.querySelector('.news .above').textContent.startsWith('5 ')")
        assert in_sight(tab) == before
        site.send(*site.deals.many(2))
        awaits(tab, "document.querySelector('.news .above').textContent.startsWith('7 ')")
        assert in_sight(tab) == before
        tab.get_by_role("button", name="Resume").click()
        rows = agrees(site, tab)
        assert rows[0]["id"] == site.deals.count and pill(tab, "above") == ""


def test_a_paused_table_goes_anywhere_and_back(site):
    with site.page() as tab:
        is_live(tab)
        go_to(tab, 900)
        before = in_sight(tab)
        tab.get_by_role("button", name="Pause").click()
        site.send(*site.deals.many(102))
        awaits(tab, "document.querySelector('.news .above').textContent.startsWith('102 ')")
        assert in_sight(tab) == before
        position = "document.querySelector('.live-bar .position').textContent"
        tab.mouse.move(600, 600)
        for pixels in (5000, 30_000, -40_000):
            tab.mouse.wheel(0, pixels)
            tab.wait_for_timeout(500)
            rows = in_sight(tab)
            first = rows[0]["rank"]
            assert [row["rank"] for row in rows] == list(range(first, first + len(rows))), rows
            assert [row["id"] for row in rows] == site.ids(first + 102, len(rows)), (pixels, first)
            assert "as they are now" in tab.evaluate(position), tab.evaluate(position)
            tab.mouse.wheel(0, -pixels if pixels > 0 else 0)
            tab.wait_for_timeout(300)
            if pixels > 0:
                assert in_sight(tab) == before, pixels
                assert "as they are now" not in tab.evaluate(position)
        assert first == 0
        go_to(tab, 900)
        assert in_sight(tab) == before
        go_to(tab, site.total - 102)
        last = in_sight(tab)[-1]
        assert last == {**last, "rank": site.total - 103, "id": site.ids(site.total - 1, 1)[0]}
        go_to(tab, 900)
        assert in_sight(tab) == before
        tab.get_by_role("button", name="Resume").click()
        first = agrees(site, tab)[0]
        assert (first["id"], first["rank"]) == (before[0]["id"], before[0]["rank"] + 102), first


def test_a_pause_lasts_through_another_order(site):
    with site.page() as tab:
        is_live(tab)
        tab.get_by_role("button", name="Pause").click()
        tab.locator("thead").get_by_role("link", name="Price").click()
        awaits(tab, "location.search.includes('sort=-price')")
        awaits(tab, "document.querySelector('.live-bar .pause').textContent === 'Resume'")
        before = in_sight(tab)
        site.send(*[site.deals.next(price=71.5) for _ in range(3)])
        awaits(tab, "document.querySelector('.news .above').textContent.startsWith('3 ')")
        assert in_sight(tab) == before
        tab.locator(".news .above").click()
        awaits(tab, "document.querySelector('.live-bar .pause').textContent === 'Pause'")
        assert agrees(site, tab, "&sort=-price")[0]["rank"] == 0


def test_a_server_that_restarts_loses_and_doubles_no_row(site):
    with site.page(lossy=True) as tab:
        is_live(tab)
        before = in_sight(tab)
        site.program.stop()
        tab.locator(".head").get_by_text("Not live").wait_for(timeout=15_000)
        assert tab.locator(".live-bar").get_by_text("Not live").is_visible()
        assert in_sight(tab) == before
        site.program.start()
        site.send(*site.deals.many(3))
        is_live(tab)
        assert tab.locator(".live-bar").get_by_text("Not live").count() == 0
        site.send(*site.deals.many(2))
        awaits(tab, "(id) => document.querySelector('tbody tr').dataset.id === String(id)", site.deals.count)
        rows = agrees(site, tab)
        ids = [row["id"] for row in rows]
        assert len(set(ids)) == len(ids) and ids[:5] == list(range(ids[0], ids[0] - 5, -1))


def readers(site):
    """How many live windows of deals the server counts."""
    with urllib.request.urlopen(site.program.base + "/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith('almanac_live_subscribers{dataset="deals"'))


def test_tabs_that_look_at_the_same_rows_share_one_stream(site):
    with site.page() as tab:
        is_live(tab)
        other = tab.context.new_page()
        browsers.open_page(other, "/deals")
        is_live(other)
        site.program.wait(lambda: readers(site) == 1, 10)
        site.send(site.deals.next())
        for each in (tab, other):
            awaits(each, "(id) => document.querySelector('tbody tr').dataset.id === String(id)", site.deals.count)
        browsers.open_page(other, "/deals?sort=side")
        site.program.wait(lambda: readers(site) == 2, 10)
        other.close()
        site.program.wait(lambda: readers(site) == 1, 10)


def test_more_tabs_than_connections_all_stay_live(site):
    with site.page() as tab:
        is_live(tab)
        tabs = [tab]
        for order in ("side", "price", "-price", "amount", "-amount"):
            tabs.append(tab.context.new_page())
            browsers.open_page(tabs[-1], f"/deals?sort={order}")
            is_live(tabs[-1])
        site.send(*site.deals.many(2))
        for each in tabs:
            awaits(each, "(total) => document.querySelector('.live-bar .position').textContent.endsWith(total)", f"{site.total:,}")
            assert each.get_by_text("Not live").count() == 0
        assert readers(site) <= 4


def test_going_back_and_reloading_return_to_the_row(site):
    with site.page() as tab:
        is_live(tab)
        go_to(tab, 5000)
        row = in_sight(tab)[3]
        site.send(*site.deals.many(60))
        tab.wait_for_timeout(500)
        tab.locator(f"tbody tr[data-id='{row['id']}'] a").first.click()
        tab.wait_for_url(f"**/deals/{row['id']}")
        site.send(*site.deals.many(300))
        tab.go_back()
        awaits(tab, "document.querySelector('almanac-table.is-ready')")
        tab.wait_for_timeout(500)
        assert row["id"] in [each["id"] for each in agrees(site, tab)]
        tab.reload()
        awaits(tab, "document.querySelector('almanac-table.is-ready')")
        tab.wait_for_timeout(500)
        assert row["id"] in [each["id"] for each in agrees(site, tab)]


def test_a_hidden_tab_asks_for_nothing_and_catches_up(site):
    with site.page() as tab:
        is_live(tab)
        hide = """(state) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
        tab.evaluate(hide, "hidden")
        site.program.wait(lambda: readers(site) == 0, 10)
        before = in_sight(tab)
        site.send(*site.deals.many(4))
        tab.wait_for_timeout(500)
        assert in_sight(tab) == before
        tab.evaluate(hide, "visible")
        awaits(tab, "(id) => document.querySelector('tbody tr').dataset.id === String(id)", site.deals.count)


def test_times_are_in_the_zone_of_the_person(site):
    with site.page(zone="America/Argentina/Buenos_Aires") as tab:
        in_sight(tab)
        first = tab.locator("tbody tr").first
        moment = first.locator("time").get_attribute("datetime")
        assert "2026-11-21T09:" in moment
        assert "06:" + moment[14:19] in first.inner_text()
        assert "Buenos Aires time" in tab.locator("thead").inner_text()
        assert "Buenos Aires time" in tab.locator(".foot").inner_text()
        go_to(tab, 1000)
        in_sight(tab)
        assert "21 Nov 2026, 06:" in tab.locator("tbody tr").first.inner_text()


def test_without_scripts_the_page_is_as_ever(site):
    with site.page(scripts=False) as tab:
        assert tab.locator("tbody tr").count() == 100
        assert "UTC" in tab.locator("thead").inner_text()
        assert tab.locator(".pager .steps").is_visible() and not tab.locator(".live-bar").is_visible()
        follow(tab, tab.get_by_role("link", name="Next"))
        assert "offset=100" in tab.url
        go_to(tab, 5001)
        tab.wait_for_url("**offset=5000")


def test_on_a_phone_rows_are_cards_of_one_height(site):
    for width in (320, 390):
        with site.page(width=width, height=800) as tab:
            assert browsers.overflow(tab) <= 0
            rows = agrees(site, tab)
            assert len({row["height"] for row in rows}) == 1 and rows[0]["height"] > 60
            go_to(tab, site.total)
            assert agrees(site, tab)[-1]["rank"] == site.total - 1
            clipped = tab.evaluate("""() => [...document.querySelectorAll("tbody tr")]
              .filter((row) => row.scrollHeight > row.clientHeight + 1).length""")
            assert clipped == 0, clipped


def test_a_list_without_rows_waits_for_some(site):
    with site.page("/deals?price.min=99") as tab:
        assert tab.locator(".empty").is_visible() and tab.locator("tbody tr").count() == 0
        deal = site.deals.next(price=99.5)
        site.send(deal)
        tab.locator(f"tbody tr[data-id='{deal['id']}']").wait_for(timeout=15_000)
        is_live(tab)
        assert "price.min=99" in tab.url


def test_any_table_scrolls_so(site):
    with site.page("/meteorites") as tab:
        total = site.program.json("/meteorites.json?limit=1")["total"]
        tab.locator("tbody tr[tabindex='0']").focus()
        tab.keyboard.press("End")
        rows = in_sight(tab)
        assert rows[-1]["rank"] == total - 1
        last = site.program.json(f"/meteorites.json?offset={total - 1}")["rows"][0]["id"]
        assert str(rows[-1]["id"]) == str(last)


def main(names):
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    failed = 0
    with chromium(scrollbars=True) as browser:
        site = Site(browser)
        site.program.start()
        try:
            site.program.fill(site.upstream, site.deals, ROWS)
            for name, test in tests.items():
                if names and name not in names:
                    continue
                try:
                    test(site)
                    print("passed", name, flush=True)
                except Exception:
                    failed += 1
                    print("FAILED", name, flush=True)
                    traceback.print_exc()
        finally:
            site.program.close()
    print(f"{len(names or tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
