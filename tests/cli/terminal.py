"""A real terminal for a program: what it shows, what is typed, Ctrl-C."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

LIMIT = 120.0
"""Seconds to wait for anything."""


class Terminal:
    """A program in a terminal of 80 by 50 characters."""

    def __init__(self, *arguments: object, home: Path, **variables: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        env = {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kabuto", *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env | variables,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.shown = ""
        """Everything printed so far."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def wait_for(self, text: str) -> str:
        """Read until this is printed; what was printed since the last time."""
        start, end = len(self.shown), time.monotonic() + LIMIT
        while text not in self.shown[start:]:
            assert time.monotonic() < end, f"{text!r} did not come:\n{self.shown[start:]}"
            if not self._read():
                break
        assert text in self.shown[start:], f"{text!r} did not come:\n{self.shown[start:]}"
        return self.shown[start:]

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C until the program ends, as people do; the exit code."""
        return self._until_end(lambda: self.type("\x03"))

    def terminate(self, number: signal.Signals) -> int:
        """Send a signal until the program ends: readline can miss one as the prompt appears."""
        return self._until_end(lambda: self.send(number))

    def _until_end(self, ask: Callable[[], None]) -> int:
        end = time.monotonic() + LIMIT
        asked = 0.0
        while self._process.poll() is None:
            assert time.monotonic() < end, f"no end:\n{self.shown}"
            if time.monotonic() > asked + 0.5:
                asked = time.monotonic()
                ask()
            self._read()
        return self.end()

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        self._process.send_signal(number)

    def end(self) -> int:
        """Read to the end and return the exit code."""
        end = time.monotonic() + LIMIT
        while self._read():
            assert time.monotonic() < end, f"no end:\n{self.shown}"
        return self._process.wait(LIMIT)

    def _read(self) -> bool:
        """Read what there is; False when the program has closed the terminal."""
        if not select.select([self._master], [], [], 0.2)[0]:
            return self._process.poll() is None
        try:
            data = os.read(self._master, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.shown += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
