"""The pages as an app, in a real browser: installed, opened on a phone, and asking nobody else.

Run as a script against the server at BASE_URL, which has the four datasets, with names of tests to run
only those; ALMANAC=PROGRAM names the program, of which some tests start servers of their own.
"""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

import browser as shared
from browser import BASE_URL, open_page, page, run, until

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LANGUAGES = ["en", "pl", "sk", "ru"]
NAME = "almanac.test"
PUBLIC = "https://almanac.example.org:8443"
PAGES = [
    "/", "/about", "/preferences", "/notifications", "/search", "/search?q=warszawa", "/countries",
    "/countries/PL", "/countries/PL/changes", "/countries/map", "/countries/near?id=PL", "/countries/changes",
    "/countries/distance", "/countries/distance?from=PL&to=SK", "/meteorites", "/meteorites/57165",
    "/meteorites/map", "/stations", "/stations?q=lodz", "/stations/map", "/deals", "/nothing/here",
]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def site(*words, port=None):
    """A server of its own on a free port; gives its process."""
    program = os.environ.get("ALMANAC", str(ROOT / ".build/debug/almanac"))
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix="almanac-install.") as folder:
        server = subprocess.Popen(
            [program, "serve", "--port", str(port), *words], stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=os.environ | {"ALMANAC_DATA": f"{folder}/data"})
        try:
            listens(port)
            yield server
        finally:
            server.terminate()
            server.wait(30)


def listens(port, seconds=60):
    end = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)


def test_the_manifest_is_one_that_the_browser_installs(browser):
    for language in LANGUAGES:
        with page(browser, 390, 844) as tab:
            open_page(tab, f"/countries?lang={language}")
            tool = tab.context.new_cdp_session(tab)
            got = tool.send("Page.getAppManifest")
            assert got["errors"] == [], got["errors"]
            assert got["url"].endswith(f"/app.webmanifest?lang={language}"), got["url"]
            manifest = json.loads(got["data"])
            assert manifest["lang"] == language and manifest["name"] == "Almanac", manifest
            assert len(manifest["shortcuts"]) >= 4, manifest["shortcuts"]
            errors = tool.send("Page.getInstallabilityErrors")["installabilityErrors"]
            # A browser without a window of its own keeps nothing installed.
            assert [e for e in errors if e["errorId"] != "in-incognito"] == [], errors


def test_every_shortcut_leads_to_a_page_and_every_icon_is_drawn(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        manifest = tab.request.get(f"{BASE_URL}/app.webmanifest").json()
        for shortcut in manifest["shortcuts"]:
            assert tab.request.get(BASE_URL + shortcut["url"]).ok, shortcut
        images = manifest["icons"] + [icon for each in manifest["shortcuts"] for icon in each["icons"]]
        images.append({"src": tab.locator("link[rel=apple-touch-icon]").get_attribute("href"), "sizes": "180x180"})
        for image in images:
            size = tab.evaluate(
                """async (src) => { const image = new Image(); image.src = src; await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`; }""", image["src"])
            assert image["sizes"] in ("any", size), (image, size)


def test_a_device_cuts_nothing_from_the_maskable_icon(browser):
    """What is drawn lies within the circle of 80 %, and the field reaches every corner."""
    with page(browser) as tab:
        open_page(tab, "/")
        manifest = tab.request.get(f"{BASE_URL}/app.webmanifest").json()
        sources = [icon["src"] for icon in manifest["icons"] if icon["purpose"] == "maskable"]
        assert len(sources) == 2
        for source in sources:
            furthest, corner = tab.evaluate(
                """async (src) => {
                  const image = new Image(); image.src = src; await image.decode();
                  const side = image.naturalWidth;
                  const canvas = new OffscreenCanvas(side, side).getContext("2d");
                  canvas.drawImage(image, 0, 0);
                  const { data } = canvas.getImageData(0, 0, side, side);
                  let furthest = 0;
                  for (let at = 0; at < data.length; at += 4) {
                    if (data[at] === data[0] && data[at + 1] === data[1] && data[at + 2] === data[2]) continue;
                    const [x, y] = [(at / 4) % side, Math.floor(at / 4 / side)];
                    furthest = Math.max(furthest, Math.hypot(x - side / 2, y - side / 2) / side);
                  }
                  return [furthest, data[3]];
                }""", source)
            assert 0.2 < furthest <= 0.4 and corner == 255, (source, furthest, corner)


def test_the_devices_bars_have_the_papers_colour_by_day_and_by_night(browser):
    for night in (False, True):
        with page(browser, night=night) as tab:
            open_page(tab, "/")
            bar, paper = tab.evaluate(
                """() => {
                  const meta = [...document.querySelectorAll("meta[name=theme-color]")]
                    .find(({ media }) => matchMedia(media).matches);
                  const probe = document.createElement("i");
                  document.body.append(probe);
                  const drawn = (colour) => { probe.style.color = colour; return getComputedStyle(probe).color; };
                  return [drawn(meta.content), drawn("var(--paper)")];
                }""")
            assert bar == paper, (bar, paper)


def test_no_page_asks_another_origin(browser):
    origin = re.match(r"https?://[^/]+", BASE_URL).group()
    for language in ("en", "ru"):
        # With a worker and without one.
        with page(browser, greets=True, lossy=True, workers=language == "ru") as tab:
            asked, told = [], []
            tab.context.on("request", lambda request: asked.append(request.url))
            tab.on("console", lambda message: told.append(message.text))
            for path in PAGES:
                answer = open_page(tab, path + ("&" if "?" in path else "?") + f"lang={language}")
                policy = answer.headers["content-security-policy"]
                assert "default-src 'self'" in policy and "unsafe-inline" not in policy, policy
                tab.evaluate("scrollTo(0, document.body.scrollHeight)")
                tab.wait_for_timeout(100)
            others = [url for url in asked if not url.startswith((origin + "/", "data:", "blob:"))]
            assert others == [], others
            assert len(asked) > 5 * len(PAGES), "the requests were not counted"
            refused = [text for text in told if "Content Security Policy" in text or "Permissions-Policy" in text]
            assert refused == [], refused


def test_the_policy_stops_what_would_ask_another_origin(browser):
    """The walk above could not fail if nothing was tried."""
    with page(browser, lossy=True) as tab:
        open_page(tab, "/about")
        stopped = tab.evaluate(
            """async () => {
              const violated = new Promise((resolve) => document.addEventListener(
                "securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }));
              const image = new Image();
              image.src = "https://almanac.invalid/pixel.png";
              return violated;
            }""")
        assert stopped == "img-src", stopped


def test_there_is_no_cookie_before_a_choice(browser):
    with page(browser, greets=True) as tab:
        for path in ("/", "/countries", "/countries/PL", "/preferences"):
            answer = open_page(tab, path)
            assert "set-cookie" not in answer.headers
        assert {cookie["name"] for cookie in tab.context.cookies()} <= {"greeted"}
        tab.locator("input[name=units][value=imperial]").check()
        tab.locator(".preferences button, main form button").first.click()
        tab.wait_for_load_state()
        cookies = {cookie["name"]: cookie for cookie in tab.context.cookies()}
        assert cookies["units"]["value"] == "imperial"
        for cookie in cookies.values():
            assert cookie["sameSite"] == "Lax" and cookie["path"] == "/" and not cookie["secure"], cookie


def test_returning_asks_whether_a_check_is_due_wherever_a_copy_is_shown(browser):
    shown = {
        "/": "/", "/countries": "/countries", "/countries/PL": "/countries", "/countries/map": "/countries",
        "/countries/changes": "/countries", "/countries/distance?from=PL&to=SK": "/countries",
        "/countries/near?id=PL": "/countries",
    }
    with page(browser, greets=False) as tab:
        for path, asked in shown.items():
            open_page(tab, path)
            until(tab, "customElements.get('almanac-freshness') !== undefined")
            with tab.expect_response(lambda answer: "lang=" in answer.url) as got:
                tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            assert re.sub(r"^https?://[^/]+|\?.*", "", got.value.url) == asked, (path, got.value.url)
            assert got.value.ok


def test_returning_keeps_the_focus_in_the_contents(browser):
    with page(browser) as tab:
        open_page(tab, "/")
        until(tab, "customElements.get('almanac-freshness') !== undefined")
        link = tab.locator(".contents h2 a").nth(1)
        link.focus()
        tab.evaluate("document.querySelector('.contents .state').textContent = 'long ago'")
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        until(tab, "document.querySelector('.contents .state').textContent !== 'long ago'")
        assert link.evaluate("link => link === document.activeElement"), "the focus is lost"


CHECKED = "caches.match('/-/kept/checked').then((answer) => answer !== undefined)"


def test_an_installed_app_is_woken_now_and_then_and_looks_after_what_is_kept(browser):
    """The browser lets installed apps be woken; here that is granted by hand, and done at once."""
    with page(browser, workers=True) as tab:
        tool = tab.context.new_cdp_session(tab)
        open_page(tab, "/")
        whole = browser.new_browser_cdp_session()
        own = tool.send("Target.getTargetInfo")["targetInfo"]
        whole.send("Browser.grantPermissions", {
            "origin": BASE_URL, "browserContextId": own["browserContextId"],
            "permissions": ["periodicBackgroundSync"]})
        open_page(tab, "/countries")
        until(tab, "navigator.serviceWorker.controller !== null", seconds=60)
        open_page(tab, "/countries")
        until(tab, """navigator.serviceWorker.ready.then(({ periodicSync }) => periodicSync.getTags())
          .then((tags) => tags.includes("almanac-check"))""")

        tab.locator("almanac-keep button", has_text="Keep on this device").click()
        tab.locator("almanac-keep .told", has_text="On this device").wait_for(timeout=60_000)
        # Nobody has looked for long.
        tab.evaluate("""caches.keys().then((names) => Promise.all(names.map(
          async (name) => (await caches.open(name)).delete("/-/kept/checked"))))""")
        assert not tab.evaluate(CHECKED)
        found = []
        tool.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
        tool.send("ServiceWorker.enable")
        end = time.monotonic() + 20
        while not any(each["scopeURL"] == f"{BASE_URL}/" for each in found):
            assert time.monotonic() < end, "no worker is registered"
            tab.wait_for_timeout(50)
        worker = next(each for each in found if each["scopeURL"] == f"{BASE_URL}/")
        tool.send("ServiceWorker.dispatchPeriodicSyncEvent", {
            "origin": BASE_URL, "registrationId": worker["registrationId"], "tag": "almanac-check"})
        until(tab, CHECKED)


def test_the_code_on_the_page_is_read_by_another_program(browser):
    port = free_port()
    with site("--public-address", PUBLIC, port=port), tempfile.TemporaryDirectory() as folder:
        for night in (False, True):
            for width in (390, 1440):
                with page(browser, width, 900, night=night) as tab:
                    tab.goto(f"http://localhost:{port}/about")
                    code = tab.locator("#phone svg")
                    code.scroll_into_view_if_needed()
                    picture = f"{folder}/code.png"
                    code.screenshot(path=picture)
                    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], check=True,
                                          capture_output=True, text=True)
                    assert read.stdout.strip() == PUBLIC, read.stdout
                    assert PUBLIC in tab.locator("#phone svg title").text_content()
                    assert tab.locator(f"#phone a[href='{PUBLIC}']").is_visible()
                    assert shared.overflow(tab) <= 0


class Phone:
    """A browser with a folder of its own, to which a name leads to this machine, and which trusts one key."""

    def __init__(self, browser, folder):
        self.browser, self.folder = browser, folder
        self.chain, self.key = f"{folder}/chain.pem", f"{folder}/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-out", self.chain,
             "-keyout", self.key], check=True, capture_output=True)
        public = subprocess.run(f"openssl x509 -in {self.chain} -noout -pubkey | openssl pkey -pubin -outform der",
                                shell=True, check=True, capture_output=True).stdout
        self.trusted = base64.b64encode(hashlib.sha256(public).digest()).decode()

    @contextlib.contextmanager
    def tab(self):
        """A page of the browser, begun anew: from cold, but for what its folder keeps."""
        context = self.browser.browser_type.launch_persistent_context(
            f"{self.folder}/browser", executable_path=shared.CHROMIUM, viewport={"width": 390, "height": 844},
            args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={self.trusted}",
                  f"--host-resolver-rules=MAP {NAME} 127.0.0.1"])
        context.add_cookies([{"name": "greeted", "value": "1", "domain": NAME, "path": "/"}])
        try:
            yield context.pages[0]
        finally:
            context.close()


def painted(tab, address):
    """Opens the app's first page; when it painted, in milliseconds, and whether the worker brought it."""
    tab.goto(address, wait_until="load")
    until(tab, "performance.getEntriesByName('first-contentful-paint').length > 0")
    return tab.evaluate(
        """[performance.getEntriesByName("first-contentful-paint")[0].startTime,
            performance.getEntriesByType("navigation")[0].workerStart > 0]""")


def test_a_phone_installs_it_by_https_and_starts_it_from_cold(browser):
    with tempfile.TemporaryDirectory() as folder:
        phone, port = Phone(browser, folder), free_port()
        address = f"https://{NAME}:{port}"
        with site("--tls-certificate", phone.chain, "--tls-key", phone.key, "--public-address", address,
                  port=port) as server:
            with phone.tab() as tab:
                tab.goto(address, wait_until="load")
                until(tab, "navigator.serviceWorker.controller !== null", seconds=60)
                tool = tab.context.new_cdp_session(tab)
                assert tool.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
                tab.goto(f"{address}/preferences")
                tab.locator("input[name=units][value=imperial]").check()
                tab.locator("main form button").first.click()
                tab.wait_for_load_state()
                kept = {cookie["name"]: cookie for cookie in tab.context.cookies()}
                assert kept["units"]["secure"] and kept["units"]["sameSite"] == "Lax", kept
                tab.goto(address, wait_until="load")
                tab.wait_for_timeout(1000)
            begun = []
            for _ in range(5):
                with phone.tab() as tab:
                    begun.append(painted(tab, address))
            server.terminate()
            server.wait(30)
            cut = []
            for _ in range(5):
                with phone.tab() as tab:
                    cut.append(painted(tab, address))
        for name, starts in (("", begun), (" without the server", cut)):
            assert all(isOfWorker for _, isOfWorker in starts), starts
            median = sorted(when for when, _ in starts)[2]
            print(f"  from cold{name}: first paint after {median:.0f} ms (median of 5)")


def test_a_phone_reads_everything_by_http_and_keeps_nothing(browser):
    """What Notes/reaching-it.md says of addresses without TLS."""
    with tempfile.TemporaryDirectory() as folder:
        phone, port = Phone(browser, folder), free_port()
        with site("--public-address", f"http://{NAME}:{port}", port=port), phone.tab() as tab:
            wrong = []
            tab.on("pageerror", lambda error: wrong.append(str(error)))
            for path in ("/", "/countries", "/countries/PL", "/stations?q=lodz", "/deals"):
                assert tab.goto(f"http://{NAME}:{port}{path}", wait_until="load").ok, path
            assert not tab.evaluate("isSecureContext") and not tab.evaluate("'serviceWorker' in navigator")
            assert wrong == [], wrong


def test_nothing_is_said_of_phones_while_none_reaches_the_server(browser):
    with page(browser) as tab:
        open_page(tab, "/about")
        assert tab.locator("#phone").count() == 0


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
