"""The command in this process: quick, and with everything it prints."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from kabuto.cli import main


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Kabuto = Callable[..., Printed]


@pytest.fixture
def kabuto(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kabuto:
    """``kabuto("play", "--seed", 1, typed="S3\\n")``: nothing is a terminal, the language is English."""
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*arguments: object, typed: str = "") -> Printed:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Printed(code, printed.out, printed.err)

    return run
