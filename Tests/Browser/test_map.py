"""The map in a real browser, against the server at BASE_URL that keeps the four datasets.

Run as a script: every function whose name starts with test_ is a test. With NAMES as arguments only those run;
SCREENSHOTS=DIRECTORY also takes pictures. PLACES=PATH names a map with many places to measure, /meteorites/map
by itself.
"""

import math
import os
import re
import sys

from browser import BASE_URL, follow, open_page, overflow, page, run

MANY = os.environ.get("PLACES", "/meteorites/map")


def live(tab, path):
    """Opens a map and waits for the script to take over."""
    open_page(tab, path)
    tab.locator("almanac-map.is-live").wait_for()
    tab.wait_for_timeout(200)
    return tab.locator("almanac-map")


def spot(tab):
    """Latitude, longitude and zoom that the address names."""
    found = re.search(r"map-at=([^&]+)", tab.url.replace("%2C", ","))
    return [float(number) for number in found.group(1).split(",")] if found else None


def settled(tab):
    tab.wait_for_timeout(500)
    return spot(tab)


def middle(box):
    frame = box.bounding_box()
    return frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2


def places(tab, name):
    return tab.request.get(f"{BASE_URL}/{name}/map.json").json()


def test_without_a_script_the_map_is_drawn_and_every_link_leads_on(browser):
    with page(browser, scripts=False) as tab:
        open_page(tab, "/stations/map")
        assert tab.locator(".drawing .land").count() == 1
        marks = tab.locator(".drawing a").count()
        assert marks > 3
        tab.get_by_role("link", name="Closer").click()
        first = spot(tab)
        tab.get_by_role("link", name="East").click()
        second = spot(tab)
        assert second[2] == first[2] and second[1] > first[1]
        follow(tab, tab.get_by_role("link", name="Whole map"))
        assert spot(tab) is None and tab.locator(".drawing a").count() == marks
        for _ in range(9):
            if tab.locator(".map-card").count():
                break
            open_page(tab, tab.locator(".drawing a").first.get_attribute("href"))
        card = tab.locator(".map-card")
        assert card.locator("a[href*='openstreetmap.org']").count() == 1
        follow(tab, card.locator("h2 a"))
        assert re.search(r"/stations/\d+$", tab.url)


def test_the_script_takes_over_without_moving_anything(browser):
    with page(browser) as tab:
        open_page(tab, "/stations/map")
        before = tab.locator("almanac-map").bounding_box()
        height = tab.evaluate("document.documentElement.scrollHeight")
        tab.locator("almanac-map.is-live").wait_for()
        assert tab.locator("almanac-map").bounding_box() == before
        assert tab.evaluate("document.documentElement.scrollHeight") == height
        assert tab.evaluate("getComputedStyle(document.querySelector('.drawing')).visibility") == "hidden"


def test_a_drag_moves_what_is_held_and_the_address_says_where(browser):
    with page(browser) as tab:
        box = live(tab, "/stations/map?map-at=52,19,6")
        x, y = middle(box)
        tab.mouse.move(x, y)
        tab.mouse.down()
        for step in range(1, 11):
            tab.mouse.move(x - 20 * step, y + 5 * step)
        tab.wait_for_timeout(150)
        tab.mouse.up()
        latitude, longitude, zoom = settled(tab)
        scale = box.evaluate("box => box.clientHeight") / 246.6 * 2**6
        assert abs(longitude - (19 + 200 / scale)) < 0.05, longitude
        assert 52 < latitude < 52.5 and zoom == 6
        tab.reload()
        tab.locator("almanac-map.is-live").wait_for()
        assert settled(tab) == [latitude, longitude, zoom]


def test_the_wheel_keeps_what_is_under_the_pointer(browser):
    with page(browser) as tab:
        box = live(tab, "/meteorites/map?map-at=20,10,3")
        frame = box.bounding_box()
        tab.mouse.move(frame["x"] + 60, frame["y"] + frame["height"] / 2)
        for _ in range(10):
            tab.mouse.wheel(0, -100)
        latitude, longitude, zoom = settled(tab)
        assert zoom > 4 and tab.evaluate("scrollY") == 0
        left = 60 - frame["width"] / 2
        at = lambda middle, level: middle + left / (box.evaluate("box => box.clientHeight") / 246.6 * 2**level)
        assert abs(at(longitude, zoom) - at(10, 3)) < 0.6


def test_two_fingers_pinch(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    tab = context.new_page()
    x, y = middle(live(tab, "/meteorites/map?map-at=20,10,3"))
    session = context.new_cdp_session(tab)

    def touch(kind, points):
        fingers = [{"x": px, "y": py, "id": index} for index, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", [(x - 30, y)])
    touch("touchStart", [(x - 30, y), (x + 30, y)])
    for step in range(1, 11):
        touch("touchMove", [(x - 30 - 9 * step, y), (x + 30 + 9 * step, y)])
    touch("touchEnd", [])
    latitude, longitude, zoom = settled(tab)
    assert abs(zoom - 5) < 0.1, zoom
    assert abs(longitude - 10) < 1 and abs(latitude - 20) < 1
    context.close()


def test_keys_move_open_and_close(browser):
    with page(browser) as tab:
        box = live(tab, "/stations/map?map-at=52.2,21,8")
        tab.keyboard.press("Tab")
        box.focus()
        tab.keyboard.press("+")
        tab.keyboard.press("ArrowRight")
        latitude, longitude, zoom = settled(tab)
        assert zoom == 9 and longitude > 21.05
        tab.keyboard.press("-")
        tab.keyboard.press("ArrowUp")
        assert settled(tab)[2] == 8 and spot(tab)[0] > latitude
        told = re.compile(r"°.*N, .*E\. \d+ places?")
        tab.locator(".map-stage [role=status]", has_text=told).wait_for(state="attached")
        for _ in range(9):
            tab.keyboard.press("Enter")
            tab.wait_for_timeout(700)
            if tab.locator(".map-card").count():
                break
        assert tab.evaluate("document.activeElement.closest('.map-card') !== null")
        assert "map-id=" in tab.url
        tab.keyboard.press("Escape")
        tab.wait_for_timeout(100)
        assert tab.locator(".map-card").count() == 0 and "map-id" not in tab.url
        assert tab.evaluate("document.activeElement.localName") == "almanac-map"
        tab.keyboard.press("0")
        assert settled(tab)[2] < 6


def test_buttons_do_what_a_drag_does(browser):
    with page(browser) as tab:
        live(tab, "/stations/map?map-at=52,19,6")
        for name, index, sign in [("East", 1, 1), ("West", 1, -1), ("North", 0, 1), ("South", 0, -1), ("Closer", 2, 1), ("Farther", 2, -1)]:
            before = settled(tab) or [52, 19, 6]
            tab.get_by_role("link", name=name).click()
            after = settled(tab)
            assert (after[index] - before[index]) * sign > 0, name
        assert "/stations/map" in tab.url


def test_a_place_opens_its_card_and_leads_to_its_page(browser):
    with page(browser) as tab:
        found = places(tab, "stations")
        latitude, longitude = found["places"][:2]
        box = live(tab, f"/stations/map?map-at={latitude},{longitude},13")
        tab.mouse.click(*middle(box))
        card = tab.locator(".map-card")
        card.wait_for()
        assert "°" in card.inner_text()
        assert "openstreetmap.org" in card.locator(".map-where a").get_attribute("href")
        tab.wait_for_timeout(300)
        assert f"map-id={found['ids'][0]}" in tab.url
        tab.reload()
        tab.locator("almanac-map.is-live").wait_for()
        assert tab.locator(".map-card").count() == 1
        follow(tab, tab.locator(".map-card h2 a"))
        assert tab.url.endswith(f"/stations/{found['ids'][0]}")


def test_without_the_server_the_map_goes_on_and_the_card_says_what_is_known(browser):
    with page(browser, lossy=True) as tab:
        found = places(tab, "stations")
        latitude, longitude = found["places"][:2]
        box = live(tab, f"/stations/map?map-at={latitude},{longitude},13")
        tab.context.set_offline(True)
        tab.mouse.click(*middle(box))
        card = tab.locator(".map-card")
        card.wait_for()
        assert f"/stations/{found['ids'][0]}" in card.locator("h2 a").get_attribute("href")
        tab.get_by_role("link", name="East").click()
        assert settled(tab)[1] > longitude


def test_places_that_do_not_arrive_are_told_and_asked_for_again(browser):
    with page(browser, lossy=True) as tab:
        tab.route("**/map.json*", lambda route: route.abort())
        live(tab, "/stations/map")
        note = tab.locator(".map-note")
        assert "did not arrive" in note.inner_text()
        tab.unroute("**/map.json*")
        note.get_by_role("button").click()
        tab.wait_for_timeout(600)
        assert note.count() == 0


def test_the_map_follows_the_list(browser):
    with page(browser) as tab:
        open_page(tab, "/meteorites?fall=Fell")
        tab.get_by_role("link", name="On the map").click()
        tab.locator("almanac-map.is-live").wait_for()
        assert "fall=Fell" in tab.locator("almanac-map").get_attribute("source")
        follow(tab, tab.locator(".chips a").first)
        assert "fall=Fell" not in tab.url and "/meteorites/map" in tab.url
        follow(tab, tab.get_by_role("link", name="As a list"))
        assert tab.url.endswith("/meteorites")


def test_a_record_shows_its_place(browser):
    with page(browser) as tab:
        found = places(tab, "meteorites")
        live(tab, f"/meteorites/{found['ids'][0]}")
        assert tab.locator(".map-figure canvas").count() == 2
        follow(tab, tab.get_by_role("link", name="Among all places"))
        assert tab.locator(".map-card").count() == 1


def test_pages_stay_within_their_width_by_day_and_night(browser):
    for width in (390, 820, 1440):
        for night in (False, True):
            with page(browser, width=width, night=night) as tab:
                live(tab, MANY)
                assert overflow(tab) <= 0
                colour = "(([r, g, b]) => r + g + b)(getComputedStyle(document.querySelector('almanac-map')).backgroundColor.match(/\\d+/g).map(Number))"
                assert (tab.evaluate(colour) < 200) == night
                picture(tab, f"map-{width}-{'night' if night else 'day'}")


def test_a_pan_over_many_places_keeps_the_pace_of_the_screen(browser):
    """Prints how long frames took; fails only where a pan is far from smooth, since machines differ."""
    with page(browser, width=1440, moving=True) as tab:
        x, y = middle(live(tab, MANY))
        tab.evaluate(
            """() => { window.frames_ = []; let last = performance.now();
            const tick = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(tick); };
            requestAnimationFrame(tick); }""")
        tab.mouse.move(x, y)
        tab.mouse.down()
        for step in range(150):
            tab.mouse.move(x + 300 * math.sin(step / 12), y + 90 * math.sin(step / 9))
            tab.wait_for_timeout(8)
        tab.mouse.up()
        tab.wait_for_timeout(400)
        frames = sorted(tab.evaluate("frames_.slice(3)"))
        at = lambda share: frames[min(int(share * len(frames)), len(frames) - 1)]
        print(f"    {len(frames)} frames: median {at(.5):.1f} ms, 95 % {at(.95):.1f} ms, 99 % {at(.99):.1f} ms")
        assert at(0.5) < 25 and at(0.95) < 50


def picture(tab, name):
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        os.makedirs(folder, exist_ok=True)
        tab.screenshot(path=f"{folder}/{name}.png")


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
