"""Phase 1 and 2: preparation, and the auctions (Y95–Y130)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION, BONUS, CATEGORIES, DOJO, WEAPON
from kabuto.yedo.moves import MOST_MON, OUT, PASS, STAY, Move, move
from kabuto.yedo.phases.action_cards import play, plays, refuse_play
from kabuto.yedo.phases.event_phase import price
from kabuto.yedo.phases.gains import CARDS_DRAWN, Build, Deck, draw_to_keep
from kabuto.yedo.state.pieces import annexes_to_build, earn, from_reserve, gain_geisha, pay, score
from kabuto.yedo.state.state import Fact, State, Task, swapped, without
from kabuto.yedo.words import Saying

PRESTIGE_WON = 2
"""Points that come with an annex or a geisha won at auction."""


def prepare(s: State) -> None:
    """A new round: markers back, money for the church and for every Dojo (Y96–Y100)."""
    s.round += 1
    s.track, s.won, s.barred = s.order, (-1,) * s.setting.players, -1
    s.rebate = (0,) * s.setting.players
    s.church += 1 if s.church else s.setting.board.church
    for seat in s.order:
        if DOJO in s.clans[seat].annexes:
            earn(s, seat, 1)
    s.note(Fact("round", other=s.round))
    s.step = "bidding"


def begin_bidding(s: State) -> None:
    """Every seat decides whether to step out, in the order of the bidding track (Q13)."""
    s.lap, s.step = s.track, "stepping"


def stepping(s: State) -> None:
    """The next to decide, or the first auction."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        s.add(StepOut(seat))
    else:
        s.step = "auction"


def auction(s: State) -> None:
    """The foremost seat begins the next auction (Y112); with no seat left the phase is over (Q22)."""
    if s.track:
        s.add(Begin(s.track[0]))
    else:
        s.step = "market"


def minimum(s: State, lot: int) -> int:
    """The lowest bid for a lot."""
    return max(0, s.setting.board.minimum[lot] + price(s, "bid"))


def purse(s: State, seat: int) -> int:
    """The highest bid that a seat can pay."""
    return s.clans[seat].mon + s.rebate[seat]


def open_lots(s: State) -> list[int]:
    """The lots that can still be won in this phase."""
    return [lot for lot in range(len(s.setting.board.lots)) if lot not in s.won and lot != s.barred]


@dataclass(frozen=True, slots=True)
class StepOut(Task):
    """Stay, or step out for some money (Y103, Y104)."""

    steps: ClassVar = frozenset({"stepping"})
    verbs: ClassVar = frozenset({"stay", "out"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return self.seat in s.track and self.seat not in s.lap and set(s.lap) <= set(s.track)

    def candidates(self, s: State) -> Iterable[Move]:
        return STAY, OUT

    def apply(self, s: State, move: Move) -> None:
        if move == OUT:
            s.track = without(s.track, self.seat)
            earn(s, self.seat, s.setting.board.step_out)


@dataclass(frozen=True, slots=True)
class Begin(Task):
    """The foremost player names what is auctioned; its minimum is the first bid (Y105, Y106)."""

    steps: ClassVar = frozenset({"auction"})
    verbs: ClassVar = frozenset({"auction", "out", "play"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return s.track[:1] == (self.seat,)

    def candidates(self, s: State) -> Iterator[Move]:
        lots = s.setting.board.lots
        for lot in open_lots(s):
            yield move("auction", lots[lot])
        yield OUT
        yield from plays(s, self.seat, "auction")

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.verb == "play":
            return refuse_play(s, self.seat, "auction", move)
        if move.verb == "auction":
            lots, word = s.setting.board.lots, move.word
            if word not in lots:
                return s.say("no_lot", lot=Word(f"lot_{word}"), lots=[Word(f"lot_{name}") for name in lots])
            if lots.index(word) not in open_lots(s):
                return s.say("lot_closed", lot=Word(f"lot_{word}"))
        return None

    def apply(self, s: State, move: Move) -> None:
        if move.verb == "play":
            s.add(self)
            play(s, self.seat, move)
        elif move == OUT:
            s.track = without(s.track, self.seat)
        else:
            lot = s.setting.board.lots.index(move.word)
            ask(s, Raise(-1, lot, self.seat, self.seat, minimum(s, lot), without(s.track, self.seat)))


@dataclass(frozen=True, slots=True)
class Raise(Task):
    """One chance to raise or to pass (Y107)."""

    lot: int
    beginner: int
    best: int
    """Who bid most."""
    bid: int
    rest: tuple[int, ...]
    """Who is asked after this seat."""
    steps: ClassVar = frozenset({"auction"})
    verbs: ClassVar = frozenset({"bid", "pass", "out"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        """Whether these seats are still to be asked, and the highest bid is one that can have been made."""
        foremost, others, asked = s.track[:1], s.track[1:], (self.seat, *self.rest)
        in_turn = asked in (foremost, others[-len(asked) :])
        raised = self.bid > minimum(s, self.lot) and (s.setting.overbids or self.bid <= purse(s, self.best))
        return (
            foremost == (self.beginner,)
            and self.lot in open_lots(s)
            and in_turn
            and self.best in s.track
            and self.best not in asked
            and (raised if self.best != self.beginner else self.bid == minimum(s, self.lot))
        )

    def candidates(self, s: State) -> Iterator[Move]:
        yield PASS
        yield OUT
        for amount in range(self.bid + 1, self._cap(s) + 1):
            yield move("bid", amount)

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.verb != "bid":
            return None
        amount = move.number
        if amount <= self.bid:
            return s.say("bid_low", bid=self.bid)
        if amount > self._cap(s):
            return s.say("bid_high" if s.setting.overbids else "bid_money", cap=self._cap(s))
        return None

    def _cap(self, s: State) -> int:
        """The highest bid that makes sense: one more than any clan can pay (Q16)."""
        if not s.setting.overbids:
            return min(MOST_MON, purse(s, self.seat))
        return min(MOST_MON, 1 + max(purse(s, seat) for seat in s.track))

    def apply(self, s: State, move: Move) -> None:
        task = self
        if move.verb == "bid":
            task = replace(self, best=self.seat, bid=move.number)
        elif move == OUT:
            s.track = without(s.track, self.seat)
        ask(s, task)


def ask(s: State, task: Raise) -> None:
    """Ask the next one; the beginner comes last, and only if another raised (Q15)."""
    if task.rest:
        s.add(replace(task, seat=task.rest[0], rest=task.rest[1:]))
    elif task.best != task.beginner and task.seat != task.beginner and task.beginner in s.track:
        s.add(replace(task, seat=task.beginner))
    else:
        settle(s, task.lot, task.best, task.bid)


def settle(s: State, lot: int, winner: int, bid: int) -> None:
    """The winner pays and is rewarded, or cannot pay and has to step out (Y108–Y119)."""
    due = max(0, bid - s.rebate[winner])
    s.track = without(s.track, winner)
    if s.clans[winner].mon < due:
        s.note(Fact("default", winner, other=lot))
        pay(s, winner, s.clans[winner].mon)
        return
    pay(s, winner, due)
    s.won = swapped(s.won, winner, lot)
    s.note(Fact("won", winner, other=lot))
    contents = s.setting.board.contents[lot]
    if len(contents) > 1:
        s.add(Category(winner, lot))
    else:
        grant(s, winner, contents[0])


@dataclass(frozen=True, slots=True)
class Category(Task):
    """The winner of a group takes one category of it (Q21)."""

    lot: int
    steps: ClassVar = frozenset({"auction"})
    verbs: ClassVar = frozenset({"choose"})

    def fits(self, s: State) -> bool:
        return s.won[self.seat] == self.lot and len(s.setting.board.contents[self.lot]) > 1

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("choose", CATEGORIES[n]) for n in s.setting.board.contents[self.lot])

    def refuse(self, s: State, move: Move) -> Saying | None:
        words = [CATEGORIES[n] for n in s.setting.board.contents[self.lot]]
        if move.word in words:
            return None
        return s.say("not_in_group", lots=[Word(f"lot_{word}") for word in words])

    def apply(self, s: State, move: Move) -> None:
        grant(s, self.seat, CATEGORIES.index(move.word))


def grant(s: State, seat: int, category: int) -> None:
    """The reward of a category, at once (Q20)."""
    match CATEGORIES[category]:
        case "action":
            draw_to_keep(s, seat, ACTION)
        case "bonus":
            draw_to_keep(s, seat, BONUS)
        case "weapon":
            draw_to_keep(s, seat, WEAPON)
        case "annex":
            score(s, seat, PRESTIGE_WON)
            if annexes_to_build(s, seat):
                s.add(Build(seat))
        case "geisha":
            score(s, seat, PRESTIGE_WON)
            gain_geisha(s, seat)
        case "disciple":
            from_reserve(s, seat)
        case "mission":
            s.add(Deck(seat, CARDS_DRAWN))
