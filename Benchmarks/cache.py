"""How long a hit of the HTTP cache takes, with more than 1,000 answers stored."""
import pathlib
import random
import subprocess
import tempfile

from common import ALMANAC, answered, free_port, process

ENTRIES = 1200


def run():
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ENTRIES):
            size = chance.randint(20_000, 100_000)
            pathlib.Path(folder, f"{number}.bin").write_bytes(chance.randbytes(size))
        port = free_port()
        with process(ALMANAC, "sandbox", "--port", port, "--files", folder):
            address = f"http://127.0.0.1:{port}/files"
            answered(f"{address}/0.bin")
            output = subprocess.run(
                [ALMANAC, "sandbox", "--cache-hits", address + "/{n}.bin",
                 "--entries", str(ENTRIES)], capture_output=True, text=True, check=True).stdout
    words = output.split()
    times = {name: float(value) for name, value in zip(words[::2], words[1::2])}
    yield "cache.hit.p50_ms", times["p50"], "ms"
    yield "cache.hit.p99_ms", times["p99"], "ms"
    yield "cache.hit.first_use_ms", times["first"], "ms"
