"""The four languages in a real browser: how one is chosen, and that a page stays in it.

Run as a script against the server at BASE_URL, as test_website.py is.
"""

import sys

from browser import BASE_URL, open_page, page, run

NAMES = {"en": "English", "pl": "Polski", "ru": "Русский", "sk": "Slovenčina"}


def language(tab):
    return tab.locator("html").get_attribute("lang")


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


def test_times_of_a_zone_are_told_in_the_language_of_the_page(browser):
    with page(browser, zone="America/Argentina/Buenos_Aires") as tab:
        open_page(tab, "/deals?lang=pl")
        tab.get_by_text("czas: Buenos Aires").first.wait_for()
        assert "time" not in tab.locator(".foot").inner_text()


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
