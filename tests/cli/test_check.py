"""Verifying records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.cli.progress import progress
from kabuto.table import deals

from .conftest import Kabuto
from .games import saved
from .terminal import Terminal


@pytest.fixture
def games(kabuto: Kabuto, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    assert kabuto("simulate", "--games", 5, "--seats", "random", "--seed", 1, "--out", path).code == 0
    return path


def test_every_file_gets_a_line_with_its_count(kabuto: Kabuto, games: Path, tmp_path: Path) -> None:
    one = saved(tmp_path / "one.json", moves=("V1n7",))
    printed = kabuto("check", games, one)
    assert (printed.code, printed.err) == (0, "")
    assert printed.out == f"{games}: 5 correct\n{one}: 1 correct\n"


def test_the_first_fault_is_named_with_file_line_and_place(
    kabuto: Kabuto, games: Path, tmp_path: Path
) -> None:
    lines = games.read_text().splitlines()
    record = json.loads(lines[2])
    record["moves"][4] = "S3a20"
    lines[2] = json.dumps(record)
    games.write_text("\n".join(lines) + "\n")
    fine = saved(tmp_path / "fine.json")
    printed = kabuto("check", fine, games)
    assert printed.code == 2
    assert printed.out == f"{fine}: 1 correct\n"
    assert printed.err.startswith(f"kabuto: {games}:3: moves[4]: ")


def test_a_wrong_outcome_is_a_fault(kabuto: Kabuto, games: Path) -> None:
    lines = games.read_text().splitlines()
    record = json.loads(lines[4])
    record["outcome"]["winners"] = [1 - record["outcome"]["winners"][0]]
    games.write_text("\n".join([*lines[:4], json.dumps(record)]))
    printed = kabuto("check", games)
    assert (printed.code, f"{games}:5: outcome: " in printed.err) == (2, True)


@pytest.mark.parametrize("cut", [1, 100, 1000])
def test_a_file_cut_anywhere_is_a_fault(kabuto: Kabuto, games: Path, cut: int) -> None:
    games.write_bytes(games.read_bytes()[: -cut - 1])
    printed = kabuto("check", games)
    assert (printed.code, f"{games}:5: " in printed.err) == (2, True)


def test_a_record_over_many_lines_is_one_record(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "pretty.json")
    path.write_text(json.dumps(json.loads(path.read_text()), indent=2))
    assert kabuto("check", path).out == f"{path}: 1 correct\n"


def test_the_standard_input_can_be_checked(games: Path) -> None:
    command = [sys.executable, "-m", "kabuto", "check", "-"]
    done = subprocess.run(command, input=games.read_bytes(), capture_output=True, timeout=250, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"-: 5 correct\n", b"")


def test_progress_is_shown_at_a_terminal_alone(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Terminal("check", games, home=tmp_path, COLUMNS="200") as terminal:
        assert terminal.end() == 0
        assert "5 correct" in terminal.shown
        assert "5/?" in terminal.shown
    with progress("quiet", 3) as advance:
        advance(3)
    assert capsys.readouterr().err == ""


@pytest.fixture
def dealt(tmp_path: Path) -> tuple[Path, Path]:
    """A proof and the record that it belongs to."""
    shares = (deals.Share(deals.seal("a1" * 32), "a1" * 32), deals.Share(deals.seal("b2" * 32)))
    game = deals.begin("samurai", {"players": 2}, None, deals.seed("5e" * 32, shares))
    game.play(game.legal_moves()[0])
    proof, record = tmp_path / "game.deal", tmp_path / "game.json"
    proof.write_text(json.dumps(deals.Proof("samurai", "5e" * 32, shares).to_json()))
    record.write_text(json.dumps(game.record()))
    return proof, record


def test_a_deal_is_verified_by_its_proof(kabuto: Kabuto, dealt: tuple[Path, Path]) -> None:
    proof, record = dealt
    printed = kabuto("check", "--deal", proof, record)
    assert (printed.code, printed.err) == (0, "")
    assert "1 person added to chance, 1 withheld a part" in printed.out
    assert deals.commitment("5e" * 32) in printed.out


def test_a_deal_that_is_not_as_its_proof_says_is_refused(
    kabuto: Kabuto, dealt: tuple[Path, Path], games: Path, tmp_path: Path
) -> None:
    proof, record = dealt
    other = saved(tmp_path / "other.json")
    for first, files, said in [
        (proof, [other], f"kabuto: {proof}: start: the game was not dealt by chance as the proof has it"),
        (record, [record], f"kabuto: {record}: deal: this is the record of a game"),
        (proof, [proof], f"kabuto: {proof}: "),
        (proof, [record, other], "kabuto: --deal: a proof belongs to one game"),
        (proof, [games], f"{games} holds 5 games"),
        (tmp_path / "none", [record], f"kabuto: {tmp_path / 'none'}: No such file"),
    ]:
        printed = kabuto("check", "--deal", first, *files)
        assert (printed.code, printed.out) == (2, "")
        assert said in printed.err
    proof.write_text("{")
    assert "line 1, column 2" in kabuto("check", "--deal", proof, record).err
