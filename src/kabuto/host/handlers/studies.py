"""Studies: a record with a tree of moves, comments and drawings beside it, saved and shared by a link."""

from typing import Any

from msgspec import MsgspecError, json
from msgspec.structs import replace

from kabuto.host.backend import Answer
from kabuto.host.call import Call
from kabuto.host.catalogue import check_shown
from kabuto.host.host import Host
from kabuto.host.store import Saved
from kabuto.host.study.hints import check_hints
from kabuto.host.wires import wire_of
from kabuto.host.wording import check_words, said
from kabuto.protocol.errors import refuse
from kabuto.protocol.studies import (
    ChangedStudy,
    NewStudy,
    OpenStudy,
    StudyContent,
    StudyInfo,
    StudyList,
    StudyNode,
)
from kabuto.protocol.study import AskLineHint, Hint, Line, LookAtLine, Studied, Study
from kabuto.table import View, load
from kabuto.table import study as tree
from kabuto.tabletop import render
from kabuto.tabletop.decisions import clean

STUDY = json.Decoder(StudyContent)
MOST_NODES = 5000
"""Moves of a study, in all of its variations."""
MOST_MOMENTS = 60
"""Positions of a line that are sent at once."""


async def my_studies(host: Host, call: Call) -> StudyList:
    """What I have saved."""
    return StudyList([_info(saved) for saved in await host.backend.studies.of(call.person)])


async def new_study(host: Host, call: Call, body: NewStudy) -> StudyInfo:
    """Keep a study: of a finished game, a puzzle, a lesson, a file, or another person's."""
    host.guard.spend("tables", call.person, call.address)
    checked, game = await host.computing.find(call, "check study", _checked, body.study)
    return _info(await host.backend.studies.add(call.person, _row(checked, game), json.encode(checked)))


async def read_study(host: Host, call: Call) -> OpenStudy:
    """Read a study, mine or another person's."""
    saved, body = await host.backend.studies.read(call.study)
    try:
        study = await host.backend.aside(STUDY.decode, body)
    except MsgspecError:
        raise refuse("game_failed", "study_damaged") from None
    author = await host.name_of(saved.person, call.language)
    return OpenStudy(_info(saved), study, saved.person == call.person, author)


async def save_study(host: Host, call: Call, body: ChangedStudy) -> StudyInfo:
    """Change a study of mine."""
    host.guard.spend("studies", call.person, call.address)
    await host.backend.studies.check_author(call.study, call.person)
    checked, game = await host.computing.find(call, "check study", _checked, body.study)
    row = _row(checked, game)
    return _info(
        await host.backend.studies.change(call.study, call.person, body.version, row, json.encode(checked))
    )


async def delete_study(host: Host, call: Call) -> StudyList:
    """Delete a study of mine."""
    await host.backend.studies.check_author(call.study, call.person)
    await host.backend.studies.remove(call.study, call.person)
    return await my_studies(host, call)


async def study_record(host: Host, call: Call) -> Answer:
    """The main line of a study as a record."""
    host.guard.spend("replays", call.person, call.address)
    return await host.computing.answer(call, "study record", _main_line, (await read_study(host, call)).study)


def _main_line(study: StudyContent) -> dict[str, Any]:
    return tree.main_line(study.record, _nodes(study)).record()


async def study(host: Host, call: Call, body: Study) -> Answer:
    """Look at a record without keeping it."""
    return await host.computing.answer(
        call, "study", _studied, body, call.wires, call.language, call.query.get("words", "")
    )


def _studied(body: Study, wires: str, language: str, words: str) -> Studied:
    game = load(body.record) if body.moves is None else tree.after(body.record, body.moves)
    check_shown(game.name, dict(game.options))
    if body.seat >= game.players:
        raise refuse("bad_request", "no_such_seat", "seat", number=game.players)
    shown = render.studied(game, body.seat, wire_of(game.name, wires), language)
    reason = game.view(body.seat).why_not(body.why) if body.why else None
    return replace(shown, why=reason and said(reason, language, check_words(game.name, words)))


async def line(host: Host, call: Call, body: LookAtLine) -> Answer:
    """Look at some positions of a line of moves."""
    return await host.computing.answer(call, "line", _line, body, call.wires, call.language)


def _line(body: LookAtLine, wires: str, language: str) -> Line:
    if body.since > len(body.moves):
        raise refuse("bad_request", "no_such_ply", "since", most=len(body.moves))
    game = tree.after(body.record, body.moves[: body.since + MOST_MOMENTS - 1])
    if body.seat is not None and body.seat >= game.players:
        raise refuse("bad_request", "no_such_seat", "seat", number=game.players)
    wire = wire_of(game.name, wires)
    return render.line(game, body.since, body.seat, wire, language)


async def study_hint(host: Host, call: Call, body: AskLineHint) -> Hint:
    """What is good at the end of a line of moves."""
    game, view = await host.computing.find(call, "study", _to_think_about, body)
    return await host.hints.find(call, game, view)


def _to_think_about(body: AskLineHint) -> tuple[str, View]:
    """The game at the end of a line, and what the seat to move sees there."""
    game = tree.after(body.record, body.moves)
    check_hints(game.name)
    if game.to_move is None:
        raise refuse("bad_request", "game_ended_there", "moves")
    return game.name, game.view(game.to_move)


def _checked(study: StudyContent) -> tuple[StudyContent, str]:
    """A study with legal moves and clean text, and the name of its game."""
    if len(study.nodes) > MOST_NODES + 1:
        raise refuse("too_large", "study_long", "nodes", number=len(study.nodes) - 1, most=MOST_NODES)
    game = tree.main_line(study.record, _nodes(study))
    if study.seat is not None and study.seat >= game.players:
        raise refuse("bad_request", "no_such_seat", "seat", number=game.players)
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
    """Text of a person in lines, without other invisible characters."""
    lines = (line.rstrip() for line in text.replace("\t", " ").splitlines())
    return "\n".join("".join(filter(str.isprintable, line)) for line in lines).strip()


def _nodes(study: StudyContent) -> list[tree.Node]:
    return [(node.parent, node.move) for node in study.nodes]


def _row(study: StudyContent, game: str) -> tuple[str, str, int]:
    return study.title, game, len(study.nodes) - 1


def _info(saved: Saved) -> StudyInfo:
    return StudyInfo(saved.id, saved.title, saved.game, saved.moves, saved.version, saved.updated // 1000)
