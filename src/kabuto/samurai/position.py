"""Positions and the ``start`` of a record: written from a state, read back with every fault named."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kabuto.samurai.board import ROOM, SEA, SETTLEMENT, SETTLEMENTS, SPACE, SPACES
from kabuto.samurai.deal import Tokens, fixed_only
from kabuto.samurai.editions import CHOOSE, DRAFT, TOKEN, Setting
from kabuto.samurai.influence import is_surrounded
from kabuto.samurai.rules import is_drafting
from kabuto.samurai.sentences import TOKEN_MARKS, WORDS
from kabuto.samurai.state import NO_TOKENS, NOTHING, Phase, State
from kabuto.samurai.tokens import (
    FIGURE_SETS,
    FIGURES,
    KINDS_IN,
    TOKENS,
    Laid,
    X,
    codes,
)
from kabuto.samurai.tokens import TOKEN as TOKEN_NUMBER
from kabuto.table import BadRecord, Seat
from kabuto.table.errors import label, short
from kabuto.table.record import expect

CHANCE_KEYS = ("figures", "hands", "draws")
"""What chance decides at the beginning of a game."""
POSITION_KEYS = ("tokens", "captured", "aside", "to_move", "played")
"""What a position in the middle of a game has besides."""


def write_position(state: State) -> dict[str, Any]:
    """A state as a position; stacks that are not formed yet are left out."""
    position: dict[str, Any] = {
        "figures": write_figures(state),
        "hands": [codes(hand) for hand in state.hands],
        "draws": [codes(stack) for stack in state.stacks],
        "tokens": {space: list(laid) for space, laid in write_tokens(state).items()},
        "captured": [list(counts) for counts in state.captured],
        "aside": list(state.aside),
        "to_move": None if state.phase is Phase.OVER else state.seat,
        "played": codes(state.played),
    }
    if state.phase is Phase.CHOOSE:
        del position["draws"]
    return position


def write_figures(state: State) -> dict[str, str]:
    """Settlement → its figures, in names; empty ones are left out."""
    return {
        SPACES[SETTLEMENTS[settlement]].name: FIGURE_SETS[mask]
        for settlement, mask in enumerate(state.figures)
        if mask
    }


def write_tokens(state: State) -> dict[str, tuple[int, str]]:
    """Space → seat and token, in names."""
    return {
        SPACES[space].name: (laid.seat, TOKENS[laid.token].code)
        for space, laid in enumerate(state.tokens)
        if laid is not None
    }


def write_start(first: State, stacks: Tokens | None) -> dict[str, Any]:
    """The ``start`` of a game that began in this state; ``stacks`` if they were formed later."""
    start = write_position(first)
    if stacks is not None:
        start["draws"] = [codes(stack) for stack in stacks]
    if _is_beginning(first):
        for key in POSITION_KEYS:
            del start[key]
        if first.phase is Phase.CHOOSE:
            del start["hands"]
        if first.setting.figures == DRAFT and is_drafting(first):
            del start["figures"]
    return start


def _is_beginning(state: State) -> bool:
    """Whether a game, and not a position of one, began here."""
    bare = state.phase is not Phase.OVER and state.seat == 0 and not any(state.tokens) and not state.played
    uncaptured = not any(map(sum, state.captured)) and not sum(state.aside)
    unchosen = state.phase is not Phase.CHOOSE or not any(state.hands)
    undrafted = not is_drafting(state) or state.figures == fixed_only(state.setting.board)
    return bare and uncaptured and unchosen and undrafted


def read_start(
    setting: Setting, start: Mapping[str, Any], moves: Sequence[str]
) -> tuple[State, Tokens | None]:
    """The state that a ``start`` describes; where hands are still chosen, the stacks it names for later.

    ``BadRecord`` names the place and the reason of the first fault.
    """
    return _Reader(setting, start).read(moves)


class _Reader:
    def __init__(self, setting: Setting, start: Mapping[str, Any]) -> None:
        self.setting, self.start = setting, start
        self.board, self.players, self.hand_size = setting.board, setting.players, setting.hand_size

    def read(self, moves: Sequence[str]) -> tuple[State, Tokens | None]:
        self.check_keys()
        to_move, hands, draws = self.to_move(), self.token_lists("hands", self.hand_size), None
        if "draws" in self.start:
            draws = self.token_lists("draws", len(self.setting.full_set) - self.hand_size)
        elif all(len(hand) == self.hand_size for hand in hands):
            raise BadRecord(WORDS.say("stacks_missing"), "start.draws")
        choosing = to_move is not None and self.is_choosing(hands, draws, moves)
        state = State(
            self.setting,
            Phase.CHOOSE if choosing else Phase.TURN,
            to_move or 0,
            self.tokens(),
            self.figures(),
            tuple(tuple(sorted(hand)) for hand in hands),
            () if choosing else draws or ((),) * self.players,
            self.captured(),
            self.counts(self.start.get("aside", list(NOTHING)), "start.aside"),
            self.token_list(self.start.get("played", []), "start.played", self.hand_size),
        )
        drafting = to_move is not None and is_drafting(state._replace(played=()))
        if to_move is None:
            state = state._replace(phase=Phase.OVER)
        elif drafting and not choosing:
            state = state._replace(phase=Phase.DRAFT)
        self.check_phase(state, drafting)
        self.check_copies(state, draws or ((),) * self.players)
        self.check_figures(state, drafting)
        return state, draws if choosing else None

    def check_keys(self) -> None:
        known = (*CHANCE_KEYS, *POSITION_KEYS)
        for key in self.start:
            if key not in known:
                raise BadRecord(WORDS.say("start_keys", known=known), f"start.{label(key)}")
        if not any(key in self.start for key in POSITION_KEYS):
            by_moves = {"figures": self.setting.figures == DRAFT, "hands": self.setting.hands == CHOOSE}
            for key, by_move in by_moves.items():
                if key not in self.start and not by_move:
                    raise BadRecord(WORDS.say("start_chance"), f"start.{key}")

    def is_choosing(self, hands: Tokens, draws: Tokens | None, moves: Sequence[str]) -> bool:
        """Whether opening hands are chosen here: until all are full, and no stack is formed before that."""
        if self.setting.hands != CHOOSE or all(len(hand) == self.hand_size for hand in hands):
            return False
        return draws is None or "hands" not in self.start or any(move.startswith("+") for move in moves[:1])

    # The entries, each with its own faults.

    def to_move(self) -> int | None:
        value = self.start.get("to_move", 0)
        return None if value is None else self.seat(value, "start.to_move")

    def seat(self, value: object, place: str) -> int:
        seat: int = expect(value, int, place)
        if not 0 <= seat < self.players:
            raise BadRecord(WORDS.say("record_seat", number=short(seat), most=self.players - 1), place)
        return seat

    def space(self, name: str, place: str) -> int:
        if name not in SPACE:
            raise BadRecord(WORDS.say("record_space", name=short(name)), place)
        if SPACE[name] not in self.board.spaces:
            raise BadRecord(WORDS.say("record_out_of_play", space=name, players=self.players), place)
        return SPACE[name]

    def token(self, value: object, place: str) -> int:
        code = expect(value, str, place)
        if code not in TOKEN_NUMBER:
            raise BadRecord(WORDS.say("record_token", code=short(code)), place)
        return TOKEN_NUMBER[code]

    def token_list(self, value: object, place: str, most: int) -> tuple[int, ...]:
        tokens = expect(value, list, place)
        if len(tokens) > most:
            raise BadRecord(WORDS.say("most_tokens", most=most), place)
        return tuple(self.token(token, f"{place}[{number}]") for number, token in enumerate(tokens))

    def token_lists(self, key: str, most: int) -> Tokens:
        lists = self.one_per_seat(key, [])
        return tuple(self.token_list(row, f"start.{key}[{seat}]", most) for seat, row in enumerate(lists))

    def one_per_seat(self, key: str, default: list[Any]) -> list[Any]:
        rows: list[Any] = expect(self.start.get(key, [default] * self.players), list, f"start.{key}")
        if len(rows) != self.players:
            raise BadRecord(WORDS.say("list_per_seat", players=self.players), f"start.{key}")
        return rows

    def captured(self) -> tuple[tuple[int, int, int], ...]:
        rows = self.one_per_seat("captured", list(NOTHING))
        return tuple(self.counts(row, f"start.captured[{seat}]") for seat, row in enumerate(rows))

    def counts(self, value: object, place: str) -> tuple[int, int, int]:
        numbers = expect(value, list, place)
        if len(numbers) != 3:
            raise BadRecord(WORDS.say("three_numbers"), place)
        for number in numbers:
            if not 0 <= expect(number, int, place) <= self.board.figures:
                raise BadRecord(WORDS.say("figure_range", most=self.board.figures), place)
        return numbers[0], numbers[1], numbers[2]

    def figures(self) -> tuple[int, ...]:
        if "figures" not in self.start and self.setting.figures == DRAFT:
            return fixed_only(self.board)
        figures = [0] * len(SETTLEMENTS)
        for name, kinds in expect(self.start.get("figures", {}), Mapping, "start.figures").items():
            place = f"start.figures.{label(name)}"
            space = self.space(name, place)
            if space not in SETTLEMENT:
                raise BadRecord(WORDS.say("not_settlement", space=name), place)
            for kind in expect(kinds, str, place):
                if kind not in FIGURES:
                    raise BadRecord(WORDS.say("no_figure", kind=short(kind)), place)
                bit = 1 << FIGURES.index(kind)
                if figures[SETTLEMENT[space]] & bit:
                    raise BadRecord(WORDS.say("figure_twice", kind=kind), place)
                figures[SETTLEMENT[space]] |= bit
        return tuple(figures)

    def tokens(self) -> tuple[Laid | None, ...]:
        tokens = list(NO_TOKENS)
        for name, value in expect(self.start.get("tokens", {}), Mapping, "start.tokens").items():
            place = f"start.tokens.{label(name)}"
            space = self.space(name, place)
            if len(expect(value, list, place)) != 2:
                raise BadRecord(WORDS.say("seat_and_token"), place)
            seat, token = self.seat(value[0], place), self.token(value[1], place)
            kind, terrain = TOKENS[token], SPACES[space].terrain
            if space in SETTLEMENT:
                raise BadRecord(WORDS.say("token_in_settlement"), place)
            if token == X:
                raise BadRecord(WORDS.say("exchange_laid"), place)
            if (kind.terrain == SEA) != (terrain == SEA):
                raise BadRecord(WORDS.say("wrong_terrain", code=TOKEN_MARKS[token], terrain=terrain), place)
            tokens[space] = Laid(seat, token)
        return tuple(tokens)

    # Faults of the whole.

    def check_phase(self, state: State, drafting: bool) -> None:
        """Hands are chosen seat by seat, then figures put on the map; only then is anything played."""
        board, figures = self.board, state.figures
        if state.phase is Phase.OVER and state.played:
            raise BadRecord(WORDS.say("played_when_over"), "start.played")
        if state.phase in (Phase.TURN, Phase.OVER):
            return
        if state.played or any(state.tokens) or any(map(sum, (*state.captured, state.aside))):
            raise BadRecord(WORDS.say("played_in_setup"), "start")
        if state.phase is Phase.CHOOSE:
            for seat, hand in enumerate(state.hands):
                sizes = (
                    range(self.hand_size)
                    if seat == state.seat
                    else (self.hand_size if seat < state.seat else 0,)
                )
                if len(hand) not in sizes:
                    seats = {"seat": Seat(state.seat), "other": Seat(seat)}
                    raise BadRecord(WORDS.say("hand_size", **seats, number=len(hand)), f"start.hands[{seat}]")
            if drafting and figures != fixed_only(board):
                raise BadRecord(WORDS.say("figures_early"), "start.figures")
        elif any(now != before for now, before in zip(figures, fixed_only(board), strict=True) if before):
            raise BadRecord(WORDS.say("edo_first"), "start.figures")
        elif any(figures[village] for village in board.villages) and not all(
            len(KINDS_IN[figures[city]]) == ROOM[city] for city in board.cities
        ):
            raise BadRecord(WORDS.say("cities_before_villages"), "start.figures")

    def check_copies(self, state: State, stacks: Tokens) -> None:
        """No seat may have more copies of a token than there are."""
        for seat in range(self.players):
            laid = Counter(laid.token for laid in state.tokens if laid is not None and laid.seat == seat)
            played = Counter(state.played if seat == state.seat else ())
            # What was played in this turn lies on the board, except for a figure exchange.
            owned = Counter(state.hands[seat]) + Counter(stacks[seat]) + (laid | played)
            for token, number in sorted(owned.items()):
                if number > (most := self.setting.full_set.count(token)):
                    found = {"seat": Seat(seat), "number": number, "code": TOKEN_MARKS[token]}
                    raise BadRecord(WORDS.say("copies", **found, most=most), "start")
        if sum(not TOKENS[token].fast for token in state.played) > 1:
            raise BadRecord(WORDS.say("one_slow"), "start.played")

    def check_figures(self, state: State, drafting: bool) -> None:
        """Full settlements or empty ones, none of them surrounded, no more figures than there are."""
        for settlement, mask in enumerate(state.figures):
            place = f"start.figures.{SPACES[SETTLEMENTS[settlement]].name}"
            held, room = len(KINDS_IN[mask]), ROOM[settlement]
            if held > room or (0 < held < room and not drafting):
                raise BadRecord(WORDS.say("room", held=held, room=room), place)
            if mask and self.setting.captures == TOKEN and is_surrounded(state.tokens, settlement):
                raise BadRecord(WORDS.say("still_full"), place)
        for kind, letter in enumerate(FIGURES):
            number = sum(mask >> kind & 1 for mask in state.figures)
            number += sum(counts[kind] for counts in (*state.captured, state.aside))
            if number > self.board.figures:
                raise BadRecord(
                    WORDS.say("figure_number", number=number, kind=letter, most=self.board.figures), "start"
                )
