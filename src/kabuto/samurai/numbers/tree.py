"""The game tree of Samurai, on the compiled engine.

Players' ids are the engine's (``kabuto.samurai.kernel.actions``). Chance has its own: 0 – 16 draw a token of
that kind; 17 – 118 put a figure on the map (17 + figure × 34 + settlement).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from kabuto.samurai import rules
from kabuto.samurai.board import ROOM
from kabuto.samurai.deal import fixed_only
from kabuto.samurai.editions import CHOOSE as CHOSEN
from kabuto.samurai.editions import RANDOM, Setting
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel import tables as ids
from kabuto.samurai.kernel.actions import describe, from_ids
from kabuto.samurai.kernel.convert import from_state, kinds, to_state
from kabuto.samurai.numbers import spaces
from kabuto.samurai.sentences import TOKEN_MARKS, WORDS
from kabuto.samurai.state import NO_TOKENS, NOTHING, Phase, State
from kabuto.samurai.tokens import FULL_SET, TOKENS, T, X
from kabuto.table import Value, Word
from kabuto.table.numbers.tree import CHANCE, OVER, Guide, Node, Part, Sampler, pick
from kabuto.table.record import dumps

DRAWS = len(TOKENS)
"""Chance ids below this are draws."""
_KIND = [sum(1 << n for n, kind in enumerate(FULL_SET) if kind == one) for one in range(len(TOKENS))]
"""Kind of token → its tokens, as a set."""
Left = tuple[int, int, int]
"""Figures of each kind still to be dealt."""


class Table:
    """What all nodes of a game share."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.setting = Setting.of(options)
        self.board = self.setting.board
        fixed = [settlement for settlement, _ in self.board.fixed]
        dealt = self.setting.figures == RANDOM
        self.room = tuple(
            town for town in self.board.settlements for _ in range(ROOM[town]) if dealt and town not in fixed
        )
        """The settlements where chance puts figures, in order."""
        tokens = len(self.setting.full_set) * self.setting.players
        self.longest = 2 * tokens + tokens * self.setting.players + len(self.board.settlements) * 2
        """The most player actions in a game: two for each token, an end of turn for each, the other seats'
        passes in between, and one for each figure and token during set-up."""
        self.chances = tokens + len(self.room)
        """The most chance actions in a game."""
        self.log = self.longest + self.chances
        """The most actions that a seat can see."""

    def root(self) -> "SamuraiNode":
        """The game before anything is dealt."""
        setting, players = self.setting, self.setting.players
        chosen = setting.hands == CHOSEN
        state = State(
            setting,
            Phase.CHOOSE if chosen else Phase.TURN,
            0,
            NO_TOKENS,
            fixed_only(self.board),
            ((),) * players,
            () if chosen else (setting.full_set,) * players,
            (NOTHING,) * players,
            NOTHING,
        )
        if not chosen and rules.is_drafting(state):
            state = state._replace(phase=Phase.DRAFT)
        return SamuraiNode(self, from_state(state))


@lru_cache(maxsize=1 << 16)
def _next(room: tuple[int, ...], here: int, left: Left) -> tuple[tuple[int, int], ...]:
    """The kinds of figure that the first place may get, each with the number of ways to fill the rest.

    ``here`` are the figures that stand there already, ``left`` those to be dealt; a city never gets two equal
    ones.
    """
    found = []
    for kind in range(3):
        if left[kind] and not here >> kind & 1:
            a, b, c = (number - (kind == each) for each, number in enumerate(left))
            beside = here | 1 << kind if room[1:2] == room[:1] else 0
            ways = sum(number for _, number in _next(room[1:], beside, (a, b, c))) if room[1:] else 1
            if ways:
                found.append((kind, ways))
    return tuple(found)


class SamuraiNode(Node):
    """A position of Samurai."""

    __slots__ = ("drawer", "record", "table")

    actions: ClassVar = ids.ACTIONS
    outcomes: ClassVar = ids.ACTIONS - ids.CHOOSE
    parts: ClassVar = tuple(Part(field.name, field.shape) for field in spaces.FIELDS)

    def __init__(
        self, table: Table, record: Any, before: "SamuraiNode | None" = None, action: int = -1
    ) -> None:
        super().__init__(before, action)
        self.table, self.record = table, record
        """The engine's record of the game, which never changes."""
        self.drawer = -1
        """The seat that draws a token now, or -1."""
        if self.ply < len(table.room):
            return
        if record["phase"][0] == ids.OVER:
            self.to_move = OVER
            return
        if before is None or before.to_move == CHANCE or action == ids.END:
            self.drawer = self._find_drawer()
        if self.drawer < 0:
            self.to_move = int(record["seat"][0])

    def _find_drawer(self) -> int:
        """The first seat with fewer than five tokens that is not in the middle of its turn."""
        record = self.record
        piles, hands = record["pile"][0].tolist(), record["hand"][0].tolist()
        mover = int(record["seat"][0]) if record["played"][0] else -1
        for seat in range(self.players):
            if piles[seat] and hands[seat].bit_count() < self.table.setting.hand_size and seat != mover:
                return seat
        return -1

    @property
    def players(self) -> int:
        return self.table.setting.players

    def legal(self) -> list[int]:
        if self.to_move < 0:
            return []
        room = np.empty(ids.MAX_LEGAL, np.int64)
        found: list[int] = room[: calls.legal(self.record, 0, room)].tolist()
        return found

    def allows(self, action: int) -> bool:
        if self.to_move >= 0:
            return bool(spaces.is_legal(self.record, 0, action))
        return super().allows(action)

    def _odds(self) -> list[tuple[int, float]]:
        if self.drawer < 0:
            return self._figures()
        pile = int(self.record["pile"][0, self.drawer])
        counts = enumerate((pile & tokens).bit_count() for tokens in _KIND)
        return [(kind, count / pile.bit_count()) for kind, count in counts if count]

    def _figures(self) -> list[tuple[int, float]]:
        """A figure for the next place, so that all ways to fill the map are equally likely."""
        room, figures = self.table.room[self.ply :], self.record["figures"][0].tolist()
        here = sum((figures[kind] >> room[0] & 1) << kind for kind in range(3))
        a, b, c = (self.table.board.figures - figures[kind].bit_count() for kind in range(3))
        found = _next(room, here, (a, b, c))
        total = sum(ways for _, ways in found)
        return [(DRAWS + kind * ids.TOWNS + room[0], ways / total) for kind, ways in found]

    def after(self, action: int) -> "SamuraiNode":
        # Copy the raw bytes: NumPy's copy goes field by field and takes twenty times as long.
        record = np.frombuffer(bytearray(self.record.tobytes()), ids.STATE)
        if self.to_move != CHANCE:
            calls.step(
                record, 0, action, 0
            )  # the end of a turn draws nothing here: chance draws one token at a time
        elif action < DRAWS:
            tokens = int(record["pile"][0, self.drawer]) & _KIND[action]
            record["hand"][0, self.drawer] |= tokens & -tokens
            record["pile"][0, self.drawer] ^= tokens & -tokens
        else:
            kind, town = divmod(action - DRAWS, ids.TOWNS)
            record["figures"][0, kind] |= 1 << town
        return SamuraiNode(self.table, record, self, action)

    def name(self, player: int, action: int) -> str:
        return describe(action + ids.CHOOSE if player == CHANCE else action)

    def why_not(self, action: int) -> str:
        if self.to_move == CHANCE:
            return WORDS.say("not_dealt_now")
        if self.record["pick"][0] >= 0:
            return WORDS.say("other_half")
        if ids.FIGURE <= action < ids.END:
            token = X if action < ids.PICK else T
            state = to_state(self.record[0], self.table.setting)
            if action >= ids.DROP or token in state.hands[state.seat]:
                return WORDS.say("no_exchange")
            return state.say("not_in_hand", code=TOKEN_MARKS[token], name=Word(TOKENS[token].name))
        return rules.why_not(to_state(self.record[0], self.table.setting), from_ids([action])) or ""

    def line(self, seat: int | None) -> str:
        if self.before is None:
            return ""
        player, action = self.before.to_move, self.action
        if player == CHANCE:
            if action >= DRAWS:
                return self.name(CHANCE, action)
            return f"{self.before.drawer}{self.name(CHANCE, action) if self.before.drawer == seat else '+'}"
        if ids.CHOOSE <= action < ids.PUT and player != seat:
            return f"{player}:+"
        if self.before.record["pick"][0] >= 0:  # others see an exchange when it is complete
            assert self.before.before is not None
            return f"{player}:{from_ids([self.before.action, action])}"
        if ids.FIGURE <= action < ids.END:
            return f"{player}:{describe(action)}" if player == seat else ""
        return f"{player}:{describe(action)}"

    def marks(self, seat: int) -> list[int]:
        """Other seats see an exchange when it is complete; an unseen token gets the id after the last one."""
        if self.before is None:
            return []
        player, action = self.before.to_move, self.action
        if player == CHANCE:
            unseen = action < DRAWS and self.before.drawer != seat
            return [1 + ids.ACTIONS + (self.outcomes if unseen else action)]
        if ids.CHOOSE <= action < ids.PUT and player != seat:
            return [1 + ids.ACTIONS + self.outcomes]
        if player == seat or not ids.FIGURE <= action < ids.END:
            return [1 + action]
        return [1 + self.before.action, 1 + action] if self.before.record["pick"][0] >= 0 else []

    def winners(self) -> list[int]:
        merits = [int(calls.merit(self.record, 0, seat)) for seat in range(self.players)]
        return [seat for seat, merit in enumerate(merits) if merit == max(merits)]

    def observe(self, seat: int) -> Any:
        row = np.empty(spaces.SIZE, np.uint8)
        spaces.observe(self.record, 0, seat, row)
        return row

    def explain(self, seat: int | None) -> str:
        row = self.observe(seat or 0)
        if seat is None:  # a spectator sees only what is on the table
            for field in spaces.FIELDS:
                if field.name in ("hand", "exchange"):
                    row[field.offset : field.offset + field.size] = 0
        return dumps(spaces.explain(row))

    def hand(self, seat: int) -> str:
        return " ".join(TOKENS[kind].code for kind in kinds(int(self.record["hand"][0, seat])))

    def sample(self, seat: int, rng: Sampler) -> Guide:
        """Like ``view.sample``: another seat held what it has played since, and nothing else is known."""
        if self.before is not None and self.to_move != seat and self.record["pick"][0] >= 0:
            return self.before.sample(seat, rng)  # nobody else can see that an exchange has started
        *nodes, _ = way = self.way()
        actions = [node.action for node in way[1:]]
        unknown: list[list[int]] = [[] for _ in range(self.players)]
        """Seat → the plies at which it got a token that it has not yet played."""
        rest = [list(self.table.setting.full_set) for _ in range(self.players)]
        for node in nodes:
            player, action = node.to_move, actions[node.ply]
            if player == CHANCE and action < DRAWS:
                unknown[node.drawer].append(node.ply)
            elif ids.CHOOSE <= action < ids.PUT:
                unknown[player].append(node.ply)
            elif player not in (CHANCE, seat) and (token := _spent(node, action)) is not None:
                ply = unknown[player].pop(pick(rng, len(unknown[player])))
                actions[ply] = token + _base(actions[ply])
                rest[player].remove(token)
        for other in range(self.players):
            for ply in unknown[other] if other != seat else ():
                token = rest[other].pop(pick(rng, len(rest[other])))
                actions[ply] = token + _base(actions[ply])
        return lambda node: actions[node.ply] if node.ply < len(actions) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.table.setting, [node.action for node in self.way()[1:]])


def _spent(node: SamuraiNode, action: int) -> int | None:
    """The token that an action takes from the hand."""
    if action < ids.SHIPS:
        return action // ids.LANDS
    if action < ids.FIGURE:
        return ids.SHIP_KIND + (action - ids.SHIPS) // ids.SEAS
    if action < ids.END and node.record["pick"][0] >= 0:
        return X if action < ids.PICK else T
    return None


def _base(action: int) -> int:
    """The id that tokens are counted from: of chance's draws, or of a player's choices."""
    return 0 if action < DRAWS else ids.CHOOSE


def _again(setting: Setting, actions: list[int]) -> SamuraiNode:
    node = Table(vars(setting)).root()
    for action in actions:
        node = node.play(action)
    return node
