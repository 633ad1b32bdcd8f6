"""Without the server: what a device has of it, in a real Chromium whose server goes and comes back.

Each group of tests has a server of its own. Run as a script; ALMANAC=PROGRAM names the program.
"""

import atexit
import json
import re
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from browser import CHROMIUM, chromium, until
from countries import ROOT
from deals import Deals, Upstream
from offline import Gate, Server, stops

LINE = ".status .device"
# The worker has taken this page over, and has kept what the page was made of.
READY = """async (address) => {
  const state = await caches.open("almanac-state-1");
  const whole = await state.match("/-/shell/current");
  const page = await (await caches.open("almanac-pages-1")).match(address ?? location.href);
  return Boolean(navigator.serviceWorker.controller && whole && page);
}"""


UPSTREAM, DEALS = Upstream(), Deals()
# One server for all tests, each of which stops and starts it as it likes: its first start is slow.
SERVER = Server({"deals": "id: deals\nextends: deals\n"
                          f'source: {{ kind: stream, url: "{UPSTREAM.url}" }}\n'})
atexit.register(SERVER.close)


@contextmanager
def served():
    """The server, which answers."""
    SERVER.restore()
    yield SERVER


@contextmanager
def device(browser, **given):
    """A page of a browser with workers; it is lossy, for servers go."""
    context = browser.new_context(viewport={"width": 700, "height": 800}, reduced_motion="reduce",
                                  timezone_id="UTC", locale="en-GB", **given)
    # What the context says of its language does not reach its workers.
    context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}
                         for name, value in (("units", "metric"), ("language", "en"), ("greeted", "1"))])
    tab = context.new_page()
    tab.errors = []
    tab.on("pageerror", lambda error: tab.errors.append(str(error)))
    try:
        yield tab
    finally:
        context.close()
    assert not tab.errors, tab.errors


def visit(tab, address):
    answer = tab.goto(address, wait_until="load")
    return answer


def ready(tab, address):
    """Opens a page and waits until the device has it."""
    visit(tab, address)
    until(tab, READY, seconds=60)


def line(tab):
    return tab.locator(LINE).first


def modules(tab, script, arg=None):
    """Runs a script that is given the modules of this device by name, and an argument."""
    return tab.evaluate("""async ([script, arg]) => {
      const start = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
      const load = async (name) => [name, await import(`${start}${name}.js`)];
      const names = ["kept-store", "kept-files", "shell-caches", "device-line", "phrases"];
      const own = Object.fromEntries(await Promise.all(names.map(load)));
      return TESTS[script](own, arg);
    }""".replace("TESTS[script]", "(" + script + ")"), ["", arg])


def test_visited_pages_are_read_while_the_server_is_gone_and_catch_up(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands")
        visit(tab, server.base + "/lands/L003")
        until(tab, READY)
        server.stop()
        answer = visit(tab, server.base + "/lands/L003")
        assert answer.headers["x-almanac-from"] == "device", answer.headers
        assert tab.locator("h1").inner_text() == "Land 003"
        assert "cannot be reached" in line(tab).inner_text()
        visit(tab, server.base + "/lands")
        assert tab.locator("li.entry, .entries li").count() > 10
        assert "just now" in line(tab).inner_text(), line(tab).inner_text()
        tab.evaluate("window.isSame = true")
        server.start()
        line(tab).wait_for(state="detached")
        assert tab.evaluate("window.isSame"), "it was loaded anew"
        assert tab.locator(".status").first.inner_text() != ""


def test_without_a_network_pictures_that_were_seen_are_there(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands")
        visit(tab, server.base + "/lands/L001")
        until(tab, READY)
        tab.context.set_offline(True)
        visit(tab, server.base + "/lands/L001")
        assert tab.locator("h1").inner_text() == "Land 001"
        style = tab.evaluate("getComputedStyle(document.body).fontFamily")
        assert style and tab.evaluate("customElements.get('almanac-atlas') !== undefined")
        tab.evaluate("window.isSame = true")
        tab.context.set_offline(False)
        line(tab).wait_for(state="detached")
        assert tab.evaluate("window.isSame")


def test_a_page_that_is_not_here_says_what_is(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands")
        server.stop()
        answer = visit(tab, server.base + "/stops/5")
        assert answer.status == 503
        assert "not on this device" in tab.locator("h1").inner_text()
        link = tab.locator("almanac-offline a", has_text="Lands")
        link.first.wait_for()
        link.first.click()
        tab.wait_for_url("**/lands")
        assert "cannot be reached" in line(tab).inner_text()
        visit(tab, server.base + "/stops/5")
        server.start()
        tab.locator("h1", has_text="Stop 0004").wait_for()


def test_a_server_that_does_not_answer_is_not_waited_for(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands")
        server.freeze()
        start = time.monotonic()
        visit(tab, server.base + "/lands")
        assert 2 < time.monotonic() - start < 10
        assert "cannot be reached" in line(tab).inner_text()
        start = time.monotonic()
        visit(tab, server.base + "/lands")
        assert time.monotonic() - start < 2.5, "it waited as long again"
        server.thaw()
        line(tab).wait_for(state="detached")


def test_other_preferences_are_not_answered_with_what_was_read_before_them(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands/L003")
        visit(tab, server.base + "/preferences")
        tab.locator("input[name=units][value=imperial]").check()
        tab.locator(".preferences button").click()
        tab.wait_for_load_state("load")
        until(tab, """async () => (await (await caches.open("almanac-pages-1")).keys())
          .every(({ url }) => !url.includes("/lands"))""")
        server.stop()
        visit(tab, server.base + "/lands/L003")
        assert "not on this device" in tab.locator("h1").inner_text()
        tab.evaluate("""() => { const form = document.createElement("form");
          form.method = "post"; form.action = "/preferences"; document.body.append(form); form.submit(); }""")
        tab.wait_for_url("**/preferences")
        assert "not on this device" in tab.locator("h1").inner_text()


# What is kept by somebody's wish.

KEEP = "almanac-keep"


def told(tab, text, seconds=60):
    """Waits until the button's own line says something; gives the line."""
    said = tab.locator(f"{KEEP} .told", has_text=text)
    said.wait_for(timeout=seconds * 1000)
    return said.inner_text()


def keep(tab, address):
    visit(tab, address)
    tab.locator(f"{KEEP} button", has_text="Keep on this device").click()
    return told(tab, "On this device")


def test_a_dataset_is_kept_listed_and_removed(browser):
    with served() as server, device(browser) as tab:
        line = keep(tab, server.base + "/stops")
        assert "1,700 records" in line and "just now" in line and "kB" in line, line
        entry = modules(tab, "async (own) => (await own['kept-store'].keptDatasets())[0]")
        assert entry["isWhole"] and entry["count"] == 1700 and entry["done"] == entry["total"] == 4
        rows = modules(tab, """async (own) => {
          const { row, parts, values, manifest } = own["kept-store"];
          let [count, light] = [0, 0];
          for await (const part of parts("stops")) count += part.rows.length;
          for await (const part of values("stops")) light += part.length;
          return [count, light, (await row("stops", 1699)).values.name, await row("stops", 1700),
            (await manifest("stops")).title];
        }""")
        assert rows[0] == rows[1] == 1700 and rows[3] is None and rows[4] == "Stops", rows
        visit(tab, server.base + "/preferences")
        item = tab.locator("#device .kept > li", has_text="Stops")
        item.wait_for()
        assert "1,700 records" in item.inner_text()
        assert re.search(r"MB|GB", tab.locator("#device .room").inner_text())
        item.locator(".remove").click()
        item.wait_for(state="detached")
        assert modules(tab, "(own) => own['kept-store'].keptDatasets()") == []


def test_keeping_goes_on_where_it_was_cut_and_is_never_used_half(browser):
    with served() as server, device(browser) as tab:
        gate = Gate(server)
        gate.spoil = lambda path: "drop" if "/-/offline/stops/2" in path else None
        visit(tab, gate.base + "/stops")
        tab.locator(f"{KEEP} button").click()
        line = told(tab, "The server does not answer")
        assert "2 of 4 parts" in line and "goes on working" in line, line
        assert modules(tab, "(own) => own['kept-store'].manifest('stops')") is None
        visit(tab, gate.base + "/stops")
        assert "2 of 4 parts" in told(tab, "2 of 4")
        gate.spoil, gate.asked = (lambda path: None), []
        tab.locator(f"{KEEP} button", has_text="Go on").click()
        told(tab, "On this device")
        parts = [path for path in gate.asked if re.search(r"/-/offline/stops/\d", path)]
        assert len(parts) == 2, parts
        gate.close()


def test_a_busy_server_is_asked_again_when_it_said(browser):
    with served() as server, device(browser) as tab:
        gate = Gate(server)
        gate.spoil = lambda path: "busy" if "/-/offline/stops/1" in path and len(parts(gate)) < 2 else None
        visit(tab, gate.base + "/stops")
        tab.locator(f"{KEEP} button").click()
        assert "1,700 records" in told(tab, "On this device")
        assert len(parts(gate)) == 2, gate.asked
        gate.close()


def parts(gate):
    """The addresses by which the second part was asked for, each time."""
    return [path for path in gate.asked if "/-/offline/stops/1" in path]


def test_a_part_that_was_cut_short_is_fetched_again_else_it_is_said(browser):
    with served() as server, device(browser) as tab:
        gate = Gate(server)
        gate.spoil = lambda path: "cut" if "/-/offline/stops/1" in path else None
        visit(tab, gate.base + "/stops")
        tab.locator(f"{KEEP} button").click()
        assert "1 of 4 parts" in told(tab, "The server does not answer")
        gate.spoil = lambda path: None
        tab.locator(f"{KEEP} button").click()
        told(tab, "On this device")
        spoil = """async (own) => {
          const [name] = await own["shell-caches"].names("almanac-kept-stops-");
          const cache = await caches.open(name);
          const whole = await (await cache.match("/-/kept/part/3")).arrayBuffer();
          await cache.put("/-/kept/part/3", new Response(whole.slice(0, whole.byteLength / 2)));
        }"""
        modules(tab, spoil)
        row = "async (own) => (await own['kept-store'].row('stops', 1600)).values.name"
        assert modules(tab, row).startswith("Stop "), "it was not fetched again"
        modules(tab, spoil)
        visit(tab, gate.base + "/stops")
        gate.spoil = lambda path: "drop"
        failed = modules(tab, """async (own) => {
          try { return await own["kept-store"].row("stops", 1600); } catch (error) { return error.kind; }
        }""")
        assert failed == "damaged", failed
        gate.spoil = lambda path: "drop" if "/-/offline/stops/" in path else None
        visit(tab, gate.base + "/stops")
        assert "3 of 4 parts" in told(tab, "3 of 4 parts"), "the damaged part is let go of"
        gate.spoil = lambda path: None
        tab.locator(f"{KEEP} button", has_text="Go on").click()
        told(tab, "On this device")
        gate.close()


def test_a_newer_version_is_swapped_in_when_it_is_whole(browser):
    with served() as server, device(browser) as tab:
        gate = Gate(server)
        keep(tab, gate.base + "/stops")
        version = modules(tab, "async (own) => (await own['kept-store'].manifest('stops')).version")
        server.change("stops", stops(1650))
        gate.spoil = lambda path: "drop" if "/-/offline/stops/2" in path else None
        refresh = """async (own) => {
          try { return await own["kept-store"].refresh("stops"); } catch (error) { return error.kind; }
        }"""
        said = modules(tab, refresh)
        assert said == "offline", said
        count = "async (own) => (await own['kept-store'].manifest('stops')).count"
        assert modules(tab, count) == 1700, "the older version has to stay until the newer is whole"
        gate.spoil = lambda path: None
        assert modules(tab, refresh) is True
        assert modules(tab, count) == 1650
        assert modules(tab, refresh) is False
        names = modules(tab, "(own) => own['shell-caches'].names('almanac-kept-stops-')")
        assert len(names) == 1 and version not in names[0], names
        gate.close()


def test_a_device_without_room_says_so_and_goes_on(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/stops")
        usage = tab.evaluate("async () => (await navigator.storage.estimate()).usage")
        protocol = tab.context.new_cdp_session(tab)
        quota = {"origin": server.base, "quotaSize": usage + 20_000}
        protocol.send("Storage.overrideQuotaForOrigin", quota)
        tab.locator(f"{KEEP} button").click()
        line = told(tab, "The device is full")
        assert "takes no more" in line and "goes on working" in line, line
        assert tab.locator(f"{KEEP} a[href='/preferences#device']").is_visible()
        assert modules(tab, "(own) => own['kept-store'].keptDatasets()") == []
        visit(tab, server.base + "/lands/L004")
        assert tab.locator("h1").inner_text() == "Land 004"
        protocol.send("Storage.overrideQuotaForOrigin", {"origin": server.base})
        # Where the browser tells beforehand that there is no room, nothing is begun.
        visit(tab, server.base + "/stops")
        tab.evaluate("() => { navigator.storage.estimate = async () => ({ usage: 9e6, quota: 9.02e6 }); }")
        tab.locator(f"{KEEP} button").click()
        line = told(tab, "There is no room on this device")
        assert re.search(r"[\d.]+ kB are needed, 20 kB are free", line), line


def test_all_rows_of_a_kept_table_are_there_without_the_server(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/stops")
        keep(tab, server.base + "/stops")
        rows = tab.evaluate("async () => (await (await fetch('/stops.json?offset=1200&limit=1')).json()).rows")
        server.stop()
        visit(tab, server.base + "/stops?offset=1200")
        said = line(tab).inner_text()
        assert said.startswith("From the copy on this device, kept "), said
        row = tab.locator("almanac-table tbody tr", has_text=rows[0]["name"])
        row.first.wait_for()
        tab.evaluate("() => { const box = document.querySelector('.viewport'); box.scrollTop -= 12000; }")
        asked = "(name) => document.querySelector('almanac-table tbody').innerText.includes(name)"
        until(tab, "() => !" + asked[asked.index("document"):].replace("(name)", f"('{rows[0]['name']}')"))
        until(tab, "() => document.querySelectorAll('almanac-table tbody tr td, tbody tr th').length > 20")
        assert line(tab).inner_text() == said, "the table wrote over it"


def test_the_oldest_pages_make_room_for_new_ones(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands")
        left = modules(tab, """async (own) => {
          const { keepCopy } = own["shell-caches"];
          const place = { name: "almanac-trial", most: 5, mostBytes: 1000 };
          for (let n = 0; n < 9; n += 1) await keepCopy(place, `/trial/${n}`, new Response("x".repeat(10)));
          const count = (await (await caches.open(place.name)).keys()).map(({ url }) => url.at(-1));
          for (let n = 0; n < 4; n += 1) await keepCopy(place, `/large/${n}`, new Response("x".repeat(400)));
          const bytes = (await (await caches.open(place.name)).keys()).map(({ url }) => url.at(-1));
          return [count.join(""), bytes.join("")];
        }""")
        assert left == ["45678", "23"], left


def test_ages_are_never_nonsense(browser):
    with served() as server, device(browser) as tab:
        ready(tab, server.base + "/lands/L003")
        ages = modules(tab, """(own) => {
          const words = { say: (key) => key, count: (key, number) => `${key} ${number}` };
          const now = new Date("2026-11-21T12:00:00Z");
          const times = ["2026-11-21T11:59:30Z", "2026-11-21T11:15:00Z", "2026-11-21T09:00:00Z",
            "2026-11-01T12:00:00Z", "2026-11-22T12:00:00Z", "1970-01-01T00:00:00Z", "nonsense"];
          return times.map((time) => own["device-line"].ageText(words, new Date(time), now));
        }""")
        prefix = "offline.age."
        assert [age.removeprefix(prefix) for age in ages] == [
            "now", "minutes 45", "hours 3", "days 20", "unknown", "unknown", "unknown"], ages
        tab.evaluate("""async () => {
          const cache = await caches.open("almanac-pages-1");
          const page = await cache.match(location.href);
          const headers = new Headers(page.headers);
          headers.set("X-Almanac-Kept-At", new Date(Date.now() + 864e5).toISOString());
          await cache.put(location.href, new Response(await page.text(), { headers }));
        }""")
        server.stop()
        visit(tab, server.base + "/lands/L003")
        assert "clock cannot tell" in line(tab).inner_text()


@contextmanager
def without_cookies(browser):
    """A page of a browser whose person lets no site keep anything."""
    folder = Path(tempfile.mkdtemp(prefix="almanac-cookies."))
    (folder / "Default").mkdir()
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (folder / "Default" / "Preferences").write_text(json.dumps(settings))
    context = browser.browser_type.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, args=["--no-sandbox"], locale="en-GB",
        viewport={"width": 700, "height": 800}, reduced_motion="reduce")
    tab = context.pages[0]
    tab.errors = []
    tab.on("pageerror", lambda error: tab.errors.append(str(error)))
    try:
        yield tab
    finally:
        context.close()
        shutil.rmtree(folder, ignore_errors=True)
    assert not tab.errors, tab.errors


def test_with_cookies_off_all_works_online_and_keeping_is_explained(browser):
    with served() as server, without_cookies(browser) as tab:
        visit(tab, server.base + "/stops")
        denied = tab.evaluate("""async () => {
          try { await caches.open("x"); return null; } catch (error) { return error.name; }
        }""")
        assert denied == "SecurityError", denied
        button = tab.locator(f"{KEEP} button")
        button.click()
        line = told(tab, "lets no page keep anything")
        assert "goes on working" in line, line
        tab.locator("#q").fill("stop 0007")
        tab.locator("tbody tr", has_text="Stop 0007").first.wait_for()
        visit(tab, server.base + "/preferences")
        tab.locator("#device .none", has_text="lets no page keep anything").wait_for()
        tab.locator("input[name=units][value=imperial]").check()
        tab.locator(".preferences button").first.click()
        tab.wait_for_load_state("load")
        assert tab.locator("h1").count() == 1


def share(change=None):
    """A copy of the files beside the program, with some of them changed: { name: text }."""
    folder = Path(tempfile.mkdtemp(prefix="almanac-share.")) / "share"
    shutil.copytree(f"{ROOT}/share", folder)
    shutil.copytree(f"{ROOT}/Datasets/deals", folder / "datasets/deals", dirs_exist_ok=True)
    for name, text in (change or {}).items():
        (folder / name).write_text(text)
    return folder


def script(name):
    return Path(f"{ROOT}/share/scripts/{name}").read_text()


OLD_WORKER = script("push-messages.js")
ACTIVE = """async () => {
  const { active, installing, waiting } = await navigator.serviceWorker.ready;
  return active.state === "activated" && !installing && !waiting;
}"""


def test_a_page_that_is_on_its_way_while_the_worker_begins_gets_it_too(browser):
    with served() as server:
        for pause in range(0, 500, 60):
            with device(browser) as tab:
                visit(tab, server.base + "/lands")
                tab.wait_for_timeout(pause)
                visit(tab, server.base + "/stops")
                until(tab, "navigator.serviceWorker.controller !== null")


def test_a_worker_of_an_older_version_gives_way(browser):
    with served() as server, device(browser) as tab:
        server.stop()
        old = share({"scripts/service-worker.js": OLD_WORKER,
                     "scripts/device-start.js": "// Registers nothing.\n"})
        server.share = old
        server.start()
        visit(tab, server.base + "/lands")
        tab.evaluate("navigator.serviceWorker.register('/service-worker.js')")
        until(tab, ACTIVE)
        assert tab.evaluate("caches.keys()") == []
        server.stop()
        server.share = None
        server.start()
        ready(tab, server.base + "/lands")
        assert tab.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 1
        server.stop()
        visit(tab, server.base + "/lands")
        assert "cannot be reached" in line(tab).inner_text()
        shutil.rmtree(old.parent)


def test_a_new_release_takes_over_and_leaves_open_pages_theirs(browser):
    changes = [{}] + [{"scripts/pair.js": script("pair.js") + f"\nexport const release = {n};\n"} for n in (2, 3)]
    shares = [share(change) for change in changes]
    with served() as server, device(browser) as tab:
        server.stop()
        for number, folder in enumerate(shares):
            server.share = folder
            server.start()
            if number == 0:
                ready(tab, server.base + "/lands")
                tab.evaluate("window.isSame = true")
                current = tab.evaluate(SHELL_NAME)
            else:
                other = tab.context.new_page()
                visit(other, server.base + "/stops")
                until(tab, f"async () => (await ({SHELL_NAME})()) !== '{current}'", seconds=60)
                current = tab.evaluate(SHELL_NAME)
                other.close()
                if number == 1:
                    own = tab.evaluate(OWN_PAIR)
                    assert own and "release =" not in own, "the open page got a script of another release"
            server.stop()
        names = tab.evaluate("caches.keys()")
        assert len([name for name in names if name.startswith("almanac-shell-")]) == 2, names
        assert tab.evaluate("window.isSame"), "the open page was loaded anew"
        visit(tab, server.base + "/lands")
        assert tab.locator("h1").inner_text().startswith("Lands")
        assert tab.evaluate("customElements.get('almanac-atlas') !== undefined")
    for folder in shares:
        shutil.rmtree(folder.parent)


SHELL_NAME = """async () => {
  const state = await caches.open("almanac-state-1");
  return (await state.match("/-/shell/current"))?.text() ?? null;
}"""
OWN_PAIR = """async () => {
  const start = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  return (await fetch(start + "pair.js")).text();
}"""


KEPT_AT = """async () => {
  const page = await (await caches.open("almanac-pages-1")).match(location.href);
  return page.headers.get("X-Almanac-Kept-At");
}"""
LEAVE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_live_table_shows_its_last_rows_paused_and_catches_up(browser):
    upstream, deals = UPSTREAM, DEALS
    with served() as server, device(browser) as tab:
        upstream.push(deals.many(50))
        end = time.monotonic() + 60
        while json.loads(server.wait("/deals.json?limit=1"))["total"] < 50:
            assert time.monotonic() < end
            time.sleep(0.1)
        ready(tab, server.base + "/deals")
        rows = tab.locator("almanac-table tbody tr:not([aria-hidden])")
        upstream.push([deals.next(instrument="GBP/USD_TOM", price=62.75)])
        until(tab, "(text) => document.querySelector('almanac-table tbody').innerText.includes(text)",
              "62.75")
        first = rows.first.inner_text().split()
        kept_at = tab.evaluate(KEPT_AT)
        tab.evaluate(LEAVE)
        until(tab, f"async () => (await ({KEPT_AT})()) !== '{kept_at}'")
        server.stop()
        visit(tab, server.base + "/deals")
        assert rows.first.inner_text().split() == first
        assert "Paused: the server cannot be reached" in line(tab).inner_text()
        tab.wait_for_timeout(1500)
        assert "Paused" in line(tab).inner_text(), "the table wrote over it"
        tab.evaluate("window.isSame = true")
        server.start()
        upstream.push([deals.next(instrument="EUR/USD_SPOT", price=61.25)])
        line(tab).wait_for(state="detached", timeout=60_000)
        until(tab, "(text) => document.querySelector('almanac-table tbody').innerText.includes(text)",
              "61.25", seconds=60)
        assert tab.evaluate("window.isSame")


if __name__ == "__main__":
    from browser import run
    sys.exit(run(globals(), sys.argv[1:]))
