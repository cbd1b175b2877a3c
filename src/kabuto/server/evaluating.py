"""How a running game stands, for those who watch it: from what a spectator sees, and nothing more.

It is never told to those who play at that table. Somebody could watch their own game as another person, so it
is only told where the host allows hints.
"""

from collections import OrderedDict
from typing import TYPE_CHECKING

from kabuto.server.speech import no
from kabuto.server.study import Chance, Evaluation
from kabuto.server.workers import analysed
from kabuto.table import faces

if TYPE_CHECKING:
    from kabuto.server.calls import Call

MOST = 500
"""How many evaluations are remembered: others who watch the same game needn't wait for a worker."""


class Evaluations:
    """What was found lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], Evaluation] = OrderedDict()

    async def now(self, call: "Call") -> Evaluation:
        """What each seat of a running game can expect, for somebody who watches it."""
        async with call.house.visit(call.table) as room, room.stored() as table:
            game, person = table.created.game, call.person
            if not faces.faces(game).analysis:
                raise no("not_now", "game_not_analysed", name=game)
            if table.status != "playing":
                raise no("not_now", "not_playing")
            if any(seat.person == person for seat in table.seats):
                raise no("not_yours", "evaluation_for_spectators")
            if not table.created.hints:
                raise no("not_yours", "no_evaluation")
            key, view = (call.table, table.base), table.sees(None)
        if key not in self._known:
            call.house.guard.spend("thoughts", person, call.address)
            thinking = call.house.workers.analyse(person, call.table, game, view, call.language)
            found = await analysed(thinking)
            self._known[key] = Evaluation(key[1], [Chance(**chance) for chance in found["chances"]])
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return self._known[key]
