"""Opening hands are chosen by all seats at once; the record keeps them in the order of the seats."""

import random

import pytest

import kabuto
from kabuto import IllegalMove
from kabuto.samurai import Samurai

from .rules_table import rule

HANDS = (
    ["+S1", "+H2", "+V1", "+X", "+T"],
    ["+S2", "+S3", "+B3", "+R4", "+N1"],
    ["+H4", "+H3", "+S1", "+B2", "+B4"],
)


def choosing() -> Samurai:
    return kabuto.new("samurai", players=3, hands="choose", seed=5)


@rule("K20", "K22")
def test_every_seat_is_deciding_until_its_hand_is_complete() -> None:
    game = choosing()
    assert game.deciding == (0, 1, 2)
    for number, token in enumerate(HANDS[1]):
        assert game.deciding == (0, 1, 2), number
        game.play(token, seat=1)
    assert list(game.deciding) == [0, 2]
    assert game.to_move == 0
    assert game.legal_moves(1) == ()
    assert game.why_not("+S1", seat=1) == "It is seat 0’s turn."
    with pytest.raises(IllegalMove, match="It is seat 0’s turn"):
        game.play("+S1", seat=1)


def test_one_seat_decides_when_hands_are_dealt_and_none_at_the_end() -> None:
    game = kabuto.new("samurai", players=3, seed=5)
    assert game.deciding == game.view(1).deciding == (0,)
    rng = random.Random(1)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    assert game.deciding == game.view(1).deciding == ()


@rule("K22")
@pytest.mark.parametrize("seed", range(5))
def test_the_record_is_the_same_in_whatever_order_they_choose(seed: int) -> None:
    one_after_the_other, at_once = choosing(), choosing()
    for hand in HANDS:
        for token in hand:
            one_after_the_other.play(token)
    left = [list(hand) for hand in HANDS]
    rng = random.Random(seed)
    while any(left):
        seat = rng.choice([seat for seat, hand in enumerate(left) if hand])
        at_once.play(left[seat].pop(0), seat)
    assert at_once.record() == one_after_the_other.record()
    assert at_once.record()["moves"] == [token for hand in HANDS for token in hand]
    for viewer in (None, 0, 1, 2):
        assert at_once.view(viewer) == one_after_the_other.view(viewer)


def test_a_seat_sees_what_it_chose_and_the_others_how_many() -> None:
    game = choosing()
    game.play("+S1", seat=2)
    game.play("+X", seat=2)
    assert game.view(2).hand == ("S1", "X")
    assert game.view(2).ahead[2] == tuple(map(game.move_type.parse, ("+S1", "+X")))
    for viewer in (None, 0, 1):
        view = game.view(viewer)
        assert view.hand_sizes == (0, 0, 2)
        assert [str(move) for move in view.ahead[2]] == ["+", "+"]
        assert "X" not in view.hand
    assert game.ply == 0, "it waits until the seats before have chosen"


@rule("K20")
def test_no_more_copies_can_be_chosen_than_there_are() -> None:
    game = choosing()
    game.play("+X", seat=1)
    assert (
        game.view(1).why_not("+X")
        == game.why_not("+X", seat=1)
        == "You have already chosen the only figure exchange."
    )
    assert game.why_not("+X", seat=2) is None
    with pytest.raises(IllegalMove):
        game.play("+X", seat=1)


def test_a_seat_takes_back_its_own_choice_while_others_go_on() -> None:
    game = choosing()
    game.play("+S1")
    game.play("+X", seat=2)
    game.play("+T", seat=1)
    game.play("+H2")
    assert [game.can_undo(seat) for seat in (0, 1, 2, None)] == [True, True, True, False]
    assert str(game.undo(2)) == "+X"
    assert not game.can_undo(2)
    with pytest.raises(IllegalMove, match="no move to undo"):
        game.undo(2)
    assert str(game.undo(0)) == "+H2"
    assert str(game.undo(0)) == "+S1"
    assert game.view(1).hand == ("T",)
    assert game.ply == 0


def test_when_the_stacks_are_formed_nobody_takes_back_a_choice() -> None:
    game = choosing()
    for seat in (2, 1, 0):
        for token in HANDS[seat]:
            game.play(token, seat)
    assert game.deciding == (0,)
    assert not any(game.can_undo(seat) for seat in range(3))
    before = game.record()
    game.undo()
    assert game.deciding == (0,)
    assert game.view(0).hand_sizes == (4, 5, 5)
    game.play(HANDS[0][-1])
    assert game.record() == before
    game.play(game.legal_moves()[0])
    game.undo()
    assert game.record() == before


def test_a_seat_that_is_none_is_refused() -> None:
    game = choosing()
    for nobody in (3, -1):
        with pytest.raises(ValueError, match="seat is 0 to 2"):
            game.play("+S1", seat=nobody)


def test_a_seat_takes_its_choice_back_even_when_all_chose_in_the_order_of_the_seats() -> None:
    game = choosing()
    for seat in (0, 1):
        for token in HANDS[seat]:
            game.play(token, seat=seat)
    assert game.can_undo(0)
    assert str(game.undo(0)) == "+T"
    assert str(game.undo(0)) == "+X"
    assert game.deciding == (0, 2)
    assert [str(move) for move in game.moves] == HANDS[0][:3]
    assert str(game.undo(1)) == "+N1"
    for seat, token in ((0, "+X"), (0, "+T"), (1, "+N1")):
        game.play(token, seat=seat)
    assert [str(move) for move in game.moves] == HANDS[0] + HANDS[1]
