"""Any text, and anything else, as a move: it is read, or refused with a reason, and nothing breaks."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kabuto
from kabuto.samurai import Move, Verb
from kabuto.samurai.board import SPACES
from kabuto.samurai.tokens import TOKENS

from .helpers import attempt

SPACE_NAMES = [space.name for space in SPACES]
LETTERS = "+*-/HBRSNVXTabcmnot0123456789 "


def middle(seed: int, **options: Any) -> Any:
    """A game of random moves somewhere in its middle."""
    game, rng = kabuto.new("samurai", seed=seed, **options), Random(seed)
    while game.to_move is not None and game.ply < 60:
        game.play(rng.choice(game.legal_moves()))
    return game


GAMES = [
    kabuto.new("samurai", seed=1, hands="choose"),
    kabuto.new("samurai", seed=1, figures="draft", players=4),
    middle(1),
    middle(2, players=4, edition="ffg", null_exchange=True),
]

space = st.sampled_from([*SPACE_NAMES, "a0", "z1", "o99", "o014", ""])
token = st.sampled_from([*(kind.code for kind in TOKENS), "S", "S4", "H1", "V3", "", "N"])
figure = st.sampled_from("HBRS")
almost = st.one_of(
    st.builds("{}{}".format, token, space),
    st.builds("+{}".format, token),
    st.builds("{}*{}".format, figure, space),
    st.builds("X{}{}-{}{}".format, space, figure, space, figure),
    st.builds("T{}-{}".format, space, space),
    st.text(LETTERS, max_size=12),
)
any_text = st.text(st.characters(codec=None), max_size=40) | almost
any_thing = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.binary(),
    any_text,
    st.lists(any_text),
    st.tuples(any_text),
)


@given(any_text)
def test_text_is_a_move_that_is_written_back_or_refused(text: str) -> None:
    move = attempt(lambda: Move.parse(text), kabuto.IllegalMove)
    if move is not None:
        assert Move.parse(str(move)) == move
        assert str(Move.parse(str(move))) == str(move)
        assert str(move) == text or text.startswith("X")


@given(st.sampled_from(range(len(GAMES))), almost | any_thing)
def test_a_game_plays_what_it_lists_and_refuses_the_rest_unchanged(number: int, move: Any) -> None:
    game = GAMES[number]
    before, legal = game.record(), {str(move) for move in game.legal_moves()}
    reason = game.why_not(move)
    assert game.view(game.to_move).why_not(move) == reason
    if reason is None:
        assert str(Move.parse(move)) in legal
        game.play(move)
        assert str(game.undo()) in legal
    else:
        assert move not in legal if isinstance(move, str) else True
        with pytest.raises(kabuto.IllegalMove) as refused:
            game.play(move)
        assert refused.value.reason == reason
    assert game.record() == before


@pytest.mark.uncounted
@given(
    st.lists(st.integers(-3, 200) | st.none() | st.text(max_size=2), max_size=5),
    st.sampled_from(list(Verb)),
)
def test_numbers_are_a_move_that_is_written_and_read_back_or_refused(numbers: list[Any], verb: Any) -> None:
    move = attempt(lambda: Move(verb, *numbers), kabuto.IllegalMove)
    if move is not None:
        assert Move.parse(str(move)) == move
