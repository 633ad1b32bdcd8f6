#!/usr/bin/env python3
"""Draws the app's icons (share/icons/*.png) from share/icons/almanac.svg, by rsvg-convert.

- icon: as it is, with round corners;
- maskable: to all edges, for a device that cuts its own shape: what must be seen stays within the
  circle of 80 % (checked here);
- touch: to all edges, for a phone's home screen;
- monochrome: the drawing alone, for a device that paints it in a colour of its own;
- shortcut: the Roman number by which the contents name a dataset.
"""
import math
import pathlib
import re
import subprocess
import sys

ICONS = pathlib.Path(__file__).resolve().parent.parent / "share/icons"
SIDE = 32
SAFE = 0.4 * SIDE  # the radius of the circle that no device cuts
NUMBERS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]


def parts():
    """The drawing's field, and what is drawn upon it."""
    text = (ICONS / "almanac.svg").read_text(encoding="utf-8")
    field = re.search(r"<rect [^>]*/>", text).group()
    drawing = text[text.index(field) + len(field):text.index("</svg>")]
    return field, drawing


def check_safe_zone():
    corners = [(8, 9), (24, 9), (10.5, 26), (21.5, 26)]
    furthest = max(math.dist(corner, (SIDE / 2, SIDE / 2)) for corner in corners)
    assert furthest <= SAFE, f"{furthest} is outside of the safe zone's {SAFE}"


def draw(name, side, body):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'
    path = ICONS / f"{name}.png"
    subprocess.run(["rsvg-convert", "-w", str(side), "-h", str(side), "-o", str(path)],
                   input=svg.encode(), check=True)
    print(f"{path.name}: {path.stat().st_size} bytes")


def main():
    check_safe_zone()
    field, drawing = parts()
    whole = re.sub(r' rx="[^"]*"', "", field)
    for side in (192, 512):
        draw(f"icon-{side}", side, field + drawing)
        draw(f"maskable-{side}", side, whole + drawing)
        draw(f"monochrome-{side}", side, drawing)
    draw("touch-180", 180, whole + drawing)
    for place, number in enumerate(NUMBERS, start=1):
        size = 18 if len(number) < 3 else 14 if len(number) < 4 else 11
        text = (f'<text x="16" y="{16 + size * 0.36}" text-anchor="middle" font-family="Noto Serif" '
                f'font-weight="600" font-size="{size}" fill="#fffdf7">{number}</text>')
        draw(f"shortcut-{place}", 96, field + text)


sys.exit(main())
