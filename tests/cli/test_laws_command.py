"""``kabuto laws``: which law a game breaks, by which example."""

import json
from typing import Any

import pytest

import kabuto
from kabuto.cli import main
from kabuto.laws import LAWS, BrokenLaw, Law, cases
from kabuto.table import Option
from tests.support.tiny import Kite, Kites, State
from tests.test_law_faults import FAULTS, ForgetsTheWind, NamesMovesTwice, ShowsAKiteOfTheNextSeat

pytestmark = pytest.mark.usefixtures("own_registry")


def judged(capsys: pytest.CaptureFixture[str], kind: type[Kites], *more: str) -> tuple[int, dict[str, Any]]:
    """What the command says about a game, as JSON, and its exit code."""
    kabuto.register(kind)
    code = main(["laws", "kites", "--seed", "1", "--json", *more])
    return code, json.loads(capsys.readouterr().out)


def broken(said: dict[str, Any]) -> list[int]:
    return [law["law"] for law in said["laws"] if not law["kept"]]


def test_a_sound_game_keeps_all_eight(capsys: pytest.CaptureFixture[str]) -> None:
    kabuto.register(Kites)
    assert main(["laws", "kites", "--games", "2", "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[0] for line in lines if line.endswith("kept")] == list("12345678")
    assert "This game has no permute" in " ".join(lines)  # L2: what was not checked is said


ONE_CASE = {
    "samurai": [
        "--players",
        "2",
        "--edition",
        "hig",
        "--hands",
        "random",
        "--figures",
        "draft",
        "--captures",
        "turn",
        "--captured-figures",
        "hidden",
        "--null-exchange",
        "true",
    ],
    "yedo": ["--players", "2", "--cards", "house", "--overbids", "true"],
}
"""Options that leave nothing to try: ``tests/test_laws.py`` checks all of them."""


@pytest.mark.uncounted
@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_the_games_of_the_house_keep_them(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", game, *ONE_CASE[game], "--seed", "5"]) == 0, capsys.readouterr().out


KNOWN_TO_BOTH = {ShowsAKiteOfTheNextSeat}
"""Their view and their samples agree on what may be seen: only a permutation from outside shows the fault."""


@pytest.mark.parametrize(
    ("fault", "numbers"),
    [(fault, numbers) for fault, _, numbers in FAULTS],
    ids=[fault.__name__ for fault, _, _ in FAULTS],
)
def test_every_fault_is_found_without_a_permutation(fault: type[Kites], numbers: list[int]) -> None:
    """In the games that the command plays; they are broken off as soon as a law is broken."""
    kabuto.register(fault)
    tried = cases("kites", games=5, seed=1)

    def breaks(law: Law) -> bool:
        try:
            for case in tried:
                law(case)
        except BrokenLaw:
            return True
        return False

    found = any(breaks(law) for law in LAWS if law.number in numbers)
    assert found == (fault not in KNOWN_TO_BOTH)


def test_a_broken_law_is_shown_with_an_example_that_leads_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = judged(capsys, ForgetsTheWind)
    assert code == 1
    example = next(law for law in said["laws"] if law["law"] == 2)
    assert example["title"] == "intent and outcome apart"
    assert "replayed without the seed" in example["fault"]
    game = kabuto.new("kites", seed=example["seed"], **example["options"])
    for move in example["moves"]:
        game.play(move)
    assert game.ply == example["ply"]


def test_the_same_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    kabuto.register(NamesMovesTwice)
    assert main(["laws", "kites", "--seed", "1"]) == 1
    said = capsys.readouterr().out
    for part in ("1  checked by default", "BROKEN", "names a move twice", 'game = kabuto.new("kites", seed='):
        assert part in said
    kabuto.register(NamesMovesTwice)
    assert main(["laws", "kites", "--seed", "1", "--language", "de"]) == 1
    assert "GEBROCHEN" in capsys.readouterr().out


def test_the_same_seed_finds_the_same_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(capsys, NamesMovesTwice) == judged(capsys, NamesMovesTwice)


class Stumbles(Kites):
    def _after(self, state: State, move: Kite) -> State:
        if len(state.flown) == 4:
            raise ZeroDivisionError("too much wind")
        return super()._after(state, move)


def test_a_game_that_raises_in_the_middle_is_shown_where(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = judged(capsys, Stumbles)
    assert code == 1
    first = said["laws"][0]
    assert "the game raises ZeroDivisionError: too much wind (test_laws_command.py, line" in first["fault"]
    assert (first["ply"], len(first["moves"])) == (4, 4)
    assert main(["laws", "samurai", *ONE_CASE["samurai"], "--seed", "1"]) == 0


class PromisesTooMuch(Kites):
    most_plies, most_legal_moves = 5, 2


class ListsTooLittle(Kites):
    @classmethod
    def every_move(cls, options: Any) -> list[Kite]:
        return [Kite(1)]


class ClaimsNoChance(Kites):
    chance = "none"


class ClaimsNoSecrets(Kites):
    hidden = False


@pytest.mark.parametrize(
    ("kind", "law", "words"),
    [
        (PromisesTooMuch, 7, "3 legal moves, but most_legal_moves is 2"),
        (ListsTooLittle, 7, "every_move does not list these legal moves: k"),
        (ClaimsNoChance, 2, "it declares chance = 'none', but another seed makes another game"),
        (ClaimsNoSecrets, 4, "nothing is hidden, but a sample is not the true game"),
    ],
)
def test_what_a_game_declares_has_to_be_true(
    kind: type[Kites], law: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = judged(capsys, kind)
    assert code == 1
    assert words in next(each["fault"] for each in said["laws"] if each["law"] == law)


def test_options_on_the_command_line_are_fixed_and_the_others_vary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert judged(capsys, Kites)[1]["cases"] == [{}, {"kites": 5}]
    assert judged(capsys, Kites, "--kites", "5")[1]["cases"] == [{"kites": 5}]


class Picky(Kites):
    option_table = (  # type: ignore[assignment]
        *Kites.option_table,
        Option("rain", (False, True), False, "whether it rains"),
    )

    def _begin(self, start: Any, moves: Any) -> State:
        if self.options["rain"]:
            raise kabuto.BadOption("it never rains", "rain")
        return super()._begin(start, moves)


def test_options_that_a_game_refuses_are_left_out() -> None:
    kabuto.register(Picky)
    assert [case.options for case in cases("kites")] == [{}, {"kites": 5}]
    with pytest.raises(kabuto.BadOption, match="it never rains"):
        cases("kites", {"rain": True})


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["laws", "shogi"], "there is no game 'shogi'"),
        (["laws", "kites", "--games", "0"], "--games"),
        (["laws", "kites", "--kites", "4"], "kites is 3 or 5"),
        (["laws", "kites", "--seed", "x"], "--seed"),
    ],
)
def test_nonsense_is_refused(argv: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    kabuto.register(Kites)
    assert main(argv) == 2
    assert words in capsys.readouterr().err


def test_the_laws_are_numbered_as_in_the_documents() -> None:
    assert [law.number for law in LAWS] == list(range(1, 9))
