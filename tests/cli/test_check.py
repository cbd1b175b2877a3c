"""Verifying records."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kabuto.cli.progress import progress
from kabuto.table import deals, new

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


SECRET, PART, OTHER = "5e" * 32, "a1" * 32, "b2" * 32


def saved_deal(folder: Path, proof: deals.Proof, options: dict[str, Any]) -> tuple[Path, Path]:
    """A proof and the record that it belongs to."""
    game = deals.begin("samurai", options, proof.start, proof.seed)
    game.play(game.legal_moves()[0])
    paths = folder / "game.deal", folder / "game.json"
    paths[0].write_text(json.dumps(proof.to_json()))
    paths[1].write_text(json.dumps(game.record()))
    return paths


@pytest.fixture
def dealt(tmp_path: Path) -> tuple[Path, Path]:
    """A deal by version 1."""
    shares = (deals.Share(deals.seal(PART), PART), deals.Share(deals.seal(OTHER)))
    return saved_deal(tmp_path, deals.Proof("samurai", SECRET, shares), {"players": 2})


def bound(start: dict[str, Any] | None = None) -> tuple[deals.Proof, deals.Bond, dict[str, Any]]:
    """A deal by version 2, of which the person on seat 0 has a receipt; and the options of its game."""
    options, table = dict(new("samurai", players=2).options), deals.table_hash("a table")
    bond = deals.Bond.of(table, deals.start_hash("samurai", options, start, SECRET), SECRET)
    shares = (deals.Share(bond.seal(0, PART), PART), deals.Share(bond.seal(1, OTHER)))
    return deals.Proof("samurai", SECRET, shares, start, table, options), bond, options


def receipt(bond: deals.Bond, **changes: Any) -> dict[str, Any]:
    """What the browser on seat 0 saw and sent."""
    seals = [bond.seal(0, PART), bond.seal(1, OTHER)]
    mine = {"seat": 0, "seal": seals[0], "part": PART, "sealed": "accepted", "opened": "accepted"}
    told = {"table": bond.table, "commitment": bond.commitment, "start": bond.start}
    return {"receipt": 2, **told, "seals": seals, "mine": [mine]} | changes


def test_a_deal_is_verified_by_its_proof(kabuto: Kabuto, dealt: tuple[Path, Path]) -> None:
    proof, record = dealt
    printed = kabuto("check", "--deal", proof, record)
    assert (printed.code, printed.err) == (0, "")
    assert "1 player seed was added, 1 was withheld" in printed.out
    assert deals.commitment(SECRET) in printed.out
    assert "dealt by version 1" in printed.out
    assert "without a receipt (--receipt) it is impossible to tell" in printed.out


def test_s3_a_receipt_names_what_a_server_left_out_or_changed(kabuto: Kabuto, tmp_path: Path) -> None:
    proof, bond, options = bound()
    paths, kept = saved_deal(tmp_path, proof, options), tmp_path / "game.receipt"
    printed = kabuto("check", "--deal", *paths)
    assert (printed.code, printed.err) == (0, "")
    assert "dealt by version 2" in printed.out
    assert "it is impossible to tell" in printed.out
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({}, 0, "the receipt agrees, and the part of seat 0 counted"),
        ({"mine": []}, 0, "its browser added nothing that counted"),
        ({"seals": [bond.seal(0, PART), ""]}, 2, f"{kept}: seals[1]: the seal of seat 1 changed"),
        ({"commitment": "0" * 64}, 2, f"{kept}: commitment: the commitment changed"),
        ({"receipt": 1, "start": None}, 2, f"{kept}: receipt: the receipt is of a deal by version 1"),
        ({"receipt": 3}, 2, f"{kept}: receipt: this version reads receipts of versions 1, 2"),
    ]
    for changes, code, said in cases:
        kept.write_text(json.dumps(receipt(bond, **changes)))
        printed = kabuto("check", "--deal", *paths, "--receipt", kept)
        assert (printed.code, said in (printed.err or printed.out)) == (code, True), printed
    lost = replace(proof, shares=(deals.Share(proof.shares[0].seal), proof.shares[1]))
    kept.write_text(json.dumps(receipt(bond)))
    printed = kabuto("check", "--deal", *saved_deal(tmp_path, lost, options), "--receipt", kept)
    assert (printed.code, "mine[0].part: the part of seat 0 was lost" in printed.err) == (2, True)
    assert "pass that with --deal" in kabuto("check", "--receipt", kept, paths[1]).err


def test_s1_a_game_that_went_on_from_a_record_is_said_loudly(kabuto: Kabuto, tmp_path: Path) -> None:
    before = new("samurai", players=2, seed=1)
    before.play(before.legal_moves()[0])
    proof, _, options = bound(before.record())
    printed = kabuto("check", "--deal", *saved_deal(tmp_path, proof, options))
    assert printed.code == 0
    assert (
        "game.json: THIS GAME DID NOT BEGIN WITH A DEAL: it continued from a record after 1 move,"
        in printed.out
    )


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (b'"deal": 2', b'"deal": 3'),
        (b'"samurai"', b'"samurai\\u0000"'),
        (b'"samurai"', b'"\\ud800"'),
        (b'"samurai"', b'"' + b"x" * 10_000_000 + b'"'),
        (b'"seats": [', b'"seats": [' + b"null," * 1_000_000),
        (b'"start": null', b'"start": ' + b"[" * 100_000),
        (b'"start": null', b'"start": {"game": "yedo"}'),
        (b'"commitment"', b'"\xff"'),
        (b'"options": {', b'"options": 7, "more": {'),
    ],
    ids=lambda value: str(value[:30]),
)
def test_s1_a_damaged_proof_is_a_clear_refusal(
    kabuto: Kabuto, tmp_path: Path, damage: bytes, said: bytes
) -> None:
    path, record = saved_deal(tmp_path, bound()[0], bound()[2])
    whole = path.read_bytes()
    assert damage in whole
    path.write_bytes(whole.replace(damage, said, 1))
    printed = kabuto("check", "--deal", path, record)
    assert (printed.code, printed.out, printed.err.startswith(f"kabuto: {path}")) == (2, "", True)
    assert len(printed.err) < 1000
    assert "Traceback" not in printed.err


def test_a_deal_that_is_not_as_its_proof_says_is_refused(
    kabuto: Kabuto, dealt: tuple[Path, Path], games: Path, tmp_path: Path
) -> None:
    proof, record = dealt
    other = saved(tmp_path / "other.json")
    for first, files, said in [
        (proof, [other], f"kabuto: {proof}: start: the game was not dealt as the proof says"),
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
