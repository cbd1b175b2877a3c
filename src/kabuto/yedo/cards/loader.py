"""Reading a card set: five files, every fault named with file, line and reason."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kabuto.table.errors import BadOption, short
from kabuto.yedo.board import ANNEXES, COLOURS, DISCIPLES, DISTRICTS, WEAPONS, board
from kabuto.yedo.cards.model import (
    Action,
    Bonus,
    CardSet,
    CardText,
    Effect,
    Event,
    Favour,
    Mission,
    Part,
)
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, REWARDS, TIMINGS, Word
from kabuto.yedo.words import WORDS

FILES = ("missions", "actions", "bonuses", "events", "favours")
LETTERS = dict(zip(FILES, "MABEF", strict=True))
_CODE = re.compile(r"[MABEF][1-9][0-9]{0,2}")
_TEXTS = ("name", "text")
Head = tuple[str, CardText, CardText]
"""Code, name and text of a card."""


def read_folder(folder: Path, name: str) -> CardSet:
    """The card set of a folder; ``BadOption`` names file, line and reason of the first fault."""
    found = {kind: list(_File(folder / f"{kind}.toml", kind).cards()) for kind in FILES}
    missions = sorted(found["missions"], key=lambda card: card.colour)
    cards = CardSet(
        name,
        tuple(missions),
        tuple(found["actions"]),
        tuple(found["bonuses"]),
        tuple(found["events"]),
        tuple(found["favours"]),
    )
    _check_numbers(cards, folder)
    return cards


def _check_numbers(cards: CardSet, folder: Path) -> None:
    """Enough of everything for five players, so that no pile runs dry where the rules need a card."""
    colours = [sum(card.colour == colour for card in cards.missions) for colour in range(4)]
    needs = (
        ("missions", "few_missions", len(cards.missions), 24),
        # Four players may draft four of them each, and the fifth needs one.
        ("missions", "few_hard_missions", colours[2] + colours[3], 17),
        ("actions", "few_actions", len(cards.deck_faces[0]), 24),
        ("bonuses", "few_bonuses", len(cards.bonuses), 14),
        ("events", "too_few_events", len(cards.events), 11),
        ("favours", "few_favours", len(cards.favours), 5),
    )
    for file, key, number, least in needs:
        if number < least:
            raise BadOption(WORDS.say(key, number=number, least=least), str(folder / f"{file}.toml"))


class _File:
    """One file of cards."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path, self.kind, self.place = path, kind, str(path)
        try:
            self.text = path.read_text("utf-8")
        except OSError as error:
            raise BadOption(WORDS.say("unreadable", fault=error.strerror), self.place) from None
        except UnicodeDecodeError as error:
            raise BadOption(WORDS.say("not_utf_8", number=error.start), self.place) from None
        self.codes: set[str] = set()

    def cards(self) -> Iterator[Any]:
        """Every card of the file."""
        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            where = f":{found[1]}" if found else ""
            raise BadOption(WORDS.say("not_toml", fault=str(error)), self.place + where) from None
        except RecursionError:
            raise BadOption(WORDS.say("too_deep"), self.place) from None
        except ValueError:  # the only other one: Python reads no integer of thousands of digits
            raise BadOption(WORDS.say("too_many_digits"), self.place) from None
        for key in data:
            if key != "card":
                raise BadOption(WORDS.say("no_card_entry", entry=short(key)), self.place)
        entries = data.get("card", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise BadOption(WORDS.say("card_entries"), self.place)
        for number, entry in enumerate(entries):
            yield _Entry(self, number, entry).read()

    def line(self, number: int, key: str) -> int:
        """The line of a key of the n-th card, or of the card."""
        lines = self.text.split("\n")
        heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
        if number >= len(heads):
            return 1
        start = heads[number]
        end = heads[number + 1] if number + 1 < len(heads) else len(lines)
        for n in range(start, end):
            if re.match(rf"\s*{re.escape(key.split('.')[0])}\s*=", lines[n]):  # a bonus stands in one line
                return n + 1
        return start + 1


class _Entry:
    """One card as its file has it."""

    def __init__(self, file: _File, number: int, entry: dict[str, Any]) -> None:
        self.file, self.number, self.entry = file, number, entry
        self.where = file.kind.removesuffix("s") if file.kind != "bonuses" else "bonus"

    def fail(self, key: str, fault: str, **values: Any) -> BadOption:
        """The refusal of this card: what is wrong with one of its keys."""
        code, reason = self.entry.get("code"), WORDS.say(fault, **values)
        told = (
            WORDS.say("at_place", place=key, reason=reason)
            if code is None
            else WORDS.say("card_fault", code=short(code), entry=key, reason=reason)
        )
        return BadOption(told, f"{self.file.place}:{self.file.line(self.number, key)}")

    def read(self) -> Any:
        keys = {"code", *_TEXTS, *_KEYS[self.where]}
        for key in self.entry:
            if key not in keys:
                raise self.fail(key, "unknown_card_key", known=sorted(keys))
        code = self.string("code")
        if not _CODE.fullmatch(code) or code[0] != LETTERS[self.file.kind]:
            raise self.fail("code", "bad_code", letter=LETTERS[self.file.kind], given=short(code))
        if code in self.file.codes:
            raise self.fail("code", "code_twice")
        self.file.codes.add(code)
        return _READERS[self.where](self, (code, self.texts("name"), self.texts("text")))

    def value(self, table: dict[str, Any], key: str, kind: type, default: Any, path: str = "") -> Any:
        if key not in table:
            if default is None:
                raise self.fail(path + key, "missing")
            return default
        value = table[key]
        if type(value) is not kind:
            raise self.fail(path + key, _KINDS[kind], given=short(value))
        return value

    def string(self, key: str) -> str:
        return str(self.value(self.entry, key, str, None))

    def number_of(self, table: dict[str, Any], key: str, most: int, default: int | None, path: str) -> int:
        value: int = self.value(table, key, int, default, path)
        if not 0 <= value <= most:
            raise self.fail(path + key, "out_of_range", least=0, most=most, given=short(value))
        return value

    def texts(self, key: str) -> CardText:
        table = self.value(self.entry, key, dict, None)
        if not table.get("en") or not all(isinstance(text, str) and text for text in table.values()):
            raise self.fail(key, "card_texts", example='{ en = "…", de = "…" }')
        rest = sorted((language, text) for language, text in table.items() if language != "en")
        return CardText((("en", table["en"]), *rest))

    def words(self, table: dict[str, Any], key: str, names: tuple[str, ...], path: str) -> tuple[int, ...]:
        """A list of names as numbers, in order."""
        values = self.value(table, key, list, [], path)
        for value in values:
            if value not in names:
                raise self.fail(path + key, "no_such_name", given=short(value), known=list(names))
        return tuple(sorted(names.index(value) for value in values))

    def effects(
        self, table: dict[str, Any], key: str, words: dict[str, Word], path: str = "", required: bool = False
    ) -> tuple[Effect, ...]:
        values = self.value(table, key, list, None if required else [], path)
        if required and not values:
            raise self.fail(path + key, "empty_list")
        return tuple(self.effect(path + key, value, words) for value in values)

    def effect(self, key: str, value: object, words: dict[str, Word]) -> Effect:
        """A sentence of the vocabulary, such as ``lose weapon 1 all``."""
        if not isinstance(value, str):
            raise self.fail(key, "bad_effect", given=short(value))
        op, *args = value.split(" ")
        allowed = sorted(name for name, word in words.items() if self.where in word.where)
        if op not in allowed:
            raise self.fail(key, "no_effect_word", effect=short(value), word=short(op), known=allowed)
        expected = words[op].args
        if len(args) != len(expected):
            raise self.fail(key, "effect_words", effect=short(value), word=op, number=len(expected))
        return Effect(op, tuple(self.arg(key, value, a, e) for a, e in zip(args, expected, strict=True)))

    def arg(self, key: str, value: str, arg: str, expected: str | tuple[str, ...]) -> int | str:
        if isinstance(expected, tuple):
            if arg not in expected:
                raise self.fail(
                    key, "effect_choice", effect=short(value), word=short(arg), known=list(expected)
                )
            return arg
        pattern = "[1-9][0-9]?" if expected == "n" else "-?[1-9][0-9]?"
        if not re.fullmatch(pattern, arg):
            raise self.fail(key, "effect_number", effect=short(value), word=short(arg))
        return int(arg)

    def part(self, table: dict[str, Any], path: str) -> Part:
        for key in table:
            if key not in _PART_KEYS and not (not path and key in ("code", "colour", "bonus", *_TEXTS)):
                raise self.fail(path + key, "unknown_part_key", known=list(_PART_KEYS))
        return Part(
            self.words(table, "districts", DISTRICTS, path),
            self.words(table, "weapons", WEAPONS, path),
            self.words(table, "annexes", ANNEXES, path),
            self.number_of(table, "geishas", 3, 0, path),
            self.effects(table, "special", CONDITIONS, path),
            self.number_of(table, "blessing", 1, 0, path),
            self.number_of(table, "pay", 30, 0, path),
            self.effects(table, "reward", REWARDS, path, required=True),
        )


def _mission(entry: _Entry, head: Head) -> Mission:
    colour = entry.string("colour")
    if colour not in COLOURS:
        raise entry.fail("colour", "not_one_of", known=list(COLOURS), given=short(colour))
    standard, bonus = entry.part(entry.entry, ""), None
    if not standard.districts:
        raise entry.fail("districts", "no_district")
    if "bonus" in entry.entry:
        bonus = entry.part(entry.value(entry.entry, "bonus", dict, None), "bonus.")
    _feasible(entry, standard, bonus or Part())
    return Mission(*head, COLOURS.index(colour), standard, bonus)


def _feasible(entry: _Entry, standard: Part, bonus: Part) -> None:
    """A mission must be possible for a clan within its limits."""
    districts = len(standard.districts) + len(bonus.districts)
    if districts > DISCIPLES:
        raise entry.fail("districts", "too_many_disciples", number=districts, there=DISCIPLES)
    for key in ("weapons", "annexes"):
        for part in (standard, bonus):
            owned = getattr(part, key)
            if len(owned) > 4 or (key == "annexes" and len(set(owned)) < len(owned)):
                raise entry.fail(key, "more_than_a_clan")
    if bonus.blessing + standard.blessing > 2:
        raise entry.fail("blessing", "two_blessings")


def _action(entry: _Entry, head: Head) -> Action:
    timing, copies = entry.string("timing"), entry.number_of(entry.entry, "copies", 20, None, "")
    if timing not in TIMINGS:
        raise entry.fail("timing", "not_one_of", known=list(TIMINGS), given=short(timing))
    if not copies:
        raise entry.fail("copies", "no_copies")
    effects = entry.effects(entry.entry, "effects", EFFECTS, required=True)
    for effect in effects:
        if timing not in EFFECTS[effect.op].timings:
            raise entry.fail("effects", "effect_time", effect=str(effect), timing=timing)
    if sum(EFFECTS[effect.op].targeted for effect in effects) > 1:
        raise entry.fail("effects", "two_targets")
    if any(effect.op == "cancel" for effect in effects) != (timing == "reaction"):
        raise entry.fail("effects", "reaction_cancels")
    return Action(*head, copies, timing, entry.effects(entry.entry, "conditions", CONDITIONS), effects)


def _bonus(entry: _Entry, head: Head) -> Bonus:
    condition = entry.effect("condition", entry.string("condition"), CONDITIONS)
    alone = entry.number_of(entry.entry, "alone", 20, None, "")
    return Bonus(*head, condition, alone, entry.number_of(entry.entry, "shared", 20, alone, ""))


def _event(entry: _Entry, head: Head) -> Event:
    effects = entry.effects(entry.entry, "effects", EFFECTS, required=True)
    if sum(effect.op == "close" for effect in effects) > 1:
        raise entry.fail("effects", "two_closed")
    return Event(*head, effects)


def _favour(entry: _Entry, head: Head) -> Favour:
    rewards = entry.effects(entry.entry, "reward", REWARDS, required=True)
    limits = board(2)  # they are the same for any number of players; one action card is there before
    most = {
        "action": limits.max_actions - 1,
        "bonus": limits.max_bonuses,
        "stack-weapon": limits.max_weapons,
    }
    for op, limit in most.items():
        if sum(reward.op == op for reward in rewards) > limit:
            raise entry.fail("reward", "favour_limit", reward=op, most=limit)
    return Favour(*head, rewards)


_PART_KEYS = ("districts", "weapons", "annexes", "geishas", "special", "blessing", "pay", "reward")
_KEYS: dict[str, tuple[str, ...]] = {
    "mission": ("colour", *_PART_KEYS, "bonus"),
    "action": ("copies", "timing", "conditions", "effects"),
    "bonus": ("condition", "alone", "shared"),
    "event": ("effects",),
    "favour": ("reward",),
}
_READERS: dict[str, Callable[[_Entry, Head], Any]] = {
    "mission": _mission,
    "action": _action,
    "bonus": _bonus,
    "event": _event,
    "favour": _favour,
}
_KINDS = {str: "not_a_string", int: "not_a_number", list: "not_a_list", dict: "not_a_table"}
"""What a value should have been → the sentence that says so."""
