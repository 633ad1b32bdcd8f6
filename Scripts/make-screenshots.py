#!/usr/bin/env python3
"""Takes the pictures of the app that a device shows before it installs it (share/icons/screenshot-*.png).

usage: BASE_URL=http://127.0.0.1:8080 make-screenshots.py    with a server that has the datasets
"""
import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

ICONS = pathlib.Path(__file__).resolve().parent.parent / "share/icons"
BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080")
SHOTS = {"narrow": (390, 844, 2, "/countries/PL"), "wide": (1440, 900, 1, "/countries/PL")}


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for name, (width, height, scale, path) in SHOTS.items():
            context = browser.new_context(viewport={"width": width, "height": height},
                                          device_scale_factor=scale, color_scheme="light")
            context.add_cookies([{"name": "greeted", "value": "1", "url": BASE_URL}])
            tab = context.new_page()
            tab.goto(BASE_URL + path, wait_until="networkidle")
            file = ICONS / f"screenshot-{name}.png"
            tab.screenshot(path=file)
            print(f"{file.name}: {file.stat().st_size} bytes")
        browser.close()


sys.exit(main())
