"""A record's page and the preferences in a real browser, with scripts and without.

Run as a script against the server at BASE_URL, as test_website.py is.
"""

import re
import sys

from browser import BASE_URL, follow, open_page, page, run


def facts(tab):
    """The facts of the page by their titles, as they are read."""
    rows = tab.locator(".sheet .facts > div").all()
    return {row.locator("dt").inner_text(): plain(row.locator("dd")) for row in rows}


def plain(element):
    """The text of an element with spaces that may break."""
    return element.inner_text().replace("\u00a0", " ")


def choose(tab, *titles):
    open_page(tab, "/preferences")
    for title in titles:
        tab.get_by_role("radio", name=re.compile(f"^{title}")).check()
    follow(tab, tab.locator(".preferences button"))
    assert tab.url == f"{BASE_URL}/preferences#kept", tab.url
    assert tab.locator("#kept").is_visible()


def test_units_are_chosen_once_and_hold_everywhere(browser):
    for scripts in (True, False):
        with page(browser, scripts=scripts) as tab:
            choose(tab, "Metric")
            open_page(tab, "/countries/PL")
            assert "km²" in facts(tab)["Area"]
            choose(tab, "Miles, feet, pounds")
            assert tab.get_by_role("radio", name=re.compile("^Miles")).is_checked()
            open_page(tab, "/countries/PL")
            assert facts(tab)["Area"].endswith("sq mi"), facts(tab)
            open_page(tab, "/countries")
            first = tab.locator(".entry details").first
            first.locator("summary").click()
            assert "sq mi" in plain(first.locator(".unfolded"))
            open_page(tab, "/meteorites?sort=-mass")
            assert " lb" in plain(tab.locator("table.rows tbody tr").first)
            choose(tab, "Metric")
            open_page(tab, "/meteorites?sort=-mass")
            assert " lb" not in plain(tab.locator("table.rows tbody tr").first)
            choose(tab, "As is usual")
            assert not [each for each in tab.context.cookies() if each["name"] == "units"]


def test_the_language_is_chosen_and_left_to_the_browser(browser):
    with page(browser) as tab:
        choose(tab, "Polski")
        assert tab.locator("h1").inner_text() == "Ustawienia"
        open_page(tab, "/countries/PL")
        assert "złoty polski (zł)" in facts(tab).values()
        choose(tab, "Zgodnie z przeglądarką")
        assert tab.locator("h1").inner_text() == "Preferences"


def test_a_radio_is_reached_by_the_keyboard(browser):
    with page(browser) as tab:
        open_page(tab, "/preferences")
        tab.locator("input[name=units]").first.focus()
        tab.keyboard.press("ArrowDown")
        assert tab.get_by_role("radio", name="Metric").is_checked()
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"{BASE_URL}/preferences#kept")
        assert tab.get_by_role("radio", name="Metric").is_checked()


def test_the_place_of_a_capital_leads_to_openstreetmap(browser):
    with page(browser) as tab:
        open_page(tab, "/countries/PL")
        link = tab.locator(".sheet a[href*='openstreetmap.org']")
        assert re.match(r"\d+° \d+′ N, \d+° \d+′ E$", plain(link))
        assert link.get_attribute("href").startswith("https://www.openstreetmap.org/")


def test_what_is_missing_is_left_out_and_nothing_is_wider_than_the_screen(browser):
    for width in (390, 820, 1440):
        with page(browser, width=width) as tab:
            for path in ("/countries/AQ", "/countries/SH", "/countries/FR", "/preferences"):
                open_page(tab, path)
                found = facts(tab)
                assert path == "/preferences" or len(found) > 5, found
                assert all(value.strip() for value in found.values()), found
                assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_neighbours_lead_through_the_sections(browser):
    with page(browser) as tab:
        open_page(tab, "/countries")
        ids = tab.locator("section.part .entries .more a").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))")
        path = ids[60]
        open_page(tab, path)
        for step in range(3):
            tab.locator("a[rel=next]").click()
            tab.wait_for_url(BASE_URL + ids[61 + step])
            # The address is first; until the page follows, its links are those of the one before.
            tab.locator(f"a[rel=next][href='{ids[62 + step]}']").wait_for()
        tab.locator("a[rel=prev]").click()
        tab.wait_for_url(BASE_URL + ids[62])


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
