"""Positions and the ``start`` of a record, written from a state."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    DISTRICTS,
    EVENT,
    GARDEN,
    GREEN,
    PATROLS,
    PILES,
    SPOTS,
    WEAPONS,
)
from kabuto.yedo.deal import begin
from kabuto.yedo.hands import code
from kabuto.yedo.reader import Reader
from kabuto.yedo.state import Clan, Setting, State
from kabuto.yedo.task import Task
from kabuto.yedo.trading import ANY, KINDS, WEAPON_ITEM, pile_of

Orders = tuple[tuple[int, ...], ...]
START_KEYS = ("first", "patrol", "decks", "reshuffles")
"""What chance decides in a game that starts at the beginning."""


def write_start(first: State, reshuffles: Orders) -> dict[str, Any]:
    """The ``start`` of a game that began in this state."""
    if _is_beginning(first):
        decks = write_decks(first)
        decks["weapon"] = [*(WEAPONS[w] for w in first.market if w >= 0), *decks["weapon"]]
        start = {"first": first.order[0], "patrol": PATROLS[first.colour], "decks": decks}
    else:
        start = write_position(first)
    if reshuffles:
        start["reshuffles"] = [[WEAPONS[w] for w in order] for order in reshuffles]
    return start


def _is_beginning(s: State) -> bool:
    """Whether a game, and not a position of one, began here."""
    return s.round == 0 and s.step == "missions" and not any(clan.missions for clan in s.clans)


def read_start(setting: Setting, start: Mapping[str, Any]) -> tuple[State, Orders]:
    """The state that a ``start`` describes, and how weapons were shuffled later.

    ``BadRecord`` names the place and the reason of the first fault.
    """
    reader = Reader(setting, start)
    orders = reader.reshuffles()
    if "first" in start:
        reader.keys(start, START_KEYS, "start")
        return begin(setting, reader.first(), reader.colour(), reader.full_decks()), orders
    return reader.position(), orders


def write_decks(s: State) -> dict[str, list[str]]:
    """Pile → its cards, the top one first."""
    return {PILES[pile]: [code(s, pile, card) for card in s.decks[pile]] for pile in range(len(PILES))}


def write_position(s: State) -> dict[str, Any]:
    """A state as a position."""
    lots = s.setting.board.lots
    return {
        "round": s.round,
        "step": s.step,
        "order": list(s.order),
        "lap": list(s.lap),
        "track": list(s.track),
        "won": [None if lot < 0 else lots[lot] for lot in s.won],
        "barred": None if s.barred < 0 else lots[s.barred],
        "rebate": list(s.rebate),
        "patrol": PATROLS[s.colour],
        "patrol_in": DISTRICTS[s.patrol],
        "saved": [[seat, SPOTS[spot]] for seat, spot in s.saved],
        "church": s.church,
        "market": [None if weapon < 0 else WEAPONS[weapon] for weapon in s.market],
        "decks": write_decks(s),
        "discard": [WEAPONS[weapon] for weapon in s.discard],
        "event": None if s.event < 0 else code(s, EVENT, s.event),
        "past": [code(s, EVENT, card) for card in s.past],
        "closed": None if s.closed < 0 else DISTRICTS[s.closed],
        "annexes": dict(zip(ANNEXES, s.annexes, strict=True)),
        "geishas": s.geishas,
        "blessings": s.blessings,
        "spaces": {
            SPOTS[spot]: [None if seat < 0 else seat for seat in row]
            for spot, row in enumerate(s.spaces)
            if row or spot == GARDEN
        },
        "clans": [write_clan(s, clan) for clan in s.clans],
        "favours": [s.setting.cards.favours[n].code for n in s.favours],
        "borrowed": None if s.borrowed < 0 else s.borrowed,
        "traded": s.traded,
        "shogun": s.shogun,
        "tasks": [write_task(s, task) for task in s.tasks],
    }


def write_clan(s: State, clan: Clan) -> dict[str, Any]:
    """What belongs to a seat; a card that is not seen is written by its pile."""
    return {
        "mon": clan.mon,
        "prestige": clan.prestige,
        "home": clan.home,
        "reserve": clan.reserve,
        "weapons": [WEAPONS[weapon] for weapon in clan.weapons],
        "geishas": clan.geishas,
        "blessing": clan.blessing,
        "annexes": [ANNEXES[annex] for annex in clan.annexes],
        "manned": [ANNEXES[annex] for annex in clan.manned],
        "actions": [seen(s, ACTION, card) for card in clan.actions],
        "bonuses": [seen(s, BONUS, card) for card in clan.bonuses],
        "missions": [seen(s, GREEN, card) for card in clan.missions],
        "finished": [seen(s, GREEN, card) for card in clan.finished],
        "blackmail": clan.blackmail,
    }


def seen(s: State, pile: int, card: int) -> str:
    """A card by its code, or the name of its pile if its face is not seen."""
    return PILES[-1 - card] if card < 0 else code(s, pile, card)


def write_task(s: State, task: Task) -> dict[str, Any]:
    """A task as an object with its name."""
    written: dict[str, Any] = {"task": type(task).__name__.lower()}
    for field in fields(task):
        value = getattr(task, field.name)
        written[field.name] = (
            _WRITERS[field.name](s, task, value) if field.name in _WRITERS else _plain(value)
        )
    return written


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _items(s: State, task: Task, value: tuple[tuple[int, int], ...]) -> list[list[str | None]]:
    def which(kind: int, card: int) -> str | None:
        if kind == WEAPON_ITEM:
            return WEAPONS[card]
        return None if card == ANY else seen(s, pile_of(kind), card)

    return [[KINDS[kind], which(kind, card)] for kind, card in value]


_WRITERS: dict[str, Any] = {
    "pile": lambda s, task, value: PILES[value],
    "cards": lambda s, task, value: [seen(s, task.pile, card) for card in value],
    "lot": lambda s, task, value: s.setting.board.lots[value],
    "card": lambda s, task, value: code(s, ACTION, value),
    "answers": lambda s, task, value: [code(s, ACTION, card) for card in value],
    "place": lambda s, task, value: SPOTS[value],
    "spot": lambda s, task, value: SPOTS[value],
    "mission": lambda s, task, value: code(s, GREEN, value),
    "gives": _items,
    "asks": _items,
    "picked": _items,
    "positions": lambda s, task, value: [None if seat < 0 else seat for seat in value],
}
"""Field of a task → how it is written; others are numbers and words already."""
