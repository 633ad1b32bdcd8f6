"""Search in a real browser: the palette, the fields of lists, the page of a search.

Run as a script against the server at BASE_URL, as test_website.py is. Where a test is about the
order of answers, about failing or being offline, it stands between the page and the server.
"""

import json
import re
import sys
import time
from urllib.parse import parse_qs, quote, urlparse

from browser import BASE_URL, follow, open_page, overflow, page, run, until

SEARCH = re.compile(r"/search\.json\?")
MODIFIER = "Control"


def palette(tab):
    """The open palette."""
    tab.locator("dialog.palette[open]").wait_for()
    return tab.locator("dialog.palette")


def options(tab):
    return tab.locator(".palette [role=option]:visible")


def active(tab):
    """The option that the field points to."""
    name = tab.locator(".palette input").get_attribute("aria-activedescendant")
    assert name, "no option is active"
    option = tab.locator(f"#{name}")
    assert option.get_attribute("aria-selected") == "true"
    assert tab.locator(".palette [role=option][aria-selected=true]").count() == 1
    return option


def found(query, *titles, suggestion=None, total=None):
    """An answer of the search, as the interface for programs gives it."""
    rows = [
        {"id": index, "title": title, "subtitle": "somewhere", "href": f"/stations/{index}",
         "match": "prefix", "field": "name", "text": title, "marks": [[0, len(query)]]}
        for index, title in enumerate(titles, 1)
    ]
    dataset = {
        "dataset": "stations", "title": "Railway stations", "total": total or len(rows),
        "total_at_least": False, "partial": False, "rows": rows,
    }
    return {
        "query": query, "total": dataset["total"], "total_at_least": False, "partial": False,
        "suggestion": suggestion, "datasets": [dataset] if rows else [],
    }


def answers(tab, answer):
    """Answers searches by `answer(query)`; tells which were asked."""
    asked = []

    def handle(route):
        query = parse_qs(urlparse(route.request.url).query)["q"][0]
        asked.append(query)
        route.fulfill(body=json.dumps(answer(query)), content_type="application/json")

    tab.route(SEARCH, handle)
    return asked


def test_keys_and_the_button_open_the_palette_and_escape_gives_the_focus_back(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        for path in ("/stations", "/", "/about", "/countries/PL"):
            open_page(tab, path)
            link = tab.locator("main a:visible").first.element_handle()  # a list may come before it
            link.focus()
            for key in ("/", f"{MODIFIER}+k"):
                tab.keyboard.press(key)
                palette(tab)
                assert tab.locator(".palette input").evaluate("it => it === document.activeElement")
                tab.keyboard.press("Escape")
                tab.locator("dialog.palette[open]").wait_for(state="detached")
                assert link.evaluate("it => it === document.activeElement")
        tab.get_by_role("link", name="Search everything").click()
        palette(tab)
        tab.keyboard.press(f"{MODIFIER}+k")
        tab.locator("dialog.palette[open]").wait_for(state="detached")


def test_a_slash_in_a_field_is_a_slash(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        tab.locator("#q").focus()
        tab.keyboard.type("a/b")
        assert tab.locator("#q").input_value() == "a/b"
        assert tab.locator("dialog.palette[open]").count() == 0


def test_the_palette_offers_every_dataset_before_anything_is_typed(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        names = tab.locator(".contents .name").all_inner_texts()
        tab.keyboard.press("/")
        assert options(tab).all_inner_texts()[: len(names)] == names
        tab.keyboard.type("railw")
        assert [each for each in options(tab).all_inner_texts() if each == "Railway stations"]
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/stations")


def test_typing_finds_without_diacritics_and_enter_opens_the_first(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        tab.keyboard.press("/")
        tab.keyboard.type("krakow gl")
        tab.locator(".palette .found", has_text="Kraków Główny").wait_for()
        assert active(tab).locator(".name").inner_text() == "Kraków Główny"
        assert "".join(active(tab).locator("mark").all_inner_texts()).startswith("Kraków")
        tab.keyboard.press("Enter")
        tab.wait_for_url(re.compile(r"/stations/[^/]+$"))
        assert tab.locator(".pane h1").inner_text() == "Kraków Główny"


def test_enter_before_the_answer_opens_what_is_then_found(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        tab.keyboard.press("/")
        tab.keyboard.type("warszawa centralna")
        tab.keyboard.press("Enter")
        tab.wait_for_url(re.compile(r"/stations/[^/]+$"))
        assert tab.locator(".pane h1").inner_text() == "Warszawa Centralna"


def test_a_station_is_found_by_its_other_names_and_says_by_which(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        tab.keyboard.press("/")
        tab.keyboard.type("warsch")
        row = tab.locator(".palette .found", has_text="Warszawa Centralna").first
        row.wait_for()
        assert row.locator(".also mark").inner_text() == "Warsch"


def test_arrows_move_among_options_and_wrap(browser):
    with page(browser) as tab:
        answers(tab, lambda query: found(query, "Aa", "Ab", "Ac", total=40))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zz")
        options(tab).nth(3).wait_for()
        seen = []
        for _ in range(5):
            seen.append(active(tab).inner_text().split("\n")[0])
            tab.keyboard.press("ArrowDown")
        assert seen[0] == seen[4] and "All 40 in Railway stations" in seen[3], seen
        tab.keyboard.press("ArrowUp")
        tab.keyboard.press("ArrowUp")
        assert "All 40" in active(tab).inner_text()
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/stations?q=zz")


def test_the_field_and_its_list_are_a_combobox(browser):
    with page(browser) as tab:
        answers(tab, lambda query: found(query, "Aa", "Ab"))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        field = tab.get_by_role("combobox", name="Search everything")
        field.fill("zz")
        tab.locator(".palette .found-group", has_text="Aa").wait_for()
        assert field.get_attribute("aria-expanded") == "true"
        listbox = tab.locator(f"#{field.get_attribute('aria-controls')}")
        assert listbox.get_attribute("role") == "listbox"
        assert tab.get_by_role("group", name="Railway stations, 2").get_by_role("option").count() == 2
        assert tab.locator(".palette [role=status]").inner_text().startswith(
            "2 results in 1 dataset")
        ids = tab.locator(".palette [role=option]:visible").evaluate_all("all => all.map(it => it.id)")
        assert all(ids) and len(set(ids)) == len(ids)
        assert tab.locator(".palette [role=option]:not([tabindex='-1'])").count() == 0


def test_typing_asks_once_after_a_pause(browser):
    with page(browser) as tab:
        asked = answers(tab, lambda query: found(query, "Found " + query))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zurich", delay=30)
        began = time.monotonic()
        tab.locator(".palette .found", has_text="Found zurich").wait_for()
        assert asked == ["zurich"], asked
        assert time.monotonic() - began > 0.15
        tab.keyboard.press("Backspace")
        tab.locator(".palette .found", has_text=re.compile("Found zuric ")).wait_for()
        tab.keyboard.type("h")
        tab.locator(".palette .found", has_text="Found zurich").wait_for()
        assert asked == ["zurich", "zuric"], asked


def test_a_late_answer_never_replaces_a_newer_one(browser):
    with page(browser) as tab:
        held = {}

        def handle(route):
            query = parse_qs(urlparse(route.request.url).query)["q"][0]
            if query == "slow":
                held["slow"] = route
            else:
                route.fulfill(json=found(query, "New " + query))

        tab.route(SEARCH, handle)
        open_page(tab, "/about")
        # A browser that cannot take a request back delivers the late answer all the same.
        tab.evaluate("AbortController.prototype.abort = () => {}")
        tab.keyboard.press("/")
        field = tab.locator(".palette input")
        field.fill("slow")
        tab.wait_for_timeout(400)
        assert "slow" in held
        field.fill("quick")
        tab.locator(".palette .found", has_text="New quick").wait_for()
        with tab.expect_response(lambda answer: "q=slow" in answer.url):
            held["slow"].fulfill(json=found("slow", "Old slow"))
        tab.wait_for_timeout(100)
        assert tab.locator(".palette .found", has_text="Old slow").count() == 0
        assert tab.locator(".palette .found", has_text="New quick").count() == 1


def test_a_skeleton_stands_where_the_first_answer_will(browser):
    with page(browser) as tab:
        held = []
        tab.route(SEARCH, lambda route: held.append(route))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zz")
        tab.locator(".found-skeleton").wait_for()
        assert tab.locator("#palette-list").get_attribute("aria-busy") == "true"
        tab.wait_for_timeout(400)
        held[-1].fulfill(json=found("zz", "Aa"))
        tab.locator(".palette .found", has_text="Aa").wait_for()
        assert tab.locator(".found-skeleton").count() == 0
        assert tab.locator("#palette-list").get_attribute("aria-busy") is None


def test_a_failed_search_says_so_and_tries_again(browser):
    with page(browser, lossy=True) as tab:
        tab.route(SEARCH, lambda route: route.abort())
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zz")
        note = tab.locator(".palette .found-note")
        note.get_by_role("button", name="Try again").wait_for()
        assert "does not answer" in note.inner_text() and "stays as it is" in note.inner_text()
        assert "does not answer" in tab.locator(".palette [role=status]").inner_text()
        tab.unroute(SEARCH)
        answers(tab, lambda query: found(query, "Back again"))
        tab.keyboard.press("Enter")
        tab.locator(".palette .found", has_text="Back again").wait_for()
        assert note.is_hidden()


def test_who_was_offline_is_answered_as_soon_as_the_network_is_back(browser):
    with page(browser, lossy=True) as tab:
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.context.set_offline(True)
        tab.keyboard.type("krakow")
        tab.locator(".palette .found-note", has_text="You are offline").wait_for()
        tab.context.set_offline(False)
        tab.locator(".palette .found", has_text="Kraków Główny").first.wait_for()


def test_nothing_found_offers_the_nearest_thing(browser):
    with page(browser) as tab:
        answers(tab, lambda query: found(query, "Kraków") if query == "krakow"
                else found(query, suggestion="krakow"))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("krqkqw")
        note = tab.locator(".palette .found-note")
        note.get_by_role("button", name="Did you mean “krakow”?").wait_for()
        assert "Nothing found for “krqkqw”." in note.inner_text()
        assert "Nothing found" in tab.locator(".palette [role=status]").inner_text()
        tab.keyboard.press("Enter")
        tab.locator(".palette .found", has_text="Kraków").wait_for()
        assert tab.locator(".palette input").input_value() == "krakow"


def test_a_search_that_was_cut_short_says_so(browser):
    with page(browser) as tab:
        answers(tab, lambda query: {**found(query, "Aa"), "partial": True})
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zz")
        tab.locator(".palette .found-note", has_text="too costly to finish").wait_for()


def test_what_a_record_is_called_cannot_become_markup(browser):
    with page(browser) as tab:
        answers(tab, lambda query: found(query, "<img src=x onerror=alert(1)> & co"))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("<i")
        row = tab.locator(".palette .found", has_text="onerror")
        row.wait_for()
        assert row.locator("mark").inner_text() == "<i" and row.locator("img").count() == 0


def test_the_pointer_chooses_and_a_new_tab_is_the_browsers_own(browser):
    with page(browser) as tab:
        answers(tab, lambda query: found(query, "Aa", "Ab"))
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zz")
        tab.locator(".found-answer .found", has_text="Ab").wait_for()
        with tab.context.expect_page() as opened:
            tab.keyboard.press(f"{MODIFIER}+Enter")
        opened.value.close()
        assert tab.url.endswith("/about") and tab.locator("dialog.palette[open]").count() == 1
        tab.mouse.move(5, 5)
        tab.locator(".found-answer .found", has_text="Ab").hover()
        assert active(tab).locator(".name").inner_text() == "Ab"
        tab.locator(".found-answer .found", has_text="Ab").click()
        tab.wait_for_url("**/stations/2")


def test_what_was_opened_lately_is_offered_and_can_be_forgotten(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        tab.keyboard.press("/")
        tab.keyboard.type("zakopane")
        tab.keyboard.press("Enter")
        tab.wait_for_url(re.compile(r"/stations/[^/]+$"))
        tab.keyboard.press("/")
        first = options(tab).first
        assert first.locator(".name").inner_text() == "Zakopane"
        assert tab.locator(".recent mark").count() == 0
        tab.get_by_role("button", name="Forget these").click()
        assert "Zakopane" not in " ".join(options(tab).all_inner_texts())
        assert tab.evaluate("localStorage.getItem('almanac.recent')") == "[]"


def test_a_device_that_keeps_nothing_or_nonsense_does_not_matter(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        for kept in ("no JSON", "[null,1]", "{}"):
            tab.evaluate("kept => localStorage.setItem('almanac.recent', kept)", kept)
            tab.keyboard.press("/")
            palette(tab)
            assert options(tab).count() >= 4
            tab.keyboard.press("Escape")
            tab.locator("dialog.palette[open]").wait_for(state="detached")


def test_the_palette_opens_again_at_once_after_it_closed(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        tab.keyboard.press("/")
        palette(tab)
        assert tab.evaluate("""() => {
          const dialog = document.querySelector("dialog.palette");
          const field = dialog.querySelector("input");
          dialog.close();
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
          return dialog.open;
        }""")


def test_a_list_is_searched_while_one_types(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        field = tab.locator("#q")
        field.focus()
        tab.keyboard.type("zako", delay=40)
        tab.wait_for_url("**/stations?q=zako")
        assert tab.locator(".entry .name").all_inner_texts() == ["Zakopane"]
        assert tab.locator(".entry mark").inner_text() == "Zako"
        assert tab.locator("h1 .tally").inner_text().startswith("1 of ")
        assert field.evaluate("it => it === document.activeElement")
        assert "1 of " in tab.locator(".search-note").text_content()
        tab.keyboard.type("p")
        tab.wait_for_url("**/stations?q=zakop")
        field.fill("")
        tab.wait_for_url("**/stations")
        assert tab.locator(".entry").count() > 10
        field.fill("gdynia")
        tab.wait_for_url("**/stations?q=gdynia")
        tab.go_back()
        tab.wait_for_url("**/stations")
        tab.locator(".entry").nth(10).wait_for()
        assert tab.locator("link[type='application/json']").get_attribute("href") == "/stations.json"


def test_back_gives_the_field_its_text_and_the_same_is_found_again(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        field = tab.locator("#q")
        for send in (lambda: None, lambda: tab.keyboard.press("Enter")):
            field.fill("krak")
            send()
            tab.wait_for_url("**/stations?q=krak")
            tab.go_back()
            tab.wait_for_url("**/stations")
            until(tab, "document.activeElement.id === 'q' && document.activeElement.value === ''")
        tab.go_forward()
        tab.wait_for_url("**/stations?q=krak")
        until(tab, "document.querySelector('#q').value === 'krak'")
        tab.locator("h1 .tally", has_text=" of ").wait_for()


def test_who_turns_round_before_the_answer_sees_the_list_of_the_address(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        field = tab.locator("#q")
        field.fill("krak")
        tab.wait_for_url("**/stations?q=krak")
        found = tab.locator("h1 .tally", has_text=" of ")
        found.wait_for()
        held = []
        tab.route(re.compile(r"/stations(\?lang=\w+)?$"), lambda route: held.append(route))
        tab.go_back()
        until(tab, "document.querySelector('#q').value === ''")
        tab.go_forward()
        until(tab, "document.querySelector('#q').value === 'krak'")
        for route in held:
            route.continue_()
        until(tab, "!document.querySelector('main').ariaBusy")
        assert (len(held), found.count(), field.input_value()) == (1, 1, "krak")


def test_enter_asks_again_what_failed(browser):
    with page(browser, lossy=True) as tab:
        open_page(tab, "/stations")
        tab.route("**/stations?q=*", lambda route: route.abort())
        tab.locator("#q").fill("zako")
        tab.locator(".search-note").get_by_role("button", name="Try again").wait_for()
        tab.unroute("**/stations?q=*")
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/stations?q=zako")


def test_a_live_table_is_searched_while_one_types_and_keeps_its_filters(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites?fall=Fell")
        expected = tab.request.get(f"{BASE_URL}/meteorites.json?fall=Fell&q=che").json()["total"]
        tab.locator("#q").focus()
        tab.keyboard.type("che")
        tab.wait_for_url("**/meteorites?fall=Fell&q=che")
        tally = tab.locator("h1 .tally").inner_text()
        assert int(re.match(r"[\d,]+", tally)[0].replace(",", "")) == expected, (tally, expected)
        assert tab.locator("almanac-table.is-ready").count() == 1
        if expected:
            assert tab.locator("tbody mark").count() > 0


def test_a_list_that_cannot_be_searched_now_keeps_its_rows_and_says_so(browser):
    with page(browser, lossy=True) as tab:
        open_page(tab, "/stations")
        rows = tab.locator(".entry").count()
        tab.route("**/stations?q=*", lambda route: route.abort())
        tab.locator("#q").fill("zako")
        note = tab.locator(".search-note")
        note.get_by_role("button", name="Try again").wait_for()
        assert "does not answer" in note.inner_text()
        assert tab.locator(".entry").count() == rows
        tab.unroute("**/stations?q=*")
        note.get_by_role("button", name="Try again").click()
        tab.wait_for_url("**/stations?q=zako")
        assert tab.evaluate("document.activeElement.id") == "q", "the focus went with the button"
        assert tab.locator(".entry").count() == 1 and note.get_by_role("button").count() == 0


def test_a_list_says_what_the_server_refuses_in_its_own_words(browser):
    with page(browser) as tab:
        open_page(tab, "/stations")
        field = tab.locator("#q")
        assert field.get_attribute("maxlength") == "500"
        field.evaluate("it => it.removeAttribute('maxlength')")
        field.fill("a" * 2_000)
        note = tab.locator(".search-note")
        note.get_by_text("Expected at most 500 letters").wait_for()
        assert "Correct the parameter" in note.inner_text()
        assert "does not answer" not in note.inner_text() and note.get_by_role("button").count() == 0
        field.fill("zakopane")
        tab.wait_for_url("**/stations?q=zakopane")


def test_the_page_of_a_search_works_without_scripts(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/")
        tab.get_by_role("link", name="Search everything").click()
        tab.get_by_role("searchbox").fill("war")
        follow(tab, tab.get_by_role("button", name="Search"))
        assert tab.url.endswith("/search?q=war")
        assert tab.locator(".entry mark").count() > 0
        for part in tab.locator("section.part").all():
            link = part.locator("h2 a")
            name = urlparse(link.get_attribute("href")).path
            total = tab.request.get(f"{BASE_URL}{name}.json?limit=1&q=war").json()["total"]
            shown = part.locator(".tally").inner_text().replace(",", "").replace("+", "")
            assert int(shown) <= total and int(shown) > 0
        follow(tab, tab.locator("section.part h2 a").first)
        assert "q=war" in tab.url
        open_page(tab, "/search?q=" + quote("qqq zzz"))
        assert "Nothing found for “qqq zzz”." in tab.locator(".empty").inner_text()


def test_the_page_of_a_search_searches_while_one_types(browser):
    with page(browser) as tab:
        open_page(tab, "/search")
        tab.locator("#q").focus()
        tab.keyboard.type("zakop")
        tab.wait_for_url("**/search?q=zakop")
        tab.locator(".entry", has_text="Zakopane").wait_for()
        assert tab.locator("#q").evaluate("it => it === document.activeElement")


def test_nothing_of_a_search_is_wider_than_a_phone(browser):
    for width in (320, 390):
        with page(browser, width=width, height=700) as tab:
            open_page(tab, "/search?q=war")
            assert overflow(tab) <= 0
            open_page(tab, "/stations?q=qqqqzzzz")
            assert overflow(tab) <= 0
            tab.get_by_role("link", name="Search everything").click()
            tab.keyboard.type("war")
            tab.locator(".palette .found mark").first.wait_for()
            dialog = palette(tab)
            assert dialog.evaluate("it => it.scrollWidth <= it.clientWidth")
            box = dialog.bounding_box()
            assert box["x"] == 0 and box["width"] == width and box["height"] == 700
            tab.get_by_role("button", name="Close").click()
            tab.locator("dialog.palette[open]").wait_for(state="detached")


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
