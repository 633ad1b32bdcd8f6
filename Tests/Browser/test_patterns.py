"""The page of all components, and the boxes that stand for what loads, on a slow line.

Run as a script against the server at BASE_URL, which has the four datasets; ALMANAC=PROGRAM names the
program for the test of a first copy. SPECIMENS=DIRECTORY keeps a picture of every specimen, and
AGAINST=DIRECTORY compares them with those of another time.
"""

import base64
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser import open_page, overflow, page, run, until
from shifts import Gate, box, fast, shifted, size, slow, steady, watch

WIDTHS = [390, 820, 1440]
ROOT = Path(__file__).resolve().parents[2]
BUSY = "document.querySelector('main').ariaBusy === 'true'"


def test_every_specimen_fits_and_is_named_once(browser):
    for width in WIDTHS:
        with page(browser, width=width) as tab:
            open_page(tab, "/patterns")
            assert overflow(tab) <= 0, width
            assert tab.locator(".specimen").count() >= 60
            ids = tab.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
            assert sorted(ids) == sorted(set(ids)), [each for each in ids if ids.count(each) > 1]
            empty = [figure.get_attribute("id") for figure in tab.locator(".specimen").all()
                     if figure.locator(".specimen-leaf").bounding_box()["height"] < 40]
            assert not empty, (width, empty)


def test_specimens_need_no_script_and_speak_every_language(browser):
    titles = set()
    for language in ["en", "pl", "sk", "ru"]:
        with page(browser, scripts=False) as tab:
            assert open_page(tab, f"/patterns?lang={language}").status == 200
            titles.add(tab.locator("h1").first.inner_text())
            text = tab.locator("main").inner_text()
            assert not re.search(r"\{\w+\}|\[\w+\.\w+\]|\bundefined\b|\bnull\b", text), language
    assert len(titles) == 4, titles


def test_specimens_can_be_read_by_day_and_by_night(browser):
    """Every text stands out by 4.5 : 1 (WCAG 2.2, 1.4.3), large ones by 3 : 1."""
    for night in [False, True]:
        with page(browser, night=night) as tab:
            open_page(tab, "/patterns")
            faint = tab.evaluate(FAINT)
            assert not faint, (night, faint[:10])


def test_specimens_look_as_they_did(browser):
    """Twice alike; or, where AGAINST names a folder, as those that SPECIMENS once kept there."""
    kept, against = (os.environ.get(name) for name in ["SPECIMENS", "AGAINST"])
    if not kept and not against:
        first, second = (pictures(browser, 820, False) for _ in range(2))
        different = [name for name in first if first[name] != second.get(name)]
        assert len(first) >= 60 and not different, different
        return
    different = []
    for width in WIDTHS:
        for night in [False, True]:
            for name, picture in pictures(browser, width, night).items():
                if kept:
                    Path(kept).mkdir(parents=True, exist_ok=True)
                    (Path(kept) / name).write_bytes(picture)
                if against:
                    before = Path(against) / name
                    if not before.exists() or before.read_bytes() != picture:
                        different.append(name)
    assert not different, different


def pictures(browser, width, night):
    """A picture of every specimen, by name."""
    with page(browser, width=width, night=night) as tab:
        open_page(tab, "/patterns")
        time_of_day = "night" if night else "day"
        return {
            f"{figure.get_attribute('id')}-{width}-{time_of_day}.png":
                figure.screenshot(animations="disabled")
            for figure in tab.locator(".specimen").all()
        }


def test_a_jump_is_seen_by_what_measures_it(browser):
    with page(browser) as tab:
        watch(tab)
        open_page(tab, "/about")
        assert shifted(tab) < 0.02
        tab.evaluate("""document.querySelector("main").insertAdjacentHTML("afterbegin",
            "<p>" + "<br>".repeat(12) + "</p>")""")
        assert shifted(tab) > 0.1


def test_the_palette_keeps_its_place_while_it_waits(browser):
    for width in [390, 1280]:
        with page(browser, width=width, moving=True) as tab:
            watch(tab)
            open_page(tab, "/about")
            tab.locator(".seek").click()
            protocol = slow(tab)
            tab.keyboard.type("po")
            tab.locator(".found-skeleton").wait_for()
            row = size(tab, ".palette .skeleton-row")
            fast(protocol)
            assert size(tab, ".found-answer .found") == row, width
            steady(tab)


def test_a_list_turns_into_its_own_skeleton_while_a_search_is_long_in_coming(browser):
    with page(browser, moving=True) as tab:
        watch(tab)
        open_page(tab, "/countries")
        field = tab.locator("main input[name=q]")
        protocol = slow(tab, latency=1500)
        field.type("an", delay=30)
        until(tab, BUSY)
        until(tab, """() => getComputedStyle(document.querySelector('.entries .name')).color
            === 'rgba(0, 0, 0, 0)'""")
        fast(protocol)
        until(tab, "location.search.includes('q=an') && !document.querySelector('main').ariaBusy")
        name = tab.locator(".entries .name").first
        assert name.evaluate("(each) => getComputedStyle(each).color") != "rgba(0, 0, 0, 0)"
        steady(tab)


def test_rows_that_are_not_here_yet_are_drawn_as_high_as_those_that_are(browser):
    with page(browser) as tab:
        watch(tab)
        open_page(tab, "/deals")
        until(tab, "document.querySelector('almanac-table.is-ready')")
        row = size(tab, "tbody tr:not(.is-skeleton)")
        protocol = slow(tab, latency=1500)
        tab.locator(".viewport").evaluate("(each) => (each.scrollTop = each.scrollHeight / 2)")
        assert size(tab, "tbody .is-skeleton") == row
        assert size(tab, "tbody .is-skeleton .skeleton")[1] < row[1]
        fast(protocol)
        until(tab, "!document.querySelector('tbody .is-skeleton')", seconds=40)
        steady(tab)


def test_a_picture_that_is_still_to_come_has_its_place(browser):
    with FirstCopy() as site, page(browser) as tab:
        watch(tab)
        site.answered.set()
        site.filled()
        gate = Gate(tab, re.compile("/pictures?/"))
        tab.goto(site.address + "/peaks", wait_until="domcontentloaded")
        image = tab.locator("img.picture").first
        room, ground = box(image), "(each) => getComputedStyle(each).backgroundColor"
        assert image.evaluate(ground) != "rgba(0, 0, 0, 0)"
        tab.wait_for_timeout(200)
        assert gate.held
        gate.open()
        until(tab, "document.querySelector('img.picture').classList.contains('is-there')")
        assert image.evaluate("(each) => each.naturalWidth") > 0
        assert image.evaluate(ground) == "rgba(0, 0, 0, 0)" and box(image) == room
        steady(tab)


def test_the_map_keeps_its_place_while_places_load(browser):
    with page(browser) as tab:
        watch(tab)
        protocol = slow(tab, latency=700, bytes_per_second=200_000)
        open_page(tab, "/countries/map")
        room = box(tab.locator(".map-box"))
        fast(protocol)
        until(tab, "document.querySelector('almanac-map canvas')")
        assert box(tab.locator(".map-box")) == room
        steady(tab)


def test_a_first_copy_fills_the_page_without_a_jump(browser):
    with FirstCopy() as site, page(browser, moving=True) as tab:
        watch(tab)
        tab.goto(site.address + "/", wait_until="load")
        entry = tab.locator(".contents li", has_text="Peaks")
        assert entry.get_attribute("aria-busy") == "true"
        assert entry.locator(".count.skeleton").is_visible()
        height = box(entry)[1]
        other = tab.context.new_page()
        watch(other)
        other.goto(site.address + "/peaks", wait_until="load")
        row = box(other.locator("almanac-filling .line").first)
        site.answered.set()
        other.bring_to_front()
        other.locator("a.line, summary.line").first.wait_for()
        assert box(other.locator("a.line, summary.line").first) == row
        steady(other)
        tab.bring_to_front()
        until(tab, "!document.querySelector('.skeleton')")
        assert entry.locator(".count").inner_text() == "12" and box(entry)[1] == height
        steady(tab)


class FirstCopy:
    """A server whose only source is asked at its start, and answers when the test says so."""

    def __enter__(self):
        self.answered = threading.Event()
        self.folder = tempfile.TemporaryDirectory()
        self.source = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.source.serve_forever, daemon=True).start()
        own = Path(self.folder.name) / "own"
        own.mkdir()
        (own / "peaks.yaml").write_text(PEAKS % (self.source.server_address[1], self.folder.name))
        for number in range(12):
            (Path(self.folder.name) / f"peak {number}.png").write_bytes(PICTURE)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        program = os.environ.get("ALMANAC", str(ROOT / ".build/debug/almanac"))
        self.server = subprocess.Popen(
            [program, "serve", "--port", str(port), "--datasets", str(own)], cwd=ROOT,
            env=os.environ | {"ALMANAC_DATA": self.folder.name + "/data"},
            stderr=subprocess.DEVNULL)
        self.wait(port)
        return self

    def __exit__(self, *_):
        self.answered.set()
        self.server.terminate()
        self.server.wait()
        self.source.shutdown()
        self.folder.cleanup()

    def handler(self):
        answered = self.answered

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                answered.wait(60)
                body = "name,height\n" + "".join(f"Peak {n},{2000 + n}\n" for n in range(12))
                self.send_response(200)
                self.send_header("Content-Type", "text/csv")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        return Handler

    def filled(self):
        """Waits until the copy is there."""
        for _ in range(300):
            with urllib.request.urlopen(self.address + "/peaks.json?limit=1", timeout=5) as answer:
                if json.load(answer)["total"] == 12:
                    return
            time.sleep(0.1)
        raise AssertionError("the copy did not come")

    @staticmethod
    def wait(port):
        for _ in range(300):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not start")


PEAKS = """id: peaks
title: Peaks
source: { kind: csv, url: "http://127.0.0.1:%d/peaks.csv" }
credit: { text: Everybody, licence: CC0 }
refresh: { every: 1h, when: timer }
key: name
fields:
  name: text
  height: { type: number, unit: m, decimals: 0 }
  flag: { type: image, file: "%s/{id_lower}.png" }
list: { sort: [-height], title: name, subtitle: [height], image: flag }
"""
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mPYYKAARww4OQDw5wwBf/m72wAAAABJ"
    "RU5ErkJggg==")

FAINT = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * x + .7152 * y + .0722 * z;
  };
  const ground = (each) => {
    for (; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return rgba("white");
  };
  const faint = [];
  for (const each of document.querySelectorAll(".specimen *")) {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || each.closest("svg, canvas, .skeleton, .unseen, option") || !each.checkVisibility()) continue;
    const style = getComputedStyle(each);
    const colour = rgba(style.color);
    if (colour[3] < 250) continue;
    const [a, b] = [light(colour), light(ground(each))].sort((x, y) => y - x);
    const isLarge = parseFloat(style.fontSize) >= 24;
    if ((a + .05) / (b + .05) < (isLarge ? 3 : 4.5)) {
      faint.push([each.closest(".specimen").id, each.className, each.textContent.trim().slice(0, 30)]);
    }
  }
  return faint;
}"""


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
