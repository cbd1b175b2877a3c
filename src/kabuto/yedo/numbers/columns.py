"""The columns that a table of Yedo decisions adds to those of every game."""

from collections.abc import Callable
from typing import Any

from kabuto.table.numbers.columns import INTEGER, INTEGERS, TEXT, TEXTS, Column, Decision, after_the_end
from kabuto.yedo.board import ACTION, BONUS, GREEN, WEAPONS
from kabuto.yedo.numbers.actions import VERSIONS, to_id
from kabuto.yedo.state.pieces import code, hand
from kabuto.yedo.state.state import Clan
from kabuto.yedo.wording.log import phase


def action_ids(decision: Decision) -> list[int] | None:
    """The move as an action id; None with cards of one's own, which have no ids."""
    if decision.options["cards"] not in VERSIONS:
        return None
    return [to_id(decision.view, decision.move)]


def _cards(pile: int) -> Callable[[Decision], list[str]]:
    """The codes of the deciding seat's cards of a kind."""

    def read(decision: Decision) -> list[str]:
        state = decision.view.state
        return [code(state, pile, card) for card in hand(state.clans[decision.view.seat], pile)]

    return read


def _each(number: Callable[[Clan], Any]) -> Callable[[Decision], list[Any]]:
    """Something that every clan shows openly, seat by seat."""
    return lambda d: [number(clan) for clan in d.view.state.clans]


COLUMNS = (
    Column("round", INTEGER, "the round, from 1; 0 during set-up", lambda d: d.view.state.round),
    Column(
        "phase",
        TEXT,
        "`setup`, `bidding`, `event`, `assignment`, `patrol`, `trading` or `action`",
        lambda d: phase(d.view.state).removeprefix("phase_"),
    ),
    Column("missions", TEXTS, "the deciding seat's missions", _cards(GREEN)),
    Column("action_cards", TEXTS, "its action cards", _cards(ACTION)),
    Column("bonus_cards", TEXTS, "its bonus cards", _cards(BONUS)),
    Column(
        "weapons",
        TEXTS,
        "its weapons",
        lambda d: [WEAPONS[weapon] for weapon in d.view.state.clans[d.view.seat].weapons],
    ),
    Column("prestige", INTEGERS, "seat → prestige points on the track", _each(lambda clan: clan.prestige)),
    Column("mon", INTEGERS, "seat → Mon", _each(lambda clan: clan.mon)),
    Column("missions_held", INTEGERS, "seat → missions in hand", _each(lambda clan: len(clan.missions))),
    Column("missions_done", INTEGERS, "seat → missions fulfilled", _each(lambda clan: len(clan.finished))),
    Column("weapons_held", INTEGERS, "seat → weapons", _each(lambda clan: len(clan.weapons))),
    Column("geishas", INTEGERS, "seat → geishas", _each(lambda clan: clan.geishas)),
    Column("annexes", INTEGERS, "seat → annexes built", _each(lambda clan: len(clan.annexes))),
)
RESULTS = (
    Column(
        "final_prestige",
        INTEGERS,
        "seat → prestige points after the final scoring",
        after_the_end(lambda d: list(d.outcome.scores)),
    ),
)
