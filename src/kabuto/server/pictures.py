"""Pictures to pass on: the last position of a finished game below its players, and what a study is about."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from textwrap import shorten

from kabuto.server import catalogue as games
from kabuto.server.calls import Call
from kabuto.server.speech import WORDS, no
from kabuto.server.studies import read_study
from kabuto.table import registry, showing
from kabuto.table.game import View

PICTURE = "/api/tables/{table}/picture.png"
STUDY_PICTURE = "/api/studies/{study}/picture.png"
TITLE, LINE, MARGIN = 56.0, 34.0, 24.0
"""The heights of the title and of a line of names, and what is left around them."""
LONGEST = 44
"""Characters of a title."""
PAPER, INK, SOFT = "#f6f0e2", "#1d1611", "#6b5f50"


async def picture(call: Call) -> bytes:
    """A finished game as PNG; refused while it runs."""
    call.house.guard.spend("replays", call.person, call.address)
    async with call.house.visit(call.table) as room, room.stored() as table:
        if table.status not in ("over", "record") or table.game is None:
            raise no("not_now", "not_finished")
        name, view = table.created.game, table.game.view(None)
        seats, winners = list(table.seats), table.verdict.winners if table.verdict else []
    game = games.game_of(name, call.language)
    labels = {each.name: each.label for each in game.programs} if game else {}
    names = [seat.name if seat.person else labels.get(seat.program, seat.program) for seat in seats]
    won = [names[seat] for seat in winners if names[seat]]
    told = WORDS.render(call.language, "picture_won", "", {"names": won}) if won else ""
    title = games.title_of(name, call.language)
    return await asyncio.to_thread(_png, name, view, call.language, title, told, names)


async def study_picture(call: Call) -> bytes:
    """The last position of the game that a study is about, as its author shows it."""
    call.house.guard.spend("replays", call.person, call.address)
    found = await read_study(call)
    title = found.study.title or games.title_of(found.info.game, call.language)

    def draw() -> bytes:
        view = registry.load(found.study.record).view(found.study.seat)
        return _png(found.info.game, view, call.language, title)

    return await asyncio.to_thread(draw)


PICTURES: dict[str, Callable[[Call], Awaitable[bytes]]] = {PICTURE: picture, STUDY_PICTURE: study_picture}
"""Address → what draws the picture there."""


def _png(game: str, view: View, language: str, title: str, won: str = "", names: Sequence[str] = ()) -> bytes:
    """A position below a title, who won, and who sat where; in an uploaded record nobody has a name."""
    from kabuto.table.numbers.canvas import Canvas

    board = showing.painted(game, view, Canvas, language)
    named = [(seat, name) for seat, name in enumerate(names) if name]
    head = Canvas(board.width, TITLE + LINE * len(named) + (MARGIN / 2 if named else 0), PAPER)
    head.text(MARGIN, TITLE / 2, shorten(title, LONGEST, placeholder="…"), 24, INK, bold=True)
    head.text(board.width - MARGIN, TITLE / 2, won, 18, SOFT, "rm")
    for row, (seat, name) in enumerate(named):
        y = TITLE + LINE * (row + 0.5)
        head.seat(MARGIN + 10, y, 11, seat)
        head.text(MARGIN + 34, y, name, 18, INK)
    return board.png(head)
