"""Scoring by brute force: against the rules in words, and the two procedures against each other."""

from itertools import product
from random import Random

import pytest

from kabuto.samurai import majorities, ranking
from kabuto.table.text import Addressed, translate

from .helpers import EDITIONS, EDO, LAND_OF_NORTH, NORTH, PLAYERS, lay, play, position, steps
from .rules_table import rule

Triple = tuple[int, int, int]


def sole_majorities(captured: list[Triple], seat: int) -> list[int]:
    """The kinds of which a seat has at least one figure, and more than every other seat."""
    others = [counts for other, counts in enumerate(captured) if other != seat]
    return [kind for kind in range(3) if all(captured[seat][kind] > counts[kind] for counts in others)]


def winners_1998(captured: list[Triple]) -> set[int]:
    """Two or three majorities win; then others, then totals among holders of one; else totals of all."""
    seats = range(len(captured))
    held = {seat: sole_majorities(captured, seat) for seat in seats}
    for seat in seats:
        if len(held[seat]) >= 2:
            return {seat}
    eligible = [seat for seat in seats if held[seat]]
    if not eligible:
        most = max(sum(counts) for counts in captured)
        return {seat for seat in seats if sum(captured[seat]) == most}
    others = {
        seat: sum(captured[seat][kind] for kind in range(3) if kind not in held[seat]) for seat in eligible
    }
    first = [seat for seat in eligible if others[seat] == max(others.values())]
    most = max(sum(captured[seat]) for seat in first)
    return {seat for seat in first if sum(captured[seat]) == most}


def winners_2015(captured: list[Triple]) -> set[int]:
    """Leader tokens are claimed or stay unclaimed; the most tokens win, and so on down the page."""
    tokens = [0] * len(captured)
    claimed: dict[int, int] = {}
    for kind in range(3):
        counts = sorted((counts[kind] for counts in captured), reverse=True)
        if counts[0] > counts[1]:
            leader = next(seat for seat, mine in enumerate(captured) if mine[kind] == counts[0])
            tokens[leader] += 1
            claimed[leader] = kind
    if tokens.count(max(tokens)) == 1:
        return {tokens.index(max(tokens))}
    tied = sorted(claimed) or list(range(len(captured)))
    if claimed:
        rest = {seat: sum(captured[seat]) - captured[seat][claimed[seat]] for seat in tied}
        tied = [seat for seat in tied if rest[seat] == max(rest.values())]
    most = max(sum(captured[seat]) for seat in tied)
    return {seat for seat in tied if sum(captured[seat]) == most}


def ranks(captured: list[Triple]) -> list[set[int]]:
    """Winners; then other holders of a majority by others, then totals; then the rest by totals."""
    groups = [winners_1998(captured)]
    seats = set(range(len(captured))) - groups[0]
    holders = {seat for seat in seats if sole_majorities(captured, seat)}
    for group, ignore_majority in ((holders, True), (seats - holders, False)):
        left = set(group)
        while left:
            merit = {
                seat: (
                    sum(
                        captured[seat][kind]
                        for kind in range(3)
                        if ignore_majority and kind not in sole_majorities(captured, seat)
                    ),
                    sum(captured[seat]),
                )
                for seat in left
            }
            best = {seat for seat in left if merit[seat] == max(merit.values())}
            groups.append(best)
            left -= best
    return groups


def random_counts(rng: Random, players: int) -> list[Triple]:
    """Captured figures that can be: no more of a kind than there are, close races as likely as clear ones."""
    most = rng.choice([2, 4, {2: 7, 3: 10, 4: 13}[players]])
    columns = []
    for _ in range(3):
        left, column = {2: 7, 3: 10, 4: 13}[players], []
        for _ in range(players):
            column.append(rng.randint(0, min(most, left)))
            left -= column[-1]
        rng.shuffle(column)
        columns.append(column)
    return list(zip(columns[0], columns[1], columns[2], strict=True))


def cases(players: int, number: int) -> list[list[Triple]]:
    rng = Random(players)
    return [random_counts(rng, players) for _ in range(number)]


@rule("K93", "K94", "K95", "K98", "K99", "K101")
@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_majorities_and_ranking_agree_with_the_rules_in_words(players: int) -> None:
    for captured in cases(players, 5000):
        leaders = majorities(captured)
        for seat in range(players):
            led = [kind for kind in range(3) if leaders[kind] == seat]
            assert led == sole_majorities(captured, seat), captured
        assert [set(group) for group in ranking(captured)] == ranks(captured), captured


def test_every_small_two_player_result() -> None:
    triples = list(product(range(4), range(4), range(4)))
    for one, two in product(triples, repeat=2):
        assert [set(group) for group in ranking([one, two])] == ranks([one, two]), (one, two)


@rule("K97")
@pytest.mark.parametrize("players", PLAYERS)
def test_leader_tokens_and_majorities_give_the_same_winner(players: int) -> None:
    for captured in cases(players, 5000):
        assert winners_2015(captured) == winners_1998(captured) == set(ranking(captured)[0]), captured


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_outcome_follows_the_figures_and_tells_its_winners(players: int, edition: str) -> None:
    ends = set()
    for captured in cases(players, 150):
        game = position(captured=captured, to_move=None, players=players, edition=edition)
        assert game.outcome is not None
        assert game.outcome.captured == tuple(captured)
        assert [set(group) for group in game.outcome.ranking] == ranks(captured)
        last = steps(game)[-1]
        named = [part.seat for part in last.parts() if isinstance(part, Addressed)]
        assert set(named) == winners_1998(captured), f"{captured}: {last}"
        ends.add(last.key)
        for step in steps(game):
            if step.key == "others":
                told = {count.values["seat"].value: count.values["number"] for count in step.values["counts"]}
                assert told == {
                    seat: sum(captured[seat]) - captured[seat][sole_majorities(captured, seat)[0]]
                    for seat in told
                }
    assert ends == {"leads_more", "only_leader", "wins", "shared"}, "every way to win was among them"


@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_has_one_rank(players: int) -> None:
    for captured in cases(players, 500):
        assert sorted(seat for group in ranking(captured) for seat in group) == list(range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_no_seat_is_favoured(players: int) -> None:
    for captured in cases(players, 500):
        turned = [*captured[1:], captured[0]]
        expected = [{(seat - 1) % players for seat in group} for group in ranking(captured)]
        assert [set(group) for group in ranking(turned)] == expected, captured


@pytest.mark.parametrize(
    ("figures", "aside", "why"),
    [
        ({(2, 0): "H", (2, -2): "B", NORTH: "R"}, (0, 0, 0), "The last rice field has left the map."),
        ({(2, 0): "H", NORTH: "B"}, (0, 0, 0), "The last Buddha and the last rice field have left the map."),
        ({EDO: "HBR", NORTH: "B"}, (1, 2, 0), "4 figures were placed beside the board."),
    ],
)
def test_the_end_says_why_it_came(figures: dict[tuple[int, int], str], aside: Triple, why: str) -> None:
    """The village in the north is surrounded by the last token, and nobody wins it where it is tied."""
    one, other = LAND_OF_NORTH
    tied = sum(aside) > 0
    game = position(
        figures=figures,
        tokens={one: (1, "S2")},
        hands=["S2" if tied else "S3"],
        aside=aside,
        captured=[[1, 1, 1]] * 2,
    )
    play(game, lay("S2" if tied else "S3", other), "/")
    assert game.outcome is not None
    assert translate(game.outcome.ended, "en") == why
