"""The greeting in a real browser: a card or a notification, once, never in the way."""

import json
import sys
import time

from browser import BASE_URL, open_page, page, run, until

CARD = "almanac-greeting .greeting"
# A headless browser answers "denied" to all; what a person answers is stood in for.
MAY = """
Object.defineProperty(Notification, "permission", { get: () => window.allowed ?? "default" });
Notification.requestPermission = async () => {
  window.timesAsked = (window.timesAsked ?? 0) + 1;
  window.allowed = window.answer ?? "granted";
  return window.allowed;
};
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, icon, tag, silent, data }) => ({ title, body, icon, tag, silent, data }))"""


def greeted(tab, path="/"):
    """Opens a page and waits for its card; gives it and the seconds it took."""
    open_page(tab, path)
    start = time.monotonic()
    card = tab.locator(CARD)
    card.wait_for(timeout=15_000)
    return card, time.monotonic() - start


def test_a_record_greets_one_to_five_seconds_after_the_start(browser):
    with page(browser, greets=True, moving=True) as tab:
        tab.add_init_script("""
          window.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
          }).observe({ type: "layout-shift", buffered: true });""")
        card, seconds = greeted(tab)
        assert 1 <= seconds <= 5, seconds
        name, facts = card.locator(".name").inner_text(), card.locator("dl").inner_text()
        assert name and "Population" in facts, (name, facts)
        assert card.locator(".picture").count() == 1
        assert tab.locator("almanac-greeting").get_attribute("aria-live") == "polite"
        assert tab.evaluate("document.activeElement === document.body"), "it took the focus"
        assert tab.evaluate("window.shift") < 0.02, tab.evaluate("window.shift")


def test_it_greets_once_in_a_session_in_no_other_tab_and_on_no_other_page(browser):
    with page(browser, greets=True) as tab:
        greeted(tab)
        asked = []
        tab.context.on("request", lambda each: asked.append(each.url))
        second = tab.context.new_page()
        for each, path in ((tab, "/countries"), (second, "/about")):
            open_page(each, path)
            each.wait_for_timeout(4000)
            assert each.locator(CARD).count() == 0, path
        assert not [url for url in asked if "greeting.json" in url], asked


def test_a_tap_on_the_card_opens_the_page(browser):
    with page(browser, 390, 800, greets=True) as tab:
        card, _ = greeted(tab)
        name = card.locator(".name").inner_text()
        box = card.locator("dl").bounding_box()
        tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.wait_for_url("**/countries/*")
        assert tab.locator("h1").inner_text() == name


def test_escape_and_the_cross_close_it_and_the_focus_goes_back(browser):
    for width in (390, 1280):
        with page(browser, width, greets=True) as tab:
            card, _ = greeted(tab, "/countries")
            box = card.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, box
            tab.locator("a.wordmark").focus()
            card.locator(".close").focus()
            tab.keyboard.press("Escape")
            card.wait_for(state="detached")
            assert tab.evaluate("document.activeElement.className") == "wordmark"
    with page(browser, greets=True) as tab:
        card, _ = greeted(tab)
        card.locator(".close").click()
        card.wait_for(state="detached")


def test_the_card_is_small_on_a_phone_in_every_language(browser):
    for language in ("en", "pl", "sk", "ru"):
        with page(browser, 390, 844, greets=True) as tab:
            tab.add_init_script(MAY)
            card, _ = greeted(tab, f"/?lang={language}")
            tell, stop, told, whole = (
                card.locator(part).bounding_box() for part in (".tell", ".stop", ".told", ":scope"))
            assert tell["y"] == stop["y"], (language, tell, stop)
            assert tell["height"] >= 44 and stop["height"] >= 44
            assert whole["height"] - told["height"] < 120, (language, whole, told)


def test_it_waits_while_somebody_types_and_goes_when_somebody_begins(browser):
    with page(browser, greets=True) as tab:
        open_page(tab, "/countries")
        field = tab.locator("main input[name=q]")
        field.focus()
        tab.wait_for_timeout(4500)
        assert tab.locator(CARD).count() == 0, "it came while the field had the focus"
        field.evaluate("field => field.blur()")
        tab.locator(CARD).wait_for()
        field.fill("pol")
        tab.locator(CARD).wait_for(state="detached")


def test_it_waits_for_the_palette_to_close(browser):
    with page(browser, greets=True) as tab:
        open_page(tab, "/")
        tab.keyboard.press("/")
        tab.locator("dialog.palette[open]").wait_for()
        tab.wait_for_timeout(4500)
        assert tab.locator(CARD).count() == 0
        tab.keyboard.press("Escape")
        tab.locator(CARD).wait_for()


def test_it_goes_by_itself_but_not_while_it_is_pointed_at(browser):
    with page(browser, greets=True) as tab:
        tab.clock.install()
        open_page(tab, "/")
        tab.clock.run_for(600)
        until(tab, "document.querySelector('almanac-greeting') !== null")
        tab.wait_for_timeout(500)
        tab.clock.run_for(3500)
        card = tab.locator(CARD)
        card.wait_for()
        card.hover()
        tab.clock.run_for(60_000)
        assert card.is_visible(), "it went while it was pointed at"
        tab.mouse.move(5, 5)
        tab.clock.run_for(13_000)
        card.wait_for(state="detached")


def test_it_is_switched_off_in_the_card_and_on_again_on_the_page(browser):
    with page(browser, greets=True) as tab:
        card, _ = greeted(tab)
        card.locator(".stop").click()
        card.locator(".said", has_text="Random records are switched off").wait_for()
        cookies = {each["name"]: each["value"] for each in tab.context.cookies()}
        assert cookies["greeting"] == "off", cookies
        open_page(tab, "/notifications")
        assert tab.locator("almanac-greeting").count() == 0
        pressed = tab.locator(".greeting-choice [aria-pressed=true]")
        assert pressed.get_attribute("value") == "off"
        tab.locator(".greeting-choice button[value=on]").click()
        until(tab, "document.querySelector('almanac-greeting') !== null")
        assert tab.locator(".greeting-choice [aria-pressed=true]").get_attribute("value") == "on"


def test_the_choice_works_without_scripts(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/notifications")
        tab.locator(".greeting-choice button[value=off]").click()
        pressed = tab.locator(".greeting-choice [aria-pressed=true]")
        assert pressed.get_attribute("value") == "off"


def test_a_click_turns_it_into_a_notification_and_only_a_click_asks(browser):
    with page(browser, greets=True, workers=True) as tab:
        tab.context.grant_permissions(["notifications"], origin=BASE_URL)
        tab.add_init_script(MAY)
        card, _ = greeted(tab)
        assert tab.evaluate("window.timesAsked ?? 0") == 0, "it asked by itself"
        name, path = card.locator(".name").inner_text(), card.locator(".name a").get_attribute("href")
        card.locator(".tell").click()
        card.locator(".said", has_text="as notifications").wait_for()
        assert tab.evaluate("window.timesAsked") == 1
        (notice,) = tab.evaluate(SHOWN)
        assert (notice["title"], notice["tag"]) == (name, "greeting"), notice
        assert notice["silent"] and notice["data"] == {"url": path}, notice
        assert "Population: " in notice["body"], notice


def test_who_says_no_is_told_so_and_asked_no_more(browser):
    with page(browser, greets=True, workers=True) as tab:
        tab.add_init_script(MAY + "window.answer = 'denied';")
        card, _ = greeted(tab)
        card.locator(".tell").click()
        card.locator(".said", has_text="does not allow").wait_for()
        tab.context.clear_cookies()
        tab.add_init_script("window.allowed = 'denied';")
        card, _ = greeted(tab)
        assert card.locator(".stop").is_visible() and not card.locator(".tell").is_visible()


def test_where_notifications_are_allowed_the_system_shows_it_and_no_card(browser):
    with page(browser, greets=True, workers=True) as tab:
        tab.context.grant_permissions(["notifications"], origin=BASE_URL)
        tab.add_init_script(MAY + "window.allowed = 'granted';")
        open_page(tab, "/countries?lang=pl")
        tab.wait_for_timeout(800)
        until(tab, "navigator.serviceWorker.controller !== null || performance.now() > 5500")
        end = time.monotonic() + 10
        while not (shown := tab.evaluate(SHOWN)):
            assert time.monotonic() < end, "no notification"
            tab.wait_for_timeout(50)
        assert "Ludność: " in shown[0]["body"], shown
        assert tab.locator(CARD).count() == 0


def test_a_picture_that_does_not_come_and_a_server_that_is_gone_do_no_harm(browser):
    with page(browser, greets=True, lossy=True) as tab:
        tab.route("**/greeting.json*", lambda route: route.abort())
        open_page(tab, "/")
        tab.wait_for_timeout(4500)
        assert tab.locator(CARD).count() == 0
    with page(browser, greets=True, lossy=True) as tab:
        tab.route("**/picture/**", lambda route: route.abort())
        tab.route("**/pictures/**", lambda route: route.abort())
        greeted(tab)


def test_a_server_that_goes_before_the_scripts_have_come_is_no_error(browser):
    for name in ("greeting.js", "greeting-card.js"):
        with page(browser, greets=True, lossy=True) as tab:
            errors, lost = [], []
            tab.on("pageerror", lambda error: errors.append(str(error)))
            tab.on("requestfailed", lambda request: lost.append(request.url))
            tab.route(f"**/{name}", lambda route: route.abort())
            with tab.expect_event("requestfailed"):
                open_page(tab, "/countries")
            tab.evaluate("new Promise(requestAnimationFrame)")  # an error comes before the next frame
            assert lost and name in lost[0] and not errors, (lost, errors)


SUBSCRIPTIONS = {
    "gone": {"state": "dead", "title": "Poland", "ended": "2026-11-20T14:05:00Z"},
    "told": {"state": "live", "title": "Countries", "last_delivered": "2026-11-21T09:30:00Z"},
    "waits": {"state": "waiting", "title": "Countries: pol",
              "trouble": {"what": "it answered 500", "since": "2026-11-21T09:00:00Z",
                          "next_attempt": "2026-11-21T10:00:00Z"}},
}


def answering(body):
    return lambda route: route.fulfill(json=body)


def test_the_page_of_notifications_shows_the_dead_as_dead_and_when_the_last_went_out(browser):
    """The server's answers stand in for what takes days to happen."""
    with page(browser, 820, 900) as tab:
        remembered = [{"id": id, "watch": {"dataset": "countries"}} for id in SUBSCRIPTIONS]
        tab.add_init_script(
            f"localStorage.setItem('almanac.subscriptions', JSON.stringify({json.dumps(remembered)}))")
        for id, answer in SUBSCRIPTIONS.items():
            body = {"id": id, "href": "/countries", "made": "2026-11-19T08:00:00Z", **answer}
            tab.route(f"**/subscriptions/{id}.json", answering(body))
        open_page(tab, "/notifications")
        items = tab.locator(".subscriptions > li")
        items.nth(2).wait_for()
        said = [item.locator(".state").inner_text() for item in items.all()]
        assert "took no more messages: ended" in said[0], said
        assert items.nth(0).locator(".test").is_disabled()
        assert items.nth(0).locator(".remove").is_enabled()
        assert "Last notification" in said[1] and "09:30" in said[1], said
        assert "it answered 500" in said[2] and "10:00" in said[2], said


def test_what_the_server_no_longer_knows_is_said_and_forgotten(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        tab.evaluate("""localStorage.setItem("almanac.subscriptions", JSON.stringify(
          ["a", "b"].map((id) => ({ id: id.repeat(39), watch: { dataset: "countries" } }))))""")
        open_page(tab, "/notifications")
        tab.locator("almanac-subscriptions [role=status]", has_text="no longer knows 2").wait_for()
        assert tab.evaluate("localStorage.getItem('almanac.subscriptions')") == "[]"


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
