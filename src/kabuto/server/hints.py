"""What the analysis of a game says about a position, as a client is sent it."""

from typing import Any

from kabuto.players import characters
from kabuto.server import catalogue as games
from kabuto.server.calls import Call
from kabuto.server.plain import told
from kabuto.server.speech import no
from kabuto.server.study import Chance, Hint, HintMove
from kabuto.server.workers import analysed
from kabuto.table import View, faces
from kabuto.table.text import parts

HINTS = 5
"""How many moves a hint names."""


def check_hints(game: str) -> None:
    """Refuse a game that nobody can say anything about."""
    if not games.has_hints(game):
        raise no("not_now", "game_not_analysed", name=game)


async def hinted(call: Call, table: str, game: str, view: View) -> Hint:
    """What is good in a position as its view shows it; ``table`` is what the person looks at."""
    assert view.seat is not None
    call.house.guard.spend("thoughts", call.person, call.address)
    workers, asked = call.house.workers, (call.person, table, game)
    if faces.faces(game).analysis:
        thinking = workers.analyse(*asked, view, call.language)
    else:
        thinking = workers.advise(*asked, characters.programs(game)[-1], view, call.language)
    found = await analysed(thinking)
    return Hint(
        ply=found["ply"],
        chances=[Chance(**chance) for chance in found["chances"]],
        moves=[_hint_move(game, view, move, call.language) for move in found["moves"][:HINTS]],
    )


def _hint_move(game: str, view: View, found: dict[str, Any], language: str) -> HintMove:
    results, move = found["results"], view.move_type.parse(found["move"])
    chance = Chance(**results[view.seat]) if results else None
    words = parts(told(game, view, move, past=False), language)
    return HintMove(found["move"], chance, found["why"], found["line"], words)
