"""What a screen that knows no rules is sent about Samurai.

Everything here is made from views, so it can't contain anything that a seat may not know.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kabuto.samurai import Capture, SamuraiOutcome, SamuraiView, majorities
from kabuto.samurai.board import SPACES
from kabuto.samurai.events import Entry
from kabuto.samurai.moves import Verb
from kabuto.samurai.rules import supply
from kabuto.samurai.state import Phase
from kabuto.samurai.tokens import FIGURE_NAMES, FIGURES, TOKENS
from kabuto.samurai.wire.outlook import Chance, Preview, Settlement, chances, preview, settlements, waiting
from kabuto.table import Mark, Text
from kabuto.table.text import Addressed, parts
from kabuto.table.wire import Sentence, Wire


class Position(Struct, frozen=True):
    """What lies on the table, as everybody sees it, or as the seat whose turn it is sees its own turn."""

    ply: int
    """How many moves have been played."""
    phase: str
    """``choose`` (opening hands), ``draft`` (figures onto the map), ``turn`` or ``over``."""
    to_move: int | None
    """The seat to move; of several that choose at once the first; null when the game is over."""
    tokens: dict[str, tuple[int, str]]
    """Space → seat and token: ``{"n13": [0, "S3"]}``."""
    settlements: dict[str, Settlement]
    """Space → every settlement with figures in it."""
    left: list[int]
    """Helmets, Buddhas, rice fields on the map."""
    supply: list[int]
    """Helmets, Buddhas, rice fields still to be put on the map during set-up."""
    aside: list[int]
    """Helmets, Buddhas, rice fields that no one won; four in all end the game."""
    captured: list[list[int] | None]
    """Seat → helmets, Buddhas, rice fields; null behind a screen."""
    unplayed: list[list[str]]
    """Seat → the tokens that it has not played yet, in hand or stack."""
    hand_sizes: list[int]
    """Seat → how many tokens are in its hand."""
    stack_sizes: list[int]
    """Seat → how many tokens it has yet to draw."""
    played: list[str]
    """The tokens played in this turn."""


class Captured(Struct, frozen=True):
    """A figure that left the board, and the influence that decided it."""

    space: str
    """Where it was."""
    figure: str
    """``H``, ``B`` or ``R``."""
    influence: list[int]
    """Seat → influence."""
    tokens: list[list[tuple[str, str]]]
    """Seat → the tokens it came from, as space and token."""
    winner: int | None
    """Who got it; null: it was set aside."""


class Private(Struct, frozen=True, omit_defaults=True):
    """What one seat alone sees."""

    hand: list[str]
    """The tokens in my hand, with those that I have chosen so far for an opening hand."""
    captured: list[int] | None
    """My helmets, Buddhas, rice fields, also when they are behind my screen."""
    chances: list[Chance] = []
    """The tokens that would capture something for me now, and where; the most figures first."""
    waiting: dict[str, Sentence] = {}
    """The tokens of my hand that can't be played now → why not."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One step of the final scoring."""

    text: Sentence
    """The step in words, in the language asked for."""
    seats: list[int] = []
    """The seats it speaks of: who leads, who can win, who wins."""
    figure: str = ""
    """``H``, ``B`` or ``R`` where it is about one kind of figure."""


class Details(Struct, frozen=True):
    """How a game ended."""

    captured: list[list[int]]
    """Seat → helmets, Buddhas, rice fields."""
    aside: list[int]
    """Helmets, Buddhas, rice fields that no one won."""
    majorities: list[int | None]
    """Kind → the seat that alone has the most of it."""
    steps: list[Step]
    """How it was decided, one step after the other."""
    ended: Sentence
    """Why it is over, in the language asked for."""


class Frame(Struct, frozen=True):
    """One moment of a replay."""

    position: Position
    """The table, with everything that the seats of this view know together."""
    hands: list[list[str] | None]
    """Seat → its hand, as far as the chosen view shows it."""


def position(view: SamuraiView, language: str = "") -> Position:
    """What a view shows of the table, and how every settlement stands."""
    state = view.state
    return Position(
        ply=view.ply,
        phase=str(state.phase),
        to_move=view.to_move,
        tokens=view.tokens,
        settlements=settlements(state),
        left=list(_left(state.figures)),
        supply=supply(state) if state.phase in (Phase.CHOOSE, Phase.DRAFT) else [0, 0, 0],
        aside=list(state.aside),
        captured=[counts and list(counts) for counts in view.captured],
        unplayed=[list(tokens) for tokens in view.unplayed],
        hand_sizes=list(view.hand_sizes),
        stack_sizes=list(view.stack_sizes),
        played=list(view.played),
    )


@lru_cache(maxsize=1 << 8)
def _left(figures: tuple[int, ...]) -> tuple[int, ...]:
    """Kind → how many figures are on the map: that changes with captures alone."""
    return tuple(sum(mask >> kind & 1 for mask in figures) for kind in range(3))


def private(view: SamuraiView, language: str = "") -> Private:
    """What only the seat of this view has."""
    counts = None if view.seat is None else view.captured[view.seat]
    own = None if counts is None else list(counts)
    return Private(list(view.hand), own, chances(view), waiting(view, language))


def events(view: SamuraiView, entry: Entry, language: str = "") -> list[Captured]:
    """What a move captured."""
    return [_captured(capture) for capture in entry.captures]


def _captured(capture: Capture) -> Captured:
    return Captured(
        space=SPACES[capture.space].name,
        figure=FIGURES[capture.figure],
        influence=list(capture.influence),
        tokens=[
            [(SPACES[space].name, TOKENS[token].code) for space, token in own] for own in capture.sources
        ],
        winner=capture.winner,
    )


def details(outcome: SamuraiOutcome, language: str) -> Details:
    """How a game ended, in a language."""
    return Details(
        captured=[list(counts) for counts in outcome.captured],
        aside=list(outcome.aside),
        majorities=list(majorities(outcome.captured)),
        steps=[_step(text, language) for text in outcome.steps],
        ended=parts(outcome.ended, language),
    )


def _step(text: str, language: str) -> Step:
    assert isinstance(text, Text)
    values: dict[str, Any] = text.values
    figures = values.get("kind", "").removesuffix("s")
    named = [values[name] for name in ("seats", "seat") if name in values]
    found = [part for value in named for part in (value.parts() if isinstance(value, Text) else [value])]
    return Step(
        text=parts(text, language),
        seats=[
            part.seat if isinstance(part, Addressed) else int(part.value)
            for part in found
            if isinstance(part, (Addressed, Mark))
        ],
        figure=FIGURES[FIGURE_NAMES.index(figures)] if figures else "",
    )


def frame(views: Sequence[SamuraiView], language: str = "") -> Frame:
    """A moment as some seats together know it."""
    hands: list[list[str] | None] = [None] * views[0].players
    captured = [counts and list(counts) for counts in views[0].captured]
    for view in views:
        if view.seat is not None:
            hands[view.seat] = list(view.hand)
            own = view.captured[view.seat]
            captured[view.seat] = own and list(own)
    return Frame(replace(position(views[0]), captured=captured), hands)


WIRE = Wire(
    name="samurai",
    types={
        "position": Position,
        "private": Private,
        "events": list[Captured],
        "details": Details,
        "frame": Frame,
        "preview": Preview,
    },
    position=position,
    private=private,
    events=events,
    details=details,
    frame=frame,
    shows=lambda entry: entry.move.verb is not Verb.END or bool(entry.captures),
    preview=preview,
)
