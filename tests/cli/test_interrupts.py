"""Ctrl-C while processes are being started: they never hear it, and it is never lost."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import os, signal, subprocess, sys
from kabuto.processes import deaf_to_interrupts

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
