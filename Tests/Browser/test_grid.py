"""The live table as a grid, for people who hear it: by the browser's own accessibility tree.

Run as a script; ALMANAC=PROGRAM names the program. The deals are sent by the test.
"""

import sys
import traceback
from contextlib import contextmanager

import browser as browsers
from browser import chromium, until
from deals import Deals, Program, Upstream

ROWS = 3000
FOCUSED = "Number(document.activeElement.ariaRowIndex) - 2"
SAID = "document.querySelector('.live-bar [role=status]').textContent"


class Site:
    """A source, the program that keeps its deals, and a browser."""

    def __init__(self, browser):
        self.browser, self.deals, self.upstream = browser, Deals(), Upstream()
        self.program = Program(self.upstream)
        self.total = ROWS

    @contextmanager
    def page(self, path="/deals", **options):
        browsers.BASE_URL = self.program.base
        with browsers.page(self.browser, **options) as tab:
            browsers.open_page(tab, path)
            until(tab, "document.querySelector('almanac-table.is-ready')")
            until(tab, "document.querySelector('.head .status .live')")
            yield tab

    def send(self, *deals):
        self.upstream.push(list(deals))
        self.total += len(deals)
        self.program.wait(lambda: self.program.total() == self.total)


class Tree:
    """What the browser tells a screen reader."""

    def __init__(self, tab):
        answer = tab.context.new_cdp_session(tab).send("Accessibility.getFullAXTree")
        self.nodes = {node["nodeId"]: node for node in answer["nodes"]}

    def all(self, role):
        return [node for node in self.nodes.values() if not node["ignored"] and self.role(node) == role]

    def one(self, role):
        found = self.all(role)
        assert len(found) == 1, (role, [self.name(each) for each in found])
        return found[0]

    def children(self, node, role):
        """The nearest of a role below a node, through what is told to nobody."""
        below = [self.nodes[each] for each in node.get("childIds", []) if each in self.nodes]
        return [found for child in below for found in
                ([child] if self.role(child) == role and not child["ignored"] else self.children(child, role))]

    @staticmethod
    def role(node):
        return node.get("role", {}).get("value")

    @staticmethod
    def name(node):
        return node.get("name", {}).get("value", "")

    @staticmethod
    def property(node, name):
        return next((each["value"].get("value") for each in node.get("properties", []) if each["name"] == name), None)


def enter(tab):
    """Gives the focus to the row that the Tab key leads to."""
    tab.locator("tbody tr[tabindex='0']").focus()


def press(tab, key, rank):
    tab.keyboard.press(key)
    until(tab, f"{FOCUSED} === {rank}")


def test_a_grid_of_all_rows_is_told_with_its_heads_and_cells(site):
    for width in (1280, 390):
        with site.page(width=width) as tab:
            tree = Tree(tab)
            grid = tree.one("grid")
            assert tree.name(grid) == "Currency deals", tree.name(grid)
            heads = [tree.name(each).strip() for each in tree.children(grid, "columnheader")]
            assert heads[1:] == ["Instrument", "Price", "Amount", "Side"], heads
            assert tree.children(grid, "rowgroup")
            rows = tree.children(grid, "row")
            assert 8 < len(rows) < 200
            for row in rows[1:]:
                assert len(tree.children(row, "gridcell") + tree.children(row, "rowheader")) == 5
                assert len(tree.children(row, "rowheader")) == 1 and tree.property(row, "focusable")
            assert "/" in tree.name(rows[1]) and "buy" in tree.name(rows[1]) + tree.name(rows[2]) + tree.name(rows[3])
            total = tab.locator("table.rows").get_attribute("aria-rowcount")
            assert int(total) == site.total + 1, total
            indices = tab.evaluate("[...document.querySelectorAll('tbody tr')].map((row) => Number(row.ariaRowIndex))")
            assert indices == list(range(2, len(indices) + 2))


def test_one_row_is_in_the_way_of_the_tab_key(site):
    with site.page() as tab:
        stops = tab.locator("tbody [tabindex='0'], tbody a:not([tabindex])").count()
        assert stops == 1, stops
        enter(tab)
        press(tab, "End", site.total - 1)
        assert tab.locator("tbody [tabindex='0'], tbody a:not([tabindex])").count() == 1
        tab.keyboard.press("Tab")
        assert not tab.evaluate("Boolean(document.activeElement.closest('tbody'))")
        tab.keyboard.press("Shift+Tab")
        until(tab, f"{FOCUSED} === {site.total - 1}")


def test_the_tab_key_leads_back_to_a_row_that_was_left_before_it_came(site):
    """The place is the row's, not the skeleton's that stood there, and goes where the row goes."""
    held = []
    with site.page() as tab:
        enter(tab)
        tab.route("**/deals/live?**", lambda route: held.append(route))
        press(tab, "End", site.total - 1)
        assert tab.evaluate("document.activeElement.matches('.is-skeleton')")
        tab.keyboard.press("Tab")
        assert not tab.evaluate("Boolean(document.activeElement.closest('tbody'))")
        for route in held:
            route.continue_()
        tab.unroute("**/deals/live?**")
        until(tab, "!document.querySelector('tbody .is-skeleton')")
        last = tab.evaluate("[...document.querySelectorAll('tbody tr')].at(-1).dataset.id")
        site.send(*site.deals.many(5))
        until(tab, "(index) => [...document.querySelectorAll('tbody tr')].at(-1).ariaRowIndex === index", str(site.total + 1))
        tab.keyboard.press("Shift+Tab")
        until(tab, f"{FOCUSED} === {site.total - 1}")
        assert last and tab.evaluate("document.activeElement.dataset.id") == last


def test_every_key_of_a_grid_goes_where_it_should(site):
    with site.page() as tab:
        enter(tab)
        last = site.total - 1
        for key, rank in [("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", 0), ("End", last), ("ArrowDown", last),
                          ("Home", 0), ("Control+End", last), ("Control+Home", 0)]:
            press(tab, key, rank)
        tab.keyboard.press("PageDown")
        page = tab.evaluate(FOCUSED)
        assert page > 4, page
        press(tab, "PageDown", 2 * page)
        press(tab, "PageUp", page)
        focused = [each for each in Tree(tab).all("row") if Tree.property(each, "focused")]
        assert len(focused) == 1 and "/" in Tree.name(focused[0])
        box = tab.evaluate("""() => {
            const row = document.activeElement.getBoundingClientRect();
            const head = document.querySelector(".viewport thead").getBoundingClientRect();
            return [row.top - head.bottom, innerHeight - row.bottom];
        }""")
        assert min(box) >= -1, box


def test_the_focus_survives_what_arrives_and_what_changes(site):
    with site.page() as tab:
        enter(tab)
        press(tab, "ArrowDown", 1)
        tab.wait_for_timeout(600)
        record = tab.evaluate("document.activeElement.dataset.id")
        site.send(*site.deals.many(40))
        until(tab, f"{FOCUSED} === 41")
        assert tab.evaluate("document.activeElement.dataset.id") == record
        # The record itself changes: its element stays, and with it the focus.
        changed = site.deals.next(id=int(record), side="sell", price=66.6)
        site.upstream.push([changed])
        until(tab, "document.activeElement.dataset.id !== undefined && document.activeElement.matches('tbody tr')")
        tab.wait_for_timeout(800)
        assert tab.evaluate("document.activeElement.matches('tbody tr')")
        press(tab, "Home", 0)


def test_a_pause_holds_the_rows_and_says_so(site):
    with site.page() as tab:
        button = tab.locator(".live-bar .pause")
        button.focus()
        tab.keyboard.press("Enter")
        assert button.inner_text() == "Resume" and button.get_attribute("aria-pressed") is None
        assert tab.evaluate(SAID) == "Paused. The rows stay as they are."
        first = tab.locator("tbody tr").first.get_attribute("data-id")
        site.send(*site.deals.many(5))
        until(tab, "document.querySelector('.news .above').textContent.startsWith('5 ')")
        assert tab.locator("tbody tr").first.get_attribute("data-id") == first
        tab.keyboard.press("Enter")
        assert tab.evaluate(SAID).startswith("Resumed")
        until(tab, "(id) => document.querySelector('tbody tr').dataset.id === String(id)", site.deals.count)
        assert tab.evaluate("document.activeElement.matches('.pause')")


def test_news_is_told_politely_and_seldom(site):
    with site.page() as tab:
        status = [each for each in Tree(tab).all("status") if Tree.property(each, "live") == "polite"]
        assert status
        assert not tab.locator("tbody[aria-live], .viewport [aria-live], .viewport [role=status]").count()
        tab.evaluate("""() => {
            window.said = [];
            new MutationObserver(() => window.said.push(1)).observe(
              document.querySelector(".live-bar [role=status]"), { childList: true, characterData: true, subtree: true });
        }""")
        enter(tab)
        press(tab, "ArrowDown", 1)
        tab.wait_for_timeout(600)
        for _ in range(6):
            site.send(*site.deals.many(3))
        total = f"{site.total:,}"
        until(tab, "(all) => document.querySelector('.live-bar .position').textContent.endsWith(all)", total)
        assert tab.evaluate("window.said.length") <= 1


def test_enter_opens_a_row_and_escape_leaves_the_grid(site):
    with site.page() as tab:
        enter(tab)
        tab.keyboard.press("Escape")
        assert not tab.evaluate("Boolean(document.activeElement.closest('tbody'))")
        enter(tab)
        press(tab, "ArrowDown", 1)
        record = tab.evaluate("document.activeElement.dataset.id")
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"**/deals/{record}")


def main(names):
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not names or name in names}
    failed = 0
    with chromium() as browser:
        site = Site(browser)
        site.program.start()
        try:
            site.program.fill(site.upstream, site.deals, ROWS)
            for name, test in chosen.items():
                try:
                    test(site)
                    print("passed", name, flush=True)
                except Exception:
                    failed += 1
                    print("FAILED", name, flush=True)
                    traceback.print_exc()
        finally:
            site.program.close()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
