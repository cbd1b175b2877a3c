"""Ctrl-C: never lost, whatever is being done, and heard by nobody else."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.table.record import dumps

SCRIPT = """
import os, signal, subprocess, sys
from kabuto.parallel.processes import deaf_to_interrupts

HELD = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()), flush=True)"
try:
    with deaf_to_interrupts():
        subprocess.run([sys.executable, "-c", HELD])
        os.kill(os.getpid(), signal.SIGINT)
        print("undisturbed", flush=True)
except KeyboardInterrupt:
    print("heard", flush=True)
subprocess.run([sys.executable, "-c", HELD])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_is_heard_when_the_processes_are_there() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["True", "undisturbed", "heard", "False"], run.stderr


SWALLOWED = """
import sys, time
from kabuto.cli import command

class Callback:
    def __del__(self):
        raise KeyboardInterrupt

def dispatch(arguments, language):
    del arguments[:]
    Callback()
    {then}

command._dispatch = dispatch
sys.exit(command.main())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("then", ["time.sleep(30)", "raise RuntimeError"])
def test_an_interrupt_that_foreign_code_swallows_is_repeated(then: str) -> None:
    """Even if that code fails before, as Numba's compiler does that hears nothing from a callback."""
    script = SWALLOWED.format(then=then)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (130, "")


LINGERING = """
import threading, time
start = threading.Thread.start

def slow_start(self):
    start(self)
    time.sleep(0.2)

threading.Thread.start = slow_start
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_is_not_repeated_while_it_would_be_lost_again() -> None:
    """However long a busy machine takes to leave the hook that noticed it."""
    script = LINGERING + SWALLOWED.format(then="time.sleep(30)")
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (130, "")


PRESSED_AGAIN = {
    "while the first one is dealt with": """
class Pressed(command.Event):
    def set(self):
        signal.raise_signal(signal.SIGINT)

command.Event = Pressed
""",
    "while a thread is waited for": """
def keep_pressing():
    threading.main_thread().join()
    while True:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)

threading.Thread(target=keep_pressing).start()
""",
    "while Python cleans up": "atexit.register(signal.raise_signal, signal.SIGINT)\n",
    "as the last modules go": """
class Last:
    def __del__(self, press=signal.raise_signal, number=signal.SIGINT):
        press(number)

last = Last()
""",
}


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("when", PRESSED_AGAIN)
def test_pressing_again_changes_nothing_about_the_end(when: str) -> None:
    script = "import atexit, os, signal, threading\n" + SWALLOWED.format(then="raise RuntimeError")
    script = script.replace("command._dispatch", PRESSED_AGAIN[when] + "command._dispatch")
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (130, "")


THINKING = """
from pathlib import Path
from runpy import run_module
from kabuto.samurai.players.learned import native as learned
from kabuto.samurai.players.search import native

def told(think):
    def thinks(*arguments):
        Path("thinking").touch()
        return think(*arguments)

    return thinks

for module in (learned, native):
    module.think = told(module.think)
run_module("kabuto", run_name="__main__", alter_sys=True)
"""
"""The command, which leaves a file when its search is in the compiled code that hears no Ctrl-C."""
HANGING = f"""#!{sys.executable}
import sys, time
from pathlib import Path

sys.stdin.readline()
Path("thinking").touch()
time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "samurai", "--seats", "search:100000000", "--games", "1", "--jobs", "1"],
        ["analyse", "game.json", "--ply", "10", "--iterations", "1000000"],
        ["simulate", "samurai", "--seats", "program:500:./hang", "--games", "4", "--jobs", "2"],
    ],
    ids=lambda words: f"{words[0]} {words[3]}",
)
def test_long_thoughts_are_broken_off(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "hang").write_text(HANGING)
    (tmp_path / "hang").chmod(0o755)
    game = kabuto.new("samurai", seed=1)
    play_out(game, [make("random", "samurai", Random(seat)) for seat in range(game.players)])
    (tmp_path / "game.json").write_text(dumps(game.record()), encoding="utf-8")
    command = [sys.executable, "-c", THINKING, *words]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        while not (tmp_path / "thinking").exists():
            assert process.poll() is None, process.communicate()
            sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()  # nobody would wait for the end of the thought
        assert (process.returncode, "Traceback" in err) == (130, False), err
    finally:
        process.kill()
        process.communicate()
