"""Studies: a record with a tree of moves, comments and drawings beside it, saved and shared by a link."""

import asyncio
from typing import Annotated, Any, Literal

from msgspec import Meta, MsgspecError, Struct, field, json

from kabuto.server import payloads
from kabuto.server.calls import Call
from kabuto.server.deciding import clean
from kabuto.server.hints import check_hints, hinted
from kabuto.server.messages import Seat, Strict
from kabuto.server.speech import no
from kabuto.server.study import AskLineHint, Chance, Hint, Line, LookAtLine
from kabuto.server.study_store import Saved
from kabuto.server.wires import wire_of
from kabuto.table import study as tree

FORMAT = 1
MOST_NODES = 5000
"""Moves of a study, in all of its variations."""
MOST_BYTES = 512 * 1024
"""Bytes of a study."""
MOST_MOMENTS = 60
"""Positions of a line that are sent at once."""
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
    """Its address: whoever knows it can read it."""
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


async def my_studies(call: Call) -> StudyList:
    """What I have saved."""
    return StudyList([_info(saved) for saved in await call.house.studies.of(call.person)])


async def new_study(call: Call, body: NewStudy) -> StudyInfo:
    """Keep a study: of a finished game, a puzzle, a lesson, a file, or somebody else's."""
    call.house.guard.spend("tables", call.person, call.address)
    checked, game = await asyncio.to_thread(_checked, body.study)
    return _info(await call.house.studies.add(call.person, _row(checked, game), json.encode(checked)))


async def read_study(call: Call) -> OpenStudy:
    """Read a study, mine or somebody else's."""
    saved, body = await call.house.studies.read(call.study)
    try:
        study = await asyncio.to_thread(json.decode, body, type=StudyContent)
    except MsgspecError:
        raise no("game_failed", "study_damaged") from None
    return OpenStudy(_info(saved), study, saved.person == call.person, await call.name_of(saved.person))


async def save_study(call: Call, body: ChangedStudy) -> StudyInfo:
    """Change a study of mine."""
    call.house.guard.spend("studies", call.person, call.address)
    await call.house.studies.check_author(call.study, call.person)
    checked, game = await asyncio.to_thread(_checked, body.study)
    row = _row(checked, game)
    return _info(
        await call.house.studies.change(call.study, call.person, body.version, row, json.encode(checked))
    )


async def delete_study(call: Call) -> StudyList:
    """Delete a study of mine."""
    await call.house.studies.check_author(call.study, call.person)
    await call.house.studies.remove(call.study, call.person)
    return await my_studies(call)


async def study_record(call: Call) -> dict[str, Any]:
    """The main line of a study as a record."""
    call.house.guard.spend("replays", call.person, call.address)
    study = (await read_study(call)).study
    return await asyncio.to_thread(lambda: tree.main_line(study.record, _nodes(study)).record())


async def line(call: Call, body: LookAtLine) -> Line:
    """Look at some positions of a line of moves."""
    return await asyncio.to_thread(_line, body, call.wires, call.language)


def _line(body: LookAtLine, wires: str, language: str) -> Line:
    if body.since > len(body.moves):
        raise no("bad_request", "no_such_ply", "since", most=len(body.moves))
    game = tree.after(body.record, body.moves[: body.since + MOST_MOMENTS - 1])
    if body.seat is not None and body.seat >= game.players:
        raise no("bad_request", "no_such_seat", "seat", number=game.players)
    wire = wire_of(game.name, wires)
    return payloads.line(game, body.since, body.seat, wire, language)


async def study_hint(call: Call, body: AskLineHint) -> Hint:
    """What is good at the end of a line of moves."""
    game = await asyncio.to_thread(tree.after, body.record, body.moves)
    check_hints(game.name)
    if game.to_move is None:
        raise no("bad_request", "game_ended_there", "moves")
    return await hinted(call, "study", game.name, game.view(game.to_move))


def _checked(study: StudyContent) -> tuple[StudyContent, str]:
    """A study with legal moves and clean text, and the name of its game."""
    if len(study.nodes) > MOST_NODES + 1:
        raise no("too_large", "study_long", "nodes", number=len(study.nodes) - 1, most=MOST_NODES)
    game = tree.main_line(study.record, _nodes(study))
    if study.seat is not None and study.seat >= game.players:
        raise no("bad_request", "no_such_seat", "seat", number=game.players)
    nodes = [
        StudyNode(
            node.parent,
            node.move,
            clean_lines(node.comment),
            node.shapes,
            node.chances[: game.players],
            node.best,
        )
        for node in study.nodes
    ]
    return StudyContent(study.record, nodes, clean(study.title), study.seat), game.name


def clean_lines(text: str) -> str:
    """Text of a person in lines, without other characters that nobody sees."""
    lines = (line.rstrip() for line in text.replace("\t", " ").splitlines())
    return "\n".join("".join(filter(str.isprintable, line)) for line in lines).strip()


def _nodes(study: StudyContent) -> list[tree.Node]:
    return [(node.parent, node.move) for node in study.nodes]


def _row(study: StudyContent, game: str) -> tuple[str, str, int]:
    return study.title, game, len(study.nodes) - 1


def _info(saved: Saved) -> StudyInfo:
    return StudyInfo(saved.id, saved.title, saved.game, saved.moves, saved.version, saved.updated // 1000)
