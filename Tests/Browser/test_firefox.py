"""A second engine: what people do first, in Debian's Firefox, without an error or a refusal.

Run as a script against the server at BASE_URL, which has the datasets of browser-tests.sh.
"""

import os
import sys
import traceback

from firefox import FIREFOX, firefox

DARK = "getComputedStyle(document.body).backgroundColor"


def test_the_table_of_contents_leads_to_a_list(tab):
    tab.open("/")
    assert tab.evaluate("document.querySelectorAll('.contents > li').length") >= 4
    tab.find(".contents a[href='/countries']").click()
    tab.until("location.pathname === '/countries' && document.querySelectorAll('.entry').length > 200")


def test_a_list_and_a_page_stand_side_by_side(tab):
    tab.open("/stations")
    tab.until("customElements.get('almanac-atlas') !== undefined")
    tab.find(".entry:nth-child(3) a.line").click()
    tab.until("document.querySelector('.has-page .pane h1') !== null")
    assert tab.evaluate("document.querySelectorAll('h1:not([aria-level])').length") == 1


def test_a_search_finds_while_one_types(tab):
    tab.open("/stations")
    tab.until("customElements.get('almanac-search') !== undefined")
    tab.type("main input[name=q]", "warsz")
    tab.until("location.search === '?q=warsz' && !document.querySelector('main').ariaBusy")
    names = tab.evaluate("[...document.querySelectorAll('.entry .text')].map((each) => each.innerText)")
    assert names and "Warszawa" in names[0], names[:3]


def test_the_palette_searches_everything(tab):
    tab.open("/about")
    tab.until("document.querySelector('.bar .seek').ariaHasPopup === 'dialog'")
    tab.find(".bar .seek").click()
    tab.until("document.querySelector('dialog.palette').open")
    tab.type(".palette input", "poland")
    tab.until("document.querySelector('.found-answer a.found') !== null")
    tab.press("ENTER")
    tab.until("location.pathname === '/countries/PL'")


def test_a_heading_sorts_a_table(tab):
    tab.open("/meteorites")
    tab.until("document.querySelector('almanac-table.is-ready') !== null")
    tab.find("thead th:first-child a").click()
    tab.until("location.search.includes('sort=') && document.querySelector('th[aria-sort=ascending]') !== null")
    first, last = tab.evaluate("""(() => {
        const rows = [...document.querySelectorAll('tbody tr:not(.is-skeleton) .title')]
            .map((each) => each.innerText.trim());
        return [rows[0], rows[3]];
    })()""")
    assert first.lower() <= last.lower(), (first, last)


def test_a_page_of_a_record_has_its_facts(tab):
    tab.open("/countries/PL")
    assert tab.find(".pane h1").text == "Poland"
    assert "Warsaw" in tab.find(".pane .facts").text
    tab.until("document.querySelector('almanac-map.is-live') !== null")


def test_the_live_table_is_live_and_takes_keys(tab):
    tab.open("/deals")
    tab.until("document.querySelector('almanac-table.is-ready') !== null")
    tab.until("document.querySelector('.head .status .live') !== null")
    tab.evaluate("document.querySelector('tbody tr[tabindex=\"0\"]').focus()")
    tab.press("END")
    tab.until("""document.activeElement.ariaRowIndex === document.querySelector('table.rows').ariaRowCount
        || Number(document.activeElement.ariaRowIndex) > 1000""")
    tab.press("HOME")
    tab.until("document.activeElement.ariaRowIndex === '2'")
    tab.find(".live-bar .pause").click()
    assert tab.find(".live-bar .pause").text == "Resume"


def test_the_map_is_drawn_and_moves(tab):
    tab.open("/countries/map")
    tab.until("document.querySelector('almanac-map.is-live canvas') !== null")
    tab.until("""(() => {
        const canvas = document.querySelector('almanac-map canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 3;
    })()""")
    before = tab.evaluate("location.href")
    tab.find("[data-move=closer]").click()
    tab.until("location.href !== arguments[0]", before)


def test_what_is_chosen_is_there_at_first_paint(tab):
    tab.open("/preferences")
    by_day = tab.evaluate(DARK)
    tab.find("input[name=theme][value=dark]").click()
    tab.find("input[name=density][value=compact]").click()
    tab.find("input[name=text][value='130']").click()
    tab.find(".preferences .keep button").click()
    tab.until("location.hash === '#kept'")
    tab.until("document.activeElement.id === 'kept'")
    assert tab.evaluate("document.activeElement.innerText") == "Kept on this device."
    assert tab.evaluate(DARK) != by_day
    tab.open("/countries")
    assert tab.evaluate("JSON.stringify({...document.documentElement.dataset})") == \
        '{"theme":"dark","density":"compact","text":"130"}'
    assert tab.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.open("/preferences")
    for name in ("theme", "density", "text"):
        tab.find(f"input[name={name}][value='']").click()
    tab.find(".preferences .keep button").click()
    tab.until("location.hash !== '' && !document.documentElement.dataset.theme")
    assert tab.evaluate(DARK) == by_day


def test_the_service_worker_starts(tab):
    tab.open("/")
    state = tab.wait("""(async () => {
        const known = await navigator.serviceWorker.getRegistration();
        const entry = known ?? await navigator.serviceWorker.register("/service-worker.js");
        const worker = entry.installing ?? entry.waiting ?? entry.active;
        while (!["activated", "redundant"].includes(worker.state)) {
          await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
        }
        return worker.state;
    })()""")
    assert state == "activated", state


def main(names):
    if not os.path.exists(FIREFOX):
        print("Firefox: skipped, for want of", FIREFOX)
        return 0
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not names or name in names}
    failed = 0
    with firefox() as tab:
        known = 0
        for name, test in chosen.items():
            try:
                test(tab)
                complaints = tab.complaints()
                fresh, known = complaints[known:], len(complaints)
                assert not fresh, fresh
                print("passed", name, flush=True)
            except Exception:
                failed += 1
                print("FAILED", name, flush=True)
                traceback.print_exc()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
