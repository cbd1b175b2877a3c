"""The rules of Kaiawase, and the eight laws of Kabuto."""

import pytest
from kaiawase import SHELLS, Kaiawase, Lay, State

import kabuto
from kabuto.laws import LAWS, Law, cases


def position(mat: list[str], hands: list[list[str]], top: str) -> Kaiawase:
    """A game for two in this position; the other shells are in the basket."""
    rest = list(SHELLS)
    for shell in [*mat, *hands[0], *hands[1], top]:
        rest.remove(shell)
    start = {"hands": hands, "mat": mat, "basket": [top, *rest], "won": [[], []]}
    game = kabuto.load({"format": 1, "game": "kaiawase", "start": start})
    assert isinstance(game, Kaiawase)
    return game


def state_after(game: Kaiawase, move: str) -> State:
    game.play(move)
    return game._states[-1]


def test_a_match_wins_the_pair() -> None:
    state = state_after(position(["moon", "pine"], [["moon"], ["fan"]], top="plum"), "moon")
    assert state.won == (("moon",), ())
    assert state.mat == ("pine", "plum")


def test_a_shell_without_a_match_stays_and_the_turned_one_may_match_it() -> None:
    state = state_after(position(["pine"], [["moon"], ["fan"]], top="moon"), "moon")
    assert state.won == (("moon",), ())
    assert state.mat == ("pine",)


def test_a_shell_that_is_not_in_the_hand_is_refused() -> None:
    game = position(["pine"], [["moon"], ["fan"]], top="plum")
    assert game.legal_moves() == [Lay("moon")]
    assert game.why_not("fan") == "You have no shell with the fan."


def test_the_most_pairs_win() -> None:
    game = position(["moon", "pine"], [["moon"], ["fan"]], top="plum")
    game.play("moon")
    game.play("fan")
    assert game.outcome
    assert game.outcome.winners == (0,)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_it_keeps_the_law(law: Law) -> None:
    for case in cases("kaiawase", games=3):
        law(case)
