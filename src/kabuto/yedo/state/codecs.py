"""How the values of a position are written as JSON, and read back and checked.

A codec does both for one kind of value. ``State`` and ``Clan`` name the codec of each of their fields where
they declare it (``entry``), and positions follow from that.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, NamedTuple

from kabuto.table import BadRecord
from kabuto.table.errors import label, short
from kabuto.table.record import expect
from kabuto.yedo.board import GARDEN, GREEN, MISSION_PILES, PILES, SPOTS, WEAPON
from kabuto.yedo.cards import CardSet
from kabuto.yedo.options import Setting
from kabuto.yedo.words import WORDS

MOST = 999
"""No number of a position is higher."""


class Codec(NamedTuple):
    """How one kind of value is written, and read at a place; ``BadRecord`` says what is wrong there."""

    write: Callable[[Setting, Any], Any]
    read: Callable[[Setting, Any, str], Any]


def entry(codec: Codec, default: Any, key: str = "", optional: bool = False) -> Any:
    """A field of a dataclass that a position holds, under another key if one is named.

    One that is ``optional`` stands there only if it differs from its default: earlier positions lack it.
    """
    return field(default=default, metadata={"codec": codec, "key": key, "optional": optional})


def entries(kind: Any) -> dict[str, Field[Any]]:
    """Key in a position → field, for every field of a dataclass that positions hold."""
    held = [each for each in fields(kind) if "codec" in each.metadata]
    return {each.metadata["key"] or each.name: each for each in held}


def write(setting: Setting, held: Any) -> dict[str, Any]:
    """The fields of a state or clan as an object."""
    return {
        key: each.metadata["codec"].write(setting, getattr(held, each.name))
        for key, each in entries(held).items()
        if not each.metadata["optional"] or getattr(held, each.name) != each.default
    }


def read(setting: Setting, kind: Any, table: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Field → value, from an object with an entry for each."""
    return {
        each.name: each.metadata["codec"].read(setting, need(table, key, place), f"{place}.{key}")
        for key, each in entries(kind).items()
        if key in table or not each.metadata["optional"]
    }


def need(table: Mapping[str, Any], key: str, place: str) -> Any:
    """An entry that must be there."""
    if key not in table:
        raise BadRecord(WORDS.say("missing"), f"{place}.{key}")
    return table[key]


def check_keys(table: Mapping[str, Any], known: Sequence[str], place: str) -> None:
    """Refuse unknown keys."""
    for key in table:
        if key not in known:
            raise BadRecord(WORDS.say("unknown_key", known=list(known)), f"{place}.{label(key)}")


# Single values.


def _as_it_is(setting: Setting, value: Any) -> Any:
    return value


def _in_range(value: object, place: str, least: int, most: int) -> int:
    found: int = expect(value, int, place)
    if not least <= found <= most:
        raise BadRecord(WORDS.say("out_of_range", least=least, most=most, given=short(found)), place)
    return found


def _index(value: object, names: Sequence[str], place: str) -> int:
    found = expect(value, str, place)
    if found not in names:
        raise BadRecord(WORDS.say("no_such_name", given=short(found), known=list(names)), place)
    return names.index(found)


def number(least: int = 0, most: int = MOST) -> Codec:
    """A whole number in a range."""
    return Codec(_as_it_is, lambda setting, value, place: _in_range(value, place, least, most))


def named(names: Sequence[str]) -> Codec:
    """The index of a name."""
    return Codec(
        lambda setting, value: names[value], lambda setting, value, place: _index(value, names, place)
    )


def one_of(names: Sequence[str]) -> Codec:
    """One of some names, as it is."""
    return Codec(_as_it_is, lambda setting, value, place: names[_index(value, names, place)])


TEXT = Codec(_as_it_is, lambda setting, value, place: expect(value, str, place))
FLAG = number(0, 1)
SEAT = Codec(_as_it_is, lambda setting, value, place: _in_range(value, place, 0, setting.players - 1))
ROUND = Codec(_as_it_is, lambda setting, value, place: _in_range(value, place, 0, setting.board.rounds))
LOT = Codec(
    lambda setting, value: setting.board.lots[value],
    lambda setting, value, place: _index(value, setting.board.lots, place),
)
FAVOUR = Codec(
    lambda setting, value: setting.cards.favours[value].code,
    lambda setting, value, place: _index(value, [card.code for card in setting.cards.favours], place),
)


def optional(codec: Codec) -> Codec:
    """A number, null for -1."""
    return Codec(
        lambda setting, value: None if value < 0 else codec.write(setting, value),
        lambda setting, value, place: -1 if value is None else codec.read(setting, value, place),
    )


# Cards.


def card(pile: int) -> Codec:
    """A card of a pile by its code; one whose face a view does not show is written by its pile."""

    def write(setting: Setting, value: int) -> str:
        return PILES[-1 - value] if value < 0 else setting.cards.codes[pile][value]

    def read(setting: Setting, value: object, place: str) -> int:
        text, codes = expect(value, str, place), _numbers(setting.cards)[pile]
        if text not in codes:
            raise BadRecord(WORDS.say("no_card_here", card=short(text)), place)
        return codes[text]

    return Codec(write, read)


@cache
def _numbers(cards: CardSet) -> list[dict[str, int]]:
    """Pile → code → card, for the cards of that pile; at the end, every mission."""
    own = [{cards.codes[pile][n]: n for n in cards.deck_faces[pile]} for pile in range(len(PILES))]
    return [*own, {code: n for pile in MISSION_PILES for code, n in own[pile].items()}]


def _mission() -> Codec:
    read = card(len(PILES)).read
    return Codec(card(GREEN).write, read)


MISSION = _mission()
"""A mission of any colour."""
WEAPON_NAME = card(WEAPON)


# Lists and objects.


def _borrowed() -> Codec:
    """Pairs of a seat and a weapon or -1: null for none, one seat alone, or a list of them."""

    def write(setting: Setting, pairs: tuple[tuple[int, int], ...]) -> Any:
        written = [
            seat if weapon < 0 else [seat, WEAPON_NAME.write(setting, weapon)] for seat, weapon in pairs
        ]
        if not written:
            return None
        return written[0] if written == [pairs[0][0]] else written

    def read_one(setting: Setting, value: object, place: str) -> tuple[int, int]:
        if isinstance(value, list):
            found: tuple[int, int] = pair(SEAT, WEAPON_NAME, "seat_and_weapon").read(setting, value, place)
            return found
        return SEAT.read(setting, value, place), -1

    def read(setting: Setting, value: object, place: str) -> tuple[tuple[int, int], ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            return (read_one(setting, value, place),)
        pairs: tuple[tuple[int, int], ...] = many(Codec(write, read_one)).read(setting, value, place)
        return pairs

    return Codec(write, read)


BORROWED = _borrowed()


def many(codec: Codec, most: int = 60, in_order: bool = False) -> Codec:
    """A list; one whose order means nothing is kept sorted."""

    def read(setting: Setting, value: object, place: str) -> tuple[Any, ...]:
        found = expect(value, list, place)
        if len(found) > most:
            raise BadRecord(WORDS.say("too_many_entries", most=most), place)
        values = [codec.read(setting, item, f"{place}[{n}]") for n, item in enumerate(found)]
        return tuple(sorted(values) if in_order else values)

    return Codec(lambda setting, values: [codec.write(setting, value) for value in values], read)


def each_seat(codec: Codec) -> Codec:
    """A list with an entry for each seat."""
    listed = many(codec)

    def read(setting: Setting, value: object, place: str) -> tuple[Any, ...]:
        if len(expect(value, list, place)) != setting.players:
            raise BadRecord(WORDS.say("one_each", players=setting.players), place)
        values: tuple[Any, ...] = listed.read(setting, value, place)
        return values

    return Codec(listed.write, read)


def pair(first: Codec, second: Codec, fault: str) -> Codec:
    """A list of two values; ``fault`` is the sentence that says so."""

    def read(setting: Setting, value: object, place: str) -> tuple[Any, Any]:
        found = expect(value, list, place)
        if len(found) != 2:
            raise BadRecord(WORDS.say(fault), place)
        return first.read(setting, found[0], place), second.read(setting, found[1], place)

    def write(setting: Setting, values: tuple[Any, Any]) -> list[Any]:
        return [first.write(setting, values[0]), second.write(setting, values[1])]

    return Codec(write, read)


def table(codecs: Mapping[str, Codec], make: Callable[[Iterable[Any]], Any] = tuple) -> Codec:
    """An object with an entry for each name; in a state a tuple, or what is made of one."""

    def read(setting: Setting, value: object, place: str) -> Any:
        found = expect(value, Mapping, place)
        check_keys(found, tuple(codecs), place)
        return make(
            codec.read(setting, need(found, name, place), f"{place}.{name}") for name, codec in codecs.items()
        )

    def write(setting: Setting, values: tuple[Any, ...]) -> dict[str, Any]:
        pairs = zip(codecs.items(), values, strict=True)
        return {name: codec.write(setting, value) for (name, codec), value in pairs}

    return Codec(write, read)


def each_clan(kind: Any) -> Codec:
    """A list of the clans, each an object of its entries."""

    def read_clan(setting: Setting, value: object, place: str) -> Any:
        found = expect(value, Mapping, place)
        check_keys(found, tuple(entries(kind)), place)
        return kind(**read(setting, kind, found, place))

    return each_seat(Codec(write, read_clan))


def _spaces() -> Codec:
    disciples = [many(optional(SEAT) if spot == GARDEN else SEAT, 20) for spot in range(len(SPOTS))]

    def write(setting: Setting, rows: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
        return {
            SPOTS[spot]: disciples[spot].write(setting, row)
            for spot, row in enumerate(rows)
            if row or spot == GARDEN
        }

    def read(setting: Setting, value: object, place: str) -> tuple[tuple[int, ...], ...]:
        found = expect(value, Mapping, place)
        check_keys(found, SPOTS, place)
        return tuple(
            disciples[spot].read(setting, found.get(name, []), f"{place}.{name}")
            for spot, name in enumerate(SPOTS)
        )

    return Codec(write, read)


SPACES = _spaces()
"""The disciples on every spot that has some; the garden has a place for each seat."""
DECKS = table({name: many(card(pile), 300) for pile, name in enumerate(PILES)})
