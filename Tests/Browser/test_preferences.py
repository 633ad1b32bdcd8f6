"""What a device chooses: theme, density and size of text, on every page, before anything is drawn.

Run as a script against the server at BASE_URL, which has the datasets of browser-tests.sh.
"""

import json
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import browser as browsers
from browser import open_page, overflow, page, run, until

PAPER = "getComputedStyle(document.body).backgroundColor"
DAY, NIGHT = "rgb(248, 244, 234)", "rgb(15, 20, 32)"
PAGES = ["/", "/countries", "/stations", "/meteorites", "/deals", "/countries/PL", "/countries/map",
         "/stations/distance", "/stations/near", "/search?q=wa", "/peaks/changes", "/peaks/Ben%20Nevis",
         "/about", "/preferences", "/notifications", "/nothing-here", "/patterns"]


def keep(tab, **values):
    """Lets the device keep choices, as the server's own cookies do."""
    tab.context.add_cookies([{"name": name, "value": value, "url": browsers.BASE_URL}
                             for name, value in values.items()])


def choose(tab, **values):
    """Chooses on the page of all preferences, and sends the form."""
    open_page(tab, "/preferences")
    for name, value in values.items():
        tab.locator(f"input[name={name}][value='{value}']").check()
    tab.get_by_role("button", name="Keep on this device").click()


def height(tab, selector):
    rows = f"document.querySelector({selector!r})?.getBoundingClientRect().height"
    until(tab, rows)  # a row of the live table may just have given its place to another
    return tab.evaluate(rows)


def test_a_choice_is_kept_and_said_where_it_was_made(browser):
    with page(browser, scripts=False) as tab:
        choose(tab, theme="dark", text="130", density="compact")
        tab.wait_for_url("**/preferences#kept")
        assert tab.locator("#kept").inner_text() == "Kept on this device."
        assert tab.locator("#kept").is_visible() and not tab.locator("#as-usual").is_visible()
        for name, value in (("theme", "dark"), ("text", "130"), ("density", "compact")):
            assert tab.locator(f"input[name={name}][value='{value}']").is_checked()
        cookies = {each["name"]: each for each in tab.context.cookies()}
        assert {cookies[name]["sameSite"] for name in ("theme", "text", "density")} == {"Lax"}
        choose(tab, theme="", text="", density="", units="", language="", greeting="on")
        tab.wait_for_url("**/preferences#kept")
        assert "theme" not in {each["name"] for each in tab.context.cookies()}


def test_the_focus_goes_on_from_what_was_said(browser):
    with page(browser) as tab:
        choose(tab, theme="light")
        tab.wait_for_url("**#kept")
        until(tab, "document.activeElement.id === 'kept'")
        box, window = tab.locator("#kept").bounding_box(), tab.viewport_size["height"]
        assert 0 <= box["y"] < window
        tab.keyboard.press("Shift+Tab")
        until(tab, "document.activeElement.matches('.preferences .keep button')")


def test_every_page_is_there_in_the_chosen_light_at_once(browser):
    """By the first bytes and by the first frame: nothing is drawn in another light before."""
    for system_is_dark, theme, paper in ((False, "dark", NIGHT), (True, "light", DAY)):
        with page(browser, night=system_is_dark, lossy=True) as tab:
            keep(tab, theme=theme)
            tab.context.add_init_script("""
                new PerformanceObserver((list, observer) => {
                  observer.disconnect();
                  document.documentElement.setAttribute("data-first", getComputedStyle(document.body).backgroundColor);
                }).observe({ type: "paint", buffered: true });""")
            for path in PAGES:
                html = open_page(tab, path).text()
                assert f'data-theme="{theme}"' in html[:200], path
                until(tab, "document.documentElement.dataset.first")
                assert tab.evaluate("document.documentElement.dataset.first") == paper, path
                assert tab.evaluate(PAPER) == paper, path
                assert tab.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme
                metas = tab.locator("meta[name=theme-color]")
                assert metas.count() == 1 and metas.get_attribute("content") == hexadecimal(paper)


def hexadecimal(colour):
    return "#" + "".join(f"{int(part):02x}" for part in colour[4:-1].split(","))


def test_the_map_is_drawn_in_the_chosen_light(browser):
    lights = {}
    for theme in ("light", "dark"):
        with page(browser, lossy=True) as tab:  # Chromium warns of canvases that are read
            keep(tab, theme=theme)
            open_page(tab, "/countries/map")
            until(tab, "document.querySelector('almanac-map.is-live canvas')")
            until(tab, f"{SHADES} > 2")
            lights[theme] = tab.evaluate(LIGHT)
    assert lights["light"] > 150 > 80 > lights["dark"], lights


PIXELS = """(() => {
  const canvas = document.querySelector("almanac-map canvas");
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
})()"""
SHADES = f"new Set(new Uint32Array({PIXELS}.buffer)).size"
LIGHT = f"""() => {{
  const data = {PIXELS};
  let [sum, count] = [0, 0];
  for (let at = 0; at < data.length; at += 40) if (data[at + 3] > 250) (sum += data[at]), (count += 1);
  return sum / Math.max(1, count);
}}"""


def test_rows_stand_closer_where_that_is_chosen(browser):
    rows = {"/countries": ".entry .line", "/meteorites": "tbody tr:not(.is-skeleton)",
            "/deals": "tbody tr:not(.is-skeleton)", "/countries/PL": ".pane .facts.ruled > div:nth-child(2)",
            "/": ".contents > li"}
    for width in (390, 1280):
        for path, row in rows.items():
            found = {}
            for density in ("", "compact"):
                with page(browser, width=width) as tab:
                    if density:
                        keep(tab, density=density)
                    open_page(tab, path)
                    until(tab, "document.querySelectorAll('almanac-table:not(.is-ready)').length === 0")
                    found[density] = height(tab, row)
                    if path == "/deals":
                        held(tab, found[density])
            assert 24 <= found["compact"] < found[""], (width, path, found)


def held(tab, pixels):
    """Whether the live table reckons with rows of a height: the last row ends where the box ends."""
    tab.locator("tbody tr[tabindex='0']").focus()
    tab.keyboard.press("End")
    until(tab, "Number(document.activeElement.ariaRowIndex) === Number(document.querySelector('.rows').ariaRowCount)"
               " || Number(document.activeElement.ariaRowIndex) > 1000")
    until(tab, "!document.querySelector('tbody .is-skeleton')")
    # In one moment: a locator finds the rows first and measures them later, when some may have gone.
    tops = tab.evaluate("[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().top)")
    steps = {round(after - before) for before, after in zip(tops, tops[1:])}
    assert steps == {round(pixels)}, (steps, pixels)


def test_letters_grow_and_nothing_breaks(browser):
    for text, factor in (("115", 1.15), ("130", 1.3), ("150", 1.5)):
        for width in (320, 390, 820, 1280):
            if text != "150" and width in (320, 1280):
                continue
            with page(browser, width=width, lossy=True) as tab:
                keep(tab, text=text)
                for path in PAGES:
                    open_page(tab, path)
                    size = tab.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
                    assert abs(size - 16 * factor) < 0.1
                    assert overflow(tab) <= 0, (path, width, text, overflow(tab))


def test_a_list_has_a_page_beside_it_only_where_there_is_room_for_its_letters(browser):
    for text, width, is_beside in ((None, 830, True), ("130", 1060, False), ("130", 1080, True), ("150", 1200, False)):
        with page(browser, width=width) as tab:
            if text:
                keep(tab, text=text)
            open_page(tab, "/stations")
            pane = tab.locator(".by-list > .pane").evaluate("(pane) => getComputedStyle(pane).position === 'sticky'")
            assert pane == is_beside, (text, width)
            tab.locator(".entry a.line").first.click()
            tab.locator("h1:not([aria-level])", has_text="Warszawa").or_(tab.locator(".pane h1")).first.wait_for()
            assert tab.locator(".column .entry").first.is_visible() == is_beside, (text, width)


def test_a_page_that_was_left_open_takes_what_is_chosen_elsewhere(browser):
    with page(browser, lossy=True) as tab:
        open_page(tab, "/countries/map")
        until(tab, "document.querySelector('almanac-map.is-live canvas')")
        assert tab.evaluate(PAPER) == DAY
        other = tab.context.new_page()
        choose(other, theme="dark", density="compact")
        other.wait_for_url("**#kept")
        other.close()
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        until(tab, f"{PAPER} === '{NIGHT}'")
        assert tab.evaluate("document.documentElement.dataset.density") == "compact"
        until(tab, f"({LIGHT})() < 80")


def test_going_back_shows_the_page_as_it_is_chosen_now(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        choose(tab, theme="dark", text="130")
        tab.wait_for_url("**#kept")
        tab.go_back()
        tab.go_back()
        tab.wait_for_url("**/about")
        until(tab, f"{PAPER} === '{NIGHT}'")
        assert tab.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
        assert tab.locator("link[rel=stylesheet]").get_attribute("href").endswith("almanac-130.css")


@contextmanager
def refusing(browser):
    """A page of a browser that takes no cookies, with a profile of its own."""
    with tempfile.TemporaryDirectory() as profile:
        Path(profile, "Default").mkdir()
        settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
        Path(profile, "Default", "Preferences").write_text(json.dumps(settings))
        context = browser.browser_type.launch_persistent_context(
            profile, executable_path=browsers.CHROMIUM, args=["--no-sandbox"], color_scheme="light")
        try:
            yield context.new_page()
        finally:
            context.close()


def test_with_cookies_off_all_is_as_usual_and_that_is_said(browser):
    with refusing(browser) as tab:
        choose(tab, theme="dark", text="150")
        tab.wait_for_url("**#kept")
        assert "refuses cookies" in tab.locator("#kept").inner_text()
        assert tab.evaluate(PAPER) == DAY and not tab.context.cookies()
        for path in ("/", "/countries", "/deals", "/countries/PL"):
            assert open_page(tab, path).status == 200
            assert tab.evaluate(PAPER) == DAY and not tab.evaluate("Object.keys(document.documentElement.dataset).length")


def test_preferences_are_said_in_every_language(browser):
    said = set()
    for language in ("en", "pl", "sk", "ru"):
        with page(browser, width=320) as tab:
            keep(tab, language=language, text="150")
            open_page(tab, "/preferences")
            assert overflow(tab) <= 0
            said.add(tab.locator(".preferences").inner_text())
    assert len(said) == 4


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
