"""Positions and the ``start`` of a record: written from a state, read back with every fault named."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kabuto.samurai.board import ROOM, SEA, SETTLEMENT, SETTLEMENTS, SPACE, SPACES
from kabuto.samurai.deal import edo_only
from kabuto.samurai.editions import CHOOSE, DRAFT, TOKEN, Setting
from kabuto.samurai.influence import is_surrounded
from kabuto.samurai.rules import is_drafting
from kabuto.samurai.state import NO_TOKENS, NOTHING, Phase, State
from kabuto.samurai.tokens import FIGURE_SETS, FIGURES, HAND_SIZE, KINDS_IN, TOKENS, Laid, X, codes
from kabuto.samurai.tokens import TOKEN as TOKEN_NUMBER
from kabuto.table import BadRecord
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
        "tokens": write_tokens(state),
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


def write_tokens(state: State) -> dict[str, list[Any]]:
    """Space → seat and token, in names."""
    return {
        SPACES[space].name: [laid.seat, TOKENS[laid.token].code]
        for space, laid in enumerate(state.tokens)
        if laid is not None
    }


def write_start(first: State, stacks: tuple[tuple[int, ...], ...] | None) -> dict[str, Any]:
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
    players = state.setting.players
    bare = state.phase is not Phase.OVER and state.seat == 0 and not any(state.tokens) and not state.played
    uncaptured = not any(map(sum, state.captured)) and not sum(state.aside)
    unchosen = state.phase is not Phase.CHOOSE or not any(state.hands)
    undrafted = not is_drafting(state) or state.figures == edo_only(players)
    return bare and uncaptured and unchosen and undrafted


def read_start(setting: Setting, start: Mapping[str, Any], choosing: bool) -> State:
    """The state that a ``start`` describes; ``choosing`` says that moves of choice follow.

    ``BadRecord`` names the place and the reason of the first fault.
    """
    return _Reader(setting, start).read(choosing)


def read_draws(setting: Setting, start: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """The stacks that a ``start`` names."""
    return _Reader(setting, start).stacks()


class _Reader:
    def __init__(self, setting: Setting, start: Mapping[str, Any]) -> None:
        self.setting, self.start = setting, start
        self.board = setting.board

    def read(self, choosing: bool) -> State:
        self.check_keys()
        to_move = self.to_move()
        state = State(
            self.setting,
            Phase.OVER if to_move is None else Phase.TURN,
            to_move or 0,
            self.tokens(),
            self.figures(),
            tuple(tuple(sorted(hand)) for hand in self.token_lists("hands", HAND_SIZE)),
            () if choosing else self.stacks(),
            self.captured(),
            self.counts("aside", self.start.get("aside", list(NOTHING))),
            self.played(to_move),
        )
        if to_move is not None and is_drafting(state):
            state = state._replace(phase=Phase.DRAFT)
        if choosing:
            state = self.choosing(state)
        self.check_copies(state)
        self.check_figures(state)
        return state

    def check_keys(self) -> None:
        known = (*CHANCE_KEYS, *POSITION_KEYS)
        for key in self.start:
            if key not in known:
                raise BadRecord(f"unknown: a start has {', '.join(known)}", f"start.{str(key)[:40]}")
        if not any(key in self.start for key in POSITION_KEYS):
            by_moves = {"figures": self.setting.figures == DRAFT, "hands": self.setting.hands == CHOOSE}
            for key, by_move in by_moves.items():
                if key not in self.start and not by_move:
                    raise BadRecord("missing: chance decides it, so the record names it", f"start.{key}")

    def to_move(self) -> int | None:
        value = self.start.get("to_move", 0)
        return None if value is None else self.seat(value, "start.to_move")

    def seat(self, value: object, place: str) -> int:
        seat: int = expect(value, int, place)
        if not 0 <= seat < self.setting.players:
            raise BadRecord(
                f"seat {str(seat)[:20]} does not exist: seats are 0 to {self.setting.players - 1}", place
            )
        return seat

    def space(self, name: str, place: str) -> int:
        if name not in SPACE:
            raise BadRecord(f"there is no space {str(name)[:20]!r}", place)
        if SPACE[name] not in self.board.spaces:
            raise BadRecord(f"{name} is not in play with {self.setting.players} players", place)
        return SPACE[name]

    def token(self, value: object, place: str) -> int:
        code = expect(value, str, place)
        if code not in TOKEN_NUMBER:
            raise BadRecord(f"there is no token {code[:20]!r}", place)
        return TOKEN_NUMBER[code]

    def figures(self) -> tuple[int, ...]:
        if "figures" not in self.start and self.setting.figures == DRAFT:
            return edo_only(self.setting.players)
        figures = [0] * len(SETTLEMENTS)
        for name, kinds in expect(self.start.get("figures", {}), Mapping, "start.figures").items():
            place = f"start.figures.{str(name)[:20]}"
            space = self.space(name, place)
            if space not in SETTLEMENT:
                raise BadRecord(f"{name} is no settlement", place)
            for kind in expect(kinds, str, place):
                if kind not in FIGURES:
                    raise BadRecord(f"there is no figure {kind!r}: figures are H, B and R", place)
                bit = 1 << FIGURES.index(kind)
                if figures[SETTLEMENT[space]] & bit:
                    raise BadRecord(f"two equal figures {kind} in one settlement", place)
                figures[SETTLEMENT[space]] |= bit
        return tuple(figures)

    def tokens(self) -> tuple[Laid | None, ...]:
        tokens = list(NO_TOKENS)
        for name, value in expect(self.start.get("tokens", {}), Mapping, "start.tokens").items():
            place = f"start.tokens.{str(name)[:20]}"
            space = self.space(name, place)
            if len(expect(value, list, place)) != 2:
                raise BadRecord("should be a seat and a token", place)
            seat, token = self.seat(value[0], place), self.token(value[1], place)
            tokens[space] = Laid(seat, token)
            kind, terrain = TOKENS[token], SPACES[space].terrain
            if space in SETTLEMENT:
                raise BadRecord("no token lies on a settlement", place)
            if token == X:
                raise BadRecord("a figure exchange is never laid on the board", place)
            if (kind.terrain == SEA) != (terrain == SEA):
                raise BadRecord(f"{kind.code} cannot lie on {terrain}", place)
        return tuple(tokens)

    def token_lists(self, key: str, most: int) -> list[tuple[int, ...]]:
        players = self.setting.players
        lists = expect(self.start.get(key, [[]] * players), list, f"start.{key}")
        if len(lists) != players:
            raise BadRecord(f"should be one list for each of {players} seats", f"start.{key}")
        found = []
        for seat, tokens in enumerate(lists):
            place = f"start.{key}[{seat}]"
            if len(expect(tokens, list, place)) > most:
                raise BadRecord(f"at most {most} tokens", place)
            found.append(tuple(self.token(token, f"{place}[{n}]") for n, token in enumerate(tokens)))
        return found

    def stacks(self) -> tuple[tuple[int, ...], ...]:
        if "draws" not in self.start and self.start.get("hands"):
            if all(isinstance(hand, list) and len(hand) >= HAND_SIZE for hand in self.start["hands"]):
                raise BadRecord("missing: the stacks are formed once every hand is full", "start.draws")
        return tuple(self.token_lists("draws", 15))

    def captured(self) -> tuple[tuple[int, int, int], ...]:
        players = self.setting.players
        rows = expect(self.start.get("captured", [list(NOTHING)] * players), list, "start.captured")
        if len(rows) != players:
            raise BadRecord(f"should be counts for each of {players} seats", "start.captured")
        return tuple(self.counts(f"captured[{seat}]", row) for seat, row in enumerate(rows))

    def counts(self, key: str, value: object) -> tuple[int, int, int]:
        numbers = expect(value, list, f"start.{key}")
        if len(numbers) != 3:
            raise BadRecord("should be three numbers: helmets, Buddhas, rice fields", f"start.{key}")
        for number in numbers:
            if not 0 <= expect(number, int, f"start.{key}") <= self.board.figures:
                raise BadRecord(f"figures of a kind are 0 to {self.board.figures}", f"start.{key}")
        return numbers[0], numbers[1], numbers[2]

    def played(self, to_move: int | None) -> tuple[int, ...]:
        place = "start.played"
        tokens = expect(self.start.get("played", []), list, place)
        found = tuple(self.token(token, f"{place}[{n}]") for n, token in enumerate(tokens))
        if sum(not TOKENS[token].fast for token in found) > 1:
            raise BadRecord("only one token without the character can be played in a turn", place)
        if found and to_move is None:
            raise BadRecord("nothing is played when the game is over", place)
        for token, number in Counter(found).items():
            if number > TOKENS[token].number:
                raise BadRecord(
                    f"{number} copies of {TOKENS[token].code}: a seat has {TOKENS[token].number}", place
                )
        return found

    def choosing(self, state: State) -> State:
        """Opening hands are being chosen: seats before the one to move have theirs, those after it none."""
        place = "start.hands"
        for seat, hand in enumerate(state.hands):
            right = (
                len(hand) == HAND_SIZE
                if seat < state.seat
                else not hand
                if seat > state.seat
                else len(hand) < 5
            )
            if not right:
                raise BadRecord(
                    f"seat {state.seat} is choosing: seat {seat} cannot hold {len(hand)} tokens", place
                )
        if any(state.tokens) or state.played or any(map(sum, state.captured)) or sum(state.aside):
            raise BadRecord("nothing is played or captured before the opening hands are chosen", place)
        return state._replace(phase=Phase.CHOOSE)

    def check_copies(self, state: State) -> None:
        """No seat may have more copies of a token than there are."""
        for seat in range(self.setting.players):
            owned = Counter(state.hands[seat])
            owned.update(laid.token for laid in state.tokens if laid is not None and laid.seat == seat)
            if state.stacks:
                owned.update(state.stacks[seat])
            if seat == state.seat and X in state.played:
                owned[X] += 1
            for token, number in sorted(owned.items()):
                if number > TOKENS[token].number:
                    kind = TOKENS[token]
                    raise BadRecord(
                        f"seat {seat} has {number} copies of {kind.code} instead of {kind.number}", "start"
                    )

    def check_figures(self, state: State) -> None:
        """Full settlements or empty ones, no more figures than there are, none surrounded."""
        for settlement, mask in enumerate(state.figures):
            space = SPACES[SETTLEMENTS[settlement]].name
            held, room = len(KINDS_IN[mask]), ROOM[settlement]
            drafting = state.phase is Phase.DRAFT or (state.phase is Phase.CHOOSE and is_drafting(state))
            if held > room or (0 < held < room and not drafting):
                raise BadRecord(f"{held} figures where there is room for {room}", f"start.figures.{space}")
            surrounded = mask and self.setting.captures == TOKEN and is_surrounded(state.tokens, settlement)
            if surrounded:
                raise BadRecord("surrounded, and still holds figures", f"start.figures.{space}")
        self.check_draft_order(state)
        for kind, letter in enumerate(FIGURES):
            number = sum(mask >> kind & 1 for mask in state.figures)
            number += state.aside[kind] + sum(counts[kind] for counts in state.captured)
            if number > self.board.figures:
                raise BadRecord(f"{number} figures {letter}: there are {self.board.figures}", "start")

    def check_draft_order(self, state: State) -> None:
        cities = [len(KINDS_IN[state.figures[city]]) < ROOM[city] for city in self.board.cities]
        villages = [state.figures[village] for village in self.board.villages]
        if state.phase is Phase.DRAFT and any(cities) and any(villages):
            raise BadRecord("cities are filled before villages", "start.figures")


def is_choosing(setting: Setting, start: Mapping[str, Any], moves: Sequence[str]) -> bool:
    """Whether opening hands are still being chosen where a record starts."""
    if setting.hands != CHOOSE or start.get("to_move", 0) is None:
        return False
    if "draws" not in start:
        hands = start.get("hands", [])
        return not (
            isinstance(hands, list) and hands and all(isinstance(h, list) and len(h) == 5 for h in hands)
        )
    return "hands" not in start or any(move.startswith("+") for move in moves[:1])
