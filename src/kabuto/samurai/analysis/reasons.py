"""Why a move is good or bad, in words: what is different on the board after it."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from kabuto.samurai import Move, Samurai, SamuraiView, Verb, majorities, ranking, rules
from kabuto.samurai.analysis.lookahead import Counts, after, figures_won
from kabuto.samurai.board import SETTLEMENT, SETTLEMENTS, SETTLEMENTS_BESIDE
from kabuto.samurai.influence import Contest, captures, contest, is_surrounded, missing_land
from kabuto.samurai.places import place_mark, where_mark
from kabuto.samurai.sentences import FIGURE_MARKS
from kabuto.samurai.state import Phase, State, add
from kabuto.samurai.tokens import FIGURE_NAMES, KINDS_IN, TOKENS
from kabuto.table import Catalogue, Mark, Seat, Text, Word
from kabuto.table.text import listed

WORDS = Catalogue("kabuto.samurai", "analysis")
MOST = 3
"""More reasons than this would hide the important ones."""
EACH = 2
"""So many for a part of a turn."""


def why(view: SamuraiView, move: Move) -> tuple[Text, ...]:
    """The most important things that a legal move changes, as sentences; at least one."""
    if move.verb in (Verb.CHOOSE, Verb.PUT):
        return (_say(view, "set_up"),)
    found = tuple(Change(view, move).reasons())
    return found[:MOST] or (_say(view, "stops" if move.verb is Verb.END else "quiet"),)


def why_turn(view: SamuraiView, moves: Sequence[Move]) -> tuple[Text, ...]:
    """The most important things that a whole turn changes; what follows its end is left out."""
    found = [text for changes in _changes(view, moves) for text in changes]
    found.sort(key=lambda text: _RANKS[text.key])
    return tuple(dict.fromkeys(found))[:MOST] or why(view, moves[0])


def why_parts(view: SamuraiView, moves: Sequence[Move]) -> tuple[tuple[Text, ...], ...]:
    """Why each move of a turn is made, in one sentence or two: what it changes, and what it prepares."""
    changes = _changes(view, moves)
    found = list[tuple[Text, ...]]()
    for number, reasons in enumerate(changes):
        later = any(_RANKS[text.key] <= _DECIDED for after in changes[number + 1 :] for text in after)
        found.append(reasons[:EACH] or (_say(view, "helps" if later else "quiet"),))
    return tuple(found)


def _changes(view: SamuraiView, moves: Sequence[Move]) -> list[tuple[Text, ...]]:
    """What each move of a turn changes, until somebody else is to move."""
    found = list[tuple[Text, ...]]()
    rng = random.Random(0)  # nothing is drawn before the turn ends
    here = view
    for move in moves:
        if move.verb not in (Verb.PLAY, Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS):
            break
        found.append(tuple(Change(here, move).reasons()))
        here = after(here, move, rng)
        if here.to_move != view.seat:
            break
    return found


def why_played(view: SamuraiView, moves: Sequence[Move]) -> tuple[Text, ...]:
    """The same of a turn that is looked back on: where it only made safe what was safe, it says so."""
    found = why_turn(view, moves)
    return found if {text.key for text in found} - _IDLE else tuple(_was_mine(view, moves))[:MOST] or found


_IDLE = {"strengthens", "quiet", "stops"}
"""Reasons that speak for no turn."""
SAFE = 2
"""A lead by so much needed no help."""


def _was_mine(view: SamuraiView, moves: Sequence[Move]) -> Iterator[Text]:
    """Figures that a turn was spent on although they were as good as won."""
    here = view
    for move in moves:
        if move.verb is not Verb.PLAY or here.to_move != view.seat:
            break
        change = Change(here, move)
        for fate in change.fates():
            mine = fate.before.influence[change.seat]
            others = max(n for seat, n in enumerate(fate.before.influence) if seat != change.seat)
            if fate.before.winner == fate.after.winner == change.seat and mine - others >= SAFE:
                yield _say(view, "was_mine", stakes=change.stakes([fate.before]))
        here = after(here, move, random.Random(0))


def followed(game: Samurai, seat: int, ply: int) -> tuple[Text, ...]:
    """What others captured after a moment, before a seat was to move again."""
    view, taken = game.view(None), dict[int, list[Contest]]()
    for entry in view.log[ply:]:
        if entry.seat == seat:
            break
        for capture in entry.captures:
            if capture.winner not in (None, seat):
                taken.setdefault(capture.winner, []).append(capture)
    return tuple(
        _say(view, "followed", seat=Seat(who), stakes=_stakes(view, contests, who))
        for who, contests in taken.items()
    )


_RANKS = {
    key: rank
    for rank, keys in enumerate(
        (
            ("ends_won", "ends_shared", "ends_lost", "last_turn"),
            ("takes",),
            ("denies", "gives", "sets_aside"),
            ("majority_of", "majority_of_nobody"),
            ("brings", "snatches", "carries"),
            ("gains", "breaks"),
            ("loses", "strengthens", "presses"),
            ("sets_up", "opens"),
        )
    )
    for key in keys
}
"""What matters most in a turn comes first."""
_DECIDED = _RANKS["denies"]
"""Up to here something leaves the board."""


class Fate(NamedTuple):
    """The contest for a figure, before and after a move."""

    before: Contest
    after: Contest


class Change:
    """A position before and after a move by the seat that has this view."""

    def __init__(self, view: SamuraiView, move: Move) -> None:
        self.view, self.move = view, move
        self.before = view.state
        self.seat = self.before.seat
        self.after = rules.after(view.state, move, _no_deal)
        self.counts = figures_won(view)

    def reasons(self) -> Iterator[Text]:
        """Everything worth saying about it, the most important first."""
        taken = self._taken()
        yield from self._ending(taken)
        yield from self._captures(taken)
        yield from self._majorities(taken)
        yield from self._exchange()
        yield from self._leads()
        yield from self._last_spaces()
        yield from self._rest()

    # What leaves the board.

    def _taken(self) -> list[Contest]:
        """The figures that the move captures, at once or when the turn ends."""
        if self.after.captures:
            return list(self.after.captures)
        due = {(c.space, c.figure) for c in _due(self.before)}
        return [c for c in _due(self.after) if (c.space, c.figure) not in due]

    def _captures(self, taken: list[Contest]) -> Iterator[Text]:
        won = [c for c in taken if c.winner == self.seat]
        if won:
            yield self._say("takes", stakes=self.stakes(won))
        for other in self._others():
            denied = [c for c in taken if c.winner is None and self._led(c) == other]
            if denied:
                yield self._say("denies", seat=Seat(other), stakes=self.stakes(denied))
            given = [c for c in taken if c.winner == other]
            if given:
                yield self._say("gives", seat=Seat(other), stakes=self.stakes(given))
        nobody = [c for c in taken if c.winner is None and self._led(c) in (None, self.seat)]
        if nobody:
            yield self._say("sets_aside", stakes=self.stakes(nobody))

    def _led(self, taken: Contest) -> int | None:
        """Who was winning a figure before the move."""
        return self._contest(self.before, SETTLEMENT[taken.space], taken.figure).winner

    def _counts_after(self, taken: Iterable[Contest]) -> Counts:
        counts = list(self.counts)
        for capture in taken:
            if capture.winner is not None:
                counts[capture.winner] = add(counts[capture.winner], capture.figure)
        return tuple(counts)

    def _majorities(self, taken: list[Contest]) -> Iterator[Text]:
        """Kinds of figure whose majority changes hands."""
        counts = self._counts_after(taken)
        for kind, (old, new) in enumerate(zip(majorities(self.counts), majorities(counts), strict=True)):
            if old != new:
                key = "majority_of" if new is not None else "majority_of_nobody"
                numbers = ":".join(str(figures[kind]) for figures in counts)
                plural = Word(f"{FIGURE_NAMES[kind]}s")
                yield self._say(key, kind=plural, seat=_seat(new), numbers=numbers)

    def _ending(self, taken: list[Contest]) -> Iterator[Text]:
        if self.after.phase is Phase.OVER:
            winners = ranking(self._counts_after(taken))[0]
            lost = self.seat not in winners
            key = "ends_shared" if len(winners) > 1 else "ends_lost" if lost else "ends_won"
            seats = [self.before.say("seat_among", seat=Seat(seat)) for seat in winners]
            yield self._say(key, seats=Seat(winners[0]) if len(winners) == 1 else listed(seats))
        elif rules.is_end(_settled(self.after)) and not rules.is_end(_settled(self.before)):
            yield self._say("last_turn")

    # What changes on the board.

    def _exchange(self) -> Iterator[Text]:
        """Where the two figures of a figure exchange were, and where they are now."""
        if self.move.verb is not Verb.EXCHANGE_FIGURES:
            return
        one, two = SETTLEMENT[self.move.space], SETTLEMENT[self.move.other_space]
        moved = ((one, two, self.move.figure), (two, one, self.move.other_figure))
        fates = [
            Fate(self._contest(self.before, old, kind), self._contest(self.after, new, kind))
            for old, new, kind in moved
        ]
        for fate in sorted(fates, key=lambda fate: fate.after.winner != self.seat):
            old, new = fate.before.winner, fate.after.winner
            if old != new:
                yield self._say(
                    "brings" if new == self.seat else "carries" if old in (None, self.seat) else "snatches",
                    seat=_seat(old),
                    me=Seat(self.seat),
                    figure=_figure(fate.after),
                    old=self._place(fate.before),
                    new=self._place(fate.after),
                )

    def _leads(self) -> Iterator[Text]:
        """Figures on the board whose contest has changed."""
        groups: dict[str, list[Contest]] = {}
        for fate in self.fates():
            groups.setdefault(self._turn_of(fate), []).append(fate.after)
        for key in ("gains", "breaks", "loses", "strengthens", "presses"):
            if key in groups:
                yield self._say(key, stakes=self.stakes(groups[key], self.seat))

    def fates(self) -> Iterator[Fate]:
        """The figures on the board beside what was laid, and how the contests for them changed."""
        if self.move.verb not in (Verb.PLAY, Verb.EXCHANGE_TOKENS):
            return
        spaces = [self.move.space, *([self.move.other_space] if self.move.other_space >= 0 else [])]
        taken = {(c.space, c.figure) for c in self._taken()}
        for settlement in dict.fromkeys(s for space in spaces for s in SETTLEMENTS_BESIDE[space]):
            for kind in KINDS_IN[self.after.figures[settlement]]:
                after = self._contest(self.after, settlement, kind)
                if (after.space, kind) not in taken:
                    yield Fate(self._contest(self.before, settlement, kind), after)

    def _turn_of(self, fate: Fate) -> str:
        """What the move did to the contest for a figure."""
        old, new = fate.before.winner, fate.after.winner
        if old != new:
            return "gains" if new == self.seat else "loses" if old == self.seat else "breaks"
        grown = fate.after.influence[self.seat] - fate.before.influence[self.seat]
        return "" if grown <= 0 else "strengthens" if new == self.seat else "presses"

    def _last_spaces(self) -> Iterator[Text]:
        """Settlements that one more token would surround, if the game continues."""
        if rules.is_end(_settled(self.after)):
            return
        for settlement, figures in enumerate(self.after.figures):
            missing = missing_land(self.after.tokens, settlement) if figures else ()
            if len(missing) == 1 and len(missing_land(self.before.tokens, settlement)) > 1:
                contests = [self._contest(self.after, settlement, kind) for kind in KINDS_IN[figures]]
                yield self._say(
                    "sets_up" if all(c.winner == self.seat for c in contests) else "opens",
                    space=place_mark(missing[0]),
                    settlement=place_mark(SETTLEMENTS[settlement]),
                    figures=[
                        self._say("kind", figure=_figure(c), standing=self._standing(c)) for c in contests
                    ],
                )

    def _rest(self) -> Iterator[Text]:
        """The fast tokens kept when a turn ends."""
        if self.move.verb is Verb.END:
            fast = [self.before.token(token) for token in self.before.hands[self.seat] if TOKENS[token].fast]
            if fast:
                yield self._say("keeps", tokens=fast)

    # Words.

    def _others(self) -> list[int]:
        return [seat for seat in range(self.view.players) if seat != self.seat]

    def _contest(self, state: State, settlement: int, kind: int) -> Contest:
        return contest(state.tokens, self.view.players, settlement, kind)

    def stakes(self, contests: list[Contest], seat: int | None = None) -> list[Text]:
        """Figures with the influence of a seat, or of their winner, against the best of the others."""
        return _stakes(self.view, contests, seat)

    def _place(self, c: Contest) -> Text:
        return self._say("place", at=where_mark(c.space), standing=self._standing(c))

    def _standing(self, c: Contest) -> Text:
        """Who leads a contest, and by how much."""
        key = "led_by" if c.winner is not None else "tied" if c.tied else "led_by_nobody"
        return self._say(key, seat=_seat(c.winner), numbers=_numbers(c))

    def _say(self, key: str, **values: Any) -> Text:
        return _say(self.view, key, **values)


def _say(view: SamuraiView, key: str, **values: Any) -> Text:
    return Text(WORDS, key, view.state.setting.vocabulary, **values)


def _stakes(view: SamuraiView, contests: Iterable[Contest], seat: int | None = None) -> list[Text]:
    return [
        _say(view, "stake", figure=_figure(c), at=where_mark(c.space), numbers=_numbers(c, seat))
        for c in contests
    ]


def _numbers(c: Contest, seat: int | None = None) -> str:
    first = c.influence.index(max(c.influence)) if seat is None else seat
    return f"{c.influence[first]}:{max(c.influence[:first] + c.influence[first + 1 :])}"


def _figure(c: Contest) -> Mark:
    return FIGURE_MARKS[c.figure]


def _seat(seat: int | None) -> Seat | None:
    return None if seat is None else Seat(seat)


def _due(state: State) -> list[Contest]:
    """Figures of surrounded settlements whose capture waits for the end of the turn."""
    return [
        capture
        for settlement, figures in enumerate(state.figures)
        if figures and is_surrounded(state.tokens, settlement)
        for capture in captures(state.tokens, state.setting.players, settlement, figures)
    ]


def _settled(state: State) -> State:
    """The state after all pending captures."""
    aside, figures = state.aside, list(state.figures)
    for capture in _due(state):
        figures[SETTLEMENT[capture.space]] = 0
        if capture.winner is None:
            aside = add(aside, capture.figure)
    return state._replace(aside=aside, figures=tuple(figures))


def _no_deal(state: State) -> Any:
    raise AssertionError("no stacks are formed by a move of a turn")
