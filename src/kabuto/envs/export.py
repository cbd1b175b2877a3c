"""Games as a table for data analysis: one row per decision, made from what the seat that decided could know.

A column is a line in a table: its name, its kind, what it means, and how it is read off a decision. Those
that every game has are here; each game may bring more.
"""

import re
from collections.abc import Callable
from typing import Any

from kabuto.table import Game, Option, Outcome, game_class, manifests
from kabuto.table.numbers import missing
from kabuto.table.numbers.columns import (
    FLAG,
    INTEGER,
    INTEGERS,
    NUMBER,
    NUMBERS,
    TEXT,
    TEXTS,
    Column,
    Decision,
    Origin,
    after_the_end,
)
from kabuto.table.record import dumps

VERSION = 1
"""Changes when a column changes its meaning or goes; a new column keeps it."""


def columns(game: str, truth: bool = False) -> tuple[Column, ...]:
    """The columns of a game's table, in their order."""
    module = _module(game)
    before = _BEFORE + tuple(_option(option) for option in game_class(game).option_table)
    choice = _CHOICE + ((_actions(module.action_ids),) if module else ())
    own = module.COLUMNS if module else ()
    results = _RESULTS + (module.RESULTS if module else ())
    return (*before, *own, *choice, *results, *_ORIGIN, _VIEW, *((_TRUTH,) if truth else ()))


def _module(game: str) -> Any:
    """What a game brings; None for one that brings nothing."""
    try:
        return manifests.component(game, "columns")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise missing("numpy", "data") from None


def decisions(
    game_id: str, game: Game[Any, Any], truth: bool = False, origin: Origin | None = None
) -> list[Decision]:
    """Every decision of a game, in order; the game is taken back to its start."""
    found: list[Decision] = []
    outcome = game.outcome
    while game.ply:
        move = game.undo()
        view = game.view(game.to_move)
        legal = [str(each) for each in view.legal_moves()]
        position = game.position() if truth else None
        found.append(
            Decision(game_id, game.name, game.options, game.ply, view, legal, move, outcome, position, origin)
        )
    return found[::-1]


def shares(outcome: Outcome) -> list[float]:
    """Seat → its part of the victory: 1, or a fraction for those who share it, or 0."""
    winners = outcome.winners
    seats = sorted(seat for group in outcome.ranking for seat in group)
    return [1 / len(winners) if seat in winners else 0.0 for seat in seats]


def ranks(outcome: Outcome) -> list[int]:
    """Seat → its rank, from 1; seats that share a rank have the same."""
    found: dict[int, int] = {}
    for group in outcome.ranking:
        found |= dict.fromkeys(group, len(found) + 1)
    return [found[seat] for seat in sorted(found)]


def _option(option: Option) -> Column:
    kind = {bool: FLAG, int: INTEGER, str: TEXT}[type(option.values[0])]
    name, usual = option.name, option.default if option.quiet else None
    return Column(f"option_{name}", kind, f"option: {option.help}", lambda d: d.options.get(name, usual))


def _actions(action_ids: Callable[[Decision], list[int] | None]) -> Column:
    meaning = "the move as action ids of the environments: two for an exchange of Samurai, otherwise one"
    return Column("actions", INTEGERS, meaning, action_ids)


_BEFORE = (
    Column("game_id", TEXT, "which game: file and line, or its number in a data set", lambda d: d.game_id),
    Column("game", TEXT, "which game it is", lambda d: d.game),
    Column("ply", INTEGER, "how many moves had been played", lambda d: d.ply),
    Column("seat", INTEGER, "the seat that decides, from 0", lambda d: d.view.seat),
)
_CHOICE = (
    Column("legal_count", INTEGER, "how many moves were legal", lambda d: len(d.legal)),
    Column("legal", TEXTS, "the legal moves, in notation", lambda d: d.legal),
    Column("move", TEXT, "the move that was played, in notation", lambda d: str(d.move)),
    Column("choice", INTEGER, "its place in `legal`, from 0", lambda d: d.legal.index(str(d.move))),
)
_RESULTS = (
    Column("finished", FLAG, "whether the game was played to its end", lambda d: d.outcome is not None),
    Column(
        "won",
        NUMBER,
        "the part of the victory that the deciding seat got: 1, a fraction if it was shared, or 0",
        after_the_end(lambda d: shares(d.outcome)[d.view.seat]),
    ),
    Column(
        "rank",
        INTEGER,
        "the rank that the deciding seat reached, from 1",
        after_the_end(lambda d: ranks(d.outcome)[d.view.seat]),
    ),
    Column(
        "shares",
        NUMBERS,
        "seat → its part of the victory",
        after_the_end(lambda d: shares(d.outcome)),
    ),
    Column("ranks", INTEGERS, "seat → its rank", after_the_end(lambda d: ranks(d.outcome))),
)


def _known(read: Callable[[Origin, int], Any]) -> Callable[[Decision], Any]:
    """Read something off the origin, for the seat that decides; nothing where it is not known."""
    return lambda d: None if d.origin is None else read(d.origin, d.view.seat)


def _level(origin: Origin, seat: int) -> int | None:
    found = re.fullmatch(r"level(\d+)", origin.players[seat])
    return int(found[1]) if found else None


_ORIGIN = (
    Column("player", TEXT, "the player of the deciding seat", _known(lambda o, seat: o.players[seat])),
    Column("level", INTEGER, "its level, if it is one", _known(_level)),
    Column(
        "setting",
        TEXT,
        "what it was told, as `2000` in `search:2000`",
        _known(lambda o, seat: o.players[seat].partition(":")[2] or None),
    ),
    Column("players", TEXTS, "seat → its player", _known(lambda o, seat: list(o.players))),
    Column("deal_seed", TEXT, "the seed of the deal, for `kabuto.new`", _known(lambda o, seat: o.deal_seed)),
    Column(
        "player_seed",
        TEXT,
        "what the random generator of the deciding seat's player began with",
        _known(lambda o, seat: o.player_seeds[seat]),
    ),
    Column("kabuto", TEXT, "the version that played the game", _known(lambda o, seat: o.kabuto)),
)
_VIEW = Column("view", TEXT, "everything the deciding seat knew, as JSON", lambda d: d.view.to_json())
_TRUTH = Column(
    "truth", TEXT, "the whole position as JSON, unseen things included (`--truth`)", lambda d: dumps(d.truth)
)
