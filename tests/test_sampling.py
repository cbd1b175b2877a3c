"""Samples are spread evenly over what is possible: they are counted, and compared with all that could be."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import pytest

import kabuto
from kabuto import Game, View
from kabuto.samurai import Samurai
from kabuto.samurai.tokens import FULL_SET, codes
from tests.support.tiny import Kites, deck


def count(view: View, what: Callable[[Any], Any], samples: int) -> Counter[Any]:
    """How often something is found in samples of a view."""
    rng = random.Random("samples")
    return Counter(what(view.sample(rng)) for _ in range(samples))


def assert_even(found: Mapping[Any, int], possible: Mapping[Any, int]) -> None:
    """Demand that everything possible is found as often as its weight says (chi-square, six deviations)."""
    assert set(found) <= set(possible), f"impossible: {set(found) - set(possible)}"
    share = sum(found.values()) / sum(possible.values())
    assert share * min(possible.values()) >= 5, "too few samples to tell"
    distance = sum(
        (found[thing] - share * weight) ** 2 / (share * weight) for thing, weight in possible.items()
    )
    freedom = len(possible) - 1
    limit = freedom + 6 * (2 * freedom) ** 0.5
    assert distance < limit, f"chi-square is {distance:.0f}, more than {limit:.0f}: {found}"


def samurai(moves: int = 0, **options: Any) -> Samurai:
    """A game of Samurai after some random moves."""
    game: Samurai = kabuto.new("samurai", seed=11, **options)
    rng = random.Random("moves")
    for _ in range(moves):
        game.play(rng.choice(game.legal_moves()))
    return game


def hand_of_1(game: Game[Any, Any]) -> tuple[Any, ...]:
    """What seat 1 holds."""
    return tuple(game.position()["hands"][1])


@pytest.mark.usefixtures("own_registry")
def test_a_hidden_hand_of_the_tiny_game_may_be_any_of_the_unseen_kites() -> None:
    kabuto.register(Kites)
    view = Kites({"players": 3, "kites": 3}, seed=5).view(0)
    unseen = [kite for kite in deck(view.options) if kite not in view.hand]
    assert_even(count(view, hand_of_1, 1000), dict.fromkeys(combinations(unseen, 3), 1))


def test_a_hidden_hand_may_be_any_of_the_unplayed_tokens() -> None:
    hands, draws = [["H2"], ["B2", "S1", "V1"]], [[], ["S1", "R4", "X"]]
    record = {**samurai().record(), "start": {"hands": hands, "draws": draws, "to_move": 0}}
    possible = Counter(combinations(["B2", "R4", "S1", "S1", "V1", "X"], 3))
    assert_even(count(kabuto.load(record).view(0), hand_of_1, 1000), possible)


@pytest.mark.uncounted
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_any_unplayed_token_that_a_seat_does_not_see_may_be_the_next_drawn_by_seat_1(
    seat: int | None,
) -> None:
    view = samurai(moves=25).view(seat)
    found = count(view, lambda sample: sample.position()["draws"][1][0], 1200)
    assert_even(found, Counter(view.unplayed[1]) - Counter(view.hand if seat == 1 else ()))


def test_a_token_played_after_one_draw_was_dealt_four_times_as_often_as_drawn() -> None:
    record = samurai().record()
    hands = [["H2", "H3", "H4", "B2", "B3"], ["R2", "R3", "R4", "S3", "N1"]]
    rest = [sorted((Counter(codes(FULL_SET)) - Counter(hand)).elements()) for hand in hands]
    game = kabuto.load({**record, "start": {**record["start"], "hands": hands, "draws": rest}})
    for token in ("H2", "R2", "H3", "R3"):
        game.play(next(move for move in game.legal_moves() if str(move).startswith(token)))
        game.play("/")
    found = count(game.view(0), lambda sample: "R3" in sample.record()["start"]["hands"][1], 1000)
    # R2 had one of the first five places and R3 another one of the first six: in 20 of 25 ways, not the sixth
    assert_even(found, {True: 4, False: 1})


def test_tokens_chosen_in_secret_may_be_any() -> None:
    game = samurai(moves=7, hands="choose")
    possible = Counter(combinations(codes(FULL_SET), 2))
    assert_even(count(game.view(0), hand_of_1, 3000), possible)


@pytest.mark.parametrize("moves", [0, 13, 30, 60])
@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3, "hands": "choose"}, {"players": 4}], ids=str
)
def test_samples_deal_exactly_the_unplayed_tokens(options: dict[str, Any], moves: int) -> None:
    game = samurai(moves, **options)
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        position = view.sample(random.Random(moves)).position()
        assert tuple(map(len, position["hands"])) == view.hand_sizes
        assert seat is None or tuple(position["hands"][seat]) == view.hand
        for hand, stack, unplayed in zip(
            position["hands"], position.get("draws", ()), view.unplayed, strict=False
        ):
            assert Counter(hand + stack) == Counter(unplayed)
