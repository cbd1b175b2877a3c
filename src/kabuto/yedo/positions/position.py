"""Positions and the ``start`` of a record: written from a state, read back and checked."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from kabuto.table import BadRecord
from kabuto.table.errors import Changed, short
from kabuto.table.record import expect
from kabuto.yedo.board import ACTION, PATROLS, PILES, SPOTS, WEAPON, WEAPONS
from kabuto.yedo.cards.vocabulary import LOSSES, TIMINGS
from kabuto.yedo.deal import begin
from kabuto.yedo.options import Setting
from kabuto.yedo.positions.piece_checks import check, same_cards
from kabuto.yedo.state import codecs
from kabuto.yedo.state.codecs import (
    DECKS,
    FLAG,
    LOT,
    MISSION,
    SEAT,
    TEXT,
    WEAPON_NAME,
    Codec,
    card,
    check_keys,
    many,
    named,
    need,
    number,
    one_of,
    optional,
    pair,
)
from kabuto.yedo.state.state import TASKS, State, Task, swapped
from kabuto.yedo.state.wares import ANY, CARD_ITEM, KINDS, MOST_THINGS, WEAPON_ITEM, Item, pile_of
from kabuto.yedo.words import WORDS

Orders = tuple[tuple[int, ...], ...]
START_KEYS = ("first", "patrol", "decks", "reshuffles", "cards")
"""What chance decides in a game that starts at the beginning."""
_ENTRIES = codecs.entries(State)
NEEDED_KEYS = (*(key for key, each in _ENTRIES.items() if not each.metadata["optional"]), "tasks")
POSITION_KEYS = (*_ENTRIES, "tasks", "reshuffles", "cards")
"""What a position has; the reshuffles only as the start of a record."""
_RESHUFFLES = many(many(WEAPON_NAME))


def write_start(first: State, reshuffles: Orders) -> dict[str, Any]:
    """The ``start`` of a game that began in this state."""
    if _is_beginning(first):
        decks = DECKS.write(first.setting, first.decks)
        decks["weapon"] = [*(WEAPONS[w] for w in first.market if w >= 0), *decks["weapon"]]
        start = {"first": first.order[0], "patrol": PATROLS[first.colour], "decks": decks}
    else:
        start = write_position(first)
    if reshuffles:
        start["reshuffles"] = _RESHUFFLES.write(first.setting, reshuffles)
    return start


def _is_beginning(s: State) -> bool:
    """Whether chance dealt this, and it is neither a written position nor continues one."""
    if s.round or s.step != "missions":
        return False
    weapons = tuple(weapon for weapon in s.market if weapon >= 0) + s.decks[WEAPON]
    dealt = begin(s.setting, s.order[0], s.colour, swapped(s.decks, WEAPON, weapons))
    return write_position(dealt) == write_position(s)


def read_start(setting: Setting, start: Mapping[str, Any]) -> tuple[State, Orders]:
    """The state that a ``start`` describes, and how weapons were shuffled later.

    ``BadRecord`` names the place and the reason of the first fault.
    """
    _check_card_set(setting, start.get("cards"))
    orders = _RESHUFFLES.read(setting, start.get("reshuffles", []), "start.reshuffles")
    if "first" not in start:
        return _read_position(setting, start), orders
    check_keys(start, START_KEYS, "start")
    first = SEAT.read(setting, start["first"], "start.first")
    colour = named(PATROLS).read(setting, need(start, "patrol", "start"), "start.patrol")
    decks = DECKS.read(setting, need(start, "decks", "start"), "start.decks")
    for pile, deck in enumerate(decks):
        same_cards(setting.cards, pile, deck, setting.cards.deck_faces[pile])
    return begin(setting, first, colour, decks), orders


def _check_card_set(setting: Setting, digest: object) -> None:
    """Refuse a game that was begun with other cards of the same name."""
    if digest is not None and expect(digest, str, "start.cards") != setting.cards.digest:
        told = {"name": setting.cards.name, "given": short(digest), "now": setting.cards.digest}
        raise Changed(WORDS.say("cards_changed", **told), "start.cards")


def write_position(s: State) -> dict[str, Any]:
    """A state as a position."""
    return {**codecs.write(s.setting, s), "tasks": [_write_task(s.setting, task) for task in s.tasks]}


def _read_position(setting: Setting, start: Mapping[str, Any]) -> State:
    check_keys(start, POSITION_KEYS, "start")
    for key in NEEDED_KEYS:
        if key not in start:
            raise BadRecord(WORDS.say("position_lacks"), f"start.{key}")
    s = State(setting, **codecs.read(setting, State, start, "start"))
    s.tasks = many(Codec(_write_task, _read_task), 12).read(setting, start["tasks"], "start.tasks")
    check(s)
    return s


# Tasks.


def _write_task(setting: Setting, task: Task) -> dict[str, Any]:
    """A task as an object with its name."""
    values = {field.name: getattr(task, field.name) for field in fields(task)}
    written = {key: _codec(key, values).write(setting, value) for key, value in values.items()}
    return {"task": task.name, **written}


def _read_task(setting: Setting, value: object, place: str) -> Task:
    table = expect(value, Mapping, place)
    name = expect(need(table, "task", place), str, f"{place}.task")
    if name not in TASKS:
        raise BadRecord(WORDS.say("no_task", name=short(name)), f"{place}.task")
    kind, found = TASKS[name], dict[str, Any]()
    names = [field.name for field in fields(kind)]
    check_keys(table, ("task", *names), place)
    for key in names:
        found[key] = _codec(key, found).read(setting, need(table, key, place), f"{place}.{key}")
    return kind(**found)


def _codec(key: str, values: Mapping[str, Any]) -> Codec:
    """The codec of a field of a task; which cards there are depends on its pile."""
    return many(card(values["pile"]), 3) if key == "cards" else TASK_ENTRIES[key]


def _item(asked: bool) -> Codec:
    """A thing in an offer: its kind, and which weapon or card it is if that is settled."""

    def which(kind: int) -> Codec:
        if kind == WEAPON_ITEM:
            return WEAPON_NAME
        return _ANYTHING if kind < CARD_ITEM or asked else card(pile_of(kind))

    def write(setting: Setting, item: Item) -> list[Any]:
        kind, thing = item
        return [KINDS[kind], None if thing == ANY else which(kind).write(setting, thing)]

    def read(setting: Setting, value: object, place: str) -> Item:
        kind, thing = pair(named(KINDS), _AS_IT_IS, "kind_and_thing").read(setting, value, place)
        return kind, which(kind).read(setting, thing, place)

    return Codec(write, read)


def _read_null(setting: Setting, value: object, place: str) -> int:
    if value is not None:
        raise BadRecord(WORDS.say("not_null", given=short(value)), place)
    return ANY


_ANYTHING = Codec(lambda setting, value: None, _read_null)
_AS_IT_IS = Codec(lambda setting, value: value, lambda setting, value, place: value)
TASK_ENTRIES: dict[str, Codec] = {
    "seat": SEAT,
    "beginner": SEAT,
    "best": SEAT,
    "player": SEAT,
    "partner": SEAT,
    "rest": many(SEAT),
    "by": many(SEAT),
    "pile": named(PILES),
    "answers": many(card(ACTION)),
    "lot": LOT,
    "card": card(ACTION),
    "mission": MISSION,
    "what": one_of(LOSSES),
    "timing": one_of(TIMINGS),
    "place": named(SPOTS),
    "spot": named(SPOTS),
    "target": many(TEXT, 3),
    "gives": many(_item(asked=False), MOST_THINGS),
    "asks": many(_item(asked=True), MOST_THINGS),
    "picked": many(_item(asked=False), MOST_THINGS),
    "positions": many(optional(SEAT)),
    "mon": number(-codecs.MOST),
    "number": number(1, 30),
    "bid": number(),
    "done": number(),
    "bless": FLAG,
    "countered": FLAG,
    "part": FLAG,
    "geishas": FLAG,
    "reserve": FLAG,
}
"""Field of a task → how it is written and read: the same name means the same thing in all of them."""
