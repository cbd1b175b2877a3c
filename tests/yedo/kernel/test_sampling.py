"""The engine's samples of hidden cards: as ``view.sample`` draws them, and knowing no more than the seat."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.table import BadOption
from kabuto.yedo import Yedo
from kabuto.yedo.kernel import unseen as unseen_module
from kabuto.yedo.kernel.convert import from_state, states, to_state
from kabuto.yedo.kernel.deals import Deals, forget
from kabuto.yedo.kernel.record import PILES
from kabuto.yedo.kernel.sampling import FORGOTTEN
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.permuting import permute
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.state.state import State
from kabuto.yedo.views.card_tracking import Tracks
from kabuto.yedo.views.sampling import Solution, past
from kabuto.yedo.views.view import YedoView, mask
from tests.yedo.helpers import random_game

from .side_by_side import unordered, unused_cleared

PLAYERS = (2, 3, 4, 5)
UNLIKELY = 5.0
"""Standard deviations by which no count of these tests can be off by chance."""


def some_views(players: int, seed: int, share: float, **options: Any) -> Iterable[tuple[Yedo, YedoView]]:
    """Views of a random game, of any seat and of nobody's."""
    rng = Random(seed)
    for game in random_game(players, seed, **options):
        if game.to_move is not None and rng.random() < share:
            yield game, game.view(rng.choice((*range(players), None)))


def mostly_planned(players: int, seed: int, plies: int) -> Yedo:
    """A game in which most moves are ``greedy``'s, so that cards are kept, played and traded."""
    game, rng = kabuto.new("yedo", players=players, seed=seed), Random(seed)
    while game.to_move is not None and game.ply < plies:
        game.play_unchecked(rng.choice(game.legal_moves()) if rng.random() < 0.1 else weigh(game.state, rng))
    assert isinstance(game, Yedo)
    return game


@pytest.mark.uncounted
@pytest.mark.parametrize(("players", "trading"), [(2, "free"), (3, "brief"), (4, "free"), (5, "brief")])
def test_every_sample_is_a_game_with_the_same_view(players: int, trading: str) -> None:
    for game, view in some_views(players, 40, 0.04, trading=trading):
        tracks, games = Tracks(view), states(1)
        deals = Deals(view, seed=game.ply)
        deals.fill(games, 1)
        drawn = deals.puzzle[0]
        for knot, choice in zip(tracks.knots, drawn["choice"].tolist(), strict=False):
            knot.choice = choice
        first, moves, orders = past(view, tracks, drawn["face"].tolist())
        twin = Yedo.replay(view.options, first, moves, orders, 1)
        assert twin.view(view.seat).to_json() == view.to_json()
        assert unordered(to_state(games[0], view.state.setting)) == unordered(twin.state)


def chosen_and_faces(tracks: Tracks, faces: list[int], choices: list[int]) -> Iterable[tuple[Any, int]]:
    """What was drawn for every unseen choice and every card, and which faces two hands have together."""
    yield from ((("choice", n), choice) for n, choice in enumerate(choices))
    yield from ((("face", token), face) for token, face in enumerate(faces))
    for (seat, pile), hand in tracks.hands.items():
        yield ("hand", seat, pile), sum(faces[token] * 97**n for n, token in enumerate(hand))


def apart(one: Counter[int], two: Counter[int]) -> tuple[float, float] | None:
    """By how much two counts of equal size differ, as chi-square, and its degrees of freedom."""
    cells, rest = list[tuple[int, int]](), [0, 0]
    for key in one.keys() | two.keys():
        if one[key] + two[key] >= 10:
            cells.append((one[key], two[key]))
        else:
            rest[0] += one[key]
            rest[1] += two[key]
    if sum(rest) >= 10:
        cells.append((rest[0], rest[1]))
    if len(cells) < 2:
        return None
    return sum((a - b) ** 2 / (a + b) for a, b in cells), len(cells) - 1


def farthest_apart(view: YedoView, number: int) -> float:
    """How far both samplers are apart, in normal deviations: the farthest of all that they draw."""
    tracks, rng = Tracks(view), Random(1)
    counts: list[dict[Any, Counter[int]]] = [{}, {}]
    solution, deals, games = Solution(tracks), Deals(view, seed=7), states(1)
    for _ in range(number):
        faces = solution.faces(rng)
        for key, value in chosen_and_faces(tracks, faces, [knot.choice for knot in tracks.knots]):
            counts[0].setdefault(key, Counter())[value] += 1
        deals.fill(games, 1)
        drawn = deals.puzzle[0]
        faces = drawn["face"][: len(tracks.source)].tolist()
        for key, value in chosen_and_faces(tracks, faces, drawn["choice"][: len(tracks.knots)].tolist()):
            counts[1].setdefault(key, Counter())[value] += 1
    found = [each for key in counts[0] if (each := apart(counts[0][key], counts[1][key]))]
    assert len(found) > 100
    # The cube root of chi-square is almost normal, whatever its degrees of freedom (Wilson and Hilferty).
    deviations: list[float] = [
        ((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / sqrt(2 / (9 * free)) for square, free in found
    ]
    return max(deviations)


@pytest.mark.uncounted
@pytest.mark.parametrize(("players", "plies"), [(3, 330), (5, 600)])
def test_samples_are_distributed_as_those_of_the_view(players: int, plies: int) -> None:
    # Here what was seen hangs on unseen choices: if all options were alike, it would be 7 or more.
    game = mostly_planned(players, 2, plies)
    assert farthest_apart(game.view(game.to_move), 700) < UNLIKELY


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(16))
def test_prove_that_samples_are_distributed_as_those_of_the_view(seed: int) -> None:
    game = mostly_planned(PLAYERS[seed % 4], seed, 100 + 40 * seed)
    if game.to_move is not None:
        assert farthest_apart(game.view(game.to_move), 8000) < UNLIKELY


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_that_a_seat_cannot_see_changes_its_samples(players: int) -> None:
    rng, number = Random(players), 0
    for game, view in some_views(players, 41, 0.03):
        twin = permute(game, view.seat, rng)
        number += twin.state.decks != game.state.decks
        one, two = Deals(view), Deals(twin.view(view.seat))
        assert one.puzzle.tobytes() == two.puzzle.tobytes()
        assert one.seen.tobytes() == two.seen.tobytes()
        games, others = states(3), states(3)
        for quick in (False, True):
            one.fill(games, 3, quick)
            two.fill(others, 3, quick)
            assert games.tobytes() == others.tobytes()
    assert number > 3


def cards_of(s: State) -> list[Counter[int]]:
    """Pile by pile the cards that a state has anywhere."""
    found = [Counter(deck) for deck in s.decks]
    piles = s.setting.cards.mission_pile
    for clan in s.clans:
        found[0] += Counter(clan.actions)
        found[1] += Counter(clan.bonuses)
        for mission in clan.missions + clan.finished:
            found[piles[mission]][mission] += 1
    for task in s.tasks:
        for pile, card in task.cards_in_limbo(s):
            found[pile][card] += 1
    return found


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_a_quick_deal_keeps_what_the_seat_can_name_and_deals_the_rest(players: int) -> None:
    games, moved = states(20), 0
    for game, view in some_views(players, 42, 0.03, trading="free"):
        deals = Deals(view, seed=game.ply)
        deals.fill(games, 20, quick=True)
        named, decks = Tracks(view), [Counter[int]() for _ in range(PILES)]
        for n in range(20):
            state = to_state(games[n], view.state.setting)
            assert cards_of(state) == cards_of(game.state)
            if view.seat is not None:
                own, mine = state.clans[view.seat], game.state.clans[view.seat]
                assert (own.actions, own.bonuses, own.missions) == (mine.actions, mine.bonuses, mine.missions)
            for pile, deck in enumerate(state.decks):
                for token, card in zip(named.decks[pile], deck, strict=True):
                    assert named.face.get(token, card) == card
                decks[pile][deck[0] if deck else -1] += 1
        moved += sum(len(tops) > 1 for tops in decks)
    assert moved > 20


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_who_forgets_sees_what_lies_open_and_no_more(players: int) -> None:
    out, tops = np.zeros(FORGOTTEN, np.int64), Counter[int]()
    for game, view in some_views(players, 43, 0.05, trading="free"):
        if view.seat is None:
            continue
        games, t = from_state(game.state, seed=game.ply + 1), setting_record(game.state.setting)
        forget(games, 1, t, view.seat, out)
        state = to_state(games[0], view.state.setting)
        assert cards_of(state) == cards_of(game.state)
        assert unordered(mask(state, view.seat)) == unordered(mask(game.state, view.seat))
        tops[state.decks[0] == game.state.decks[0]] += 1
    assert tops[False] > 5 * tops[True]


@pytest.mark.uncounted
def test_who_forgets_deals_every_unseen_card_alike() -> None:
    game = mostly_planned(3, 5, 250)
    t, out = setting_record(game.state.setting), np.zeros(FORGOTTEN, np.int64)
    games = np.repeat(from_state(game.state)[:1], 2000)
    games["rng"] = np.random.default_rng(1).integers(1, 1 << 62, 2000)
    forget(games, 2000, t, 0, out)
    hidden = Counter(game.state.decks[0])
    for clan in game.state.clans[1:]:
        hidden += Counter(clan.actions)
    counted = Counter(games["deck"][np.arange(2000), 0, games["top"][:, 0]].tolist())
    assert counted.keys() == hidden.keys()
    for face, number in hidden.items():
        share = number / hidden.total()
        assert abs(counted[face] - 2000 * share) < UNLIKELY * sqrt(2000 * share * (1 - share))


@pytest.mark.uncounted
@pytest.mark.parametrize("room", ["TOKENS", "KNOTS", "POOLS"])
def test_a_past_that_is_too_long_is_refused_by_name(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = mostly_planned(2, 1, 120).view(0)
    monkeypatch.setattr(unseen_module, room, 3)
    with pytest.raises(BadOption, match="3"):
        Deals(view)


@pytest.mark.uncounted
def test_a_sample_keeps_the_generator_of_its_record() -> None:
    view, games = mostly_planned(2, 1, 60).view(0), states(2)
    games["rng"] = 77, 78, 79
    Deals(view).fill(games, 2)
    assert games["rng"].tolist() == [77, 78, 79]
    assert unused_cleared(games).tobytes() != unused_cleared(games[1:]).tobytes()
