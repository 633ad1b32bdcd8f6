#!/usr/bin/env python3
"""Records the countries in a real browser: scroll, a section, two rows that unfold, a page.

usage: .tools/venv/bin/python Scripts/record-film.py [FILE]     (Notes/pictures/atlas.webp)

The pages are those of the server at BASE_URL, or of one that is started with an empty data folder.
Needs Debian's chromium and ffmpeg. The frames come from the debugging protocol's screencast, each
shown for as long as the browser showed it.
"""

import base64
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIZE = {"width": 1120, "height": 700}
LARGEST = 2_000_000
LONGEST, WHOLE = 1.4, 14  # seconds of one frame and of the film, however long a busy machine took
# A pointer, which a screencast does not show.
POINTER = """addEventListener("DOMContentLoaded", () => {
  const dot = document.createElement("div");
  dot.ariaHidden = "true";
  Object.assign(dot.style, {
    position: "fixed", zIndex: 2147483647, width: "18px", height: "18px", borderRadius: "50%",
    background: "rgb(160 44 23 / 55%)", pointerEvents: "none", left: "-40px", top: "0",
    translate: "-9px -9px", transition: "scale .12s",
  });
  document.documentElement.append(dot);
  addEventListener("mousemove", ({ clientX: x, clientY: y }) =>
    Object.assign(dot.style, { left: x + "px", top: y + "px" }), true);
  addEventListener("mousedown", () => (dot.style.scale = .6), true);
  addEventListener("mouseup", () => (dot.style.scale = 1), true);
});"""


class Film:
    """The frames of one page, with the moments at which they were shown."""

    def __init__(self, tab, folder):
        self.frames, self.folder = [], folder
        self.protocol = tab.context.new_cdp_session(tab)
        self.protocol.on("Page.screencastFrame", self.take)
        self.protocol.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def take(self, frame):
        path = self.folder / f"{len(self.frames):05}.png"
        path.write_bytes(base64.b64decode(frame["data"]))
        self.frames.append((path, frame["metadata"]["timestamp"]))
        self.protocol.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def durations(self):
        """How long each frame is shown; all of them a little shorter where the film would be too long."""
        moments = [moment for _, moment in self.frames]
        spans = [end - start for start, end in zip(moments, moments[1:])] + [LONGEST]
        spans = [min(max(span, 0.01), LONGEST) for span in spans]
        pace = min(1, WHOLE / sum(spans))
        return [span * pace for span in spans]

    def write(self, target):
        """Makes the film; gif, webp or mp4."""
        lines = [f"file '{path}'\nduration {span:.4f}"
                 for (path, _), span in zip(self.frames, self.durations())]
        listed = self.folder / "frames.txt"
        listed.write_text("\n".join(lines) + f"\nfile '{self.frames[-1][0]}'\n")
        options = {
            ".webp": ["-vf", "fps=12,scale=900:-2:flags=lanczos", "-c:v", "libwebp_anim", "-loop", "0",
                      "-quality", "60", "-compression_level", "4"],
            ".gif": ["-vf", "fps=8,scale=800:-2:flags=lanczos,split[a][b];[a]palettegen=64[p];"
                     "[b][p]paletteuse=dither=none:diff_mode=rectangle", "-loop", "0"],
            ".mp4": ["-vf", "fps=30,scale=1120:-2", "-c:v", "libx264", "-crf", "26",
                     "-pix_fmt", "yuv420p", "-movflags", "+faststart"],
        }[target.suffix]
        subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0",
                        "-i", str(listed), *options, str(target)], check=True)


def point(tab, locator, press=True):
    """Moves the pointer to the middle of something, as a hand does, and presses."""
    box = locator.bounding_box()
    x, y = box["x"] + min(box["width"] / 2, 160), box["y"] + box["height"] / 2
    tab.mouse.move(x, y, steps=14)
    tab.wait_for_timeout(250)
    if press:
        tab.mouse.click(x, y)


def scroll(tab, pixels):
    for _ in range(abs(pixels) // 40):
        tab.mouse.wheel(0, 40 if pixels > 0 else -40)
        tab.wait_for_timeout(25)
    tab.wait_for_timeout(500)


def play(tab):
    """What is to be seen; ten to fifteen seconds of it."""
    tab.wait_for_timeout(900)
    scroll(tab, 1000)
    scroll(tab, -1000)
    point(tab, tab.locator(".jump a").nth(3))
    tab.wait_for_timeout(1500)
    seen = [row for row in tab.locator(".entry summary").all()
            if 120 < row.bounding_box()["y"] < SIZE["height"] - 260]
    for row in (seen[3], seen[1]):
        point(tab, row)
        tab.wait_for_timeout(1000)
    point(tab, tab.locator(".entry details[open] .more a").first)
    tab.wait_for_timeout(2600)


def serve(folder):
    """A server of its own, for whoever names none."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = os.environ.get("ALMANAC", ROOT / ".build/debug/almanac")
    server = subprocess.Popen([program, "serve", "--port", str(port)], cwd=ROOT,
                              env=os.environ | {"ALMANAC_DATA": str(folder / "data")})
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(address + "/countries.json?limit=1", timeout=2)
            return server, address
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server did not start.")


def main():
    target = Path(sys.argv[1] if sys.argv[1:] else ROOT / "Notes/pictures/atlas.webp")
    if not shutil.which("ffmpeg"):
        raise SystemExit("ffmpeg is missing: apt-get install ffmpeg")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, server, address = Path(name), None, os.environ.get("BASE_URL")
        if not address:
            server, address = serve(folder)
        try:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            tab = browser.new_context(viewport=SIZE, color_scheme="light").new_page()
            tab.add_init_script(POINTER)
            tab.goto(address.rstrip("/") + "/countries?lang=en", wait_until="networkidle")
            film = Film(tab, folder)
            play(tab)
            film.write(target)
            browser.close()
        finally:
            if server:
                server.terminate()
                server.wait()
        size = target.stat().st_size
        print(f"{target}: {len(film.frames)} frames, {sum(film.durations()):.1f} s, {size} bytes")
        if size > LARGEST:
            raise SystemExit(f"More than {LARGEST} bytes.")


if __name__ == "__main__":
    main()
