"""``play`` checks every move, also where the legal moves were listed just before."""

from random import Random

import pytest

import kabuto
from kabuto.table import IllegalMove, register
from tests.support.tiny import Kite, Kites, State


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_list_of_moves_is_worth_nothing_in_another_position(name: str) -> None:
    game, rng, refused = kabuto.new(name, seed=1), Random(1), 0
    while game.ply < 30:
        listed = list(game.legal_moves())
        before = game.position()
        game.play(rng.choice(listed))
        for move in [move for move in listed if game.why_not(move) is not None]:
            refused += 1
            with pytest.raises(IllegalMove):
                game.play(move)
        game.undo()
        assert game.position() == before
        game.play(rng.choice(listed))
    assert refused > 30


class Listed(Kites):
    """Kites that hands out its moves in a list."""

    name = "listed"

    def _legal_moves(self, state: State) -> list[Kite]:  # type: ignore[override]
        return list(super()._legal_moves(state))


@pytest.mark.usefixtures("own_registry")
def test_a_list_that_its_caller_changes_lets_no_move_through() -> None:
    register(Listed)
    game = kabuto.new("listed", seed=1)
    legal = game.legal_moves()
    assert isinstance(legal, list)
    other = next(kite for kite in map(Kite, range(1, 99)) if kite not in legal)
    legal.append(other)
    with pytest.raises(IllegalMove):
        game.play(other)
