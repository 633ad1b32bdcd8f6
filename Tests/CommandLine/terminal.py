"""A real pseudo-terminal for tests: runs a program in it, types, resizes, and reads the screen."""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

# A shell in small: gives the terminal to its one job, notices that it stops, and lets it go on.
SHELL = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = subprocess.Popen(sys.argv[1:], process_group=0)
os.tcsetpgrp(0, job.pid)
while True:
    _, status = os.waitpid(job.pid, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    print("the job stopped", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, job.pid)
    os.killpg(job.pid, signal.SIGCONT)
"""


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command, environment, columns=100, rows=24, shell=False):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.code = None
        if shell:
            command = [sys.executable, "-c", SHELL, *command]
        self.process, self.side = pty.fork()
        if self.process == 0:
            # The parent's size must be there before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, {"TERM": "xterm-256color", **environment})
        self.modes = termios.tcgetattr(self.side)

    def read(self, seconds=0.05):
        """Takes what the program wrote; says whether there was any."""
        if not select.select([self.side], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.side, 65536)
        except OSError:  # nobody is at the other side any more
            part = b""
        self.sent += part
        self.stream.feed(part)
        return bool(part)

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def wait(self, claim, what, seconds=20):
        """Reads until a claim about this terminal holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()
            if claim(self):
                return self
        raise AssertionError(f"{what}: not within {seconds} s. The screen:\n{self.text}")

    def shows(self, text, seconds=20):
        return self.wait(lambda terminal: text in terminal.text, f"shows {text!r}", seconds)

    def type(self, text):
        os.write(self.side, text.encode())

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.screen.reset()  # what a terminal does with old lines is its own matter
        fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number):
        os.kill(self.process, number)

    def end(self, seconds=20):
        """Waits until the program ends; gives its exit code."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.code is None:
            self.read()
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.code = os.waitstatus_to_exitcode(status)
        assert self.code is not None, f"the program did not end within {seconds} s\n{self.text}"
        while self.read(0):
            pass
        return self.code

    @property
    def is_as_before(self):
        """Whether modes, cursor, wrapping and screen are as before the program came."""
        begin, end = self.sent.count(b"\x1b[?1049h"), self.sent.count(b"\x1b[?1049l")
        modes = termios.tcgetattr(self.side) == self.modes
        shown = self.sent.rfind(b"\x1b[?25h") > self.sent.rfind(b"\x1b[?25l")
        wraps = self.sent.rfind(b"\x1b[?7h") > self.sent.rfind(b"\x1b[?7l")
        return begin > 0 and begin == end and modes and shown and wraps

    def close(self):
        if self.code is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.side)
