"""Pictures to pass on: the last position of a finished game below its players, and what a study is about."""

from collections.abc import Awaitable, Callable, Sequence
from textwrap import shorten
from typing import Any

from kabuto.host import catalogue as games
from kabuto.host.call import Call
from kabuto.host.handlers.studies import read_study
from kabuto.host.host import Host
from kabuto.protocol.errors import WORDS
from kabuto.table import registry, showing
from kabuto.table.game import View
from kabuto.tabletop.decisions import finished

PICTURE = "/api/tables/{table}/picture.png"
STUDY_PICTURE = "/api/studies/{study}/picture.png"
TITLE, LINE, MARGIN = 56.0, 34.0, 24.0
"""The heights of the title and of a line of names, and what is left around them."""
LONGEST = 44
"""Characters of a title."""
PAPER, INK, SOFT = "#f6f0e2", "#1d1611", "#6b5f50"


async def picture(host: Host, call: Call) -> bytes:
    """A finished game as PNG; refused while it runs."""
    host.guard.spend("replays", call.person, call.address)
    async with host.tables.visit(call.table) as room, room.stored() as table:
        name, view = table.created.game, finished(table).view(None)
        seats, winners = list(table.seats), table.verdict.winners if table.verdict else []
    game = games.game_of(name, call.language)
    labels = {each.name: each.label for each in game.programs} if game else {}
    names = [seat.name if seat.person else labels.get(seat.program, seat.program) for seat in seats]
    won = [names[seat] for seat in winners if names[seat]]
    told = WORDS.render(call.language, "picture_won", "", {"names": won}) if won else ""
    title = games.title_of(name, call.language)
    png: bytes = await host.computing.find(
        call, "picture", _png, name, view, call.language, title, told, names
    )
    return png


async def study_picture(host: Host, call: Call) -> bytes:
    """The last position of the game that a study is about, as its author shows it."""
    host.guard.spend("replays", call.person, call.address)
    found = await read_study(host, call)
    title = found.study.title or games.title_of(found.info.game, call.language)
    asked = found.info.game, found.study.record, found.study.seat, call.language, title
    png: bytes = await host.computing.find(call, "picture", _study_png, *asked)
    return png


PICTURES: dict[str, Callable[[Host, Call], Awaitable[bytes]]] = {
    PICTURE: picture,
    STUDY_PICTURE: study_picture,
}
"""Address → what draws the picture there."""


def _study_png(game: str, record: dict[str, Any], seat: int | None, language: str, title: str) -> bytes:
    return _png(game, registry.load(record).view(seat), language, title)


def _png(game: str, view: View, language: str, title: str, won: str = "", names: Sequence[str] = ()) -> bytes:
    """A position below a title, who won, and who sat where; in an uploaded record no one has a name."""
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
