"""The tree of a game of Yedo, on the readable rules.

Players' ids are those of ``actions``. Decks hold unknown cards until one is needed: then the rules
ask for it (``Undrawn``), chance decides it, and the move is carried out again from where it began. Seats see
a move with all that came of it once nothing is left to decide.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Any, ClassVar

import numpy as np

from kabuto.table import BadOption, Value
from kabuto.table.errors import short
from kabuto.table.numbers.tree import CHANCE, OVER, Guide, Node, Part, Sampler, pick
from kabuto.table.record import dumps
from kabuto.yedo import rules
from kabuto.yedo.board import ACTION, BONUS, MISSION_PILES, PILES, WEAPON, WEAPONS
from kabuto.yedo.deal import begin
from kabuto.yedo.game import Yedo, most_moves, sample
from kabuto.yedo.moves import Move
from kabuto.yedo.numbers import spaces
from kabuto.yedo.numbers.actions import HOUSE_IDS, TEXTS, legal_ids, to_id, to_move
from kabuto.yedo.options import FREE, Setting
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.state.pieces import code, hand
from kabuto.yedo.state.state import Fact, State, Undrawn, swapped, unknown
from kabuto.yedo.views.log_entry import HIDDEN_MOVES, Entry, entry
from kabuto.yedo.views.view import YedoView, mask
from kabuto.yedo.words import WORDS

SEATS = tuple(f"first {seat}" for seat in range(5))
PATROLS = ("patrol red", "patrol blue")
CARDS = HOUSE_IDS.cards
_CODES = (CARDS.actions, CARDS.bonuses, CARDS.missions, CARDS.events)
CHANCES = (*SEATS, *PATROLS, *WEAPONS, *(card.code for cards in _CODES for card in cards))
"""Id of chance → what it decides: the start player, the patrol, or the card that is drawn."""
_CHANCE = {text: number for number, text in enumerate(CHANCES)}
OPENING = 4
"""Start player, patrol, and the two weapons that lie in the market from the start."""


def _unnamed(text: str) -> str:
    """A move as others see it."""
    verb, *words = text.split(" ")
    if verb == "order":
        return "order ?"
    return " ".join([verb, *("?" if CARDS.find(word) else word for word in words)])


_UNNAMED = {
    text: number
    for number, text in enumerate(
        dict.fromkeys(_unnamed(text) for text in TEXTS if text.split(" ")[0] in HIDDEN_MOVES)
    )
}
"""Moves of which others do not see the card."""


class Table:
    """What all nodes of a game share."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options = dict(options)
        self.setting = Setting.of(options)
        if self.setting.cards is not CARDS:
            given = short(str(options["cards"]))
            raise BadOption(WORDS.say("other_cards", known=[CARDS.name], given=given), "cards")
        self.longest = most_moves(self.setting)
        self.chances = self.longest
        """Chance decides less often than that, too."""
        self.log = 2 * self.longest
        """A seat sees less than that: a number for each move, one for each card."""

    def root(self) -> "YedoNode":
        """The game before anything is dealt."""
        return (FreeNode if self.setting.free_trade else YedoNode)(self)


Pools = tuple[Counter[int], ...]
"""Pile → the cards in it that chance has still to decide."""


class YedoNode(Node):
    """A position of Yedo, or a move that waits for chance."""

    __slots__ = ("came", "first", "given", "left", "move", "pile", "pool", "state", "table")

    actions: ClassVar = spaces.ACTIONS
    outcomes: ClassVar = len(CHANCES)
    parts: ClassVar = tuple(Part(field.name, field.shape) for field in spaces.FIELDS)

    def __init__(self, table: Table, before: "YedoNode | None" = None, action: int = -1) -> None:
        super().__init__(before, action)
        self.table = table
        self.state: State | None = None
        """The position after the last complete move; None before the deal is done."""
        self.first: State | None = None
        """The first one."""
        self.came: tuple[State, Move] | None = None
        """Where the last move was made and what it was, if it was completed just now."""
        self.left: Pools = tuple(map(Counter, table.setting.cards.deck_faces))
        self.pile = WEAPON
        """Where the next card comes from, if chance is to move."""
        self.move: Move | None = None
        """The move that waits for a card."""
        self.given: tuple[int, ...] = ()
        """Cards that chance decided of weapons shuffled by that move."""
        self.pool: Counter[int] = Counter()
        """The rest of them."""

    # Chance and players.

    def legal(self) -> list[int]:
        return legal_ids(self) if self.to_move >= 0 else []

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to move."""
        assert self.state is not None
        return rules.legal_moves(self.state)

    def _odds(self) -> list[tuple[int, float]]:
        if self.ply < 2:
            seats = range(self.players)
            ids = [seats, range(len(SEATS), len(SEATS) + len(PATROLS))][self.ply]
            return [(number, 1 / len(ids)) for number in ids]
        pool, codes = self._pool(), self.table.setting.cards.codes[self.pile]
        total = pool.total()
        return sorted((_CHANCE[codes[card]], count / total) for card, count in pool.items() if count)

    def _pool(self) -> Counter[int]:
        """The cards of which one is drawn next: those of the pile, then weapons that were just shuffled."""
        return self.left[self.pile] if self.state is None or self._is_open() else self.pool

    def _is_open(self) -> bool:
        """Whether the pile itself still holds a card to be decided."""
        assert self.state is not None
        return unknown(self.pile) in self.state.decks[self.pile]

    def after(self, action: int) -> "YedoNode":
        node = type(self)(self.table, self, action)
        node.state, node.first, node.left = self.state, self.first, self.left
        if self.to_move != CHANCE:
            node._carry_out(to_move(self, action), ())
        elif self.state is None:
            node._open(action)
        else:
            assert self.move is not None
            card = self._card(action)
            if self._is_open():
                node._decide(self.pile, card)
                node._carry_out(self.move, self.given)
            else:
                node._carry_out(self.move, (*self.given, card))
        return node

    def _card(self, action: int) -> int:
        return self.table.setting.cards.codes[self.pile].index(CHANCES[action])

    def _decide(self, pile: int, card: int) -> None:
        """The first unknown card of a pile is this one."""
        assert self.state is not None
        state, deck = self.state.copy(), self.state.decks[pile]
        state.decks = swapped(state.decks, pile, swapped(deck, deck.index(unknown(pile)), card))
        self.state, self.left = state, swapped(self.left, pile, self.left[pile] - Counter([card]))

    def _open(self, action: int) -> None:
        """The next part of the opening deal; after the last one the game begins."""
        if self.ply > 2:
            self.left = swapped(self.left, WEAPON, self.left[WEAPON] - Counter([self._card(action)]))
        if self.ply < OPENING:
            return
        first, colour, *weapons = (node.action for node in self.way()[1:])
        decks = [(unknown(pile),) * pool.total() for pile, pool in enumerate(self.left)]
        decks[WEAPON] = (*map(self._card, weapons), *decks[WEAPON])
        self.state = self.first = begin(self.table.setting, first, colour - len(SEATS), tuple(decks))
        self._settle()

    def _carry_out(self, move: Move, given: tuple[int, ...]) -> None:
        """Do a move, unless a card is missing that chance has to decide."""
        assert self.state is not None
        told, pools = list(given), [Counter[int]()]

        def shuffle(_: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
            known = tuple(told[: len(weapons)])
            del told[: len(weapons)]
            pools.append(Counter(weapons) - Counter(known))
            return known + (unknown(WEAPON),) * (len(weapons) - len(known))

        try:
            state = rules.after(self.state, move, shuffle)
        except Undrawn as missing:
            self.pile, self.move, self.given, self.pool = missing.pile, move, given, pools[-1]
            return
        if pools[1:]:  # a shuffle comes when the pile is at its end: nothing of the old pool is left
            self.left = swapped(self.left, WEAPON, pools[-1])
        self.came, self.state = (self.state, move), state
        self._settle()

    def _settle(self) -> None:
        assert self.state is not None
        seat = rules.to_move(self.state)
        self.to_move = OVER if seat is None else seat

    # What seats see.

    @property
    def players(self) -> int:
        return self.table.setting.players

    @property
    def options(self) -> Mapping[str, Value]:
        """The options of the game."""
        return self.table.options

    def name(self, player: int, action: int) -> str:
        if player == CHANCE:
            return CHANCES[action]
        try:
            return str(to_move(self, action)) if self.to_move >= 0 else TEXTS[action]
        except BadOption:  # it names a seat that is not there
            return TEXTS[action]

    def why_not(self, action: int) -> str:
        if self.to_move == CHANCE:
            return WORDS.say("not_decided_now")
        try:
            assert self.state is not None
            return rules.why_not(self.state, to_move(self, action)) or ""
        except BadOption as error:
            return error.reason

    def line(self, seat: int | None) -> str:
        if self.came is None:
            return self.name(CHANCE, self.action) if 0 < self.ply <= OPENING else ""
        seen = self._entry(seat)
        facts = "".join(f" [{self._fact(fact)}]" for fact in seen.facts)
        return f"{seen.seat}:{seen.move}{facts};"

    def _entry(self, seat: int | None) -> Entry:
        assert self.came is not None
        assert self.state is not None
        return entry(seat, *self.came, self.state)

    def _fact(self, fact: Fact) -> str:
        assert self.state is not None
        words: list[object] = [fact.what]
        words += [fact.seat] if fact.seat >= 0 else []
        words += [PILES[fact.pile]] if fact.pile >= 0 else []
        words += [code(self.state, fact.pile, card) for card in fact.cards]
        words += [f"({fact.other})"] if fact.other >= 0 else []
        return " ".join(map(str, words))

    def marks(self, seat: int) -> list[int]:
        """Chance in the opening, a move or what is seen of it, then the cards that are seen."""
        if self.came is None:
            return [1 + self.actions + self.action] if 0 < self.ply <= OPENING else []
        seen, codes = self._entry(seat), self.table.setting.cards.codes
        if "?" in seen.move.words:
            marks = [1 + self.actions + self.outcomes + _UNNAMED[seen.move.text]]
        else:
            marks = [1 + self._action()]
        return marks + [
            1 + self.actions + _CHANCE[codes[fact.pile][card]]
            for fact in seen.facts
            for card in fact.cards
            if card >= 0
        ]

    def _action(self) -> int:
        """The id of the move that was completed just now: chance may have decided things since."""
        node = self
        while node.before is not None and node.before.to_move == CHANCE:
            node = node.before
        return node.action

    def winners(self) -> Sequence[int]:
        assert self.state is not None
        result = outcome(self.state)
        assert result is not None
        return result.winners

    def view(self, seat: int | None, log: tuple[Entry, ...] = ()) -> YedoView[Yedo]:
        """What a seat sees of the last complete position."""
        assert self.state is not None
        assert self.first is not None
        return YedoView(seat, self.table.options, mask(self.state, seat), mask(self.first, seat), log, sample)

    def observe(self, seat: int | None) -> Any:
        if self.state is None:
            return np.zeros(sum(prod(part.shape) for part in self.parts), np.int16)
        return spaces.observation(self.view(seat))

    def explain(self, seat: int | None) -> str:
        return dumps(spaces.explain(self.observe(seat)))

    def hand(self, seat: int) -> str:
        if self.state is None:
            return ""
        clan, piles = self.state.clans[seat], (ACTION, BONUS, MISSION_PILES[0])
        return " ".join(code(self.state, pile, card) for pile in piles for card in hand(clan, pile))

    # Other games that a seat cannot tell from this one.

    def sample(self, seat: int, rng: Sampler) -> Guide:
        """Deal again as ``view.sample`` does; ``BadOption`` while chance decides."""
        if self.to_move == CHANCE:
            raise BadOption(WORDS.say("chance_decides"), "player")
        log = tuple(node._entry(seat) for node in self.way() if node.came is not None)
        game = self.view(seat, log).sample(Random(pick(rng, 1 << 53)))
        first, moves = game._states[0], iter(game.moves)
        cards = [iter(deck) for deck in first.decks]
        cards[WEAPON] = iter([*first.market[-2:], *first.decks[WEAPON], *sum(game.state.reshuffles, ())])
        opening = iter((first.order[0], len(SEATS) + first.colour))

        def guide(node: YedoNode) -> int | None:
            if node.to_move != CHANCE:
                move = next(moves, None)
                return None if move is None else to_id(node, move)
            if node.ply < 2:
                return next(opening)
            return _CHANCE[code(first, node.pile, next(cards[node.pile]))]

        return guide

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.table.options, [node.action for node in self.way()[1:]])


def _again(options: Mapping[str, Value], actions: list[int]) -> YedoNode:
    node = Table(options).root()
    for action in actions:
        node = node.play(action)
    return node


class FreeNode(YedoNode):
    """The same where trading is free."""

    __slots__ = ()

    parts: ClassVar = tuple(Part(each.name, each.shape) for each in spaces.layout(trading=FREE).fields)
