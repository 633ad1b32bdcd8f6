"""The website in a real browser, against the server at BASE_URL that keeps the four datasets.

Run as a script: every function whose name starts with test_ is a test. With NAMES as arguments
only those run; SCREENSHOTS=DIRECTORY also takes pictures of every page.
"""

import os
import sys
import traceback

import feedparser
from browser import BASE_URL, chromium, follow, open_page, overflow, page, until

LISTS = ["/countries", "/meteorites", "/stations", "/deals"]
PAGES = ["/", "/about", "/nothing-here"] + LISTS


def number(text):
    return int("".join(character for character in text if character.isdigit()))


def total(tab, name):
    return tab.request.get(f"{BASE_URL}/{name}.json?limit=1").json()["total"]


def test_home_lists_every_dataset_with_its_count_and_age(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        entries = tab.locator(".contents > li")
        assert entries.count() >= 4
        for entry in entries.all():
            assert number(entry.locator(".count").inner_text()) >= 0
            assert entry.locator(".state").inner_text()


def test_countries_stand_in_sections_that_add_up(browser):
    with page(browser) as tab:
        open_page(tab, "/countries")
        counts = [number(each.inner_text()) for each in tab.locator(".part h2 .tally").all()]
        assert len(counts) == 7, counts
        assert sum(counts) == tab.locator(".entry").count() == total(tab, "countries")
        follow(tab, tab.locator(".jump a").last)
        assert "#section-" in tab.url


def test_a_country_unfolds_and_leads_to_its_page(browser):
    with page(browser) as tab:
        open_page(tab, "/countries")
        row = tab.locator(".entry", has=tab.get_by_text("Poland", exact=True)).first
        row.locator("summary").click()
        assert "people" in row.locator(".facts").inner_text()
        row.get_by_role("link", name="Learn more about Poland").click()
        tab.wait_for_url("**/countries/PL")
        tab.locator(".pane .facts", has_text="Warsaw").wait_for()
        assert tab.locator("a[href*='openstreetmap.org']").count() == 1


def test_pictures_load_from_this_server_or_are_drawn(browser):
    with page(browser) as tab:
        open_page(tab, "/countries/PL")
        pictures = tab.locator(".plate img")
        if pictures.count():
            assert pictures.first.evaluate("image => image.naturalWidth") > 0
        else:
            assert tab.locator(".plate .drawn").inner_text() == "PL"


def test_every_country_page_reads_well_with_parts_missing(browser):
    with page(browser) as tab:
        open_page(tab, "/countries/AQ")
        text = tab.locator("main").inner_text()
        for broken in ["undefined", "null", "None", "nan", "[]", "Optional"]:
            assert broken not in text.split(), text


def test_meteorites_stand_by_mass_with_the_heaviest_first(browser):
    with page(browser, units="metric") as tab:
        open_page(tab, "/meteorites")
        first = tab.locator(".rows tbody tr").first
        assert "Hoba" in first.inner_text() and "60\u00a0t" in first.inner_text()
        assert first.locator(".disc.tone-strong").count() == 1
        assert tab.locator("th[aria-sort=descending]").inner_text().startswith("Mass")


def test_a_heading_sorts_and_sorts_back(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites")
        tab.locator(".rows thead").get_by_role("link", name="Name").click()
        tab.wait_for_url("**sort=name")
        tab.locator("th[aria-sort=ascending]").get_by_role("link", name="Name").click()
        tab.wait_for_url("**sort=-name")
        tab.locator("th[aria-sort=descending]", has_text="Name").wait_for()
        assert tab.locator("th[aria-sort=descending]").inner_text().startswith("Name")


def test_the_form_filters_and_a_condition_comes_off(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites")
        tab.locator(".filters summary").click()
        tab.locator("select[name=fall]").select_option("Fell")
        tab.locator("[name='mass.min']").fill("10000")
        follow(tab, tab.get_by_role("button", name="Show"))
        assert "fall=Fell" in tab.url and "q=&" not in tab.url
        found = number(tab.locator("h1 .tally").inner_text().split(" of ")[0])
        expected = tab.request.get(f"{BASE_URL}/meteorites.json?fall=Fell&mass.min=10000").json()
        assert found == expected["total"] > 0
        follow(tab, tab.locator(".chips a", has_text="Fall: fell"))
        assert "fall=Fell" not in tab.url


def test_a_filter_that_is_half_written_outlives_a_search(browser):
    with page(browser) as tab:
        open_page(tab, "/lands")
        least, order = tab.locator("[name='population.min']"), tab.locator("select[name=sort]")
        tab.locator(".filters summary").click()
        least.fill("100")
        chosen = order.select_option(index=1)
        tab.locator("almanac-search input").fill("land 01")
        tab.wait_for_url("**/lands?q=land*")
        until(tab, "() => document.querySelector('main').ariaBusy === null")
        assert least.is_visible() and least.input_value() == "100"
        assert [order.input_value()] == chosen
        tab.get_by_role("button", name="Show").click()
        tab.wait_for_url("**population.min=100**")
        tab.go_back()
        tab.wait_for_url("**/lands?q=land*")
        tab.locator(".filters summary").click()
        least.fill("7")
        tab.go_back()
        tab.wait_for_url("**/lands")
        until(tab, "() => document.querySelector(\"[name='population.min']\").value === ''")


def test_a_saved_view_is_a_link(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites")
        follow(tab, tab.locator(".views a").first)
        assert tab.locator(".rows tbody tr").count() == 7
        assert tab.locator(".views a[aria-current]").count() == 1


def test_pages_turn_and_a_row_is_reached_by_number(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/deals")
        follow(tab, tab.get_by_role("link", name="Next"))
        assert "offset=100" in tab.url
        middle = total(tab, "deals") // 2
        tab.get_by_label("Go to row").fill(str(middle))
        follow(tab, tab.get_by_role("button", name="Go", exact=True))
        assert f"offset={middle - 1}" in tab.url
        assert f"{middle:,}" in tab.locator(".pager .position").inner_text()
        follow(tab, tab.get_by_role("link", name="Last"))
        assert tab.locator(".rows tbody tr").count() > 0


def test_a_record_opens_from_its_row(browser):
    with page(browser) as tab:
        open_page(tab, "/deals")
        follow(tab, tab.locator(".rows tbody tr").first, position={"x": 300, "y": 10})
        assert tab.locator(".facts").count() == 1
        follow(tab, tab.get_by_role("link", name="Next"))
        assert tab.locator(".facts").count() == 1


def test_prices_say_their_side_by_sign_as_well_as_by_colour(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/deals")
        for row in tab.locator(".rows tbody tr").all()[:20]:
            sign = row.locator(".lead .sign").inner_text()
            assert sign == ("▲" if "buy" in row.inner_text() else "▼")


def test_a_search_finds_and_says_when_it_does_not(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        tab.get_by_role("searchbox").fill("warszawa")
        tab.get_by_role("button", name="Search").click()
        tab.wait_for_url("**q=warszawa")
        assert tab.locator(".entry").count() > 0
        open_page(tab, "/stations?q=qqqzzz")
        assert "Nothing found" in tab.locator(".empty").inner_text()


def test_stations_show_where_they_are(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        assert tab.locator(".entry .subtitle").first.inner_text()
        name = tab.locator(".entry .name").first.inner_text()
        tab.locator(".entry a").first.click()
        tab.locator(".pane h1", has_text=name).wait_for()


def test_everything_works_without_scripts(browser):
    with page(browser, scripts=False) as tab:
        for path in LISTS:
            assert open_page(tab, path).status == 200
        open_page(tab, "/countries")
        tab.locator(".entry summary").first.click()
        assert tab.locator(".entry details[open]").count() == 1
        open_page(tab, "/meteorites?q=chelyabinsk")
        assert tab.locator(".rows tbody tr").count() >= 1


def test_no_page_scrolls_sideways_on_a_phone(browser):
    for width in (320, 390):
        with page(browser, width=width, height=800) as tab:
            for path in PAGES + ["/countries/PL", "/peaks/changes", "/peaks/Ben%20Nevis", "/meteorites?fall=Fell&year.min=2011"]:
                open_page(tab, path)
                assert overflow(tab) <= 0, (path, width, overflow(tab))
                for fold in tab.locator("details.filters > summary").all():
                    fold.click()
                assert overflow(tab) <= 0, (path, width, "unfolded")


def test_the_keyboard_reaches_rows_and_shows_where_it_is(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites")
        tab.locator(".rows tbody tr[tabindex='0']").wait_for()  # the table has taken over
        tab.locator(".rows .title a").first.focus()
        tab.keyboard.press("Tab")
        tab.keyboard.press("Shift+Tab")
        until(tab, "getComputedStyle(document.querySelector('.rows tbody tr')).outlineStyle === 'solid'")


def test_an_unknown_page_says_what_next(browser):
    with page(browser) as tab:
        assert open_page(tab, "/countries/XX").status == 404
        assert "XX" in tab.locator(".problem").inner_text()
        follow(tab, tab.get_by_role("link", name="Back"))
        assert tab.url.endswith("/countries")


def test_what_changed_stands_old_beside_new(browser):
    with page(browser, scripts=False, units="metric") as tab:
        open_page(tab, "/peaks")
        tab.get_by_role("link", name="What changed").click()
        newest = tab.locator(".sync").first
        assert "1 new, 1 changed, 1 gone" in newest.locator("h2").inner_text()
        rysy = newest.locator("li", has=tab.get_by_role("link", name="Rysy"))
        assert rysy.locator("del").all_inner_texts() == ["2,501\u00a0m", "Poland"]
        assert rysy.locator("ins").all_inner_texts() == ["2,503\u00a0m"]
        follow(tab, tab.get_by_role("link", name="gone", exact=True))
        assert tab.locator(".change").count() == 1


def test_a_record_that_is_gone_says_what_it_was(browser):
    with page(browser, units="metric") as tab:
        open_page(tab, "/peaks/changes")
        follow(tab, tab.get_by_role("link", name="Ben Nevis"))
        assert tab.locator("h1").inner_text() == "Ben Nevis"
        assert "no longer has this record" in tab.locator(".farewell").inner_text()
        assert "1,345" in tab.locator(".facts").inner_text()
        assert tab.request.get(tab.url).status == 410
        follow(tab, tab.get_by_role("link", name="All Peaks"))
        assert tab.url.endswith("/peaks")


def test_the_feed_is_found_from_the_list_and_read_by_a_feed_reader(browser):
    with page(browser) as tab:
        open_page(tab, "/peaks")
        address = tab.locator("link[type='application/atom+xml']").get_attribute("href")
        answer = tab.request.get(BASE_URL + address)
        feed = feedparser.parse(answer.body(), response_headers=answer.headers)
        assert not feed.bozo and feed.version == "atom10", feed.get("bozo_exception")
        assert feed.feed.author == "Everybody & nobody" and feed.feed.rights == "CC0"
        assert feed.feed.links[0].rel == "self" and feed.feed.links[0].href == BASE_URL + address
        assert [entry.title for entry in feed.entries][0] == "1 new, 1 changed, 1 gone"
        assert len({entry.id for entry in feed.entries}) == len(feed.entries) == 2
        assert "Łysica &amp; Co &lt;i&gt;" in feed.entries[0].content[0].value
        again = tab.request.get(BASE_URL + address, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status == 304


def test_returning_to_a_page_asks_for_its_age_again(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        with tab.expect_response(lambda answer: "limit=1" in answer.url) as asked:
            tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert asked.value.ok
        tab.wait_for_selector("almanac-freshness .status")


def screenshots(browser, folder):
    """Pictures of every page at three widths, by day and by night."""
    os.makedirs(folder, exist_ok=True)
    shots = {
        "home": "/", "countries": "/countries", "country": "/countries/PL",
        "antarctica": "/countries/AQ", "meteorites": "/meteorites",
        "fell": "/meteorites?view=fell_since_2011", "stations": "/stations",
        "nothing": "/stations?q=qqqzzz", "deals": "/deals?sort=-price&offset=500",
        "about": "/about", "changes": "/peaks/changes", "gone": "/peaks/Ben%20Nevis", "problem": "/meteorites?sort=nam",
    }
    for width, height in ((390, 844), (820, 1180), (1440, 900)):
        for night in (False, True):
            with page(browser, width=width, height=height, night=night) as tab:
                for name, path in shots.items():
                    open_page(tab, path)
                    if name == "countries":
                        tab.locator(".entry summary").nth(2).click()
                    light = "night" if night else "day"
                    tab.screenshot(path=f"{folder}/{name}-{width}-{light}.png")
                open_page(tab, "/meteorites")
                record = tab.locator(".rows .title a").first.get_attribute("href")
                open_page(tab, record)
                tab.screenshot(path=f"{folder}/meteorite-{width}-{light}.png")


def main(names):
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    failed = 0
    with chromium() as browser:
        for name, test in tests.items():
            if names and name not in names:
                continue
            try:
                test(browser)
                print("passed", name, flush=True)
            except Exception:
                failed += 1
                print("FAILED", name, flush=True)
                traceback.print_exc()
        if os.environ.get("SCREENSHOTS"):
            screenshots(browser, os.environ["SCREENSHOTS"])
    print(f"{len(names or tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
