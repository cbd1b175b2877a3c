"""Who meets whom: every deal from every seat, and chance that follows from the seed alone."""

from collections import Counter
from itertools import permutations

import pytest

from kabuto.arena import Fixture, Match, new_match
from kabuto.arena.match import seatings
from kabuto.table import BadOption


def samurai(*entrants: str, players: int = 2, tables: str = "all", seed: int = 1) -> Match:
    """A match of entrants who need not exist."""
    return Match("samurai", {"players": players}, entrants, tables, seed)


def test_two_entrants_play_every_deal_twice_with_seats_swapped() -> None:
    assert list(samurai("a", "b").fixtures(4)) == [
        Fixture(0, ("a", "b")),
        Fixture(0, ("b", "a")),
        Fixture(1, ("a", "b")),
        Fixture(1, ("b", "a")),
    ]


@pytest.mark.parametrize(("games", "played"), [(1, 2), (2, 2), (3, 4), (200, 200)])
def test_games_are_rounded_up_to_whole_deals(games: int, played: int) -> None:
    assert len(list(samurai("a", "b").fixtures(games))) == played


def test_of_more_entrants_everybody_meets_everybody_with_the_same_deals() -> None:
    match = samurai("a", "b", "c")
    assert match.lineups() == [("a", "b"), ("a", "c"), ("b", "c")]
    assert Counter(game.deal for game in match.fixtures(6)) == {0: 6, 1: 6, 2: 6}


def test_one_against_the_rest_has_the_one_on_every_seat() -> None:
    match = samurai("a", "b", players=4, tables="rest")
    assert match.lineups() == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    games = [game for game in match.fixtures(8) if game.seats.count("a") == 1]
    assert Counter(game.seats.index("a") for game in games) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_with_two_players_one_against_the_rest_is_every_pair_once() -> None:
    assert samurai("a", "b", "c", tables="rest").lineups() == samurai("a", "b", "c").lineups()


def test_the_first_against_each_other_one() -> None:
    assert samurai("a", "b", "c", tables="first").lineups() == [("a", "b"), ("a", "c")]
    assert samurai("a", "b", players=3, tables="first").lineups() == [("a", "b", "b")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_deal_has_everybody_on_every_seat_once(players: int) -> None:
    lineup = tuple("abcd"[:players])
    for deal in range(7):
        for column in zip(*seatings(lineup, deal), strict=True):
            assert sorted(column) == list(lineup)


@pytest.mark.parametrize(("players", "deals"), [(2, 1), (3, 2), (4, 6)])
def test_after_a_round_of_deals_every_order_of_the_table_was_played_once(players: int, deals: int) -> None:
    lineup = tuple("abcd"[:players])
    played = [seats for deal in range(deals) for seats in seatings(lineup, deal)]
    assert sorted(played) == sorted(permutations(lineup))


def test_seeds_depend_on_seed_deal_seat_and_purpose_and_not_on_the_entrants() -> None:
    match = samurai("a", "b")
    keys = [("deal", 0, None), ("deal", 1, None), ("player", 0, 0), ("player", 0, 1), ("player", 1, 0)]
    seeds = [match.seed_of(*key) for key in keys]
    assert len(set(seeds)) == len(keys)
    assert seeds == [samurai("x", "y", "z", tables="first").seed_of(*key) for key in keys]
    assert not set(seeds) & {samurai("a", "b", seed=2).seed_of(*key) for key in keys}


def test_seeds_stay_what_they_were_in_published_matches() -> None:
    match = samurai("a", "b")
    assert (match.seed_of("deal", 0), match.seed_of("player", 3, 1)) == (4349299323340137, 2307616745121082)


@pytest.mark.parametrize(
    ("players", "entrants", "tables", "place", "reason"),
    [
        (2, ["random"], None, "entrants", "at least two entrants"),
        (2, [], None, "entrants", "at least two entrants"),
        (2, ["random", "random"], None, "entrants", "'random' is given twice"),
        (2, ["random", "clever"], None, "entrants", "there is no player 'clever' for samurai"),
        (2, ["random", "program:./nobody"], None, "entrants", "there is no program './nobody'"),
        (5, ["random", "greedy"], None, "players", "players is 2, 3 or 4, not 5"),
        (2, ["random", "greedy"], "some", "tables", "one of all, rest, first, not 'some'"),
        (3, ["random", "greedy"], "all", "tables", "3 seats need at least 3 entrants"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    players: int, entrants: list[str], tables: str | None, place: str, reason: str
) -> None:
    with pytest.raises(BadOption) as refused:
        new_match("samurai", {"players": players}, entrants, 1, tables)
    assert reason in refused.value.reason
    assert refused.value.place == place


@pytest.mark.parametrize(("players", "tables"), [(2, "all"), (3, "rest"), (4, "rest")])
def test_with_fewer_entrants_than_seats_each_meets_the_rest(players: int, tables: str) -> None:
    assert new_match("samurai", {"players": players}, ["greedy", "random"], 1).tables == tables
