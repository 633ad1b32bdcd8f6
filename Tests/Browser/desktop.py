#!/usr/bin/env python3
"""Notifications on a real desktop: a headed Chromium under Xvfb, whose notifications go over D-Bus to
dunst, where the mouse clicks them. Against the server at BASE_URL that keeps the countries.

Needs Debian's xvfb, dbus, dunst and xdotool; says so and skips where they are missing. With
PICTURES=DIRECTORY it also takes a picture of the screen before and after, with ImageMagick.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from browser import BASE_URL, CHROMIUM
from playwright.sync_api import sync_playwright

NEEDED = ["Xvfb", "dbus-daemon", "dbus-monitor", "dunst", "dunstctl", "xdotool"]
# A tap is a left click on the corner of the screen where notifications stand.
DUNST = """
[global]
origin = bottom-right
offset = 32x32
width = 360
font = Sans 11
frame_width = 1
frame_color = "#3b352a"
min_icon_size = 64
max_icon_size = 96
format = "<b>%s</b>\\n%b"
show_indicators = no
mouse_left_click = do_action, close_current
[urgency_normal]
background = "#fffdf7"
foreground = "#1f1b14"
timeout = 0
[urgency_low]
background = "#fffdf7"
foreground = "#1f1b14"
timeout = 0
"""


class Desktop:
    """A screen of its own, a session bus and what shows notifications."""

    def __init__(self, stack):
        self.folder = Path(tempfile.mkdtemp(prefix="almanac-desktop."))
        stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.stack, self.env = stack, dict(os.environ)
        self.env["DISPLAY"] = ":" + self.first_line("Xvfb -displayfd 1 -screen 0 1280x860x24 -nolisten tcp")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self.first_line(
            "dbus-daemon --session --nofork --print-address=1")
        self.heard = self.folder / "heard"
        self.start("dbus-monitor --session interface='org.freedesktop.Notifications'",
                   self.heard.open("w"))
        (self.folder / "dunstrc").write_text(DUNST)
        self.start(f"dunst -conf {self.folder / 'dunstrc'}", subprocess.DEVNULL)
        self.wait(lambda: self.run("dunstctl", "count", "displayed") == "0", "dunst does not answer")

    def start(self, command, output):
        process = subprocess.Popen(command.split(), env=self.env, stdout=output, text=True,
                                   stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        return process

    def first_line(self, command):
        return self.start(command, subprocess.PIPE).stdout.readline().strip()

    def run(self, *command):
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=30)
        return done.stdout.strip()

    def wait(self, holds, otherwise, seconds=20):
        end = time.monotonic() + seconds
        while not (found := holds()):
            assert time.monotonic() < end, otherwise
            time.sleep(0.05)
        return found

    def shown(self, count=1):
        """Waits until so many notifications are shown."""
        self.wait(lambda: self.run("dunstctl", "count", "displayed") == str(count),
                  f"not {count} notifications")

    def told(self):
        """The texts that went over the bus, newest last: title and body of each."""
        calls = re.split(r"member=Notify\n", self.heard.read_text())[1:]
        texts = [re.findall(r'^   string "(.*?)"$', call, re.M | re.S) for call in calls]
        return [(each[2], each[3]) for each in texts]  # name, icon, title, body

    def tap(self):
        """Clicks the notification with the mouse."""
        self.run("xdotool", "mousemove", "1100", "800", "click", "1")

    def picture(self, name):
        if "PICTURES" in os.environ:
            time.sleep(1)  # what is about to be drawn
            self.run("import", "-window", "root", str(self.folder / name))

    def side_by_side(self, *names):
        """Writes the pictures as one, into PICTURES."""
        if folder := os.environ.get("PICTURES"):
            parts = [str(self.folder / name) for name in names]
            self.run("convert", *parts, "+append", "-resize", "1600x", "-colors", "200",
                     str(Path(folder) / names[0]))


@contextmanager
def browser(desktop):
    """A headed Chromium with a profile, in which our pages may notify."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            desktop.folder / "profile", executable_path=CHROMIUM, headless=False, env=desktop.env,
            args=["--no-sandbox", "--test-type", "--window-position=0,0", "--window-size=1280,860"],
            ignore_default_args=["--enable-automation"], no_viewport=True)
        context.grant_permissions(["notifications"], origin=BASE_URL)
        yield context
        context.close()


def opened(context, path, count):
    """Waits for a page of an address; gives it when there are so many pages in all."""
    end = time.monotonic() + 20
    while True:
        found = [page for page in context.pages if page.url == BASE_URL + path]
        if found and len(context.pages) == count:
            return found[0]
        assert time.monotonic() < end, [page.url for page in context.pages]
        context.pages[0].wait_for_timeout(50)


def visible(page):
    """Waits until the page is the one that is seen."""
    end = time.monotonic() + 20
    while page.evaluate("document.visibilityState") != "visible":
        assert time.monotonic() < end, f"{page.url} is not seen"
        page.wait_for_timeout(50)


def check_greeting(desktop, context):
    """The app starts; one to five seconds later the system shows a record; a tap opens its page."""
    app = context.pages[0]
    app.goto(BASE_URL + "/")
    start = time.monotonic()
    desktop.shown()
    seconds = time.monotonic() - start
    assert 1 <= seconds <= 5, seconds
    title, body = desktop.told()[-1]
    assert "Population: " in body, body
    desktop.picture("notification.png")
    desktop.tap()
    record = tapped(context, title, 2)
    desktop.shown(0)
    visible(record)
    desktop.picture("notification-opened.png")
    desktop.side_by_side("notification.png", "notification-opened.png")
    print(f"greeting: {title!r} shown after {seconds:.1f} s, the tap opened {record.url}")
    record.close()


def tapped(context, title, count):
    """Waits for a new page with a heading."""
    end = time.monotonic() + 20
    while True:
        for page in context.pages:
            if len(context.pages) == count and "/countries/" in page.url:
                page.wait_for_load_state()
                assert page.locator("h1").last.inner_text() == title, page.url
                return page
        assert time.monotonic() < end, [page.url for page in context.pages]
        context.pages[0].wait_for_timeout(50)


def check_closed_app(desktop, context):
    """No page of ours is open when a push message arrives, nor when its notification is tapped."""
    app = context.pages[0]
    empty = context.new_page()
    app.close()
    deliver = courier(context, empty)
    deliver({"title": "Poland", "body": "Changed: population.", "url": "/countries/PL", "tag": "a"})
    desktop.shown()
    assert "Changed: population." in desktop.told()[-1][1]
    desktop.tap()
    record = opened(context, "/countries/PL", 2)
    visible(record)
    print("closed app: a push message was shown without a page; the tap opened", record.url)
    return empty, record


def check_open_page(desktop, context, empty, record):
    """The page is open already: the tap brings it to the front and opens no other."""
    empty.bring_to_front()
    deliver = courier(context, empty)
    deliver({"title": "Poland", "body": "Changed: area.", "url": "/countries/PL", "tag": "b"})
    desktop.shown()
    desktop.tap()
    visible(record)
    assert len(context.pages) == 2, [page.url for page in context.pages]
    print("open page: the tap brought it to the front, and opened no other")


def courier(context, page):
    """Hands messages to our service worker as a push service would, from any page."""
    protocol = context.new_cdp_session(page)
    known = {}
    protocol.on("ServiceWorker.workerRegistrationUpdated",
                lambda event: known.update({each["scopeURL"]: each["registrationId"]
                                            for each in event["registrations"]}))
    protocol.send("ServiceWorker.enable")
    end = time.monotonic() + 20
    while BASE_URL + "/" not in known:
        assert time.monotonic() < end, f"no service worker: {known}"
        page.wait_for_timeout(50)
    return lambda message: protocol.send("ServiceWorker.deliverPushMessage", {
        "origin": BASE_URL, "registrationId": known[BASE_URL + "/"], "data": json.dumps(message)})


def main():
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print("Desktop: skipped, for want of", ", ".join(missing))
        return
    with ExitStack() as stack:
        desktop = Desktop(stack)
        with browser(desktop) as context:
            check_greeting(desktop, context)
            empty, record = check_closed_app(desktop, context)
            check_open_page(desktop, context, empty, record)
    print("Desktop: all well.")


if __name__ == "__main__":
    sys.exit(main())
