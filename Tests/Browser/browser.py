"""What every browser test needs: Debian's Chromium, a page that watches its console, an address."""

import os
import time
import traceback
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080").rstrip("/")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@contextmanager
def chromium(scrollbars=False):
    """A running Chromium; without scrollbars, as pictures like it, unless a test is about them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"],
            ignore_default_args=["--hide-scrollbars"] if scrollbars else [])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page(
    browser, width=1280, height=900, night=False, scripts=True, zone="UTC", moving=False,
    lossy=False, greets=False, units=None, workers=False,
):
    """A page of a size; fails when the console or the network complains, unless it is `lossy`.

    No record greets there, unless it `greets`: the browser's session has had its greeting already.
    No service worker stands between it and the network, unless `workers` may: what a test sends in
    the server's stead would not reach a page that one answers.
    Without `units` they are those of the browser's language, which is that of the United States.
    """
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if night else "light",
        java_script_enabled=scripts,
        reduced_motion="no-preference" if moving else "reduce",
        timezone_id=zone,
        service_workers="allow" if workers else "block",
    )
    if units:
        context.add_cookies([{"name": "units", "value": units, "url": BASE_URL}])
    if not greets:
        context.add_cookies([{"name": "greeted", "value": "1", "url": BASE_URL}])
    tab = context.new_page()
    complaints = []
    tab.on("console", lambda message: complain(complaints, message))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("requestfailed", lambda request: lost(complaints, request, scripts))
    try:
        yield tab
    finally:
        context.close()
    assert lossy or not complaints, complaints


def lost(complaints, request, scripts):
    """Keeps requests that got no answer; what the next page cuts short is not a complaint.

    Where scripts do not run, the browser refuses the script that the head names, and calls it "csp".
    """
    isRefusedModule = not scripts and request.failure == "csp" and request.url.endswith(".js")
    if request.failure != "net::ERR_ABORTED" and not isRefusedModule:
        complaints.append(f"failed: {request.url} {request.failure}")


def complain(complaints, message):
    """Keeps errors and warnings; a page that is meant to be an error is not a complaint, nor that a
    test lets no worker in."""
    if "Service Worker registration blocked" in message.text:
        return
    expected = any(f"status of {code}" in message.text for code in (400, 404, 410))
    if message.type in ("error", "warning") and not expected:
        complaints.append(f"{message.type}: {message.text}")


def open_page(tab, path):
    """Opens a path and gives the response."""
    return tab.goto(BASE_URL + path, wait_until="load")


def follow(tab, link, **options):
    """Clicks what leads to another address and waits until the page there has loaded: what is read
    right after a click may be of a page that is only half there."""
    with tab.expect_navigation():
        link.click(**options)


def until(tab, condition, arg=None, seconds=20):
    """Waits until an expression holds in the page.

    The page's Content-Security-Policy forbids the `eval` that Playwright's `wait_for_function` polls
    with: that one works only where there is nothing to wait for.
    """
    end = time.monotonic() + seconds
    while not tab.evaluate(condition, arg):
        assert time.monotonic() < end, f"after {seconds} s still not: {condition}"
        tab.wait_for_timeout(20)


def overflow(tab):
    """By how many pixels the page is wider than its window."""
    return tab.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def run(module, names):
    """Runs the tests of a module in one browser, all or those named; 1 when one fails."""
    tests = {name: test for name, test in module.items() if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not names or name in names}
    failed = 0
    with chromium() as browser:
        for name, test in chosen.items():
            try:
                test(browser)
                print("passed", name, flush=True)
            except Exception:
                failed += 1
                print("FAILED", name, flush=True)
                traceback.print_exc()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0
