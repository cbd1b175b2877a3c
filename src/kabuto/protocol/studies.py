"""The messages about studies that are kept."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from kabuto.protocol.http import Seat, Strict
from kabuto.protocol.study import Chance

FORMAT = 1
MOST_BYTES = 512 * 1024
"""Bytes of a study."""
MoveText = Annotated[str, Meta(max_length=64)]
Place = Annotated[str, Meta(max_length=40)]


class Shape(Strict, frozen=True, omit_defaults=True):
    """A circle around a place of the board, or an arrow from it to another."""

    place: Place
    """As the board calls it."""
    to: Place = ""
    """Where the arrow leads; empty: it is a circle."""
    kind: Literal["idea", "good", "bad"] = "idea"
    """What it says: each kind has its own colour and line."""


class StudyNode(Strict, frozen=True, omit_defaults=True):
    """A move of a study, and what is said about the position after it."""

    parent: Annotated[int, Meta(ge=0)] = 0
    """The move before, by its place in the list; the first node is the start."""
    move: MoveText = ""
    """In notation; empty for the start."""
    comment: Annotated[str, Meta(max_length=4000)] = ""
    """What the author says, as plain text."""
    shapes: Annotated[list[Shape], Meta(max_length=50)] = field(default_factory=list)
    """What is drawn on the board."""
    chances: Annotated[list[Chance], Meta(max_length=8)] = field(default_factory=list)
    """Seat → what it can expect, if that was asked for."""
    best: Annotated[list[MoveText], Meta(max_length=40)] = field(default_factory=list)
    """The turn that was found best then."""


class StudyContent(Strict, frozen=True):
    """A study as it is saved and exported."""

    record: dict[str, Any]
    """The game that it is about: a record like any other, which stays as it is."""
    nodes: Annotated[list[StudyNode], Meta(min_length=1)]
    """The tree of moves from the start of the record: the start, then each move after its parent."""
    title: Annotated[str, Meta(max_length=120)] = ""
    """What it is called."""
    seat: Seat | None = None
    """Whose view it is shown from; null: every hand is open."""
    kabuto: Literal["study"] = "study"
    """Tells the file from a record."""
    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    """The version of this form."""


class NewStudy(Strict, frozen=True):
    """A study to keep."""

    study: StudyContent
    """All of it."""


class ChangedStudy(Strict, frozen=True):
    """A study to keep instead of an earlier version."""

    study: StudyContent
    """All of it."""
    version: Annotated[int, Meta(ge=0)]
    """The version that was changed: refused if there is a newer one."""


class StudyInfo(Struct, frozen=True):
    """A study in a list."""

    id: str
    """Its address: anyone who knows it can read it."""
    title: str
    """What it is called."""
    game: str
    """The name of its game."""
    moves: int
    """How many moves it has, in all variations."""
    version: int
    """How often it was saved before."""
    updated: int
    """When it was last saved, in seconds since 1970."""


class StudyList(Struct, frozen=True):
    """My studies, the last saved first."""

    studies: list[StudyInfo]
    """All of them."""


class OpenStudy(Struct, frozen=True):
    """A study to read."""

    info: StudyInfo
    """What it is."""
    study: StudyContent
    """All of it."""
    is_mine: bool
    """Whether I may change it."""
    author: str
    """What its author is called."""
