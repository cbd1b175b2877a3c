"""The evaluation of Samurai positions: what it must get right for the numbers to make sense."""

from collections.abc import Sequence

import pytest

from kabuto.samurai import Samurai
from kabuto.samurai.board import SETTLEMENT, SPACE, SPACES
from kabuto.samurai.players.evaluation import Outlook, survey, winner
from kabuto.samurai.tokens import BUDDHA, RICE
from tests.samurai.helpers import EDO, NORTH, PLAYERS, new, position

WEST, LAST, SHIP = (0, -5), (1, -6), (-1, -5)
"""The two land spaces of the village NORTH, and one of its sea spaces."""
NORTH_NUMBER = SETTLEMENT[next(SPACE[space.name] for space in SPACES if (space.q, space.r) == NORTH)]


def look(game: Samurai, seat: int = 0) -> Outlook:
    """How the game looks to a seat that has just moved."""
    order = [(seat + n) % game.players for n in range(1, game.players + 1)]
    view = game.view(seat)
    return Outlook(view.state, order, game.state.captured, view.pools)


def test_a_survey_counts_influence_and_the_land_that_is_missing() -> None:
    game = position(
        figures={EDO: "HBR", NORTH: "B"}, tokens={WEST: (0, "B3"), SHIP: (1, "V2"), (0, -3): (1, "S3")}
    )
    sites = survey(game.state, [1, 0])
    assert sorted(sites) == sorted(SETTLEMENT[SPACE[name]] for name in ("o8", "o14"))
    north = sites[NORTH_NUMBER]
    assert (north.missing, north.influence) == (1, ((2, 0), (2, 3), (2, 0)))


@pytest.mark.parametrize(
    ("influence", "first"), [((2, 3), 1), ((3, 3), None), ((0, 0), None), ((1, 4, 4), None), ((1, 0, 0), 0)]
)
def test_a_figure_without_missing_land_is_decided(influence: tuple[int, ...], first: int | None) -> None:
    assert winner(influence) == first
    chances = look(new(1, players=len(influence))).chances(BUDDHA, 0, influence)
    assert [place for place, chance in enumerate(chances) if chance] == ([] if first is None else [first])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("missing", range(7))
def test_chances_are_chances_and_grow_with_influence(players: int, missing: int) -> None:
    outlook = look(new(4, players=players))
    before = 0.0
    for own in range(9):
        chances: Sequence[float] = outlook.chances(BUDDHA, missing, (2,) * (players - 1) + (own,))
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) <= 1 + 1e-9
        assert chances[-1] >= before, f"with {own} influence"
        before = chances[-1]


def test_a_lead_that_no_token_of_the_opponent_can_beat_is_safer() -> None:
    def chance(pool: str) -> float:
        game = position(
            figures={EDO: "HBR", NORTH: "B"}, tokens={WEST: (0, "B3")}, hands=["H2", pool], to_move=1
        )
        outlook = look(game)
        return outlook.chances(BUDDHA, 1, outlook.sites[NORTH_NUMBER].influence[BUDDHA])[0]

    assert chance("H2 R4 S2 S2 B3") < chance("B4 R4 S2 S2 B3")


@pytest.mark.parametrize("players", PLAYERS)
def test_every_figure_is_worth_having_and_every_rival_worth_stopping_at_the_start(players: int) -> None:
    outlook = look(new(2, players=players))
    for worth in outlook.worth:
        assert worth[-1] > 0
        assert all(loss < 0 for loss in worth[:-1])


def test_a_kind_that_is_decided_is_worth_nothing_more() -> None:
    game = position(
        figures={EDO: "HBR", NORTH: "B", (2, 0): "H"},
        captured=[(2, 2, 0), (2, 2, 6)],
        hands=["S1", "S1"],
    )
    worth = look(game).worth
    assert worth[RICE][-1] < 0.02 < worth[BUDDHA][-1]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_chances_of_all_seats_to_win_add_up_to_about_one(players: int) -> None:
    game = new(6, players=players)
    assert sum(look(game, seat).chance for seat in range(players)) == pytest.approx(1, abs=0.2)


def test_a_lead_in_two_kinds_is_a_better_chance_than_many_figures() -> None:
    game = position(figures={EDO: "HBR"}, captured=[(4, 4, 0), (2, 2, 6)], hands=["S1", "S1"])
    assert look(game, 0).chance > 0.8 > 0.2 > look(game, 1).chance
