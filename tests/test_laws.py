"""Every registered game keeps the eight laws, and so does the tiny game of the tests."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import kabuto
from kabuto.laws import LAWS, Case, Law, Permute
from kabuto.laws.pictures import AnyGame
from kabuto.samurai import Samurai
from kabuto.samurai.tokens import FULL_SET, HAND_SIZE, codes
from kabuto.samurai.view import PLAYS
from kabuto.table import Option, Value, game_class
from tests.support.tiny import Kites
from tests.support.tiny import permute as permute_kites
from tests.yedo.permuting import permute_cards


def permute_tokens(game: AnyGame, seat: int | None, rng: Random) -> AnyGame:
    """The same game of Samurai, but the tokens that a seat cannot see, its own stack too, are dealt anew."""
    assert isinstance(game, Samurai)
    record, table = game.record(), game.view(None)
    start, moves = record["start"], record["moves"]
    for owner in range(game.players):
        hand = start["hands"][owner] if "hands" in start else []
        draws = start["draws"][owner] if "draws" in start else []
        chosen = [n for n in range(len(moves)) if moves[n].startswith("+") and n // HAND_SIZE == owner]
        got = [*hand, *(moves[n].removeprefix("+") for n in chosen), *draws]
        unseen = list(range(len(got)))
        if owner == seat:
            unseen = unseen[len(got) - table.stack_sizes[seat] :] if draws else []
        for entry in table.log:
            if owner == entry.seat != seat and entry.move.verb in PLAYS:
                unseen.remove(next(n for n in unseen if [got[n]] == codes((entry.move.token,))))
        tokens = [got[n] for n in unseen] if draws else codes(FULL_SET)
        for n, token in zip(unseen, rng.sample(tokens, len(unseen)), strict=True):
            got[n] = token
        for n, token in zip(chosen, got, strict=False):
            moves[n] = f"+{token}"
        hand[:], draws[:] = got[: len(hand)], got[len(got) - len(draws) :]
    return kabuto.load(record)


PERMUTE: dict[str, Permute] = {"samurai": permute_tokens, "yedo": permute_cards, "kites": permute_kites}
CROSSED = {"samurai": ("players", "edition", "hands", "figures")}
"""Game → options of which every pair of values is played, every combination by ``make prove``; of the others,
every value by itself."""


def option_sets(table: Sequence[Option], crossed: Sequence[str]) -> Iterator[dict[str, Value]]:
    """The options to play a game with."""
    choices = {option.name: [(option.name, value) for value in option.values] for option in table}
    if crossed:
        yield from map(dict, product(*(choices.pop(name) for name in crossed)))
    for alone in choices.values():
        yield from (dict([choice]) for choice in alone)


def pairs(case: Case) -> set[tuple[Any, ...]]:
    """The options of a case, two by two."""
    together = 2 if len(case.options) > 1 else 1
    return {(case.game, *chosen) for chosen in combinations(sorted(case.options.items()), together)}


def marked(cases: Sequence[Case]) -> list[ParameterSet]:
    """The cases; those that bring no new pair of options are left to the long checks."""
    left, kept = set[tuple[Any, ...]]().union(*map(pairs, cases)), []
    while left:
        kept.append(max(cases, key=lambda case: len(pairs(case) & left)))
        left -= pairs(kept[-1])
    return [
        pytest.param(case, id=str(case), marks=() if case in kept else pytest.mark.prove) for case in cases
    ]


def cases(game: type[AnyGame]) -> list[Case]:
    """The cases of a game."""
    sets = option_sets(game.option_table, CROSSED.get(game.name, ()))
    return [Case(game.name, options, permute=PERMUTE.get(game.name)) for options in sets]


GAMES: list[type[AnyGame]] = [*map(game_class, kabuto.games()), Kites]
CASES = [case for game in GAMES for case in cases(game)]


@pytest.mark.uncounted
@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.prove)])
@pytest.mark.parametrize("case", marked(CASES))
@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.usefixtures("own_registry")
def test_every_game_keeps_the_law(law: Law, case: Case, games: int) -> None:
    kabuto.register(Kites)
    law(replace(case, games=games))
