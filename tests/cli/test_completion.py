"""Q6: a shell completes commands, games, options and what they can be."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.cli.command import COMMANDS
from kabuto.cli.completion import SCRIPTS, completions
from kabuto.table import games

from .conftest import Kabuto


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [*COMMANDS, "--help", "--version"]),
        ("sim", ["simulate"]),
        ("play ", games()),
        ("play y", ["yedo"]),
        ("play samurai --ed", ["--edition"]),
        ("play yedo --ed", []),
        ("play samurai --edition ", ["rgg", "hig", "ffg"]),
        ("play --edition h", ["hig"]),
        ("play samurai --beginner ", []),
        ("arena yedo --entrants greedy,level1", ["greedy,level1"]),
        ("arena --seed ", []),
        ("serve --public", ["--public-url"]),
        ("replay games", []),
        ("nonsense ", []),
        ("play nonsense ", []),
    ],
)
def test_q6_words_are_completed(typed: str, found: list[str]) -> None:
    assert completions(typed.split(" "), "en") == found


@pytest.mark.parametrize("command", COMMANDS)
def test_q6_every_command_completes_its_options(command: str) -> None:
    assert "--language" in completions([command, "--lang"], "en")


def test_q6_a_script_for_each_shell_is_printed(kabuto: Kabuto) -> None:
    for shell in SCRIPTS:
        printed = kabuto("completion", shell)
        assert (printed.code, printed.out) == (0, SCRIPTS[shell] + "\n")
    assert "SHELL: one of bash, zsh, fish, not tcsh" in kabuto("completion", "tcsh").err
    assert kabuto("completion").code == 2
    assert kabuto("completion", "--words", "play", "samurai", "--fig").out == "--figures\n"


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_q6_bash_completes(tmp_path: Path) -> None:
    command = tmp_path / "kabuto"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kabuto "$@"\n')
    command.chmod(0o755)
    line = 'COMP_WORDS=(kabuto play samurai --edition ""); COMP_CWORD=4; _kabuto; echo "${COMPREPLY[@]}"'
    script = f'PATH="{tmp_path}:$PATH"\n{SCRIPTS["bash"]}\n{line}'
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=240)
    assert run.stdout == "rgg hig ffg\n", run.stderr
