"""Every page and every state of one, looked at by axe-core: WCAG 2.0, 2.1 and 2.2 up to AA.

Run as a script against the server at BASE_URL, which has the datasets of browser-tests.sh. It looks at
each page twice, by day and by night, on a phone and on a desktop, in two languages that change from
page to page; with AXE=full at all of them in all four languages, which takes many minutes. It prints
how many elements break a rule: pages by theme and language.
"""

import json
import os
import sys
import urllib.parse
import urllib.request
from collections import defaultdict

import browser as browsers
from axe import Axe
from playwright.sync_api import Error
from browser import open_page, page, run, until

LANGUAGES = ["en", "pl", "sk", "ru"]
PHONE, DESKTOP = 390, 1440
IS_FULL = os.environ.get("AXE") == "full"


def ready(tab):
    """Waits for what scripts make of a page."""
    until(tab, "document.readyState === 'complete' && !document.querySelector('main').ariaBusy")
    until(tab, """[...document.querySelectorAll(
        'almanac-table:not(.is-ready), almanac-map:not(.is-live)')].every((each) => each.closest('.specimen'))""")
    tab.wait_for_timeout(100)


def at(path):
    """The state of a page as it is opened."""
    def show(tab):
        try:
            open_page(tab, path)
        except Error:  # the page for when nothing answers went on by itself, since something does
            open_page(tab, path)
        ready(tab)
    return show


def palette(tab):
    at("/about")(tab)
    tab.locator(".seek").click()
    tab.locator(".palette input").fill("wa")
    tab.locator(".found-answer .found").first.wait_for()


def palette_at_rest(tab):
    at("/about")(tab)
    tab.locator(".seek").click()
    tab.locator(".palette .places .found").first.wait_for()


def filters(tab):
    at("/meteorites")(tab)
    tab.locator(".filters > summary").click()


def unfolded(tab):
    at("/countries")(tab)
    tab.locator(".entry summary").first.click()
    tab.locator(".unfolded .facts").first.wait_for()


def beside(tab):
    """A page opened from its list; on a phone it is a page of its own."""
    at("/stations")(tab)
    tab.locator(".entry a.line").nth(3).click()
    until(tab, "location.pathname !== '/stations'")
    ready(tab)
    tab.locator("h1:not([aria-level])").wait_for()


def focused_row(tab):
    at("/deals")(tab)
    tab.locator("tbody tr[tabindex='0']").focus()
    tab.keyboard.press("ArrowDown")
    tab.locator(".live-bar .pause").click()


def kept(tab):
    at("/preferences")(tab)
    tab.locator(".preferences .keep button").click()
    tab.wait_for_url("**/preferences#kept")


def picked(tab):
    at("/stations/distance")(tab)
    tab.locator("[data-end=from] input[type=search]").fill("war")
    tab.locator("[data-end=from] .found").first.wait_for()


def ids(dataset, count):
    with urllib.request.urlopen(f"{browsers.BASE_URL}/{dataset}.json?limit={count}", timeout=60) as answer:
        return [urllib.parse.quote(str(row["id"]), safe="") for row in json.load(answer)["rows"]]


def states():
    """What is looked at, by name."""
    one, other = ids("stations", 2)
    meteorite, deal = ids("meteorites", 1)[0], ids("deals", 1)[0]
    paths = {
        "home": "/", "a list in sections": "/countries", "a list of names": "/stations",
        "a table": "/meteorites", "a live table": "/deals", "a short table": "/peaks",
        "conditions": "/meteorites?fall=Fell&mass.min=1000", "nothing found": "/stations?q=qqqzzz",
        "a page beside its list": "/countries/PL", "a page with gaps": "/countries/AQ",
        "a page of a table": f"/meteorites/{meteorite}", "a page of a stream": f"/deals/{deal}",
        "gone": "/peaks/Ben%20Nevis", "a map": "/countries/map", "a place on a map": "/countries/map?map-id=PL",
        "no distance yet": "/stations/distance",
        "a distance": f"/stations/distance?from={one}&to={other}",
        "near nothing yet": "/stations/near", "near": f"/stations/near?id={one}",
        "search": "/search", "what a search finds": "/search?q=wa", "changes": "/peaks/changes",
        "about": "/about", "preferences": "/preferences", "notifications": "/notifications",
        "no such page": "/nothing-here", "no such parameter": "/meteorites?sort=nam",
        "all components": "/patterns", "when nothing answers": "/-/offline",
    }
    others = {
        "the palette": palette_at_rest, "the palette's answer": palette, "filters": filters,
        "unfolded rows": unfolded, "a page opened from a list": beside, "a row with the focus": focused_row,
        "preferences kept": kept, "choosing an end": picked,
    }
    return {name: at(path) for name, path in paths.items()} | others


def settings():
    """(width, night, language) of each look, and the numbers of the states that are looked at so."""
    looks = [(width, night, language) for language in LANGUAGES for width in (PHONE, DESKTOP)
             for night in (False, True)]
    if IS_FULL:
        return {look: lambda number: True for look in looks}

    def chosen(width, night, language):
        def is_looked_at(number):
            isDay = number // 4 % 2 == 0
            at_phone = (PHONE, not isDay, LANGUAGES[number % 4])
            return (width, night, language) in (at_phone, (DESKTOP, isDay, LANGUAGES[(number + 2) % 4]))
        return is_looked_at

    return {look: chosen(*look) for look in looks}


def look(browser, found):
    """Looks at every state in every setting that is due; `found` takes what breaks a rule."""
    everything = list(states().items())
    for (width, night, language), is_due in settings().items():
        due = [each for number, each in enumerate(everything) if is_due(number)]
        with page(browser, width=width, night=night, lossy=True) as tab:
            tab.context.add_cookies([{"name": "language", "value": language, "url": browsers.BASE_URL}])
            axe = Axe(tab)
            for name, show in due:
                try:
                    show(tab)
                    assert tab.evaluate("document.documentElement.lang") == language
                    found[name, width, night, language] = axe.violations()
                except Exception as problem:  # what could not be looked at is no page without faults
                    what = {"rule": "not looked at", "at": "", "html": "", "why": str(problem)[:300]}
                    found[name, width, night, language] = [what]


def table(found):
    """How many elements break a rule, of each page by day and by night in each language."""
    counts = defaultdict(int)
    for (name, _, night, language), broken in found.items():
        counts[name, night, language] += len(broken)
    columns = [(night, language) for night in (False, True) for language in LANGUAGES]
    head = "".join(f"{'night' if night else 'day'} {language}".rjust(10) for night, language in columns)
    lines = [" " * 28 + head]
    for name in dict.fromkeys(name for name, *_ in found):
        cells = [str(counts.get((name, *column), "·")).rjust(10) for column in columns]
        lines.append(name.ljust(28) + "".join(cells))
    return "\n".join(lines)


def test_a_page_that_breaks_rules_is_found_out(browser):
    with page(browser, lossy=True) as tab:
        at("/about")(tab)
        tab.evaluate("""() => {
            const [image, button, text] = ["img", "button", "p"].map((name) => document.createElement(name));
            image.src = "/favicon.ico";
            button.style.cssText = "min-block-size: 0; inline-size: 9px; block-size: 9px; padding: 0";
            text.textContent = "hardly to be read";
            text.style.color = "color-mix(in srgb, var(--paper) 80%, var(--ink))";
            document.querySelector("main").append(image, button, button.cloneNode(), text);
        }""")
        rules = {each["rule"] for each in Axe(tab).violations()}
        assert {"image-alt", "button-name", "color-contrast", "target-size"} <= rules, rules


def test_no_page_breaks_a_rule(browser):
    found = {}
    look(browser, found)
    print(table(found), flush=True)
    broken = {(*setting, each["rule"], each["at"], each["html"], each["why"])
              for setting, violations in found.items() for each in violations}
    print(f"{len(found)} looks, {len(broken)} violations", flush=True)
    for each in sorted(broken, key=str)[:60]:
        print(*each, sep=" | ")
    assert not broken


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
