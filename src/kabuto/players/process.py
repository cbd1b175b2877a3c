"""A running program that is asked questions by lines, and cannot harm whoever asks.

Threads do all reading and writing: whatever the program does, or leaves undone, only time is lost.
"""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import IO

from kabuto.players import Forfeit

LONGEST_LINE = 1 << 16
"""Bytes of an answer."""
LOG_SIZE = 1 << 16
"""Bytes that are kept of the error stream: its end."""
PATIENCE = 0.5
"""Seconds that a program has to leave by itself."""
_UNREAD = 4
"""How many lines may wait: a program that talks on without being asked is not listened to."""

_RUNNING: set["Process"] = set()


class Process:
    """A program with a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._program = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(f"it cannot be started: {error.strerror}") from None
        _RUNNING.add(self)
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._log = bytearray()
        self._threads = [
            Thread(target=_write, args=(program.stdin, self._questions), daemon=True),
            Thread(target=_read, args=(program.stdout, self._answers), daemon=True),
            Thread(target=_keep, args=(program.stderr, self._log), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write to the program; this never waits."""
        self._questions.put(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The program's answer, a line; ``Forfeit`` if none comes in time."""
        if not self._answers.empty():
            waiting = self._answers.get()
            raise Forfeit("it talks without being asked" if waiting else self._farewell())
        self.send(line)
        try:
            answer = self._answers.get(timeout=max(seconds, 0))
        except Empty:
            raise Forfeit(f"no answer within {seconds:.3g} seconds") from None
        if len(answer) > LONGEST_LINE:
            raise Forfeit(f"its answer is longer than {LONGEST_LINE} bytes")
        if not answer.endswith(b"\n"):
            raise Forfeit(self._farewell())
        return answer

    def stop(self, patience: float = PATIENCE) -> str:
        """Let the program leave, end it if it does not, and return the end of its error stream."""
        if self in _RUNNING:
            self._questions.put(None)
            self._wait(patience)
            self.kill()
            # Its pipes are closed now, unless it left a child behind that holds them: who cares.
            for thread in self._threads:
                thread.join(PATIENCE)
        return bytes(self._log[-LOG_SIZE:]).decode(errors="replace")

    def kill(self) -> None:
        """End the program and everything it started."""
        _RUNNING.discard(self)
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(
                    self._program.pid, signal.SIGKILL
                )  # not waited for yet: the number is still its own
            else:
                self._program.kill()
        self._program.wait()

    def _wait(self, seconds: float) -> int | None:
        """How the program ended, None if it still runs."""
        deadline = monotonic() + seconds
        while True:
            if os.name == "posix":
                # Look, but leave the process there: while it is, nobody else can get its number.
                flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
                found = os.waitid(os.P_PID, self._program.pid, flags)
                code = found and (found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)
            else:
                code = self._program.poll()
            if code is not None or monotonic() >= deadline:
                return code
            sleep(0.002)

    def _farewell(self) -> str:
        code = self._wait(PATIENCE)
        if code is None:
            return "it closed its output"
        return f"it was ended by signal {-code}" if code < 0 else f"it left with exit code {code}"


def kill_all() -> None:
    """End every program that still runs: for a process that is about to stop at once."""
    for process in list(_RUNNING):
        process.kill()


def _write(stream: IO[bytes], lines: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _read(stream: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    with suppress(OSError), stream:
        while lines.qsize() < _UNREAD:
            line = stream.readline(LONGEST_LINE + 1)
            lines.put(line)
            if not line or len(line) > LONGEST_LINE:
                break


def _keep(stream: IO[bytes], log: bytearray) -> None:
    with suppress(OSError), stream:
        while chunk := stream.read1(LOG_SIZE):  # type: ignore[attr-defined]
            log += chunk
            del log[: -2 * LOG_SIZE]
