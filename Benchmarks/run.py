#!/usr/bin/env python3
"""Measures Almanac beside its peers and prints `name value unit` lines.

Both sides of a ratio run in turn in the same session; medians are printed.
"""
import argparse
import sys

import find
import first
import live
import pictures
import sync

GROUPS = {"first": first.run, "sync": sync.run, "live": live.run,
          "find": find.run, "pictures": pictures.run}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="all", choices=["all", *GROUPS])
    options.add_argument("--part", action="append", choices=live.PARTS,
                         help="measure this part of the live group; may be given several times")
    given = options.parse_args()
    for name, run in GROUPS.items():
        if given.only in ("all", name):
            results = run(given.part) if name == "live" else run()
            for metric, value, unit in results:
                shown = f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
                print(metric, shown, unit, flush=True)
    return 0


sys.exit(main())
