"""Debian's Firefox, led by its own Marionette, with a profile of its own and nobody to talk to but us."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager

from marionette_driver.by import By
from marionette_driver.keys import Keys
from marionette_driver.marionette import Marionette

FIREFOX = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")
BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080").rstrip("/")

# Whatever a browser asks for by itself meets a door that is shut; loopback needs no proxy.
QUIET = {
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.auto": False, "extensions.systemAddon.update.enabled": False,
    "media.gmp-manager.updateEnabled": False, "browser.safebrowsing.update.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "intl.accept_languages": "en-GB, en", "ui.prefersReducedMotion": 1,
    "browser.sessionstore.resume_from_crash": False, "dom.ipc.processPrelaunch.enabled": False,
}

# What the browser's console says about our pages: errors of scripts, and what the policy refused. What
# the next page cuts short is no complaint, but Firefox says so where a service worker was asked.
COMPLAINTS = """
  const [base] = arguments;
  const errors = Services.console.getMessageArray()
    .filter((each) => each instanceof Ci.nsIScriptError)
    .filter(({ sourceName, category, errorMessage }) => sourceName.startsWith(base)
      || category === "CSP" || errorMessage.includes(base))
    .filter(({ category, logLevel }) => category === "CSP" || logLevel === Ci.nsIConsoleMessage.error)
    .filter(({ errorMessage }) => !errorMessage.includes("A ServiceWorker intercepted the request"))
    .map(({ errorMessage, sourceName, lineNumber }) => `${errorMessage} (${sourceName}:${lineNumber})`);
  const said = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage).getEvents()
    .filter(({ level, filename }) => ["error", "warn"].includes(level) && filename.startsWith(base))
    .map(({ arguments: words }) => words.map(String).join(" "));
  return [...errors, ...said];
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Tab:
    """One tab of Firefox."""

    def __init__(self, marionette):
        self.marionette = marionette

    def open(self, path):
        self.marionette.navigate(BASE_URL + path)

    def find(self, selector):
        return self.marionette.find_element(By.CSS_SELECTOR, selector)

    def evaluate(self, script, *arguments):
        """What an expression is in the page."""
        return self.marionette.execute_script(f"return ({script})", script_args=arguments)

    def wait(self, script, *arguments):
        """Waits for the answer of a promise."""
        return self.marionette.execute_async_script(
            f"const done = arguments[arguments.length - 1]; ({script}).then(done, (no) => done('' + no))",
            script_args=arguments)

    def until(self, script, *arguments, seconds=30):
        end = time.monotonic() + seconds
        while not self.evaluate(script, *arguments):
            assert time.monotonic() < end, f"after {seconds} s still not: {script}"
            time.sleep(0.05)

    def type(self, selector, text):
        self.find(selector).send_keys(text)

    def press(self, name):
        self.marionette.actions.sequence("key", "keyboard").send_keys(getattr(Keys, name)).perform()

    def complaints(self):
        with self.marionette.using_context("chrome"):
            return self.marionette.execute_script(COMPLAINTS, script_args=[BASE_URL])


@contextmanager
def firefox():
    """A running Firefox without a window; gives its tab."""
    port, profile = free_port(), tempfile.mkdtemp(prefix="almanac-firefox.")
    with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
        for name, value in (QUIET | {"marionette.port": port}).items():
            text = f'"{value}"' if isinstance(value, str) else str(value).lower()
            file.write(f'user_pref("{name}", {text});\n')
    words = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
    with open(f"{profile}/log", "w", encoding="utf-8") as log:
        process = subprocess.Popen([FIREFOX, *words, "--profile", profile], stdout=log, stderr=log)
    try:
        yield Tab(session(port, process))
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(profile, ignore_errors=True)


def session(port, process, seconds=90):
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            assert process.poll() is None and time.monotonic() < end, "Firefox did not start"
            time.sleep(0.1)
    marionette = Marionette(host="127.0.0.1", port=port, socket_timeout=120)
    marionette.start_session()
    marionette.timeout.script = 60
    marionette.set_window_rect(width=1280, height=900)
    return marionette
