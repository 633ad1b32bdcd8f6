"""What is near, and the choice of units, in a real browser.

Run as a script against the server at BASE_URL, as test_website.py is.
"""

import sys
import traceback
from urllib.parse import parse_qs, urlparse

from browser import BASE_URL, chromium, follow, open_page, overflow, page

# Counts how often the device is asked where it is.
COUNTED = """
window.asked = 0;
const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
navigator.geolocation.getCurrentPosition = (...given) => { window.asked += 1; ask(...given); };
"""


def test_the_device_is_asked_after_a_press_and_told_to_ten_metres(browser):
    with page(browser) as tab:
        tab.add_init_script(COUNTED)
        tab.context.grant_permissions(["geolocation"], origin=BASE_URL)
        tab.context.set_geolocation({"latitude": 50.06512345, "longitude": 19.94712345})
        open_page(tab, "/stations/near")
        button = tab.locator("almanac-near-me button")
        button.wait_for()
        assert tab.evaluate("window.asked") == 0, "nobody said that the device may be asked"
        button.click()
        tab.wait_for_url("**/stations/near?lat=*")
        asked = parse_qs(urlparse(tab.url).query)
        assert asked == {"lat": ["50.0651"], "lon": ["19.9471"]}, asked
        assert tab.locator("ol.near .name").first.inner_text() == "Kraków Główny"
        assert tab.locator("almanac-map circle, almanac-map canvas").count() > 0


def test_a_device_that_does_not_say_leaves_the_form(browser):
    with page(browser) as tab:
        tab.context.clear_permissions()
        tab.add_init_script(
            "navigator.geolocation.getCurrentPosition = (_, failed) => failed({ code: 1, PERMISSION_DENIED: 1 });")
        open_page(tab, "/stations/near")
        tab.locator("almanac-near-me button").click()
        note = tab.locator("almanac-near-me [role=status]")
        assert "did not say" in note.inner_text(), note.inner_text()
        assert tab.locator("almanac-near-me button").is_enabled()
        tab.fill("input[name=lat]", "54.5")
        tab.fill("input[name=lon]", "18.5")
        tab.get_by_role("button", name="Find").click()
        tab.wait_for_url("**/stations/near?lat=54.5*")
        assert tab.locator("ol.near .name").first.inner_text() == "Gdynia Główna"


def test_without_the_server_a_form_keeps_its_page_and_tries_again(browser):
    for path, name, value, button in (
        ("/stations/near", "lat", "54.5", "Find"), ("/meteorites/map", "q", "nor", "Search"),
    ):
        with page(browser, lossy=True) as tab:
            open_page(tab, path)
            tab.locator("almanac-steady").wait_for(state="attached")
            if name == "lat":
                tab.fill("input[name=lon]", "18.5")
            tab.route("**/*", lambda route: route.abort())
            tab.fill(f"main input[name={name}]", value)
            tab.locator("main").get_by_role("button", name=button, exact=True).click()
            note = tab.locator("almanac-steady")
            again = note.get_by_role("button", name="Try again")
            again.wait_for()
            assert "does not answer" in note.inner_text() and "stays as it is" in note.inner_text()
            assert tab.input_value(f"main input[name={name}]") == value and overflow(tab) <= 0
            tab.unroute("**/*")
            again.click()
            tab.wait_for_url(f"**{path}?*{name}={value}*")


def test_without_scripts_there_is_the_form_alone(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/stations/near")
        assert not tab.locator("almanac-near-me").is_visible()
        assert tab.locator("input[name=lat]").is_visible()


def test_a_unit_once_chosen_stays(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/stations/distance?from=1&to=9")
        follow(tab, tab.get_by_role("button", name="kilometres"))
        assert tab.locator("output.far").inner_text().endswith("km")
        follow(tab, tab.get_by_role("button", name="miles"))
        assert tab.url == f"{BASE_URL}/stations/distance?from=1&to=9", tab.url
        assert tab.locator("output.far").inner_text().endswith("mi")
        open_page(tab, "/stations/near?id=1")
        assert "mi" in tab.locator("ol.near .away").first.inner_text()


def test_nothing_is_wider_than_a_phone(browser):
    for path in ("/stations/near", "/stations/near?id=1", "/meteorites/near?lat=-71.5&lon=35.67&limit=50"):
        for night in (False, True):
            with page(browser, width=390, height=844, night=night) as tab:
                open_page(tab, path)
                assert overflow(tab) == 0, path


def main():
    failed = 0
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    with chromium() as browser:
        for test in tests:
            try:
                test(browser)
                print(f"ok      {test.__name__[5:].replace('_', ' ')}")
            except Exception:
                failed += 1
                print(f"FAILED  {test.__name__[5:].replace('_', ' ')}\n{traceback.format_exc()}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
