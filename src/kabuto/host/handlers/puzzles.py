"""Find the turn: the puzzles that a game brings or that were found at a table, and whether a turn solves one.

The ratings of solvers stay in their browsers.
"""

from collections.abc import Awaitable
from typing import Any

from kabuto.host.backend import Answer
from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.host.wires import wire_of
from kabuto.host.wording import check_words, said
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.puzzles import (
    FoundPuzzles,
    Puzzle,
    PuzzleInfo,
    PuzzleList,
    PuzzleTheme,
    Reached,
    Solve,
    Verdict,
)
from kabuto.table import BadOption, Catalogue, load, manifests
from kabuto.tabletop.decisions import finished
from kabuto.tabletop.reached import states
from kabuto.tabletop.state import Table


async def puzzles(host: Host, call: Call) -> PuzzleList:
    """The puzzles of a game."""
    game = call.query.get("game", "")
    found = await host.backend.aside(_shipped, game)
    words = Catalogue(manifests.manifest(game).words, "game")
    names = dict.fromkeys(theme for puzzle in found.values() for theme in puzzle.themes)
    return PuzzleList(
        puzzles=[_info(each) for _, each in sorted(found.items())],
        themes=[
            PuzzleTheme(
                name,
                words.render(call.language, f"theme_{name}", "", {}),
                words.render(call.language, f"task_{name}", "", {}),
            )
            for name in sorted(names)
        ],
    )


async def found_puzzles(host: Host, call: Call) -> FoundPuzzles:
    """The puzzles of a finished game, as far as they were searched for."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        found = None if table.puzzles is None else [_info(_read(table, each)) for each in table.puzzles]
    return FoundPuzzles(host.puzzle_search.progress(call.table), found)


async def find_puzzles(host: Host, call: Call) -> FoundPuzzles:
    """Look for puzzles in a finished game."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        _check(table.created.game)
        record, is_known = finished(table).record(), table.puzzles is not None
    if not is_known and not host.puzzle_search.is_running(call.table):
        host.guard.spend("thoughts", call.person)
        await host.budget.check(call.payer)
        host.puzzle_search.start(call.payer, call.table, record)
    return await found_puzzles(host, call)


async def puzzle(host: Host, call: Call) -> Answer:
    """A puzzle to solve: one that came with the game is made once, and kept as a file."""
    game, table = call.query.get("game", ""), call.query.get("table", "")
    found = await _puzzle(host, game, call.query.get("id", ""), table)
    wire, words = wire_of(game, call.wires).name, check_words(game, call.query.get("words", ""))

    def made(zips: bool) -> Awaitable[Answer]:
        return host.computing.answer(
            call, "puzzle", _shown, game, found, wire, call.language, words, zips=zips
        )

    if table:
        return await made(call.zips)
    place = f"{game}-{found.id}-{wire}-{call.language}{words and f'-{words}'}"
    return await host.backend.answers.get(place, call.zips, lambda: made(True))


def _shown(game: str, found: Any, wire: str, language: str, words: str) -> Puzzle:
    lines = manifests.component(game, "puzzles").lines(found)
    studied, reached = states(load(found.record), found.seat, lines, wire_of(game, wire), language)
    return Puzzle(
        id=found.id,
        record=found.record,
        seat=found.seat,
        rating=found.rating,
        themes=found.themes,
        studied=studied,
        reached=[Reached([*moves], changes) for moves, changes in reached.items()],
        second=found.second,
        answer=_verdict(game, found, [], language, words),
    )


async def solve(host: Host, call: Call, body: Solve) -> Answer:
    """Whether a turn is the solution of a puzzle."""
    found = await _puzzle(host, body.game, body.id, body.table)
    words = check_words(body.game, call.query.get("words", ""))
    return await host.computing.answer(
        call, "solve", _verdict, body.game, found, body.moves, call.language, words
    )


def _verdict(game: str, found: Any, moves: list[str], language: str, words: str) -> Verdict:
    judge = manifests.component(game, "puzzles")
    return Verdict(
        is_solved=judge.is_solution(found, moves),
        why=[said(text, language, words) for text in judge.why(found, moves)] if moves else [],
        solution=found.solution,
        why_solution=[said(text, language, words) for text in judge.why(found, found.solution)],
        worth=found.worth,
        second_worth=found.second_worth,
        is_second=sorted(moves) == sorted(found.second),
    )


def _info(found: Any) -> PuzzleInfo:
    return PuzzleInfo(found.id, found.rating, found.themes, found.record["options"]["players"])


def _check(game: str) -> None:
    """Refuse a game that has no puzzles."""
    if not manifests.is_game(game) or not manifests.manifest(game).puzzles:
        raise refuse("not_found", "no_page", "game")


def _shipped(game: str) -> dict[str, Any]:
    """Id → puzzle."""
    _check(game)
    try:
        found: dict[str, Any] = manifests.component(game, "puzzles").shipped()
    except BadOption as damage:
        raise Refusal("game_failed", damage.reason, damage.place) from None
    return found


async def _puzzle(host: Host, game: str, name: str, table: str) -> Any:
    """A puzzle that comes with a game, or one that was found at a table."""
    if not table:
        found = (await host.backend.aside(_shipped, game)).get(name)
    else:
        async with host.tables.visit(table) as room, room.stored() as there:
            every = [_read(there, each) for each in there.puzzles or () if each["id"] == name]
            found = every[0] if every and there.created.game == game else None
    if found is None:
        raise refuse("not_found", "no_puzzle", "id")
    return found


def _read(table: Table, data: dict[str, Any]) -> Any:
    """A puzzle as its game knows it."""
    return manifests.component(table.created.game, "puzzles").Puzzle(**data)
