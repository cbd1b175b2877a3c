"""Plans whole turns of Samurai: what could be played, and what it would be worth.

A turn has at most one token without the character, and fast tokens where they are worth more than in the
hand. Every token changes a few settlements, and only these are evaluated again.

``players.search`` has a compiled planner of the same design; docs/kernel.md says why there are two.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kabuto.samurai import moves as make
from kabuto.samurai import rules
from kabuto.samurai.board import SEA, SETTLEMENTS, SETTLEMENTS_BESIDE
from kabuto.samurai.moves import Move
from kabuto.samurai.players.evaluation import INFLUENCE, NONE, ON_LAND, Amounts, Outlook, winner
from kabuto.samurai.scoring import ranking
from kabuto.samurai.tokens import ASIDE_LIMIT, KINDS_IN, TOKEN, TOKENS, T, X
from kabuto.samurai.view import HIDDEN_COUNTS, SamuraiView

HOLD = {
    **dict.fromkeys(("H2", "B2", "R2", "S1"), 0.0),
    **dict.fromkeys(("H3", "B3", "R3", "S2"), 0.0125),
    **dict.fromkeys(("H4", "B4", "R4", "S3"), 0.025),
    "N1": 0.05,
    "V1": 0.05,
    "V2": 0.075,
    "X": 0.12,
    "T": 0.06,
}
"""What a token is worth in the hand at the start of a game, as a chance to win; by the end it is nothing."""
HOLDS = tuple(HOLD[token.code] for token in TOKENS)
FAST = tuple(token.fast for token in TOKENS)
BEAM = 4
"""How many of the best turns to extend by another fast token."""
NEAR = 0.001
"""Chances to win that differ by no more than this count as equal."""
PLAY_ORDER = tuple(
    0 if token == X else 1 if kind.terrain == SEA else 2 if token == TOKEN["N1"] else 3
    for token, kind in enumerate(TOKENS)
)
"""Token → when to play it in a turn: first what only adds influence, then what may surround a settlement."""

Spaces = tuple[int, ...]
Beside = tuple[int, ...]
"""Settlements."""


class Change(NamedTuple):
    """What the tokens of a turn change at a settlement."""

    settlement: int
    filled: int
    """How many of its land spaces they fill."""
    more: Amounts
    """The influence they add on each kind of figure."""
    swap: int
    """The figures that an exchange takes and brings, as a bit mask."""
    worth: float
    """How much that adds to the chance to win."""
    surrounds: bool
    """Whether no land space is missing any longer."""


class Step(NamedTuple):
    """A token to play, on any of some spaces that are equally good."""

    token: int
    spaces: Spaces = ()
    """Where it can be laid."""
    source: int = -1
    """For a token exchange: the space that the token moves from."""
    exchange: Move | None = None
    """For a figure exchange: the move itself."""

    def moves(self) -> list[Move]:
        """The moves that do it."""
        if self.exchange is not None:
            return [self.exchange]
        if self.token == T:
            return [make.exchange_tokens(self.source, space) for space in self.spaces]
        return [make.play(self.token, space) for space in self.spaces]


class Plan(NamedTuple):
    """Tokens to play in a turn."""

    value: float
    """The chance to win after it, less what its tokens would be worth in the hand."""
    steps: tuple[Step, ...]
    changes: tuple[Change, ...]
    surrounds: bool
    """Whether it surrounds a settlement."""

    def in_order(self) -> list[Step]:
        """The steps in the order they should be played."""
        return sorted(self.steps, key=lambda step: PLAY_ORDER[step.token])


class Sight(NamedTuple):
    """What a player sees of a position."""

    overlooked: frozenset[int] = frozenset()
    """Settlements that it overlooks."""
    beam: int = BEAM
    """How many turns it extends; with 0 it plays one token at a time."""
    error: Callable[[], float] = lambda: 0.0
    """Its error when it judges what a change at a settlement adds to the chance to win."""


CLEAR = Sight()


class Turn:
    """The turn of the seat that has this view, or the rest of that turn, as a player sees it."""

    def __init__(self, view: SamuraiView, sight: Sight = CLEAR) -> None:
        state, players = view.state, view.players
        self.state, self.hand = state, state.hands[state.seat]
        order = [(state.seat + n) % players for n in range(1, players + 1)]
        captured = _captured(view)
        self.captured = [captured[seat] for seat in order]
        self.outlook = Outlook(state, order, captured, view.pools)
        self.sight, sites = sight, self.outlook.sites
        self.sites = {s: site for s, site in sites.items() if s not in sight.overlooked}
        self.now = {s: self.outlook.value(s) for s in self.sites}
        self.left = [sum(site.figures >> kind & 1 for site in sites.values()) for kind in range(3)]
        stage = sum(self.left) / (3 * state.setting.board.figures)
        self.hold = [stage * hold for hold in HOLDS]
        self.changes: dict[tuple[int, int, Amounts, int], Change] = {}
        self.due = tuple(self.change(s) for s, site in self.sites.items() if not site.missing)
        """Settlements that this turn has already surrounded, where captures wait for its end."""

    def best(self) -> list[Plan]:
        """The best plans, all as good as each other; one without steps means to play nothing (more)."""
        singles = sorted(self.singles(), key=_value, reverse=True)
        plans = [self.weigh((), ())] if self.state.played or not singles else []
        plans += singles
        fast = [plan for plan in singles if FAST[plan.steps[0].token]]
        fast_at: dict[int, list[Plan]] = {s: [] for s in self.sites}
        for plan in fast:
            for change in plan.changes:
                fast_at[change.settlement].append(plan)
        most = max(map(_value, plans))
        width = self.sight.beam
        beam = singles[:width] + [plan for plan in singles[width:] if width and plan.surrounds]
        while beam:
            longer = (more for plan in beam for more in self.extend(plan, fast, fast_at))
            beam = sorted(longer, key=_value, reverse=True)[:width]
            if not beam or beam[0].value <= most:
                break
            most = beam[0].value
            plans += beam
        return [plan for plan in plans if plan.value >= most - NEAR]

    def extend(self, plan: Plan, fast: list[Plan], fast_at: dict[int, list[Plan]]) -> Iterator[Plan]:
        """The plan with one more fast token: any that changes the same settlements, or the best elsewhere."""
        spent = [step.token for step in plan.steps]
        taken = [step.spaces for step in plan.steps]
        ready = [token for token in self.hand if spent.count(token) < self.hand.count(token)]

        def fits(step: Step) -> bool:
            return step.token in ready and (step.token == X or taken.count(step.spaces) < len(step.spaces))

        near = {id(more): more for change in plan.changes for more in fast_at[change.settlement]}
        elsewhere = next((more for more in fast if id(more) not in near and fits(more.steps[0])), None)
        for more in [*near.values(), *([elsewhere] if elsewhere else [])]:
            if fits(more.steps[0]):
                yield self.weigh(plan.steps + more.steps, self.merge(plan.changes, more.changes))

    # What a turn is worth.

    def weigh(self, steps: tuple[Step, ...], changes: tuple[Change, ...]) -> Plan:
        """A plan of these steps and changes, with its value."""
        value, surrounds = self.outlook.chance, False
        for change in changes:
            value += change.worth
            surrounds = surrounds or change.surrounds
        if surrounds or self.due:
            result = self.result(changes)
            if result is not None:
                value = result
        for step in steps:
            value -= self.hold[step.token]
        return Plan(value, steps, changes, surrounds)

    def change(self, settlement: int, filled: int = 0, more: Amounts = NONE, swap: int = 0) -> Change:
        """A change at a settlement, with what it is worth."""
        key = (settlement, filled, more, swap)
        found = self.changes.get(key)
        if found is None:
            worth = self.outlook.value(*key) - self.now[settlement] + self.sight.error()
            found = self.changes[key] = Change(*key, worth, 0 < filled == self.sites[settlement].missing)
        return found

    def merge(self, some: tuple[Change, ...], more: tuple[Change, ...]) -> tuple[Change, ...]:
        """Both sets of changes together, with one change for each settlement."""
        merged = {change.settlement: change for change in some}
        for new in more:
            old = merged.get(new.settlement)
            if old is not None:
                (a, b, c), (d, e, f) = old.more, new.more
                amounts = (a + d, b + e, c + f)
                new = self.change(old.settlement, old.filled + new.filled, amounts, old.swap ^ new.swap)
            merged[new.settlement] = new
        return tuple(merged.values())

    def result(self, changes: tuple[Change, ...]) -> float | None:
        """The result if the game ends with this turn, else None: 1 for a win, less if shared, else 0."""
        left, aside = self.left.copy(), sum(self.state.aside)
        decided: list[tuple[int, int]] = []
        for change in self.merge(self.due, changes) if self.due else changes:
            site = self.sites[change.settlement]
            if change.filled == site.missing:
                for kind in KINDS_IN[site.figures ^ change.swap]:
                    left[kind] -= 1
                    *others, own = site.influence[kind]
                    first = winner((*others, own + change.more[kind]))
                    if first is None:
                        aside += 1
                    else:
                        decided.append((first, kind))
        if all(left) and aside < ASIDE_LIMIT:
            return None
        captured = [row.copy() for row in self.captured]
        for first, kind in decided:
            captured[first][kind] += 1
        winners = ranking([(helmet, buddha, rice) for helmet, buddha, rice in captured])[0]
        return (len(captured) - 1 in winners) / len(winners)

    # What can be played.

    def singles(self) -> Iterator[Plan]:
        """Every token that can be played now, by itself, wherever it makes a difference."""
        board = self.state.setting.board
        ships = any(TOKENS[token].terrain == SEA for token in self.hand)
        land, sea = self.free(board.land), self.free(board.sea if ships else ())
        for token in rules.playable(self.state):
            if token == X:
                yield from self.figure_exchanges()
            elif token == T:
                yield from self.token_exchanges(land)
            else:
                filled, more = int(ON_LAND[token]), INFLUENCE[token]
                at = {
                    s: self.change(s, filled, more)
                    for s, site in self.sites.items()
                    if site.missing >= filled
                }
                for beside, spaces in (land if filled else sea).items():
                    yield self.weigh((Step(token, spaces),), tuple([at[s] for s in beside]))

    def free(self, spaces: Iterable[int]) -> dict[Beside, Spaces]:
        """Settlements that hold figures → the empty spaces that are beside exactly these."""
        found: dict[Beside, list[int]] = {}
        for space in spaces:
            if self.state.tokens[space] is None:
                beside = tuple([s for s in SETTLEMENTS_BESIDE[space] if s in self.sites])
                found.setdefault(beside, []).append(space)
        return {beside: tuple(group) for beside, group in found.items()}

    def token_exchanges(self, land: dict[Beside, Spaces]) -> Iterator[Plan]:
        """Token exchanges. Of the tokens that influence the same figures, only one moves.

        That is the strongest of those that cost next to nothing to move, or else the one that costs least.
        """
        movable: dict[int, tuple[int, float, int, int]] = {}
        for space, moved in rules.movable(self.state):
            worth, token = sum([change.worth for change in self.taking(space, moved)]), TOKENS[moved]
            merit = (token.strength if worth > -self.hold[T] else 0, worth, space, moved)
            movable[token.influences] = max(movable.get(token.influences, merit), merit)
        for _, _, source, moved in movable.values():
            lost = self.taking(source, moved)
            targets = []
            for beside, spaces in land.items():
                won = tuple([self.change(s, 1, INFLUENCE[moved]) for s in beside])
                targets.append((sum([change.worth for change in won]), spaces, won))
            for _, spaces, won in sorted(targets, reverse=True)[:BEAM]:
                yield self.weigh((Step(T, spaces, source),), self.merge(lost, won))

    def taking(self, space: int, token: int) -> tuple[Change, ...]:
        """What changes when a token exchange takes a token from a space: its influence is gone."""
        helmet, buddha, rice = INFLUENCE[token]
        less = (-helmet, -buddha, -rice)
        return tuple([self.change(s, more=less) for s in SETTLEMENTS_BESIDE[space] if s in self.sites])

    def figure_exchanges(self) -> Iterator[Plan]:
        """Each figure that can be exchanged, together with the figure that is best to exchange it for."""
        for one, two in ((0, 1), (0, 2), (1, 2)):
            swap = 1 << one | 1 << two
            ends: dict[int, list[Change]] = {one: [], two: []}
            for settlement, site in self.sites.items():
                for kind in KINDS_IN[site.figures & swap]:
                    if site.figures & swap == 1 << kind:
                        ends[kind].append(self.change(settlement, swap=swap))
            ones, twos = (sorted(ends[kind], key=_worth, reverse=True) for kind in (one, two))
            pairs = [(a, b) for a in ones for b in twos[:1]] + [(a, b) for a in ones[:1] for b in twos[1:]]
            for a, b in pairs:
                move = make.exchange_figures(SETTLEMENTS[a.settlement], one, SETTLEMENTS[b.settlement], two)
                yield self.weigh((Step(X, exchange=move),), (a, b))


def _value(plan: Plan) -> float:
    return plan.value


def _worth(change: Change) -> float:
    return change.worth


def _captured(view: SamuraiView) -> list[list[int]]:
    """Seat → captured figures, as a perfect memory knows them; those hidden from the start are left out."""
    return [
        [a + b for a, b in zip((0, 0, 0) if start == HIDDEN_COUNTS else start, since, strict=True)]
        for start, since in zip(view.start.captured, view.remembered(), strict=True)
    ]
