"""The four languages in a real browser: how one is chosen, and that a page stays in it.

Run as a script against the server at BASE_URL, as test_website.py is.
"""

import re
import sys

from browser import BASE_URL, open_page, overflow, page, run

NAMES = {"en": "English", "pl": "Polski", "ru": "Русский", "sk": "Slovenčina"}
RECORDS = {"pl": "rekord", "ru": "запис", "sk": "záznam"}
PAGES = [
    "/", "/about", "/search?q=kra", "/stations", "/stations/distance", "/stations/near?lat=50&lon=20",
    "/stations/map", "/meteorites", "/meteorites?q=qqqqzzzz", "/countries", "/countries/PL",
    "/countries/changes", "/deals", "/nothing-here",
]


def language(tab):
    return tab.locator("html").get_attribute("lang")


def in_language(path, code):
    return f"{path}{'&' if '?' in path else '?'}lang={code}"


def test_a_language_is_chosen_at_the_foot_and_kept(browser):
    for scripts in (True, False):
        with page(browser, scripts=scripts) as tab:
            open_page(tab, "/meteorites?sort=name")
            for code, name in NAMES.items():
                tab.locator(".language").get_by_role("button", name=name).click()
                assert language(tab) == code
                assert tab.url == f"{BASE_URL}/meteorites?sort=name", tab.url
                pressed = tab.locator(".language [aria-pressed=true]")
                assert pressed.all_inner_texts() == [name]
            open_page(tab, "/about")
            assert language(tab) == "sk"
            open_page(tab, "/about?lang=pl")
            assert language(tab) == "pl"
            open_page(tab, "/about")
            assert language(tab) == "sk"


def test_what_scripts_bring_is_in_the_language_of_the_page(browser):
    for code, records in RECORDS.items():
        with page(browser) as tab:
            open_page(tab, f"/meteorites?lang={code}")
            tab.locator("#q").fill("ho")
            tab.wait_for_url("**q=ho**")
            tab.locator("table mark").first.wait_for()
            assert records in tab.locator("h1 .tally").inner_text()
            assert "records" not in tab.locator("main").inner_text()
            tab.evaluate("document.querySelector('almanac-freshness').refresh()")
            tab.wait_for_load_state("networkidle")
            assert "Copy" not in tab.locator("almanac-freshness").first.inner_text()


def test_times_of_a_zone_are_told_in_the_language_of_the_page(browser):
    with page(browser, zone="America/Argentina/Buenos_Aires") as tab:
        open_page(tab, "/deals?lang=pl")
        tab.get_by_text("czas: Buenos Aires").first.wait_for()
        assert "time" not in tab.locator(".foot").inner_text()


def test_no_page_is_wider_than_a_phone_or_lacks_a_word_in_any_language(browser):
    for width in (320, 390):
        with page(browser, width=width) as tab:
            for code in NAMES:
                for path in PAGES:
                    open_page(tab, in_language(path, code))
                    assert overflow(tab) <= 0, (width, code, path, overflow(tab))
                    text = tab.locator("body").inner_text()
                    assert not re.search(r"\[[a-z_]+\.[a-z_.]+\]|\{[a-z]+\}", text), (code, path)


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
