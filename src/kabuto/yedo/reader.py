"""Reading a position: every entry checked, then the whole, and each fault named with its place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from kabuto.table import BadRecord
from kabuto.table.errors import label, short
from kabuto.table.record import expect
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    DISTRICTS,
    EVENT,
    GARDEN,
    GREEN,
    MISSION_PILES,
    PATROLS,
    PILES,
    SPOTS,
    WEAPON,
)
from kabuto.yedo.cards.vocabulary import LOSSES, TIMINGS
from kabuto.yedo.checks import check, same_cards
from kabuto.yedo.rules import OVER, STEPS
from kabuto.yedo.sentences import WORDS
from kabuto.yedo.state import Clan, Setting, State
from kabuto.yedo.task import TASKS, Task
from kabuto.yedo.trading import ANY, CARD_ITEM, KINDS, WEAPON_ITEM, pile_of

POSITION_KEYS = (
    "round",
    "step",
    "order",
    "lap",
    "track",
    "won",
    "barred",
    "rebate",
    "patrol",
    "patrol_in",
    "saved",
    "church",
    "market",
    "decks",
    "discard",
    "event",
    "past",
    "closed",
    "annexes",
    "geishas",
    "blessings",
    "spaces",
    "clans",
    "favours",
    "borrowed",
    "traded",
    "shogun",
    "tasks",
    "reshuffles",
)
CLAN_KEYS = tuple(Clan.__slots__)
MOST = 999
"""No number of a position is higher."""


class Reader:
    """Reads one ``start``."""

    def __init__(self, setting: Setting, start: Mapping[str, Any]) -> None:
        self.setting, self.start = setting, start
        self.board, self.cards, self.players = setting.board, setting.cards, setting.players
        self.numbers: dict[int, dict[str, int]] = {
            pile: {text: n for n, text in enumerate(self.cards.codes[pile])} for pile in range(len(PILES))
        }
        """Pile → code → card."""
        for pile in MISSION_PILES:
            own = self.cards.deck_faces[pile]
            self.numbers[pile] = {self.cards.codes[pile][n]: n for n in own}
        self.numbers[GREEN - 1 + len(PILES)] = {card.code: n for n, card in enumerate(self.cards.missions)}

    # Values.

    def keys(self, table: Mapping[str, Any], known: Sequence[str], place: str) -> None:
        """Refuse keys that are unknown."""
        for key in table:
            if key not in known:
                raise BadRecord(WORDS.say("unknown_key", known=list(known)), f"{place}.{label(key)}")

    def get(self, table: Mapping[str, Any], key: str, kind: Any, place: str) -> Any:
        """An entry that must be there."""
        if key not in table:
            raise BadRecord(WORDS.say("missing"), f"{place}.{key}")
        return expect(table[key], kind, f"{place}.{key}")

    def number(self, value: object, place: str, least: int = 0, most: int = MOST) -> int:
        """A whole number in a range."""
        found: int = expect(value, int, place)
        if not least <= found <= most:
            raise BadRecord(WORDS.say("out_of_range", least=least, most=most, given=short(found)), place)
        return found

    def seat(self, value: object, place: str) -> int:
        """A seat."""
        return self.number(value, place, 0, self.players - 1)

    def word(self, value: object, words: Sequence[str], place: str) -> int:
        """The number of a word."""
        found = expect(value, str, place)
        if found not in words:
            raise BadRecord(WORDS.say("no_such_name", given=short(found), known=list(words)), place)
        return words.index(found)

    def optional(self, value: object, read: Callable[[Any, str], int], place: str) -> int:
        """A number, -1 for null."""
        return -1 if value is None else read(value, place)

    def many(
        self, value: object, read: Callable[[Any, str], Any], place: str, most: int = 60
    ) -> tuple[Any, ...]:
        """A list."""
        found = expect(value, list, place)
        if len(found) > most:
            raise BadRecord(WORDS.say("too_many_entries", most=most), place)
        return tuple(read(item, f"{place}[{n}]") for n, item in enumerate(found))

    def card(self, pile: int) -> Callable[[Any, str], int]:
        """A reader of cards of a pile; of GREEN - 1 + len(PILES) for missions of any colour."""

        def read(value: object, place: str) -> int:
            text = expect(value, str, place)
            if text not in self.numbers[pile]:
                raise BadRecord(WORDS.say("no_card_here", card=short(text)), place)
            return self.numbers[pile][text]

        return read

    # A game that starts at the beginning.

    def first(self) -> int:
        """The start player."""
        return self.seat(self.get(self.start, "first", int, "start"), "start.first")

    def colour(self) -> int:
        """Which patrol walks."""
        return self.word(self.get(self.start, "patrol", str, "start"), PATROLS, "start.patrol")

    def reshuffles(self) -> tuple[tuple[int, ...], ...]:
        """How the weapons were shuffled later."""
        read = self.card(WEAPON)
        value = self.start.get("reshuffles", [])
        return self.many(value, lambda row, place: self.many(row, read, place), "start.reshuffles")

    def decks(self) -> tuple[tuple[int, ...], ...]:
        """Every pile."""
        table = self.get(self.start, "decks", Mapping, "start")
        self.keys(table, PILES, "start.decks")
        return tuple(
            self.many(self.get(table, name, list, "start.decks"), self.card(pile), f"start.decks.{name}", 300)
            for pile, name in enumerate(PILES)
        )

    def full_decks(self) -> tuple[tuple[int, ...], ...]:
        """Every pile, all of its cards there."""
        decks = self.decks()
        for pile, deck in enumerate(decks):
            same_cards(self.setting.cards, pile, deck, self.cards.deck_faces[pile])
        return decks

    # A position.

    def position(self) -> State:
        """The state that a position describes."""
        self.keys(self.start, POSITION_KEYS, "start")
        for key in POSITION_KEYS[:-1]:
            if key not in self.start:
                raise BadRecord(WORDS.say("position_lacks"), f"start.{key}")
        s = State()
        s.setting, s.facts, s.reshuffles, s.chance = self.setting, (), (), None
        self.read_tracks(s)
        self.read_board(s)
        clans = self.one_each("clans", Mapping)
        s.clans = tuple(self.clan(row, f"start.clans[{seat}]") for seat, row in enumerate(clans))
        s.tasks = self.many(self.start["tasks"], self.task, "start.tasks", 12)
        check(s)
        return s

    def one_each(self, key: str, kind: Any) -> list[Any]:
        """A list with an entry for each seat."""
        rows: list[Any] = expect(self.start[key], list, f"start.{key}")
        if len(rows) != self.players:
            raise BadRecord(WORDS.say("one_each", players=self.players), f"start.{key}")
        return [expect(row, kind, f"start.{key}[{n}]") if kind else row for n, row in enumerate(rows)]

    def read_tracks(self, s: State) -> None:
        """Rounds, orders and the auction."""
        start, lots = self.start, self.board.lots
        s.round = self.number(start["round"], "start.round", 0, self.board.rounds)
        s.step = (*STEPS, OVER)[self.word(start["step"], (*STEPS, OVER), "start.step")]
        s.order = self.many(start["order"], self.seat, "start.order")
        if sorted(s.order) != list(range(self.players)):
            raise BadRecord(WORDS.say("every_seat_once"), "start.order")
        s.lap = self.many(start["lap"], self.seat, "start.lap")
        s.track = self.many(start["track"], self.seat, "start.track")
        if len(set(s.track)) < len(s.track):
            raise BadRecord(WORDS.say("seat_twice"), "start.track")

        def lot(value: object, place: str) -> int:
            return self.word(value, lots, place)

        won = enumerate(self.one_each("won", None))
        s.won = tuple(self.optional(row, lot, f"start.won[{n}]") for n, row in won)
        s.barred = self.optional(start["barred"], lot, "start.barred")
        s.rebate = tuple(self.number(n, "start.rebate") for n in self.one_each("rebate", int))
        s.borrowed = self.optional(start["borrowed"], self.seat, "start.borrowed")
        s.traded = self.number(start["traded"], "start.traded", 0, 1)
        s.shogun = self.number(start["shogun"], "start.shogun", 0, 1)

    def read_board(self, s: State) -> None:
        """Everything that lies on the board."""
        start = self.start

        def district(value: object, place: str) -> int:
            return self.word(value, DISTRICTS, place)

        s.colour = self.colour()
        s.patrol = district(start["patrol_in"], "start.patrol_in")
        s.closed = self.optional(start["closed"], district, "start.closed")
        s.saved = self.many(start["saved"], self.saved, "start.saved")
        s.church = self.number(start["church"], "start.church")
        weapon, event = self.card(WEAPON), self.card(EVENT)
        s.market = self.many(start["market"], lambda v, p: self.optional(v, weapon, p), "start.market")
        if len(s.market) != len(self.board.prices):
            raise BadRecord(WORDS.say("market_fields", number=len(self.board.prices)), "start.market")
        s.decks = self.decks()
        s.discard = tuple(sorted(self.many(start["discard"], weapon, "start.discard")))
        s.event = self.optional(start["event"], event, "start.event")
        s.past = self.many(start["past"], event, "start.past")
        annexes = expect(start["annexes"], Mapping, "start.annexes")
        self.keys(annexes, ANNEXES, "start.annexes")
        s.annexes = tuple(
            self.number(self.get(annexes, name, int, "start.annexes"), f"start.annexes.{name}")
            for name in ANNEXES
        )
        s.geishas = self.number(start["geishas"], "start.geishas")
        s.blessings = self.number(start["blessings"], "start.blessings")
        spaces = expect(start["spaces"], Mapping, "start.spaces")
        self.keys(spaces, SPOTS, "start.spaces")
        s.spaces = tuple(self.space(spaces, spot) for spot in range(len(SPOTS)))
        codes = [card.code for card in self.cards.favours]
        s.favours = self.many(start["favours"], lambda v, p: self.word(v, codes, p), "start.favours")

    def saved(self, value: object, place: str) -> tuple[int, int]:
        """A disciple that is safe."""
        pair = expect(value, list, place)
        if len(pair) != 2:
            raise BadRecord(WORDS.say("seat_and_space"), place)
        return self.seat(pair[0], place), self.word(pair[1], SPOTS, place)

    def space(self, spaces: Mapping[str, Any], spot: int) -> tuple[int, ...]:
        """The disciples on a spot."""
        name = SPOTS[spot]
        place = f"start.spaces.{name}"
        if spot != GARDEN:
            return self.many(spaces.get(name, []), self.seat, place, 20)
        row = self.many(spaces.get(name, []), lambda v, p: self.optional(v, self.seat, p), place)
        if len(row) != self.players or len({n for n in row if n >= 0}) < sum(n >= 0 for n in row):
            raise BadRecord(WORDS.say("garden_places"), place)
        return row

    def clan(self, table: Mapping[str, Any], place: str) -> Clan:
        """What belongs to a seat."""
        self.keys(table, CLAN_KEYS, place)
        clan, missions = Clan(), GREEN - 1 + len(PILES)
        for key in ("mon", "prestige", "home", "reserve", "geishas", "blessing", "blackmail"):
            setattr(clan, key, self.number(self.get(table, key, int, place), f"{place}.{key}"))
        for key, pile in (
            ("actions", ACTION),
            ("bonuses", BONUS),
            ("missions", missions),
            ("weapons", WEAPON),
        ):
            cards = self.many(self.get(table, key, list, place), self.card(pile), f"{place}.{key}")
            setattr(clan, key, tuple(sorted(cards)))
        finished = self.get(table, "finished", list, place)
        clan.finished = self.many(finished, self.card(missions), f"{place}.finished")
        for key in ("annexes", "manned"):
            read = self.many(
                self.get(table, key, list, place), lambda v, p: self.word(v, ANNEXES, p), f"{place}.{key}"
            )
            setattr(clan, key, tuple(sorted(read)))
        return clan

    # Tasks.

    def task(self, value: object, place: str) -> Task:
        """A task, field by field."""
        table = expect(value, Mapping, place)
        name = self.get(table, "task", str, place)
        if name not in TASKS:
            raise BadRecord(WORDS.say("no_task", name=short(name)), f"{place}.task")
        kind, read = TASKS[name], dict[str, Any]()
        names = [field.name for field in fields(kind)]
        self.keys(table, ("task", *names), place)
        for key in names:
            if key not in table:
                raise BadRecord(WORDS.say("missing"), f"{place}.{key}")
            read[key] = self.field(key, table[key], read, f"{place}.{key}")
        return kind(**read)

    def field(self, key: str, value: object, read: Mapping[str, Any], place: str) -> Any:
        """A field of a task; the same name means the same thing in all of them."""
        missions = GREEN - 1 + len(PILES)
        match key:
            case "seat" | "beginner" | "best" | "player" | "partner":
                return self.seat(value, place)
            case "rest" | "by":
                return self.many(value, self.seat, place)
            case "pile":
                return self.word(value, PILES, place)
            case "cards":
                return self.many(value, self.card(read["pile"]), place, 3)
            case "answers":
                return self.many(value, self.card(ACTION), place)
            case "lot":
                return self.word(value, self.board.lots, place)
            case "card":
                return self.card(ACTION)(value, place)
            case "mission":
                return self.card(missions)(value, place)
            case "what":
                return LOSSES[self.word(value, LOSSES, place)]
            case "timing":
                return TIMINGS[self.word(value, TIMINGS, place)]
            case "place" | "spot":
                return self.word(value, SPOTS, place)
            case "target":
                return self.many(value, lambda v, p: expect(v, str, p), place, 3)
            case "gives" | "asks" | "picked":
                return self.many(value, lambda v, p: self.item(v, p, key == "asks"), place, 2)
            case "positions":
                return self.many(value, lambda v, p: self.optional(v, self.seat, p), place)
            case "mon":
                return self.number(value, place, -MOST)
            case "number":
                return self.number(value, place, 1, 30)
            case "bid" | "done":
                return self.number(value, place)
        return self.number(value, place, 0, 1)

    def item(self, value: object, place: str, asked: bool) -> tuple[int, int]:
        """A thing in an offer."""
        pair = expect(value, list, place)
        if len(pair) != 2:
            raise BadRecord(WORDS.say("kind_and_thing"), place)
        kind = self.word(pair[0], KINDS, place)
        if kind == WEAPON_ITEM:
            return kind, self.card(WEAPON)(pair[1], place)
        if kind < CARD_ITEM or asked:
            expect_none(pair[1], place)
            return kind, ANY
        return kind, self.card(pile_of(kind))(pair[1], place)


def expect_none(value: object, place: str) -> None:
    """Refuse anything but null."""
    if value is not None:
        raise BadRecord(WORDS.say("not_null", given=short(value)), place)
