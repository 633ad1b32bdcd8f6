"""The distance page in a real browser: choosing both ends, units, and pairs that are kept.

Run as a script against the server at BASE_URL, as test_website.py is.
"""

import re
import sys
from urllib.parse import parse_qs, urlparse

from browser import BASE_URL, open_page, overflow, page, run, until

PAGE = "/stations/distance"


def field(tab, end):
    return tab.locator(f".end[data-end={end}] input[type=search]")


def chosen(tab):
    """The keys in the address."""
    query = parse_qs(urlparse(tab.url).query)
    return query.get("from", [""])[0], query.get("to", [""])[0]


def station(tab, name):
    rows = tab.request.get(f"{BASE_URL}/stations.json", params={"q": name}).json()["rows"]
    return str(next(row["id"] for row in rows if row["name"] == name))


def choose(tab, end, text, name):
    """Types into an end's field and chooses an option."""
    field(tab, end).fill(text)
    tab.locator(f".end[data-end={end}] .found", has_text=name).first.click()


def open_both(tab, path):
    """Opens a page whose script has found both fields: Enter would send the form before."""
    open_page(tab, path)
    tab.locator(".end[data-end=to] input[role=combobox]").wait_for()


def pair(tab):
    """Opens the page with two stations measured; gives their keys."""
    ends = station(tab, "Kraków Główny"), station(tab, "Gdynia Główna")
    open_both(tab, f"{PAGE}?from={ends[0]}&to={ends[1]}")
    return ends


def is_focused(locator):
    return locator.evaluate("it => it === document.activeElement")


def wait_until_focused(tab, selector):
    until(tab, "it => document.activeElement?.matches(it)", arg=selector)


def test_two_stations_are_chosen_by_keys_alone(browser):
    with page(browser) as tab:
        open_both(tab, PAGE)
        field(tab, "from").focus()
        tab.keyboard.type("krakow glowny")
        tab.locator(".end[data-end=from] .found[aria-selected=true]").wait_for()
        tab.keyboard.press("Enter")
        wait_until_focused(tab, "#to_q")
        assert chosen(tab) == (station(tab, "Kraków Główny"), "")
        tab.keyboard.type("gdynia gl")
        tab.keyboard.press("Enter")
        tab.locator(".far").wait_for()
        assert chosen(tab) == (station(tab, "Kraków Główny"), station(tab, "Gdynia Główna"))
        answer = tab.request.get(
            BASE_URL + PAGE + ".json", params=dict(zip(("from", "to"), chosen(tab)))).json()
        shown = tab.locator(".far").inner_text()
        number = float(re.match(r"[\d.,]+", shown)[0].replace(",", ""))
        wanted = answer["miles" if "mi" in shown else "kilometres"]
        assert abs(number - wanted) <= 0.5, (shown, wanted)
        until(tab, "customElements.get('almanac-map') !== undefined")
        assert tab.locator(".between").inner_text() == "Kraków Główny – Gdynia Główna"
        tab.go_back()
        tab.locator(".far").wait_for(state="detached")
        assert chosen(tab) == (station(tab, "Kraków Główny"), "")


def test_a_field_is_a_combobox_that_escape_gives_its_name_back(browser):
    with page(browser) as tab:
        pair(tab)
        box = tab.get_by_role("combobox", name="From")
        box.focus()
        assert box.get_attribute("aria-expanded") == "false"
        tab.keyboard.type("zakop")
        option = tab.locator(".end[data-end=from] .found", has_text="Zakopane")
        option.wait_for()
        assert box.get_attribute("aria-expanded") == "true"
        assert box.get_attribute("aria-activedescendant") == option.get_attribute("id")
        assert tab.locator(".end[data-end=from] [role=status]").inner_text().startswith("1 result")
        tab.keyboard.press("Escape")
        assert box.input_value() == "Kraków Główny" and option.count() == 0
        assert box.get_attribute("aria-expanded") == "false" and is_focused(box)
        assert tab.locator(".far").is_visible()


def test_enter_in_an_emptied_field_takes_that_end_away(browser):
    with page(browser) as tab:
        first, last = pair(tab)
        field(tab, "from").fill("")
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"**{PAGE}?to={last}")
        wait_until_focused(tab, "#from_q")
        assert field(tab, "from").input_value() == "" and tab.locator(".far").count() == 0
        assert field(tab, "to").input_value() == "Gdynia Główna"
        field(tab, "to").fill("")
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"**{PAGE}")
        tab.keyboard.press("Enter")
        tab.go_back()
        tab.wait_for_url(f"**{PAGE}?to={last}")
        tab.go_back()
        tab.wait_for_url(f"**{PAGE}?from={first}&to={last}")
        tab.locator(".far").wait_for()


def test_both_ends_change_over(browser):
    with page(browser) as tab:
        first, last = pair(tab)
        far = tab.locator(".far").inner_text()
        tab.get_by_role("link", name="Swap").click()
        tab.wait_for_url(f"**{PAGE}?from={last}&to={first}")
        wait_until_focused(tab, ".swap")
        assert field(tab, "from").input_value() == "Gdynia Główna"
        assert tab.locator(".far").inner_text() == far


def test_the_unit_is_kept_on_the_device(browser):
    with page(browser) as tab:
        pair(tab)
        for name, sign in (("kilometres", "km"), ("miles", "mi")):
            tab.get_by_role("button", name=name).click()
            tab.locator(".far", has_text=sign).wait_for()
            wait_until_focused(tab, ".units [aria-pressed=true]")
            assert tab.get_by_role("button", name=name).get_attribute("aria-pressed") == "true"
            tab.reload()
            assert sign in tab.locator(".far").inner_text()


def test_pairs_are_kept_and_those_measured_lately_are_there_again(browser):
    with page(browser) as tab:
        first, last = pair(tab)
        tab.get_by_role("button", name="Keep this pair").click()
        assert tab.get_by_role("button", name="Keep this pair").get_attribute("aria-pressed") == "true"
        zakopane = station(tab, "Zakopane")
        choose(tab, "to", "zakop", "Zakopane")
        tab.wait_for_url(f"**{PAGE}?from={first}&to={zakopane}")
        open_both(tab, PAGE)
        kept = tab.locator(".favourites a")
        lately = tab.locator(".lately a")
        assert kept.all_inner_texts() == ["Kraków Główny – Gdynia Główna"]
        assert lately.all_inner_texts() == ["Kraków Główny – Zakopane"]
        kept.first.click()
        tab.wait_for_url(f"**{PAGE}?from={first}&to={last}")
        tab.locator(".far").wait_for()
        tab.get_by_role("button", name="Keep this pair").click()
        tab.get_by_role("button", name="Forget these").click()
        open_both(tab, PAGE)
        assert tab.locator(".favourites").is_hidden() and tab.locator(".lately").is_hidden()


def test_what_the_device_keeps_leads_nowhere_else(browser):
    with page(browser) as tab:
        open_both(tab, PAGE)
        tab.evaluate("""() => localStorage.setItem("almanac.pairs.kept.stations", JSON.stringify([
            {address: "javascript:alert(1)", name: "a"}, {address: "//example.org/", name: "b"},
            {address: "/stations/distance?from=1&to=2", name: "<img src=x>"}, 7, null]))""")
        tab.reload()
        assert tab.locator(".favourites a").all_inner_texts() == ["<img src=x>"]


def test_a_link_is_shared_without_the_unit_of_who_shares_it(browser):
    with page(browser) as tab:
        tab.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=BASE_URL)
        first, last = pair(tab)
        open_both(tab, f"{PAGE}?from={first}&to={last}&units=mi")
        tab.get_by_role("button", name="Share").click()
        tab.get_by_role("button", name="Link copied").wait_for()
        link = tab.evaluate("navigator.clipboard.readText()")
        assert link == f"{BASE_URL}{PAGE}?from={first}&to={last}"


def test_an_end_that_cannot_be_looked_up_says_so_and_tries_again(browser):
    with page(browser, lossy=True) as tab:
        open_both(tab, PAGE)
        tab.route("**/search.json?*", lambda route: route.abort())
        field(tab, "from").fill("zakop")
        again = tab.locator(".end[data-end=from]").get_by_role("button", name="Try again")
        again.wait_for()
        tab.unroute("**/search.json?*")
        again.click()
        tab.locator(".end[data-end=from] .found", has_text="Zakopane").wait_for()
        tab.route("**/stations/distance?*", lambda route: route.abort())
        tab.locator(".end[data-end=from] .found", has_text="Zakopane").click()
        again = tab.locator(".pair-note").get_by_role("button", name="Try again")
        again.wait_for()
        tab.unroute("**/stations/distance?*")
        again.click()
        tab.wait_for_url(f"**{PAGE}?from=*")
        assert field(tab, "from").input_value() == "Zakopane"


def test_only_one_dataset_is_asked(browser):
    with page(browser) as tab:
        open_both(tab, PAGE)
        with tab.expect_request(re.compile("/search.json")) as asked:
            field(tab, "from").fill("war")
        query = parse_qs(urlparse(asked.value.url).query)
        assert query["in"] == ["stations"] and query["q"] == ["war"]


def test_what_is_typed_before_the_script_is_there_is_looked_up(browser):
    with page(browser) as tab:
        held = []
        tab.route("**/pair.js", lambda route: held.append(route))
        open_page(tab, PAGE)
        field(tab, "from").fill("zakop")
        assert held and tab.locator(".end .found").count() == 0
        held[0].continue_()
        tab.locator(".end[data-end=from] .found", has_text="Zakopane").wait_for()


def test_what_is_typed_while_the_other_end_is_taken_stays(browser):
    with page(browser) as tab:
        open_both(tab, PAGE)
        held = []
        tab.route("**/stations/distance?*", lambda route: held.append(route), times=1)
        with tab.expect_request("**/stations/distance?*"):
            choose(tab, "from", "zakop", "Zakopane")
        field(tab, "to").focus()
        tab.keyboard.type("gdynia")
        held[0].continue_()
        tab.wait_for_url(f"**{PAGE}?from=*")
        until(tab, "() => document.activeElement.id === 'to_q'")
        tab.keyboard.type(" gl")
        assert (field(tab, "from").input_value(), field(tab, "to").input_value()) == ("Zakopane", "gdynia gl")
        tab.locator(".end[data-end=to] .found", has_text="Gdynia Główna").first.click()
        tab.locator("output.far").wait_for()
        assert chosen(tab) == (station(tab, "Zakopane"), station(tab, "Gdynia Główna"))


def test_names_are_enough_without_scripts(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, PAGE)
        field(tab, "from").fill("krakow glowny")
        field(tab, "to").fill("gdynia glowna")
        tab.get_by_role("button", name="Measure").click()
        assert chosen(tab) == (station(tab, "Kraków Główny"), station(tab, "Gdynia Główna"))
        assert tab.locator(".far").is_visible()
        assert tab.locator(".pair-keep").is_hidden() and tab.locator(".favourites").is_hidden()


def test_nothing_is_wider_than_a_phone(browser):
    for width in (320, 390):
        with page(browser, width=width, height=800) as tab:
            open_both(tab, PAGE)
            assert overflow(tab) <= 0
            pair(tab)
            assert overflow(tab) <= 0
            field(tab, "to").fill("war")
            tab.locator(".end[data-end=to] .found").first.wait_for()
            assert overflow(tab) <= 0


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
