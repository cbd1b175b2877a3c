"""A running program that answers questions line by line, and cannot harm the caller.

Threads do all the reading and writing, so the worst a program can do is waste time.
"""

import os
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import IO

from kabuto.players import WORDS, Forfeit

LONGEST_LINE = 1 << 16
"""The most bytes an answer may have."""
LOG_SIZE = 1 << 16
"""How many bytes at the end of the error stream are kept."""
PATIENCE = 0.5
"""Seconds a program gets to exit on its own."""
_UNREAD = 4
"""How many lines may wait; more from a program that keeps talking are not read."""

_RUNNING: set["Process"] = set()


class Process:
    """A program in its own process group."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._program = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(WORDS.say("no_start", fault=error.strerror)) from None
        _RUNNING.add(self)
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._log, self._keeping = bytearray(), Lock()
        self._errors = program.stderr
        self._threads = [
            Thread(target=_write, args=(program.stdin, self._questions), daemon=True),
            Thread(target=_read, args=(program.stdout, self._answers), daemon=True),
            Thread(target=_keep, args=(program.stderr, self._log, self._keeping), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write to the program; this never waits."""
        self._questions.put(line)

    def close(self) -> None:
        """Close the program's input once it has been written."""
        self._questions.put(None)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The program's answer, a line; ``Forfeit`` if none comes in time."""
        if not self._answers.empty():
            waiting = self._answers.get()
            raise Forfeit(WORDS.say("unasked") if waiting else self._farewell())
        self.send(line)
        try:
            answer = self._answers.get(timeout=max(seconds, 0))
        except Empty:
            raise Forfeit(WORDS.say("no_answer", seconds=f"{seconds:.3g}")) from None
        if len(answer) > LONGEST_LINE:
            raise Forfeit(WORDS.say("answer_long", most=LONGEST_LINE))
        if not answer.endswith(b"\n"):
            raise Forfeit(self._farewell())
        return answer

    def stop(self, patience: float = PATIENCE) -> str:
        """Let the program exit, kill it if it doesn't, and return the end of its error stream."""
        if self in _RUNNING:
            self.close()
            self._wait(patience)
            self.kill()
            # Its pipes are closed now, unless it left a child behind that holds them, which doesn't matter.
            for thread in self._threads:
                thread.join(PATIENCE)
        return self.recent_log()

    def recent_log(self) -> str:
        """The end of its error stream; what is told once is not told again."""
        self._drain()
        found = bytes(self._log)
        del self._log[: len(found)]
        return found[-LOG_SIZE:].decode(errors="replace")

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

    def _drain(self) -> None:
        """Wait until what the program has written to its error stream is read; not for long."""
        deadline = monotonic() + PATIENCE
        while _HAS_POLL and _has_more(self._errors, 0) and monotonic() < deadline:
            sleep(0.001)
        if _HAS_POLL:
            with self._keeping:  # what has been read is kept now, too
                pass

    def _farewell(self) -> str:
        code = self._wait(PATIENCE)
        if code is None:
            return WORDS.say("closed_output")
        return WORDS.say("signal", number=-code) if code < 0 else WORDS.say("exit_code", number=code)


def kill_all() -> None:
    """Kill every program that is still running, before this process stops at once."""
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


_HAS_POLL = hasattr(select, "poll")
"""Whether the system can tell that something waits to be read from a pipe."""


def _has_more(stream: IO[bytes], milliseconds: int | None) -> bool:
    """Whether something waits to be read from a pipe, or will in this time; its end counts, too."""
    try:
        waiting = select.poll()
        waiting.register(stream, select.POLLIN)
        return bool(waiting.poll(milliseconds))
    except (OSError, ValueError):  # closed meanwhile
        return False


def _keep(stream: IO[bytes], log: bytearray, keeping: Lock) -> None:
    with suppress(OSError), stream:
        while True:
            if _HAS_POLL:  # so that nothing is read outside of the lock, and nobody waits in it
                _has_more(stream, None)
            with keeping if _HAS_POLL else nullcontext():
                chunk = stream.read1(LOG_SIZE)  # type: ignore[attr-defined]
                log += chunk
                del log[: -2 * LOG_SIZE]
            if not chunk:
                return
