"""How a running game stands, for those who watch it: from what a spectator sees, and nothing more.

Players at that table never get it. A person could watch their own game as another person, so it
is only told where the host allows hints.
"""

from collections import OrderedDict
from typing import Any

from kabuto.host.backend import AskGuest, Workers
from kabuto.host.budget import Budget
from kabuto.host.call import Call
from kabuto.host.computing import analysed
from kabuto.host.rate_limits import Guard
from kabuto.host.rooms.registry import TableRegistry
from kabuto.protocol.errors import refuse
from kabuto.protocol.study import Chance, Evaluation
from kabuto.table import manifests

MOST = 500
"""How many evaluations are remembered: others who watch the same game needn't wait for a worker."""


class Evaluations:
    """What was found lately."""

    def __init__(
        self, tables: TableRegistry, guard: Guard, budget: Budget, workers: Workers, ask_guest: AskGuest
    ) -> None:
        self._tables, self._guard, self._budget, self._workers = tables, guard, budget, workers
        self._ask_guest = ask_guest
        self._known: OrderedDict[tuple[str, int], Evaluation] = OrderedDict()

    async def now(self, call: Call) -> Evaluation:
        """What each seat of a running game can expect, for a person who watches it."""
        async with self._tables.visit(call.table) as room, room.stored() as table:
            game, person = table.created.game, call.person
            if not manifests.manifest(game).analysis:
                raise refuse("not_now", "game_not_analysed", name=game)
            if table.status != "playing":
                raise refuse("not_now", "not_playing")
            if any(seat.person == person for seat in table.seats):
                raise refuse("not_yours", "evaluation_for_spectators")
            if not table.created.hints:
                raise refuse("not_yours", "no_evaluation")
            key, view = (call.table, table.base), table.sees(None)
        if key not in self._known:
            if asked := self._ask_guest(call, "evaluation", game, view, table.base):
                return Evaluation(table.base, [], asked)
            self._guard.spend("thoughts", person)
            kind = (game, "hint")
            async with self._budget.pay(call.payer, kind) as bill:
                found = await analysed(self._workers.analyse(bill.job(kind), game, view, call.language))
            self._known[key] = as_evaluation(table.base, found)
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return self._known[key]


def as_evaluation(ply: int, found: dict[str, Any]) -> Evaluation:
    """What was found in a position, as a client is sent it."""
    return Evaluation(ply, [Chance(**chance) for chance in found["chances"]])
