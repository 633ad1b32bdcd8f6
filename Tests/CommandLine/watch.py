#!/usr/bin/env python3
"""Watches live tables as a person does, in a real terminal and in pipes."""
import datetime
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from run import Place, main
from terminal import Terminal

DEALS = """\
id: deals
extends: deals
source: { kind: stream, simulate: { records: 100000, packet: 5, pause: 0.05, seed: 1, fields: {
  modified: now, instrument: { one_of: [EUR/USD_SPOT, USD/JPY_SPOT] },
  price: { from: 60, to: 70, decimals: 5 }, amount: { from: 1000000, to: 50000000, decimals: 2 },
  side: { one_of: [buy, sell] } } } }
"""
WIDE = """\
id: wide
title: Wide things
source: { kind: csv, url: wide.csv }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 1s, when: timer, floor: 0% }
key: { from: id, type: integer }
fields: { name: text, size: { type: number, decimals: 2 }, note: text }
list: { sort: [-size], title: name, columns: [name, size, note] }
"""
NAMES = ["東京都庁舎", "Łódź", "🚀 crew", "e\u0301te\u0301", "\x1b[31mred\u202e", "ﾊﾝｶｸ"]


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Server:
    """`almanac serve` over a place's folder."""

    def __init__(self, place):
        self.port = free_port()
        command = [place.program, "serve", "--port", str(self.port), "--datasets", str(place.own)]
        self.process = subprocess.Popen(command, env=place.environment, stderr=subprocess.DEVNULL)
        for _ in range(400):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready", timeout=2).read()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not begin")

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(20)


class Stage:
    """A place with terminals and servers in it that end with the test."""

    def __init__(self, place):
        self.place = place
        self.things = []
        place.write("deals.yaml", DEALS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for thing in reversed(self.things):  # a server may wait for readers who stand still
            thing.close() if isinstance(thing, Terminal) else thing.end()

    def serve(self):
        self.things.append(Server(self.place))
        return self.things[-1]

    def command(self, *words):
        return [self.place.program, "watch", *words, "--datasets", str(self.place.own)]

    def watch(self, *words, shell=False, columns=100, rows=24, **environment):
        terminal = Terminal(self.command(*words), {**self.place.environment, **environment},
                            columns=columns, rows=rows, shell=shell)
        self.things.append(terminal)
        return terminal

    def pipe(self, *words, **how):
        return subprocess.Popen(self.command(*words), stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.PIPE, env=self.place.environment, **how)

    def wide(self, rows):
        self.place.write("wide.yaml", WIDE)
        self.place.write("wide.csv", "id,name,size,note\n" + "\n".join(rows) + "\n")
        self.place.mine("sync", "wide")


def rows_of(terminal):
    """The rows' cells, without the gutter."""
    lines = terminal.lines[2:-1]
    return [re.split(r"\s{2,}", line[1:].strip()) for line in lines if line.strip()]


def ids_of(terminal):
    return [int(row[0]) for row in rows_of(terminal)]


def total_of(terminal):
    found = re.search(r"([\d,]+) records", terminal.lines[0])
    return int(found[1].replace(",", "")) if found else 0


def is_live(terminal):
    return "● live" in terminal.lines[0] and len(rows_of(terminal)) >= 10


def first_rank(terminal):
    found = re.match(r"rows ([\d,]+)–", terminal.lines[-1])
    return int(found[1].replace(",", "")) if found else 0


def bright(terminal):
    """The keys of the rows that have just come."""
    first = terminal.screen.buffer
    return {terminal.lines[row].lstrip("•").split()[0] for row in range(2, 23)
            if first[row][0].data == "•" and first[row][0].bold}


def has_settled(terminal, shone):
    """Whether a row on the screen was bright and is so no more; new ones may be at any moment."""
    now = bright(terminal)
    shone |= now
    there = {line.lstrip("•").split()[0] for line in terminal.lines[2:23] if line.strip()}
    return bool(there & shone - now)


def a_table_fills_the_terminal_and_lives(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals", "--sort", "-price").wait(is_live, "live")
        terminal.wait(lambda t: len(rows_of(t)) == 21, "a full screen")
        assert terminal.lines[0].startswith("Currency deals  "), terminal.text
        assert "Price▼" in terminal.lines[1] and "(UTC)" in terminal.lines[1], terminal.text
        prices = [float(row[3][:-1]) for row in rows_of(terminal)]
        assert prices == sorted(prices, reverse=True), prices
        assert re.fullmatch(r"\d\d\.\d\d[▲▼]", rows_of(terminal)[0][3]), rows_of(terminal)[0]
        assert re.fullmatch(r"\d{1,2},\d{3},\d{3}", rows_of(terminal)[0][4]), rows_of(terminal)[0]
        count = total_of(terminal)
        terminal.wait(lambda t: total_of(t) > count + 50, "more records")
        stage.watch("deals").wait(is_live, "live").wait(bright, "a new row that is bright")
        shone = set()
        terminal.wait(lambda t: has_settled(t, shone), "a row that was bright and has settled")
        colours = {terminal.screen.buffer[row][column].fg for row in range(2, 23) for column in range(100)}
        assert colours >= {"green", "red"}, colours
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_as_before


def every_row_is_one_of_the_list(place):
    with Stage(place) as stage:
        server = stage.serve()
        terminal = stage.watch("deals", "--sort", "amount", "--where", "side=sell").wait(is_live, "live")
        terminal.type("p")
        terminal.shows("‖ paused")
        address = f"http://127.0.0.1:{server.port}/deals.json?limit=1000&side=sell&sort=amount"
        page = json.load(urllib.request.urlopen(address, timeout=10))
        known = {row["id"]: row for row in page["rows"]}
        for cells in rows_of(terminal):
            row = known[int(cells[0])]
            assert cells[3] == f"{row['price']:.2f}▼" and cells[4] == f"{row['amount']:,.0f}", (cells, row)
            assert cells[5] == "sell", cells
        assert " of " in terminal.lines[0].split("records")[0], terminal.lines[0]


def a_place_is_held(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals").wait(is_live, "live")
        terminal.wait(lambda t: total_of(t) > 60, "records")
        terminal.type(":21\r")
        terminal.wait(lambda t: first_rank(t) >= 21, "row 21")
        held = ids_of(terminal)
        terminal.wait(lambda t: re.search(r"\d{2,} new above", t.lines[-1]), "new ones above")
        assert ids_of(terminal) == held, (ids_of(terminal), held)
        assert first_rank(terminal) > 30, terminal.lines[-1]
        terminal.type("j")
        terminal.wait(lambda t: ids_of(t)[0] == held[1], "one row down")
        terminal.type("k\x1b[A")
        terminal.wait(lambda t: ids_of(t)[1] == held[0], "two rows up")
        terminal.type("\x1b[6~")
        terminal.wait(lambda t: ids_of(t)[0] == held[19], "a page down but one row")
        terminal.type("\x1b[5~")
        terminal.wait(lambda t: ids_of(t)[1] == held[0], "a page up")
        assert "new above" in terminal.lines[-1]
        terminal.type("g")
        terminal.wait(lambda t: first_rank(t) == 1 and "new above" not in t.lines[-1], "the top")
        first = ids_of(terminal)[0]
        terminal.wait(lambda t: ids_of(t)[0] > first + 20, "the top is followed")
        terminal.type("G")
        terminal.wait(lambda t: ids_of(t)[-1] in range(1, 6), "the oldest at the end")
        assert len(ids_of(terminal)) == 21, terminal.text


def sort_and_pause_obey_their_keys(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals").wait(is_live, "live")
        assert "Modified (UTC)▼" in terminal.lines[1], terminal.lines[1]
        terminal.type("r")
        terminal.wait(lambda t: "Modified (UTC)▲" in t.lines[1] and ids_of(t)[0] in range(1, 6), "oldest first")
        for head in ["Instrument▲", "Price▼", "Amount▼", "Side▲", "id▼", "Modified (UTC)▼"]:
            terminal.type("s")
            terminal.wait(lambda t: head in t.lines[1], head)
        terminal.type("sr")
        terminal.wait(lambda t: "Instrument▼" in t.lines[1] and rows_of(t)[0][2] == "USD/JPY_SPOT", "Z to A")
        terminal.type("ssss")
        terminal.wait(lambda t: "id▼" in t.lines[1] and ids_of(t) == sorted(ids_of(t), reverse=True), "by key")
        terminal.type("p")
        terminal.shows("‖ paused")
        still = terminal.lines[2:]
        time.sleep(0.7)
        while terminal.read():
            pass
        assert terminal.lines[2:] == still, "a paused table moved"
        terminal.type("j")
        terminal.wait(lambda t: ids_of(t)[0] < int(still[0][1:].split()[0]), "a row down, though paused")
        assert "‖ paused" in terminal.lines[0]
        terminal.type("gp")
        terminal.wait(lambda t: is_live(t) and ids_of(t)[0] > int(still[0][1:].split()[0]), "live again")


def wrong_numbers_and_unknown_keys_do_nothing(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals", "--sort", "id").wait(is_live, "live")
        terminal.wait(lambda t: total_of(t) > 60, "records")
        terminal.type("12x\x7f")
        terminal.shows("Go to row: 1▏")
        terminal.type("\x1b")
        terminal.wait(lambda t: "Go to row" not in t.text, "the question is gone")
        terminal.type(":\rzä\x1b[24~\x1b[1;5P")
        terminal.type(":999999999999\r")
        terminal.wait(lambda t: first_rank(t) > 20, "the last screen")
        terminal.wait(lambda t: len(rows_of(t)) == 21, "a full screen")
        terminal.type(":0\r")
        terminal.wait(lambda t: first_rank(t) == 1, "the first row")


def the_window_may_be_resized(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals").wait(is_live, "live")
        for columns, rows in [(60, 12), (34, 10), (160, 50), (5, 2), (1, 1), (100, 24)]:
            terminal.resize(columns, rows)
            if columns < 10:
                terminal.wait(lambda t: t.text.strip(), "something")
                continue
            terminal.wait(lambda t: len(rows_of(t)) == rows - 3, f"{rows - 3} rows at {columns} columns")
            assert "▼" in terminal.lines[1], "the column that is sorted by is left out"
            assert terminal.lines[-1].startswith("rows "), terminal.text
            for row in rows_of(terminal):
                for cell in row:
                    assert not re.fullmatch(r"[\d,.]+…", cell), f"a number is cut: {cell}"
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_as_before


def wide_and_wild_texts_stay_in_their_columns(place):
    with Stage(place) as stage:
        note = "a note that is much longer than any terminal of eighty columns would ever like to show"
        stage.wide([f"{number},{name},{1000 - number}.5,{note}" for number, name in enumerate(NAMES, 1)])
        stage.serve()
        terminal = stage.watch("wide", columns=80)
        terminal.wait(lambda t: "東" in t.text and "Łódź" in t.text, "rows")
        ends = {"".join(terminal.screen.buffer[row][column].data or "" for column in range(80)).count("…")
                for row in range(2, 2 + len(NAMES))}
        assert ends == {1}, terminal.text
        column = terminal.screen.display[1].index("Size")
        for row in range(2, 2 + len(NAMES)):
            cells = [terminal.screen.buffer[row][place].data for place in range(80)]
            assert "".join(cells[column - 1:column + 6]).strip().endswith(".50"), terminal.text
        assert terminal.screen.buffer[6][5].fg == "default" and "\u202e" not in terminal.text
        assert "○ copy only" in terminal.lines[0], terminal.lines[0]
        terminal.resize(30, 10)
        terminal.wait(lambda t: "東" in t.text and "999.50" in t.text, "rows")


def a_sync_shows_at_once(place):
    with Stage(place) as stage:
        stage.wide([f"{number},thing {number},{number}.5,x" for number in range(1, 4)])
        stage.serve()
        terminal = stage.watch("wide").shows("thing 3")
        time.sleep(1.1)  # until a sync is due again
        stage.wide([f"{number},thing {number},{number}.5,x" for number in range(1, 6)])
        terminal.shows("thing 5")
        assert [row[1] for row in rows_of(terminal)] == [f"thing {number}" for number in (5, 4, 3, 2, 1)]


def a_server_may_come_back(place):
    with Stage(place) as stage:
        server = stage.serve()
        terminal = stage.watch("deals").wait(is_live, "live")
        terminal.wait(lambda t: total_of(t) > 60, "records")
        terminal.type(":31\r")
        terminal.wait(lambda t: first_rank(t) >= 31, "row 31")
        held = ids_of(terminal)
        pipe = stage.pipe("deals", "--limit", "2")
        first = json.loads(pipe.stdout.readline())["version"].split("-")[0]
        assert server.end() == 0, "the server did not end well while it was watched"
        terminal.shows("reconnecting")
        assert ids_of(terminal) == held, "the copy that was shown stays"
        terminal.type("j")  # which only the next server can answer
        stage.serve()
        terminal.wait(lambda t: is_live(t) and ids_of(t)[0] == held[1], "the same rows of the new server")
        epochs = (json.loads(line).get("version", first).split("-")[0] for line in pipe.stdout)
        assert any(epoch != first for epoch in epochs), "nothing of the new server"
        pipe.terminate()
        assert "asking again" in pipe.communicate(timeout=20)[1] and pipe.returncode == 0


def without_a_server_it_keeps_the_dataset_itself(place):
    with Stage(place) as stage:
        terminal = stage.watch("deals").wait(is_live, "live")
        count = total_of(terminal)
        terminal.wait(lambda t: total_of(t) > count + 20, "more records")
        other = stage.watch("deals", "--sort", "price").wait(is_live, "live through the first one")
        assert "does not keep peaks" in place.mine("sync", "peaks", code=1)[1]
        other.type("\x03")
        assert other.end() == 0 and other.is_as_before
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_as_before
        listed = json.loads(place.mine("list", "deals", "--json", "--limit", "1")[0])
        assert listed["total"] >= count, "what was watched was not kept"


def signals_give_the_terminal_back(place):
    with Stage(place) as stage:
        server = stage.serve()
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
            terminal = stage.watch("deals").wait(is_live, "live")
            terminal.signal(number)
            assert terminal.end() == 0 and terminal.is_as_before, number
        server.end()
        terminal = stage.watch("deals").wait(is_live, "live as the owner")
        terminal.signal(signal.SIGTERM)
        assert terminal.end() == 0 and terminal.is_as_before


def it_stops_and_goes_on_as_jobs_do(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals", shell=True).wait(is_live, "live")
        for stop in [lambda: terminal.type("\x1a"), lambda: os.kill(job_of(terminal), signal.SIGTSTP)]:
            stop()
            terminal.shows("the job stopped")
            assert terminal.is_as_before, "a stopped job keeps the terminal"
            terminal.type("\n")
            terminal.wait(lambda t: "the job stopped" not in t.text and is_live(t), "live again")
            count = total_of(terminal)
            terminal.wait(lambda t: total_of(t) > count, "more records")
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_as_before


def job_of(terminal):
    return os.tcgetpgrp(terminal.side)


def an_error_gives_the_terminal_back(place):
    with Stage(place) as stage:
        stage.serve()
        place.write("wide.yaml", WIDE)  # which that server does not know
        place.write("wide.csv", "id,name,size,note\n1,a,1,b\n")
        terminal = stage.watch("wide")
        assert terminal.end() == 1, terminal.text
        assert "wide" in terminal.sent.decode().split("\x1b[?1049l")[-1], terminal.sent[-300:]
        assert b"\x1b[?1049h" not in terminal.sent or terminal.is_as_before


def wrong_questions_are_told_before_the_screen_changes(place):
    with Stage(place) as stage:
        for words, hint in [(["deels"], "deals"), (["deals", "--sort", "prise"], "price"),
                            (["deals", "--where", "sides=buy"], "side"), (["deals", "--limit", "0"], "limit"),
                            (["deals", "--updates", "3"], "--json"), (["deals", "--offset", "-1"], "offset")]:
            terminal = stage.watch(*words)
            assert terminal.end() == 2, (words, terminal.text)
            assert hint in terminal.sent.decode() and b"\x1b[?1049h" not in terminal.sent, words
            listed = [word for word in words if word not in ("--updates", "3")]
            if listed == words:
                said = place.almanac("list", *listed, "--datasets", str(place.own), code=2)[1]
                assert said.splitlines()[0] in terminal.sent.decode().replace("\r\n", "\n"), words


def colours_and_simple_terminals_are_respected(place):
    with Stage(place) as stage:
        stage.serve()
        terminal = stage.watch("deals", NO_COLOR="1").wait(is_live, "live")
        terminal.wait(lambda t: "▲" in t.text and "▼" in "".join(t.lines[2:]), "signs")
        assert not re.search(rb"\x1b\[(?:\d+;)*3\d", terminal.sent), "a colour, though none is welcome"
        simple = stage.watch("deals", "--limit", "1", TERM="dumb")
        simple.wait(lambda t: t.sent.count(b"\n") > 2, "lines")
        assert b"\x1b" not in simple.sent and simple.sent.startswith(b'{"kind":"window"'), simple.sent[:200]
        here = stage.watch("deals", TZ="Asia/Tokyo").wait(is_live, "live")
        assert "(Asia/Tokyo)" in here.lines[1], here.lines[1]
        moment = datetime.datetime.fromisoformat(rows_of(here)[0][1] + "+09:00")
        assert abs(moment.timestamp() - time.time()) < 60, rows_of(here)[0]


def only_what_changed_is_written_and_not_too_often(place):
    with Stage(place) as stage:
        place.write("deals.yaml", DEALS.replace("pause: 0.05", "pause: 0.002"))
        stage.serve()
        terminal = stage.watch("deals", "--sort", "id").wait(is_live, "live")
        terminal.wait(lambda t: total_of(t) > 200, "records")
        before, end = len(terminal.sent), time.monotonic() + 3
        while time.monotonic() < end:
            terminal.read()
        written = terminal.sent[before:]
        heads = written.count(b"\x1b[1;1H")
        assert 10 <= heads <= 62, f"{heads} drawings in 3 s"
        touched = {int(row) for row in re.findall(rb"\x1b\[(\d+);1H", written)}
        assert touched <= {1, 24}, f"lines {touched} were written though only head and foot changed"


def a_pipe_gets_a_line_for_each_update(place):
    with Stage(place) as stage:
        stage.serve()
        pipe = stage.pipe("deals", "--sort", "-price", "--limit", "5", "--updates", "40")
        lines = [json.loads(line) for line in pipe.stdout]
        assert pipe.wait(20) == 0 and len(lines) == 40, len(lines)
        kinds = {line["kind"] for line in lines}
        assert lines[0]["kind"] == "window" and kinds == {"window", "change", "status"}, kinds
        window = lines[0]
        for line in lines[1:]:
            if line["kind"] == "window":
                window = line
            elif line["kind"] == "change":
                assert line["since"] == window["version"], (line, window)
                rows = [row for row in window["rows"] if row["id"] not in line["remove"]]
                for insert in line["insert"]:
                    rows.insert(insert["at"], insert["row"])
                window = {**line, "rows": rows}
                assert [row["price"] for row in rows] == sorted((row["price"] for row in rows), reverse=True)
                assert len(rows) == min(5, line["total"])
        pipe = stage.pipe("deals", "--limit", "1")
        pipe.stdout.readline()
        pipe.stdout.close()
        assert pipe.wait(20) == 0 and pipe.stderr.read() == "", "a reader who left is an error"


def a_reader_who_leaves_a_quiet_table_is_noticed(place):
    with Stage(place) as stage:
        stage.wide(["1,one,1,x"])
        stage.serve()
        pipe = stage.pipe("wide")
        assert json.loads(pipe.stdout.readline())["rows"][0]["name"] == "one"
        pipe.stdout.close()
        assert pipe.wait(20) == 0


def a_list_beside_a_server_is_the_servers(place):
    with Stage(place) as stage:
        words = ["--sort", "-population", "--offset", "100", "--limit", "20"]
        texts = [place.mine("list", name, *words[2 if name != "countries" else 0:])[0]
                 for name in ("countries", "stations", "meteorites")]
        stage.wide([f"{number},{name},{number},x" for number, name in enumerate(NAMES, 1)])
        page = json.loads(place.mine("list", "wide", "--json")[0])
        server = stage.serve()
        again = [place.mine("list", name, *words[2 if name != "countries" else 0:])[0]
                 for name in ("countries", "stations", "meteorites")]
        assert again == texts, "the owner's rows look different"
        told = json.loads(place.mine("list", "wide", "--json")[0])
        assert {**told, "version": ""} == {**page, "version": ""} and told["credit"], (told, page)
        address = f"http://127.0.0.1:{server.port}/wide.json"
        assert json.load(urllib.request.urlopen(address, timeout=10)) == told, "not the owner's version"
        server.process.kill()  # which leaves its socket behind
        server.end()
        left = json.loads(place.mine("list", "wide", "--json")[0])
        assert left["rows"] == told["rows"], left


TESTS = [
    a_table_fills_the_terminal_and_lives, every_row_is_one_of_the_list, a_place_is_held,
    sort_and_pause_obey_their_keys, wrong_numbers_and_unknown_keys_do_nothing, the_window_may_be_resized,
    wide_and_wild_texts_stay_in_their_columns, a_sync_shows_at_once, a_server_may_come_back,
    without_a_server_it_keeps_the_dataset_itself, signals_give_the_terminal_back,
    it_stops_and_goes_on_as_jobs_do, an_error_gives_the_terminal_back,
    wrong_questions_are_told_before_the_screen_changes, colours_and_simple_terminals_are_respected,
    only_what_changed_is_written_and_not_too_often, a_pipe_gets_a_line_for_each_update,
    a_reader_who_leaves_a_quiet_table_is_noticed, a_list_beside_a_server_is_the_servers,
]


if __name__ == "__main__":
    sys.exit(main(TESTS))
