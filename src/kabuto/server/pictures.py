"""The last position of a finished game as a picture to pass on, with the names of the players above it."""

import asyncio

from kabuto.server import catalogue as games
from kabuto.server.calls import Call
from kabuto.server.speech import WORDS, no
from kabuto.table import showing
from kabuto.table.game import View

PICTURE = "/api/tables/{table}/picture.png"
TITLE, LINE, MARGIN = 56.0, 34.0, 24.0
"""The heights of the title and of a line of names, and what is left around them."""
PAPER, INK, SOFT = "#f6f0e2", "#1d1611", "#6b5f50"


async def picture(call: Call) -> bytes:
    """A finished game as PNG; refused while it runs."""
    call.house.guard.spend("replays", call.person, call.address)
    async with call.house.visit(call.table) as room, room.stored() as table:
        if table.status not in ("over", "record") or table.game is None:
            raise no("not_now", "not_finished")
        name, view = table.created.game, table.game.view(None)
        seats, winners = list(table.seats), table.verdict.winners if table.verdict else []
    game = next((each for each in games.catalogue(call.language).games if each.name == name), None)
    labels = {each.name: each.label for each in game.programs} if game else {}
    names = [seat.name if seat.person else labels.get(seat.program, seat.program) for seat in seats]
    title = game.title if game else name.capitalize()
    won = [names[seat] for seat in winners if names[seat]]
    told = WORDS.render(call.language, "picture_won", "", {"names": won}) if won else ""
    return await asyncio.to_thread(_png, name, view, title, told, names)


def _png(game: str, view: View, title: str, won: str, names: list[str]) -> bytes:
    """A position below a title, who won, and who sat where; in an uploaded record nobody has a name."""
    from kabuto.table.numbers.canvas import Canvas

    board = showing.painted(game, view, Canvas)
    named = [(seat, name) for seat, name in enumerate(names) if name]
    head = Canvas(board.width, TITLE + LINE * len(named) + (MARGIN / 2 if named else 0), PAPER)
    head.text(MARGIN, TITLE / 2, title, 24, INK, bold=True)
    head.text(board.width - MARGIN, TITLE / 2, won, 18, SOFT, "rm")
    for row, (seat, name) in enumerate(named):
        y = TITLE + LINE * (row + 0.5)
        head.seat(MARGIN + 10, y, 11, seat)
        head.text(MARGIN + 34, y, name, 18, INK)
    return board.png(head)
