#!/usr/bin/env python3
"""Reaches a real server as others do: by https with certificates of openssl, through nginx and Caddy
as Notes/reaching-it.md writes them, from another address of the machine, and by its QR code, which
another program reads (zbarimg). What a machine cannot try is named.
usage: reach.py [PROGRAM]
"""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import ssl
import subprocess
import sys
import time
import traceback

from place import NAME, Place, curl, free_port, until, wait

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOTE = ROOT / "Notes/reaching-it.md"
TOKEN = "a-token-that-is-long-enough"


def serves_https_and_renews_its_certificate(place):
    chain, key = place.certificate()
    port = free_port()
    words = ["--tls-certificate", str(chain), "--tls-key", str(key), "--port", str(port)]
    server = place.start(*words)
    address = f"https://localhost:{port}"
    trust = ["--cacert", str(chain)]
    wait(f"{address}/lands", *trust, says="Łąka")
    assert f"Almanac: https://127.0.0.1:{port}" in place.log, place.log
    answer, _ = curl(f"{address}/preferences", *trust, "--data", "units=metric")
    cookie = re.search(r"set-cookie: (.*)\r", answer, re.I).group(1)
    assert cookie == "units=metric; Path=/; Max-Age=31536000; SameSite=Lax; Secure", cookie
    assert "strict-transport-security" not in answer.lower()
    assert curl(f"{address}/", *trust, "--tls-max", "1.1", check=False)[1] != 0, "TLS 1.1 is taken"
    assert curl(f"http://localhost:{port}/", check=False)[1] != 0, "plain http is taken"
    assert curl(f"{address}/", check=False)[1] == 60, "a certificate that nobody signed is trusted"

    before = named(port)
    # A stream that is open goes on while the certificate changes.
    stream = subprocess.Popen(["curl", "--silent", "--no-buffer", *trust, f"{address}/lands/live"],
                              stdout=subprocess.PIPE)
    place.running.append(stream)
    assert stream.stdout.readline()
    place.certificate()
    server.send_signal(signal.SIGHUP)
    until(lambda: named(port) != before, "the renewed certificate is served")
    chain.write_text("half a certif")
    server.send_signal(signal.SIGHUP)
    until(lambda: "not renewed" in place.log, "a certificate that is none is refused")
    assert named(port) != before and stream.poll() is None and server.poll() is None
    place.end(server)
    assert server.returncode == 0, server.returncode


def named(port):
    """The certificate that a server shows."""
    return ssl.get_server_certificate(("127.0.0.1", port))


def refuses_in_words_what_would_not_be_safe(place):
    chain, key = place.certificate()
    other = place.certificate("other")[1]
    pair = ["--tls-certificate", str(chain), "--tls-key"]
    assert "--tls-key is missing" in place.refused("--tls-certificate", str(chain))
    assert "--tls-certificate is missing" in place.refused(ALMANAC_TLS_KEY=str(key))
    assert "is not the key of" in place.refused(*pair, str(other), code=1)
    assert "is not there" in place.refused(*pair, str(place.root / "none"), code=1)
    assert "holds no private key" in place.refused(*pair, str(chain), code=1)
    old, its = place.expired()
    assert "browsers would refuse it" in place.refused(
        "--tls-certificate", str(old), "--tls-key", str(its), code=1)
    assert "ALMANAC_ADMIN_TOKEN" in place.refused("--host", "0.0.0.0")
    assert "needs 16 or more" in place.refused("--host", "0.0.0.0", ALMANAC_ADMIN_TOKEN="short")
    assert "almanac.example.org" in place.refused("--public-address", "example")
    if os.geteuid() != 0:  # root reads what it likes
        key.chmod(0)
        assert "cannot be read" in place.refused(*pair, str(key), code=1)


def shows_a_code_that_another_program_reads(place):
    """On a terminal: drawn as the terminal would, and read by zbarimg."""
    port, address = free_port(), "https://almanac.example.org:8443"
    ours, theirs = pty.openpty()
    server = place.start("--port", str(port), "--public-address", address, error=theirs, stdin=theirs)
    wait(f"http://localhost:{port}/health/live")
    text = ""
    while select.select([ours], [], [], 1)[0]:
        text += os.read(ours, 65536).decode(errors="ignore")
    os.close(theirs)
    assert f"On a phone: {address}" in text, text
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in text.splitlines() if "\x1b[38;5;16;48;5;231m" in line]
    assert len(lines) > 12 and len({len(line) for line in lines}) == 1, lines
    assert read(place, lines) == address
    place.end(server)
    os.close(ours)

    server = place.start("--port", str(port), "--public-address", address)
    wait(f"http://localhost:{port}/health/live")
    assert f"On a phone: {address}" in place.log and "█" not in place.log, "a code in a pipe"


def read(place, lines):
    """What zbarimg reads of a code in half blocks."""
    size = 8
    dark = {"█": (0, 0), "▀": (0, 255), "▄": (255, 0), " ": (255, 255)}
    rows = []
    for line in lines:
        for half in (0, 1):
            row = bytes(dark[sign][half] for sign in line for _ in range(size))
            rows += [row] * size
    path = place.root / "code.pgm"
    path.write_bytes(b"P5 %d %d 255\n" % (len(rows[0]), len(rows)) + b"".join(rows))
    return subprocess.run(["zbarimg", "--quiet", "--raw", str(path)], check=True, capture_output=True,
                          text=True).stdout.strip()


def recipe(kind):
    """What the note writes for a proxy."""
    return re.search(rf"```{kind}\n(.*?)```", NOTE.read_text(encoding="utf-8"), re.S).group(1)


def stands_behind_nginx(place):
    if not shutil.which("nginx") and not os.path.exists("/usr/sbin/nginx"):
        return "nginx is not installed"
    chain, key = place.certificate()
    outside, inside = free_port(), free_port()
    text = recipe("nginx").replace("almanac.example.org", NAME)
    text = text.replace("listen 443", f"listen 127.0.0.1:{outside}").replace("127.0.0.1:8080", f"127.0.0.1:{inside}")
    text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {chain};", text)
    text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
    folders = "".join(f"{name}_temp_path {place.root}/{name};\n" for name in
                      ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (place.root / "nginx.conf").write_text(
        f"daemon off; pid {place.root}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {folders} {text} }}\n")
    place.run(shutil.which("nginx") or "/usr/sbin/nginx", "-e", "stderr", "-p", str(place.root), "-c",
              str(place.root / "nginx.conf"))
    passes_everything(place, outside, inside, chain)
    return None


def stands_behind_caddy(place):
    if not shutil.which("caddy"):
        return "caddy is not installed"
    chain, key = place.certificate()
    outside, inside = free_port(), free_port()
    text = recipe("caddy").replace("127.0.0.1:8080", f"127.0.0.1:{inside}")
    # It would ask the world for a certificate.
    text = text.replace("almanac.example.org {", f"https://{NAME}:{outside} {{\n\ttls {chain} {key}\n\tbind 127.0.0.1")
    (place.root / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        place.environment[name] = str(place.root)
    process = subprocess.Popen(["caddy", "run", "--config", str(place.root / "Caddyfile")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=place.environment)
    place.running.append(process)
    passes_everything(place, outside, inside, chain)
    return None


def passes_everything(place, outside, inside, chain):
    """What must come through a proxy: pages, streams at once, forms of ours, and no other name."""
    place.start("--port", str(inside), "--public-address", f"https://{NAME}:{outside}")
    wait(f"http://localhost:{inside}/health/live")
    base = f"https://{NAME}:{outside}"
    words = ["--cacert", str(chain), "--resolve", f"{NAME}:{outside}:127.0.0.1"]
    page = wait(f"{base}/lands", *words, says="Łąka")
    assert page.startswith("HTTP/2 200"), page[:200]
    worker, _ = curl(f"{base}/service-worker.js", *words)
    assert worker.startswith("HTTP/2 200") and "text/javascript" in worker.lower(), worker[:300]
    assert base in curl(f"{base}/about", *words)[0]

    stream = subprocess.Popen(["curl", "--silent", "--no-buffer", *words, f"{base}/lands/live?limit=1"],
                              stdout=subprocess.PIPE)
    place.running.append(stream)
    # It is less than the least that a proxy would gather, and nothing follows for 15 seconds.
    told, end = b"", time.monotonic() + 12
    while b"event:" not in told:
        assert select.select([stream.stdout], [], [], end - time.monotonic())[0], f"held back: {told}"
        part = os.read(stream.stdout.fileno(), 65536)
        assert part, f"ended: {told}"
        told += part

    form = ["--data", "units=metric&back=/lands"]
    ours, _ = curl(f"{base}/preferences", *words, *form, "--header", f"Origin: {base}")
    assert ours.startswith("HTTP/2 303") and "; Secure" in ours, ours
    other, _ = curl(f"{base}/preferences", *words, *form, "--header", "Origin: https://evil.example")
    assert other.startswith("HTTP/2 403"), other
    # Those who come through the proxy may not act, though they come from loopback.
    act, _ = curl(f"{base}/lands/retry", *words, "--request", "POST")
    assert act.startswith("HTTP/2 403"), act
    lie = ["--header", "X-Forwarded-Host: evil.example", "--header", "X-Forwarded-For: 127.0.0.1",
           "--header", "Forwarded: host=evil.example", "--header", "X-Forwarded-Proto: http"]
    told, _ = curl(f"{base}/preferences", *words, *form, *lie, "--header", f"Origin: {base}")
    assert told.startswith("HTTP/2 303") and "; Secure" in told and "evil" not in told, told
    name, _ = curl(f"http://127.0.0.1:{inside}/lands", "--header", "Host: evil.example")
    assert name.startswith("HTTP/1.1 421"), name[:100]


def is_installed_beside_its_files(place):
    """As the note says: a program in bin, its files in share/almanac, and nothing else around."""
    prefix = place.root / "prefix"
    (prefix / "bin").mkdir(parents=True)
    shutil.copy(place.program, prefix / "bin/almanac")
    shutil.copytree(ROOT / "share", prefix / "share/almanac")
    shutil.copytree(ROOT / "Datasets", prefix / "share/almanac/datasets")
    done = subprocess.run([prefix / "bin/almanac", "list", "meteorites", "--limit", "1", "--json"],
                          capture_output=True, text=True, env=place.environment, cwd=place.root)
    assert done.returncode == 0 and json.loads(done.stdout)["total"] == 37, done.stderr
    (prefix / "bin/almanac").unlink()


def is_a_sound_service(place):
    if not shutil.which("systemd-analyze"):
        return "systemd-analyze is not installed"
    text = (ROOT / "share/systemd/almanac.service").read_text(encoding="utf-8")
    unit = place.root / "almanac.service"
    unit.write_text(text.replace("/usr/local/bin/almanac", place.program))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True,
                          text=True)
    assert done.returncode == 0 and "almanac" not in done.stderr, done.stderr
    return None


def is_reached_from_other_addresses(place):
    """In a network of its own, with an address beside loopback's."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    space = ["unshare", "--net", *user]
    trial = "ip link set lo up && ip addr add 10.77.0.5/32 dev lo"
    if subprocess.run([*space, "sh", "-c", trial], capture_output=True).returncode != 0:
        return "this machine gives no network namespace"
    command = f"{trial} && exec {sys.executable} {__file__} --inside {place.program}"
    subprocess.run([*space, "sh", "-c", command], check=True)
    return None


def inside(program):
    """What is tried in the network of its own."""
    place = Place(program)
    try:
        chain, key = place.certificate(names=f"DNS:{NAME},IP:10.77.0.5")
        server = place.start("--host", "0.0.0.0", "--port", "8099", ALMANAC_ADMIN_TOKEN=TOKEN)
        wait("http://10.77.0.5:8099/lands", says="Łąka")
        assert "On a phone: http://10.77.0.5:8099\nWithout TLS" in place.log, place.log
        assert "http://10.77.0.5:8099" in curl("http://10.77.0.5:8099/about")[0]
        evil, _ = curl("http://10.77.0.5:8099/lands", "--header", "Host: evil.example")
        assert evil.startswith("HTTP/1.1 421"), evil
        act, _ = curl("http://10.77.0.5:8099/lands/retry", "--request", "POST")
        assert act.startswith("HTTP/1.1 403"), act
        act, _ = curl("http://10.77.0.5:8099/lands/retry", "--request", "POST", "--header",
                      f"Authorization: Bearer {TOKEN}")
        assert act.startswith("HTTP/1.1 303"), act
        place.end(server)
        place.start("--host", "0.0.0.0", "--port", "8099", "--tls-certificate", str(chain),
                    "--tls-key", str(key), ALMANAC_ADMIN_TOKEN=TOKEN)
        wait("https://10.77.0.5:8099/lands", "--cacert", str(chain))
        assert f"On a phone: https://{NAME}:8099  https://10.77.0.5:8099\n" in place.log, place.log
        assert "Without TLS" not in place.log
    finally:
        place.close()


TRIALS = [
    serves_https_and_renews_its_certificate, refuses_in_words_what_would_not_be_safe,
    shows_a_code_that_another_program_reads, stands_behind_nginx, stands_behind_caddy,
    is_reached_from_other_addresses, is_installed_beside_its_files, is_a_sound_service,
]


def main(words):
    if words[:1] == ["--inside"]:
        return inside(words[1])
    program = os.path.abspath(words[0] if words else ROOT / ".build/debug/almanac")
    failed = 0
    for trial in TRIALS:
        place = Place(program)
        name = trial.__name__.replace("_", " ")
        begun = time.monotonic()
        try:
            untried = trial(place)
            print("not tried:" if untried else "passed", name, f"({untried})" if untried else
                  f"{time.monotonic() - begun:.1f} s", flush=True)
        except Exception:
            failed += 1
            print("FAILED", name, flush=True)
            traceback.print_exc()
        finally:
            place.close()
    print(f"Reach: {len(TRIALS) - failed} of {len(TRIALS)} passed or named.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
