#!/usr/bin/env python3
"""Measures Almanac beside its peers and prints `name value unit` lines.

Both sides of a ratio run in turn in the same session; medians are printed.
"""
import argparse
import sys

import first
import sync

GROUPS = {"first": first.run, "sync": sync.run}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="all", choices=["all", *GROUPS])
    wanted = options.parse_args().only
    for name, run in GROUPS.items():
        if wanted in ("all", name):
            for metric, value, unit in run():
                print(f"{metric} {value:.4g} {unit}", flush=True)
    return 0


sys.exit(main())
