"""Flags in a real browser, from an image host on this machine that counts who asks it.

The tests build on each other: what the first brings is what the others find.
"""

import threading
import urllib.request

from browser import CHROMIUM, chromium, page
from countries import Countries
from vitals import PHONE, read_through, visit

# What the host says instead of a flag; none of it may be shown, and none may leave a hole.
BAD = {
    "BE": {"fault": "html"}, "BG": {"fault": "status", "code": 404},
    "BR": {"fault": "scripted_svg"}, "CA": {"fault": "mistyped_picture"},
    "CH": {"fault": "vast_picture"}, "CL": {"fault": "huge_picture"},
}
LOOK = """() => [...document.querySelectorAll("img")].map((image) => ({
  shown: new URL(image.currentSrc).pathname, width: image.naturalWidth, height: image.height,
}))"""


def test_many_at_once_ask_the_host_once_for_each_flag(browser, countries):
    for code, fault in BAD.items():
        countries.control("faults", {"path": f"/flags/{code.lower()}.svg", **fault})
    countries.take_requests()
    clients = [threading.Thread(target=ask_for_all, args=(countries, turn)) for turn in range(6)]
    for client in clients:
        client.start()
    other = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    with page(browser) as first, page(browser) as second, page(other, 390, 844) as third:
        for tab in (first, second, third):
            tab.goto(countries.base + "/countries", wait_until="commit")
        for tab in (first, second, third):
            read_through(tab)
            check(tab)
    other.close()
    for client in clients:
        client.join()
    asked = countries.take_requests()
    print(f"  {len(asked)} requests for {len(set(asked))} flags: "
          f"3 pages in 2 browsers, 6 clients that ask for all 250 each")
    assert len(asked) == len(set(asked)) == 250, sorted(asked)


def ask_for_all(countries, turn):
    """Asks for every flag, each client from another place on."""
    rows = countries.rows[turn * 40:] + countries.rows[:turn * 40]
    for row in rows:
        address = f"{countries.base}/countries/{row['id']}/picture/flag"
        with urllib.request.urlopen(address, timeout=120) as answer:
            assert answer.headers["Content-Type"].startswith("image/"), address


def check(tab):
    """No hole, no shift: every record has a picture of the right size, or its code drawn."""
    images = tab.evaluate(LOOK)
    drawn = tab.locator(".entry .picture.drawn").count()
    assert len(images) + drawn == 250, (len(images), drawn)
    assert all(image["width"] > 0 for image in images)
    assert {image["height"] for image in images} == {33}


def test_what_is_no_flag_is_drawn(browser, countries):
    with page(browser) as tab:
        tab.goto(countries.base + "/countries")
        read_through(tab)
        drawn = tab.locator(".entry .picture.drawn").all_inner_texts()
        assert drawn == sorted(BAD, key=lambda code: drawn.index(code)), drawn
        for code in BAD:
            answer = tab.request.get(f"{countries.base}/countries/{code}/picture/flag")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert f">{code}</text>" in answer.text()
            assert "script" not in answer.text()


def test_pictures_that_are_here_are_asked_for_no_more(browser, countries):
    with page(browser) as first, page(browser, 390, 844) as second:
        for tab in (first, second):
            tab.goto(countries.base + "/countries")
            read_through(tab)
            check(tab)
    assert countries.take_requests() == []


def test_a_second_visit_transfers_no_picture(browser, countries):
    context = browser.new_context(**PHONE, service_workers="block")
    _, first = visit(context, countries.base + "/countries", network=False)
    assert first.pictures == 250 - len(BAD), first.pictures
    _, second = visit(context, countries.base + "/countries", network=False)
    assert second.pictures == 0, second.bytes
    print(f"  {second.all:.2f} kB on the second visit")
    assert second.all < 5
    context.close()


def test_pictures_are_shown_while_their_host_is_gone(browser, countries):
    countries.stop("host")
    countries.stop("server")
    countries.start()
    with page(browser) as tab:
        tab.goto(countries.base + "/countries")
        read_through(tab)
        images = tab.evaluate(LOOK)
        kept = [image for image in images if image["shown"].startswith("/pictures/")]
        assert len(kept) == 250 - len(BAD), len(kept)
        assert all(image["width"] > 0 for image in images)
        # Those that were refused may be due again after a start; they are drawn all the same.
        assert len(images) + tab.locator(".entry .picture.drawn").count() == 250
        tab.goto(countries.base + "/countries/PL")
        flag = tab.locator(".plate img")
        assert flag.get_attribute("src").startswith("/pictures/")
        assert flag.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


TESTS = [
    test_many_at_once_ask_the_host_once_for_each_flag, test_what_is_no_flag_is_drawn,
    test_pictures_that_are_here_are_asked_for_no_more, test_a_second_visit_transfers_no_picture,
    test_pictures_are_shown_while_their_host_is_gone,
]


def main():
    """Runs the tests in their order; the first that fails ends them."""
    with Countries() as countries, chromium() as browser:
        for test in TESTS:
            try:
                test(browser, countries)
            except Exception:
                print("FAILED", test.__name__, flush=True)
                raise
            print("passed", test.__name__, flush=True)


if __name__ == "__main__":
    main()
