"""Samurai for a screen that knows no rules: a view turned into what there is to show and to choose.

Everything here is made from views, so nothing can be in it that a seat may not know.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kabuto.samurai import Capture, Samurai, SamuraiOutcome, SamuraiView, majorities
from kabuto.samurai.board import NEIGHBOURS, SETTLEMENTS, SPACES
from kabuto.samurai.influence import contest, missing_land
from kabuto.samurai.rules import supply
from kabuto.samurai.state import NO_TOKENS, Phase, State
from kabuto.samurai.tokens import FIGURE_NAMES, FIGURE_SETS, FIGURES, HAND_SIZE, TOKENS, Laid
from kabuto.samurai.view import Entry
from kabuto.table import Mark, Text
from kabuto.table.text import translate


class Settlement(Struct, frozen=True):
    """How a settlement with figures stands. Lists have one entry per kind: helmet, Buddha, rice field."""

    figures: str
    """The figures in it, such as ``HB``."""
    influence: list[list[int]]
    """Kind → seat → influence."""
    winners: list[int | None]
    """Kind → the seat that would get such a figure now; null in a tie or without influence."""
    missing: list[str]
    """The land spaces around it that are still empty; none: it is surrounded."""


class SamuraiPosition(Struct, frozen=True):
    """What lies on the table, as everybody sees it, or as the seat whose turn it is sees its own turn."""

    ply: int
    """How many moves have been played."""
    phase: str
    """``choose`` (opening hands), ``draft`` (figures onto the map), ``turn`` or ``over``."""
    to_move: int | None
    tokens: dict[str, tuple[int, str]]
    """Space → seat and token: ``{"n13": [0, "S3"]}``."""
    settlements: dict[str, Settlement]
    """Space → every settlement with figures in it."""
    left: list[int]
    """Helmets, Buddhas, rice fields on the map."""
    supply: list[int]
    """Helmets, Buddhas, rice fields still to be put on the map during set-up."""
    aside: list[int]
    """Helmets, Buddhas, rice fields that nobody won; four in all end the game."""
    captured: list[list[int] | None]
    """Seat → helmets, Buddhas, rice fields; null behind a screen."""
    unplayed: list[list[str]]
    """Seat → the tokens that it has not played yet, in hand or stack."""
    hand_sizes: list[int]
    stack_sizes: list[int]
    played: list[str]
    """The tokens played in this turn."""


class Captured(Struct, frozen=True):
    """A figure that left the board, and the influence that decided it."""

    space: str
    figure: str
    """``H``, ``B`` or ``R``."""
    influence: list[int]
    """Seat → influence."""
    tokens: list[list[tuple[str, str]]]
    """Seat → the tokens it came from, as space and token."""
    winner: int | None
    """Who got it; null: it was set aside."""


class LogEntry(Struct, frozen=True):
    """One move of the log."""

    ply: int
    """Which move it was, from 0."""
    seat: int
    move: str
    """In notation; ``+`` alone is a token chosen unseen."""
    captures: list[Captured]


class Step(Struct, frozen=True, omit_defaults=True):
    """One step of the final scoring."""

    key: str
    """Which sentence it is: led, led_by_nobody, leads_more, only_leader, eligible, others, totals_among,
    no_leader, totals, wins or shared."""
    text: str
    """The sentence in the language asked for."""
    seats: list[int] = []
    """The seats it speaks of: who leads, who can win, who wins."""
    figure: str = ""
    """``H``, ``B`` or ``R`` where it is about one kind."""
    counts: list[tuple[int, int]] = []
    """The numbers it compares, as seat and number."""


class Result(Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    ranking: list[list[int]]
    """Groups of seats that share a rank, best first."""
    captured: list[list[int]]
    """Seat → helmets, Buddhas, rice fields."""
    aside: list[int]
    majorities: list[int | None]
    """Kind → the seat that alone has the most of it."""
    steps: list[Step]
    """How it was decided, one step after the other."""


def position(view: SamuraiView) -> SamuraiPosition:
    """What a view shows of the table, and how every settlement stands."""
    state = view.state
    return SamuraiPosition(
        ply=view.ply,
        phase=str(state.phase),
        to_move=view.to_move,
        tokens=view.tokens,
        settlements=dict(_settlements(state)),
        left=[sum(mask >> kind & 1 for mask in state.figures) for kind in range(3)],
        supply=supply(state) if state.phase in (Phase.CHOOSE, Phase.DRAFT) else [0, 0, 0],
        aside=list(state.aside),
        captured=[counts and list(counts) for counts in view.captured],
        unplayed=[list(tokens) for tokens in view.unplayed],
        hand_sizes=list(view.hand_sizes),
        stack_sizes=list(view.stack_sizes),
        played=list(view.played),
    )


def _settlements(state: State) -> Iterable[tuple[str, Settlement]]:
    tokens, players = state.tokens, state.setting.players
    for number, figures in enumerate(state.figures):
        if figures:
            space = SETTLEMENTS[number]
            around = tuple(tokens[beside] for beside in NEIGHBOURS[space])
            yield SPACES[space].name, _settlement(players, number, figures, around)


@lru_cache(maxsize=1 << 14)
def _settlement(players: int, number: int, figures: int, around: tuple[Laid | None, ...]) -> Settlement:
    """How a settlement stands: that depends on the tokens around it alone, and seldom changes."""
    tokens = list(NO_TOKENS)
    for space, laid in zip(NEIGHBOURS[SETTLEMENTS[number]], around, strict=True):
        tokens[space] = laid
    contests = [contest(tokens, players, number, kind) for kind in range(3)]
    return Settlement(
        figures=FIGURE_SETS[figures],
        influence=[list(each.influence) for each in contests],
        winners=[each.winner for each in contests],
        missing=[SPACES[space].name for space in missing_land(tokens, number)],
    )


def log(view: SamuraiView, since: int = 0, until: int | None = None) -> list[LogEntry]:
    """The log of a view from one ply to another."""
    return [_entry(ply, entry) for ply, entry in enumerate(view.log[since:until], since)]


def open_log(views: Sequence[SamuraiView]) -> list[LogEntry]:
    """The log of a game as all its seats together know it."""
    return [_entry(ply, views[entry.seat].log[ply]) for ply, entry in enumerate(views[0].log)]


def _entry(ply: int, entry: Entry) -> LogEntry:
    return LogEntry(ply, entry.seat, str(entry.move), [_captured(capture) for capture in entry.captures])


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


def result(outcome: SamuraiOutcome, language: str) -> Result:
    """How a game ended, in a language."""
    return Result(
        winners=list(outcome.winners),
        ranking=[list(group) for group in outcome.ranking],
        captured=[list(counts) for counts in outcome.captured],
        aside=list(outcome.aside),
        majorities=list(majorities(outcome.captured)),
        steps=[_step(text, language) for text in outcome.steps],
    )


def _seat(mark: Mark) -> int:
    return int(mark.value)


def _step(text: str, language: str) -> Step:
    assert isinstance(text, Text)
    values: dict[str, Any] = text.values
    figures = values.get("kind", "").removesuffix("s")
    named = [values[name] for name in ("seats", "seat") if name in values]
    marks = [part for value in named for part in (value.parts() if isinstance(value, Text) else [value])]
    return Step(
        key=text.key,
        text=translate(text, language),
        seats=[_seat(mark) for mark in marks if isinstance(mark, Mark)],
        figure=FIGURES[FIGURE_NAMES.index(figures)] if figures else "",
        counts=[(_seat(count.values["seat"]), count.values["number"]) for count in values.get("counts", ())],
    )


# Opening hands are chosen by all seats at once; the record has them in the order of the seats. So each seat
# chooses in a game of its own, in which the seats before it have chosen anything: it cannot see what anyway.

CONFIRM = "/"
"""What confirms an opening hand, as it ends a turn."""


def is_choosing(game: object) -> bool:
    """Whether opening hands are being chosen."""
    return isinstance(game, Samurai) and game.state.phase is Phase.CHOOSE


def choosing(game: Any, seat: int, choices: Sequence[str]) -> Samurai | None:
    """The game in which a seat chooses, after some choices; None when its hand is complete."""
    own: Samurai = game.copy()
    while own.to_move != seat:
        own.play_unchecked(own.legal_moves()[0])
    for choice in choices:
        own.play(choice)
    return own if own.state.phase is Phase.CHOOSE and own.to_move == seat else None


def missing_choices(game: Samurai, seat: int) -> int:
    """How many tokens a seat has still to choose."""
    return HAND_SIZE - len(game.state.hands[seat])


def chosen(game: Any, choices: Sequence[Sequence[str]]) -> Samurai:
    """The game when every seat has chosen."""
    after: Samurai = game.copy()
    for own in choices:
        for choice in own:
            after.play(choice)
    return after


def frame(views: Sequence[SamuraiView]) -> tuple[SamuraiPosition, list[list[str] | None]]:
    """A position as some seats together know it, and the hands of the seats."""
    hands: list[list[str] | None] = [None] * views[0].players
    captured = [counts and list(counts) for counts in views[0].captured]
    for view in views:
        if view.seat is not None:
            hands[view.seat] = list(view.hand)
            own = view.captured[view.seat]
            captured[view.seat] = own and list(own)
    return replace(position(views[0]), captured=captured), hands
