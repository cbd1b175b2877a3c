"""Explanations: how a settlement stands, and why a figure went where it went."""

from dataclasses import dataclass
from typing import Any

from kabuto.samurai.board import SETTLEMENT, SPACE, SPACES
from kabuto.samurai.influence import Capture, Contest, contest, missing_land
from kabuto.samurai.places import place_mark, where_mark
from kabuto.samurai.sentences import FIGURE_MARKS, WORDS
from kabuto.samurai.state import State
from kabuto.samurai.tokens import FIGURE_SETS, FIGURES
from kabuto.table import BadOption, Seat, Text
from kabuto.table.errors import short


@dataclass(frozen=True)
class Report:
    """How a settlement stands."""

    space: str
    title: str
    """What the map calls it (``Edo``), or nothing."""
    terrain: str
    figures: str
    """The figures still in it, such as ``HB``."""
    missing: tuple[str, ...]
    """The land spaces around it that are still empty."""
    contests: tuple[Contest, ...]
    """For each kind of figure, here or not, who has how much influence."""
    sentences: tuple[Text, ...]
    """The same in words."""

    def to_json(self) -> dict[str, Any]:
        """The report in names."""
        return {
            "space": self.space,
            "title": self.title,
            "terrain": self.terrain,
            "figures": self.figures,
            "missing": list(self.missing),
            "influence": {FIGURES[c.figure]: list(c.influence) for c in self.contests},
            "winner": {
                FIGURES[c.figure]: c.winner for c in self.contests if FIGURES[c.figure] in self.figures
            },
        }


def report(state: State, space: object) -> Report:
    """How a settlement stands now; ``BadOption`` for anything else."""
    number = SPACE.get(space, -1) if isinstance(space, str) else -1
    if number not in SETTLEMENT or number not in state.setting.board.spaces:
        raise BadOption(WORDS.say("no_settlement_here", name=short(space)), "settlement")
    settlement, name = SETTLEMENT[number], SPACES[number].name
    land = missing_land(state.tokens, settlement)
    missing = tuple(SPACES[space].name for space in land)
    contests = tuple(contest(state.tokens, state.setting.players, settlement, kind) for kind in range(3))
    here = [c for c in contests if state.figures[settlement] >> c.figure & 1]
    if not here:
        sentences = [state.say("emptied", space=place_mark(number))]
    else:
        sentences = [explain(state, c) for c in here]
        sentences.append(
            state.say("missing", spaces=[where_mark(space) for space in land])
            if missing
            else state.say("surrounded")
        )
    return Report(
        name,
        SPACES[number].title,
        SPACES[number].terrain,
        FIGURE_SETS[state.figures[settlement]],
        missing,
        contests,
        tuple(sentences),
    )


def explain(state: State, decided: Contest) -> Text:
    """Who has, or had, how much influence on a figure and from which tokens, and what follows."""
    shares = [
        state.say(
            "influence", seat=Seat(seat), number=amount, tokens=[_laid(state, *source) for source in sources]
        )
        for seat, (amount, sources) in enumerate(zip(decided.influence, decided.sources, strict=True))
        if amount
    ]
    ending = "captured" if isinstance(decided, Capture) else "contested"
    if decided.winner is not None:
        key = f"{ending}_by"
    else:
        key = f"{ending}_tie" if decided.tied else f"{ending}_by_nobody"
    return state.say(
        key,
        kind=FIGURE_MARKS[decided.figure],
        at=where_mark(decided.space),
        seat=None if decided.winner is None else Seat(decided.winner),
        shares=shares,
    )


def _laid(state: State, space: int, token: int) -> Text:
    return state.say("laid", code=state.token(token), at=where_mark(space))
