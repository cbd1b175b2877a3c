"""A Samurai player that looks one turn ahead.

It weighs whole turns: one token without the character at most, and fast ones beside it where they are
worth more than in the hand. Every token changes a few settlements; the evaluation says what each change
is worth.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from kabuto.players.samurai_evaluation import INFLUENCE, Outlook, winner
from kabuto.samurai import moves as make
from kabuto.samurai.board import LAND, SETTLEMENTS, SETTLEMENTS_BESIDE
from kabuto.samurai.moves import END, Move
from kabuto.samurai.rules import ASIDE_LIMIT
from kabuto.samurai.scoring import ranking
from kabuto.samurai.state import Phase
from kabuto.samurai.tokens import KINDS_IN, TOKENS, T, X
from kabuto.samurai.view import HIDDEN_COUNTS, SamuraiView

HOLD = {
    "H2": 0.0, "H3": 0.005, "H4": 0.01,
    "B2": 0.0, "B3": 0.005, "B4": 0.01,
    "R2": 0.0, "R3": 0.005, "R4": 0.01,
    "S1": 0.0, "S2": 0.005, "S3": 0.01,
    "N1": 0.02, "V1": 0.02, "V2": 0.03, "X": 0.03, "T": 0.02,
}
BEAM = 6
HOLDS = tuple(HOLD[token.code] for token in TOKENS)
FAST = tuple(token.fast for token in TOKENS)
ON_LAND = tuple(token.terrain == LAND for token in TOKENS)


class Change(NamedTuple):
    """What tokens of this turn change at a settlement."""

    settlement: int
    filled: int
    """How many of its land spaces they fill."""
    helmet: int
    buddha: int
    rice: int
    """The influence they add on each kind."""
    swap: int
    """The figures that a figure exchange takes and brings, as a bit mask."""


Spaces = tuple[int, ...]


class Plan(NamedTuple):
    """Tokens to play in this turn."""

    value: float
    steps: tuple["Step", ...]
    changes: tuple[Change, ...]


class Step(NamedTuple):
    """A token to play, and where."""

    token: int
    spaces: Spaces
    """The spaces that it could fill, one as good as another."""
    source: int = -1
    exchange: Move | None = None

    def ways(self) -> list[Move]:
        if self.exchange:
            return [self.exchange]
        if self.token == T:
            return [make.exchange_tokens(self.source, space) for space in self.spaces]
        return [make.play(self.token, space) for space in self.spaces]


class Greedy:
    """Plays the turn that looks best for its seat."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: SamuraiView) -> Move:
        """The next move of the best turn."""
        state = view.state
        if state.phase is Phase.TURN:
            if not any(FAST[token] for token in state.hands[state.seat]) and not all(FAST[token] for token in state.played):
                return END
            steps = Turn(view).best().steps
            if not steps:
                return END if state.played else self.rng.choice(view.legal_moves())
            return self.rng.choice(min(steps, key=_order).ways())
        return self.rng.choice(view.legal_moves())


def _order(step: Step) -> tuple[bool, bool]:
    """A figure exchange first, then fast tokens, the other token last: it may surround a settlement."""
    return not FAST[step.token], step.token != X


class Turn:
    """The turn of a seat: what could be played in it, and how good that is."""

    def __init__(self, view: SamuraiView) -> None:
        state, seat, players = view.state, view.seat, view.players
        assert seat is not None
        self.state, self.hand = state, state.hands[seat]
        self.order = [(seat + n) % players for n in range(1, players + 1)]
        captured = _captured(view)
        self.captured = [captured[seat] for seat in self.order]
        self.outlook = Outlook(state, self.order, captured, view.pools)
        self.sites = self.outlook.sites
        self.now = {s: self.outlook.value(site) for s, site in self.sites.items()}
        self.left = [sum(site.figures >> kind & 1 for site in self.sites.values()) for kind in range(3)]
        self.stage = sum(self.left) / (3 * state.setting.board.figures)
        self.worths: dict[Change, float] = {}

    def best(self) -> Plan:
        """The best turn, or rest of a turn; no steps when nothing more should or can be played."""
        nothing = Plan(0.0, (), ())
        singles = sorted(self.singles(), key=_value, reverse=True)
        if not singles:
            return nothing
        best = nothing if self.state.played and singles[0].value <= 0 else singles[0]
        self.fast = [plan for plan in singles if FAST[plan.steps[0].token]]
        if not self.fast:
            return best
        self.fast_at: dict[int, list[Plan]] = {s: [] for s in self.sites}
        for plan in self.fast:
            for change in plan.changes:
                self.fast_at[change.settlement].append(plan)
        beam = singles[:BEAM] + [plan for plan in singles[BEAM:] if self.surrounds(plan.changes)]
        while beam:
            grown = sorted((more for plan in beam for more in self.extend(plan)), key=_value, reverse=True)
            if not grown or grown[0].value <= best.value:
                break
            best, beam = grown[0], grown[:BEAM]
        return best

    def extend(self, plan: Plan) -> Iterator[Plan]:
        """The plan with one more fast token: one that changes the same settlements, or the best elsewhere."""
        spent = [step.token for step in plan.steps]
        taken = [step.spaces for step in plan.steps]
        ready = {token for token in self.hand if FAST[token] and spent.count(token) < self.hand.count(token)}
        near = {id(other): other for change in plan.changes for other in self.fast_at[change.settlement]}
        for other in near.values():
            (step,) = other.steps
            if step.token in ready and (not step.spaces or taken.count(step.spaces) < len(step.spaces)):
                yield self.weigh((*plan.steps, step), merge(plan.changes, other.changes))
        for other in self.fast:
            (step,) = other.steps
            if step.token in ready and id(other) not in near:
                if not step.spaces or taken.count(step.spaces) < len(step.spaces):
                    yield Plan(plan.value + other.value, plan.steps + other.steps, plan.changes + other.changes)
                    break

    # What a plan is worth.

    def weigh(self, steps: tuple[Step, ...], changes: tuple[Change, ...]) -> Plan:
        """A plan with its value: what it changes, less what its tokens would be worth in the hand."""
        gain = 0.0
        for change in changes:
            gain += self.worth(change)
        if self.surrounds(changes):
            result = self.result(changes)
            if result is not None:
                gain = result - self.outlook.chance
        for step in steps:
            gain -= self.stage * HOLDS[step.token]
        return Plan(gain, steps, changes)

    def worth(self, change: Change) -> float:
        """How much a change at a settlement is worth."""
        found = self.worths.get(change)
        if found is None:
            settlement, filled, *more, swap = change
            found = self.outlook.value(self.sites[settlement], filled, more, swap) - self.now[settlement]
            self.worths[change] = found
        return found

    def surrounds(self, changes: tuple[Change, ...]) -> bool:
        for change in changes:
            if change.filled and change.filled == self.sites[change.settlement].missing:
                return True
        return False

    def result(self, changes: tuple[Change, ...]) -> float | None:
        """1 for a victory, less for a shared one, 0 for a defeat if the game ends with this turn."""
        left, aside = self.left.copy(), sum(self.state.aside)
        decided = []
        for change in changes:
            site = self.sites[change.settlement]
            if change.filled == site.missing:
                for kind in KINDS_IN[site.figures ^ change.swap]:
                    left[kind] -= 1
                    *others, own = site.influence[kind]
                    first = winner((*others, own + change[2 + kind]))
                    if first is None:
                        aside += 1
                    else:
                        decided.append((first, kind))
        if all(left) and aside < ASIDE_LIMIT:
            return None
        captured = [row.copy() for row in self.captured]
        for first, kind in decided:
            captured[first][kind] += 1
        winners = ranking(captured)[0]
        return (len(captured) - 1 in winners) / len(winners)

    # What can be played.

    def singles(self) -> Iterator[Plan]:
        """Every token by itself."""
        state = self.state
        slow = all(FAST[token] for token in state.played)
        land, sea = self.free(state.setting.board.land), self.free(state.setting.board.sea)
        for token in dict.fromkeys(self.hand):
            if token == X:
                yield from self.figure_exchanges()
            elif token == T:
                if slow:
                    yield from self.token_exchanges(land)
            elif FAST[token] or slow:
                change = {s: Change(s, ON_LAND[token], *INFLUENCE[token], 0) for s in self.sites}
                for beside, spaces in (land if ON_LAND[token] else sea).items():
                    yield self.weigh((Step(token, spaces),), tuple([change[s] for s in beside]))

    def free(self, spaces: Iterable[int]) -> dict[tuple[int, ...], Spaces]:
        """Settlements that hold figures → the empty spaces beside exactly these: one is as good as another."""
        found: dict[tuple[int, ...], list[int]] = {}
        for space in spaces:
            if self.state.tokens[space] is None:
                beside = tuple([s for s in SETTLEMENTS_BESIDE[space] if s in self.sites])
                found.setdefault(beside, []).append(space)
        return {beside: tuple(group) for beside, group in found.items()}

    def token_exchanges(self, land: dict[tuple[int, ...], Spaces]) -> Iterator[Plan]:
        """Each kind of own token on the board, from where it is missed least."""
        seat = self.order[-1]
        sources: dict[int, tuple[float, int, tuple[Change, ...]]] = {}
        for space in self.state.setting.board.land:
            laid = self.state.tokens[space]
            if laid is None or laid.seat != seat or FAST[laid.token] or laid.token == T:
                continue
            amounts = [-a for a in INFLUENCE[laid.token]]
            lost = tuple(Change(s, 0, *amounts, 0) for s in SETTLEMENTS_BESIDE[space] if s in self.sites)
            loss = sum(map(self.worth, lost))
            if laid.token not in sources or sources[laid.token][0] < loss:
                sources[laid.token] = loss, space, lost
        for token, (_, source, lost) in sources.items():
            for beside, spaces in land.items():
                changes = merge(lost, tuple(Change(s, 1, *INFLUENCE[token], 0) for s in beside))
                yield self.weigh((Step(T, spaces, source),), changes)

    def figure_exchanges(self) -> Iterator[Plan]:
        """Each figure with the one for which it is exchanged best."""
        for one, two in ((0, 1), (0, 2), (1, 2)):
            swap = 1 << one | 1 << two
            ends = []
            for kind in (one, two):
                having = [Change(s, 0, 0, 0, 0, swap) for s, site in self.sites.items() if site.figures & swap == 1 << kind]
                ends.append(sorted(having, key=self.worth, reverse=True))
            pairs = dict.fromkeys([(a, b) for a in ends[0][:1] for b in ends[1]] + [(a, b) for a in ends[0] for b in ends[1][:1]])
            for a, b in pairs:
                move = make.exchange_figures(SETTLEMENTS[a.settlement], one, SETTLEMENTS[b.settlement], two)
                yield self.weigh((Step(X, (), -1, move),), (a, b))


def _value(plan: Plan) -> float:
    return plan.value


def merge(some: tuple[Change, ...], more: tuple[Change, ...]) -> tuple[Change, ...]:
    """Changes at the same settlement as one."""
    merged = {change.settlement: change for change in some}
    for new in more:
        old = merged.get(new[0])
        if old is not None:
            new = Change(old[0], old[1] + new[1], old[2] + new[2], old[3] + new[3], old[4] + new[4], old[5] ^ new[5])
        merged[new[0]] = new
    return tuple(merged.values())


def _captured(view: SamuraiView) -> list[list[int]]:
    """Seat → figures captured, as a perfect memory knows them."""
    return [
        [a + b for a, b in zip((0, 0, 0) if start == HIDDEN_COUNTS else start, since, strict=True)]
        for start, since in zip(view.start.captured, view.remembered(), strict=True)
    ]
