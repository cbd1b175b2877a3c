"""A second opinion: Samurai once more, written from the rules in words and as naively as possible.

It shares nothing with the game but the file of the map. Spaces, tokens and figures are their names,
neighbours come from columns and rows, and every question is answered by looking at the whole board.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

_TEXT = (files("kabuto.samurai") / "board.csv").read_text(encoding="utf-8")
MAP = {row["space"]: row for row in csv.DictReader(_TEXT.splitlines())}
_AT = {(int(row["column"]), int(row["row"])): name for name, row in MAP.items()}

TOKENS = {kind + number: 1 for kind in "HBR" for number in "234"}
TOKENS |= {"S1": 2, "S2": 2, "S3": 1, "N1": 1, "V1": 2, "V2": 1, "X": 1, "T": 1}
FAST = {"N1", "V1", "V2", "X"}
REGIONS = ["honshu", "kyushu-shikoku", "hokkaido"]
ROOM = {"village": 1, "city": 2, "edo": 3}


def beside(space: str) -> list[str]:
    """The neighbours of a space by the rule of the notation: odd columns lie half a space lower."""
    column, row = int(MAP[space]["column"]), int(MAP[space]["row"])
    up = row - 1 if column % 2 == 0 else row
    around = [(column, row - 1), (column, row + 1)]
    around += [(side, slant) for side in (column - 1, column + 1) for slant in (up, up + 1)]
    return [_AT[place] for place in around if place in _AT]


class Referee:
    """Follows a game from its record; knows everything."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options, start = record["options"], record["start"]
        self.players: int = self.options["players"]
        regions = set(REGIONS[: self.players - 1])
        self.spaces = [name for name, row in MAP.items() if regions & set(row["regions"].split("+"))]
        self.settlements = [name for name in self.spaces if MAP[name]["terrain"] in ROOM]
        self.figures: dict[str, set[str]] = {name: set() for name in self.settlements}
        self.figures["o14"] = set("HBR")
        for name, kinds in start.get("figures", {}).items():
            self.figures[name] = set(kinds)
        self.hands = [list(hand) for hand in start.get("hands", [[]] * self.players)]
        self.stacks = [list(stack) for stack in start["draws"]]
        self.tokens: dict[str, tuple[int, str]] = {}
        self.captured = [Counter[str]() for _ in range(self.players)]
        self.aside = Counter[str]()
        self.seat = 0
        by_move = {"choose": self.options["hands"] == "choose", "draft": self.options["figures"] == "draft"}
        self.phases = [phase for phase, is_on in by_move.items() if is_on] + ["turn", "over"]
        self.played: list[str] = []
        self.idle = 0

    # What is legal.

    def allows(self, move: str) -> bool:
        """Whether a move, in notation, is legal."""
        phase = self.phases[0]
        if phase == "choose":
            token = move[1:]
            return move[0] == "+" and TOKENS.get(token, 0) > self.hands[self.seat].count(token)
        if phase == "draft":
            return "*" in move and self.may_put(*move.split("*"))
        return phase == "turn" and "*" not in move and move[0] != "+" and self.allows_in_turn(move)

    def may_put(self, figure: str, space: str) -> bool:
        terrain = MAP[space]["terrain"]
        if space not in self.settlements or terrain == "edo":
            return False
        cities_open = any(
            len(self.figures[name]) < 2 for name in self.settlements if MAP[name]["terrain"] == "city"
        )
        if terrain == "village" and cities_open:
            return False
        on_map = sum(figure in held for held in self.figures.values())
        left = {2: 7, 3: 10, 4: 13}[self.players] - on_map
        return left > 0 and len(self.figures[space]) < ROOM[terrain] and figure not in self.figures[space]

    def allows_in_turn(self, move: str) -> bool:
        if move == "/":
            return bool(self.played) or not self.can_play_anything()
        token = move[0] if move[0] in "XT" else move[:2]
        if token not in self.hands[self.seat]:
            return False
        if token not in FAST and any(played not in FAST for played in self.played):
            return False
        if token == "X":
            one, kind, two, other = _ends(move)
            return self.may_exchange(one, kind, two, other)
        if token == "T":
            source, target = move[1:].split("-")
            owner, laid = self.tokens.get(source, (None, ""))
            mine = owner == self.seat and laid not in FAST
            return mine and self.is_free(target, "land")
        return self.is_free(move[2:], "sea" if token[0] == "V" else "land")

    def is_free(self, space: str, terrain: str) -> bool:
        return space in self.spaces and MAP[space]["terrain"] == terrain and space not in self.tokens

    def may_exchange(self, one: str, kind: str, two: str, other: str) -> bool:
        if one == two or kind not in self.figures.get(one, ()) or other not in self.figures.get(two, ()):
            return False
        if kind == other:
            return bool(self.options["null_exchange"])
        return other not in self.figures[one] and kind not in self.figures[two]

    def can_play_anything(self) -> bool:
        hand = set(self.hands[self.seat])
        free_land = any(self.is_free(name, "land") for name in self.spaces)
        free_sea = any(self.is_free(name, "sea") for name in self.spaces)
        movable = any(owner == self.seat and token not in FAST for owner, token in self.tokens.values())
        held = [(name, kind) for name in self.settlements for kind in self.figures[name]]
        return (
            any(token[0] in "HBRSN" and free_land for token in hand)
            or any(token[0] == "V" and free_sea for token in hand)
            or ("T" in hand and movable and free_land)
            or ("X" in hand and any(self.may_exchange(*one, *two) for one in held for two in held))
        )

    # What a move does.

    def play(self, move: str) -> None:
        """Do a legal move."""
        if move[0] == "+":
            self.hands[self.seat].append(move[1:])
            if len(self.hands[self.seat]) == 5:
                self.next_seat()
            if len(self.hands[-1]) == 5:
                self.phases.pop(0)
        elif "*" in move:
            figure, space = move.split("*")
            self.figures[space].add(figure)
            self.next_seat()
            if all(len(self.figures[name]) == ROOM[MAP[name]["terrain"]] for name in self.settlements):
                self.phases.pop(0)
        elif move == "/":
            self.end_turn()
        else:
            self.spend(move)
            if self.options["captures"] == "token":
                self.capture()

    def spend(self, move: str) -> None:
        token = move[0] if move[0] in "XT" else move[:2]
        self.hands[self.seat].remove(token)
        self.played.append(token)
        if token == "X":
            one, kind, two, other = _ends(move)
            if kind != other:
                self.figures[one] = self.figures[one] - {kind} | {other}
                self.figures[two] = self.figures[two] - {other} | {kind}
        elif token == "T":
            source, target = move[1:].split("-")
            self.tokens[target] = self.tokens[source]
            self.tokens[source] = (self.seat, "T")
        else:
            self.tokens[move[2:]] = (self.seat, token)

    def capture(self) -> None:
        for name in self.settlements:
            land = [space for space in beside(name) if MAP[space]["terrain"] == "land"]
            if all(space in self.tokens for space in land):
                for kind in self.figures[name]:
                    winner = self.strongest(name, kind)
                    counts = self.aside if winner is None else self.captured[winner]
                    counts[kind] += 1
                self.figures[name] = set()

    def influence(self, settlement: str, kind: str) -> list[int]:
        amounts = [0] * self.players
        for space in beside(settlement):
            if space in self.tokens:
                owner, token = self.tokens[space]
                if token[0] in {kind, "S", "N", "V"}:
                    amounts[owner] += int(token[1])
        return amounts

    def strongest(self, settlement: str, kind: str) -> int | None:
        amounts = self.influence(settlement, kind)
        for seat, mine in enumerate(amounts):
            if all(mine > amount for other, amount in enumerate(amounts) if other != seat):
                return seat
        return None

    def end_turn(self) -> None:
        self.capture()
        hand, stack = self.hands[self.seat], self.stacks[self.seat]
        while len(hand) < 5 and stack:
            hand.append(stack.pop(0))
        self.idle = 0 if self.played else self.idle + 1
        self.played = []
        self.next_seat()
        left = set().union(*self.figures.values())
        if len(left) < 3 or self.aside.total() >= 4 or self.idle == self.players:
            self.phases.pop(0)

    def next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.players

    # What the game says about itself.

    def position(self) -> dict[str, Any]:
        """The position in the form of the notation, hands sorted by name."""
        return {
            "figures": {
                name: "".join(k for k in "HBR" if k in held) for name, held in self.figures.items() if held
            },
            "hands": [sorted(hand) for hand in self.hands],
            "draws": self.stacks,
            "tokens": {space: list(laid) for space, laid in self.tokens.items()},
            "captured": [[counts[kind] for kind in "HBR"] for counts in self.captured],
            "aside": [self.aside[kind] for kind in "HBR"],
            "to_move": None if self.phases == ["over"] else self.seat,
            "played": self.played,
        }


def _ends(move: str) -> tuple[str, str, str, str]:
    found = re.fullmatch(r"X(\w\d+)([HBR])-(\w\d+)([HBR])", move)
    assert found, move
    one, kind, two, other = found.groups()
    return one, kind, two, other
