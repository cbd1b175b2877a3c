"""Phase 3: the market moves on, and an event happens (Y131–Y138)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION, ANNEXES, BONUS, DISTRICTS, EVENT, GREEN, WEAPON, WEAPONS
from kabuto.yedo.cards.vocabulary import AIDS
from kabuto.yedo.moves import BLESS, Move, move
from kabuto.yedo.phases.gains import check_limits
from kabuto.yedo.state.counts import MEASURES, chosen
from kabuto.yedo.state.pieces import (
    draw,
    drop_blessing,
    drop_weapon,
    earn,
    from_reserve,
    gain_blessing,
    hand,
    has_reserve,
    lift,
    own_card,
    own_codes,
    pay,
    score,
    to_reserve,
    tuck,
)
from kabuto.yedo.state.state import Fact, State, Task, swapped, without
from kabuto.yedo.words import Saying

DEAR = 3
"""How many market fields on the left cost more and are refilled every round."""
SLIDING = 2
"""How many weapons stay in the market when it moves: those furthest to the left."""
_CARDS = {"action": ACTION, "bonus": BONUS, "mission": GREEN}


def market(s: State) -> None:
    """The two leftmost weapons become cheap, the others go, three new ones come (Q23, Q24)."""
    if any(weapon >= 0 for weapon in s.market[:DEAR]):
        row = [weapon for weapon in s.market if weapon >= 0]
        s.discard = tuple(sorted((*s.discard, *row[SLIDING:])))
        s.market = (-1,) * DEAR + tuple([*row, -1, -1][:SLIDING])
    lay_out(s, DEAR)
    s.step = "event"


def lay_out(s: State, fields: int) -> None:
    """Fill the first market fields from the stack, from left to right."""
    cards = lift(s, WEAPON, fields)
    s.note(Fact("flip", pile=WEAPON, cards=cards))
    s.market = cards + (-1,) * (fields - len(cards)) + s.market[fields:]


def event(s: State) -> None:
    """The top event replaces the old one and is carried out (Y135, Y136)."""
    if s.event >= 0:
        s.past = (*s.past, s.event)
    (s.event,) = lift(s, EVENT, 1)
    s.note(Fact("flip", pile=EVENT, cards=(s.event,)))
    s.closed = -1
    waiting, losses = s.tasks, list[Task]()
    for effect in s.setting.cards.events[s.event].effects:
        match effect.op, effect.args:
            case "close", (district,):
                s.closed = DISTRICTS.index(district)
            case ("lose" | "lose-or-bless") as op, (what, number, who):
                bless = what in AIDS or op == "lose-or-bless"
                losses += [Lose(seat, what, number, int(bless)) for seat in chosen(s, who)]
            case "give", (what, number, who):
                for seat in chosen(s, who):
                    give(s, seat, what, number)
            case "income", (what, number):
                for seat in s.order:
                    earn(s, seat, number * MEASURES[what](s, seat))
            case "church-money", (number,):
                s.church += number
            case "patrol-swap", ():
                s.colour = 1 - s.colour
    discards = s.tasks[len(waiting) :]
    s.tasks = (*waiting, *reversed(losses), *reversed(discards))  # the first in player order comes first
    s.lap, s.step = s.order, "event-cards"


def give(s: State, seat: int, what: str, number: int) -> None:
    """Something good for a seat."""
    match what:
        case "mon":
            earn(s, seat, number)
        case "prestige":
            score(s, seat, number)
        case "blessing":
            gain_blessing(s, seat)
        case _:
            for _ in range(number):
                if what == "disciple":
                    from_reserve(s, seat)
                else:
                    draw(s, seat, _CARDS[what])
            check_limits(s, seat)


def standing(s: State, op: str) -> Iterator[tuple[object, ...]]:
    """What the present event changes until the next one comes (Q25)."""
    if s.event >= 0:
        for effect in s.setting.cards.events[s.event].effects:
            if effect.op == op:
                yield effect.args


def price(s: State, what: str) -> int:
    """By how many Mon the present event changes a price."""
    return s.setting.cards.price_change(s.event, what) if s.event >= 0 else 0


@dataclass(frozen=True, slots=True)
class Lose(Task):
    """A clan has to give something up; a blessing may avert it (Q26, Q27)."""

    what: str
    number: int
    bless: int
    """1 if a blessing averts it."""
    steps: ClassVar = frozenset({"event-cards"})
    verbs: ClassVar = frozenset({"lose", "bless"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        """Whether the present event takes this; after the first of several no blessing averts the rest."""
        for op in ("lose", "lose-or-bless"):
            for what, number, _ in standing(s, op):
                averted = int(what in AIDS or op == "lose-or-bless")
                if what == self.what and (
                    (self.number, self.bless) == (number, averted)
                    or (self.number < int(str(number)) and not self.bless)
                ):
                    return True
        return False

    def times(self, s: State) -> int:
        """How often the present event takes such a thing."""
        losses = (*standing(s, "lose"), *standing(s, "lose-or-bless"))
        return sum(what == self.what for what, *_ in losses)

    def run(self, s: State) -> bool:
        options = list(self._things(s))
        if not options or not self.number:
            return True
        if len(set(options)) > 1 or (self.bless and s.clans[self.seat].blessing):
            return False
        if self.what not in _CARDS or len(hand(s.clans[self.seat], _CARDS[self.what])) == 1:
            self._lose(s, options[0])
            return True
        return False

    def _things(self, s: State) -> Iterator[str]:
        """What there is to lose, in the words of the notation."""
        clan = s.clans[self.seat]
        match self.what:
            case "weapon":
                yield from (WEAPONS[weapon] for weapon in dict.fromkeys(clan.weapons))
            case "annex":
                yield from (ANNEXES[annex] for annex in clan.annexes)
            case "geisha" if clan.geishas:
                yield "geisha"
            case "disciple" if clan.home and has_reserve(s, self.seat):
                yield "disciple"
            case "mon" if clan.mon:
                yield "mon"
            case "prestige" if clan.prestige:
                yield "prestige"
            case "action" | "bonus" | "mission":
                yield from own_codes(s, self.seat, _CARDS[self.what])

    def candidates(self, s: State) -> Iterable[Move]:
        if self.bless and s.clans[self.seat].blessing:
            yield BLESS
        for text in self._things(s):
            yield move("lose", text)

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move == BLESS:
            if not self.bless:
                return s.say("bless_useless")
            return None if s.clans[self.seat].blessing else s.say("no_blessing")
        return None if move.word in self._things(s) else s.say("lose_other", what=Word(f"loss_{self.what}"))

    def apply(self, s: State, move: Move) -> None:
        if move == BLESS:
            drop_blessing(s, self.seat)
        else:
            self._lose(s, move.word)

    def _lose(self, s: State, text: str) -> None:
        clan = s.clans[self.seat]
        match self.what:
            case "mon":
                pay(s, self.seat, min(self.number, clan.mon))
                return
            case "prestige":
                score(s, self.seat, -self.number)
                return
            case "weapon":
                drop_weapon(s, self.seat, WEAPONS.index(text))
            case "geisha":
                s.edit(self.seat).geishas -= 1
                s.geishas += 1
            case "annex":
                annex = ANNEXES.index(text)
                s.edit(self.seat).annexes = without(clan.annexes, annex)
                s.annexes = swapped(s.annexes, annex, s.annexes[annex] + 1)
            case "disciple":
                s.edit(self.seat).home -= 1
                to_reserve(s, self.seat)
            case _:
                found = own_card(s, self.seat, text)
                assert found is not None
                tuck(s, self.seat, *found)
        if self.number > 1:
            s.add(replace(self, number=self.number - 1, bless=0))
