"""Notifications in a real browser, against the server at BASE_URL that keeps the countries.

The browser has no push service here: its push manager is stood in for where it would ask one, and
messages are handed to the real service worker by the debugging protocol, as a push service would.
"""

import http.server
import json
import sys
import threading

from browser import BASE_URL, open_page, page, run



class Service(http.server.BaseHTTPRequestHandler):
    """A push service on loopback that takes what it is sent."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(503 if "away" in self.path else 201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


SERVICE = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=SERVICE.serve_forever, daemon=True).start()

# Keys as browsers make them.
PUSH = """
const subscription = {
  options: { applicationServerKey: null },
  toJSON: () => ({
    endpoint: "http://127.0.0.1:PORT/push/" + (window.name || crypto.randomUUID()),
    expirationTime: null,
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  }),
};
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  return subscription;
};
Notification.requestPermission = async () => {
  window.permissionAsked = (window.permissionAsked ?? 0) + 1;
  return window.name === "denied" ? "denied" : "granted";
};
""".replace("PORT", str(SERVICE.server_address[1]))


def ready(tab, path):
    tab.add_init_script(PUSH)
    open_page(tab, path)
    return tab.locator("almanac-watch button")


def test_a_click_asks_and_only_a_click(browser):
    with page(browser, workers=True) as tab:
        button = ready(tab, "/countries/PL")
        button.wait_for(state="visible")
        assert tab.evaluate("window.permissionAsked") is None, "it asked by itself"
        button.click()
        tab.locator("almanac-watch button[aria-pressed=true]").wait_for()
        assert tab.evaluate("window.permissionAsked") == 1
        assert button.evaluate("button => button === document.activeElement"), "it lost the focus"
        options = tab.evaluate("window.asked")
        assert options["userVisibleOnly"] is True and len(options["applicationServerKey"]) == 87
        said = tab.locator("almanac-watch [role=status]").inner_text()
        assert "told" in said and "first notification confirms" in said, said
        open_page(tab, "/countries/PL")
        tab.locator("almanac-watch button[aria-pressed=true]").wait_for()
        open_page(tab, "/countries/SK")
        tab.locator("almanac-watch button[aria-pressed=false]").wait_for()


def test_who_says_no_is_asked_no_more_and_nothing_is_kept(browser):
    with page(browser, workers=True) as tab:
        button = ready(tab, "/countries")
        tab.evaluate("window.name = 'denied'")
        button.click()
        said = tab.locator("almanac-watch [role=status]", has_text="does not allow")
        said.wait_for()
        assert button.get_attribute("aria-pressed") == "false"
        assert tab.evaluate("localStorage.getItem('almanac.subscriptions')") is None


def test_a_first_notification_that_is_not_taken_is_told_and_nothing_is_kept(browser):
    with page(browser, workers=True, lossy=True) as tab:
        button = ready(tab, "/countries")
        tab.evaluate("window.name = 'away'")
        button.click()
        tab.locator("almanac-watch [role=status]", has_text="first notification did not arrive").wait_for()
        assert button.get_attribute("aria-pressed") == "false"
        assert tab.evaluate("localStorage.getItem('almanac.subscriptions')") is None


def test_the_page_of_notifications_lists_tells_and_ends_them(browser):
    with page(browser, workers=True) as tab:
        button = ready(tab, "/countries/PL")
        button.click()
        tab.locator("almanac-watch button[aria-pressed=true]").wait_for()
        ready(tab, "/countries?q=pol").click()
        tab.locator("almanac-watch button[aria-pressed=true]").wait_for()
        tab.locator("almanac-watch a", has_text="What I am told").click()
        items = tab.locator(".subscriptions > li")
        items.nth(1).wait_for()
        assert items.count() == 2
        titles = [item.locator("a").inner_text() for item in items.all()]
        assert titles == ["Poland", "Countries: pol"], titles
        assert "Last notification" in items.nth(0).locator(".state").inner_text()
        items.nth(0).locator(".remove").click()
        items.nth(1).wait_for(state="detached")
        tab.reload()
        items.nth(0).wait_for()
        assert items.count() == 1
        items.nth(0).locator(".remove").click()
        tab.locator(".empty").wait_for(state="visible")
        kept = tab.evaluate("JSON.parse(localStorage.getItem('almanac.subscriptions')).length")
        assert kept == 0


def delivered(tab, text):
    """Hands a message to the page's service worker as a push service would; gives what it shows."""
    protocol = tab.context.new_cdp_session(tab)
    registrations = []
    protocol.on("ServiceWorker.workerRegistrationUpdated",
                lambda event: registrations.extend(event["registrations"]))
    protocol.send("ServiceWorker.enable")
    tab.evaluate("""async () => {
      await navigator.serviceWorker.register("/service-worker.js");
      const { active } = await navigator.serviceWorker.ready;
      while (active.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 20));
    }""")
    for _ in range(100):
        own = [each for each in registrations if each["scopeURL"] == BASE_URL + "/"]
        if own:
            break
        tab.wait_for_timeout(50)
    # The protocol drops a message that comes while the browser still stores the worker.
    for _ in range(3):
        protocol.send("ServiceWorker.deliverPushMessage", {
            "origin": BASE_URL, "registrationId": own[0]["registrationId"], "data": text})
        if shown := notifications(tab):
            return shown
    return []


def notifications(tab):
    """What is shown within ten seconds."""
    return tab.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      for (let turn = 0; turn < 200; turn += 1) {
        const shown = await registration.getNotifications();
        if (shown.length > 0) {
          return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return [];
    }""")


def test_the_service_worker_shows_what_a_message_says(browser):
    with page(browser, workers=True) as tab:
        tab.context.grant_permissions(["notifications"], origin=BASE_URL)
        open_page(tab, "/countries")
        message = {"title": "Poland", "body": "Changed: population.", "url": "/countries/PL",
                   "tag": "t1", "lang": "en"}
        shown = delivered(tab, json.dumps(message))
        assert shown == [{"title": "Poland", "body": "Changed: population.", "tag": "t1",
                          "data": {"url": "/countries/PL"}}], shown


def test_a_message_leads_nowhere_else(browser):
    with page(browser, workers=True) as tab:
        tab.context.grant_permissions(["notifications"], origin=BASE_URL)
        open_page(tab, "/countries")
        message = {"title": "A", "body": "", "url": "https://elsewhere.example/x", "tag": "t2"}
        shown = delivered(tab, json.dumps(message))
        assert [each["data"] for each in shown] == [{"url": "/"}], shown


def test_a_message_that_cannot_be_read_still_shows_something(browser):
    with page(browser, workers=True) as tab:
        tab.context.grant_permissions(["notifications"], origin=BASE_URL)
        open_page(tab, "/countries")
        shown = delivered(tab, "not json")
        assert [each["title"] for each in shown] == ["Almanac"], shown


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
