"""What the analysis of a game says about a position, as a client is sent it."""

from typing import Any

from kabuto.host import catalogue as games
from kabuto.host.backend import AskGuest, Workers
from kabuto.host.budget import Budget
from kabuto.host.call import Call
from kabuto.host.computing import analysed
from kabuto.host.rate_limits import Guard
from kabuto.players import characters
from kabuto.protocol.errors import refuse
from kabuto.protocol.plain_wire import told
from kabuto.protocol.study import Chance, Hint, HintMove
from kabuto.table import View, manifests
from kabuto.table.text import parts

HINTS = 5
"""How many moves a hint names."""


def check_hints(game: str) -> None:
    """Refuse a game without hints and analysis."""
    if not games.has_hints(game):
        raise refuse("not_now", "game_not_analysed", name=game)


class Hints:
    """Has workers think about a position."""

    def __init__(self, guard: Guard, budget: Budget, workers: Workers, ask_guest: AskGuest) -> None:
        self._guard, self._budget, self._workers = guard, budget, workers
        self._ask_guest = ask_guest

    async def find(self, call: Call, game: str, view: View) -> Hint:
        """What is good in a position as its view shows it."""
        assert view.seat is not None
        if asked := self._ask_guest(call, "hint", game, view):
            return Hint(view.ply, [], [], asked)
        self._guard.spend("thoughts", call.person)
        kind = (game, "hint")
        async with self._budget.pay(call.payer, kind) as bill:
            if manifests.manifest(game).analysis:
                thinking = self._workers.analyse(bill.job(kind), game, view, call.language)
            else:
                thinking = self._workers.advise(bill.job(kind), game, adviser(game), view, call.language)
            found = await analysed(thinking)
        return as_hint(game, view, found, call.language)


def adviser(game: str) -> str:
    """The program that gives hints where a game has no analysis."""
    return characters.programs(game)[-1]


def as_hint(game: str, view: View, found: dict[str, Any], language: str) -> Hint:
    """What was found in a position, as a client is sent it."""
    return Hint(
        ply=found["ply"],
        chances=[Chance(**chance) for chance in found["chances"]],
        moves=[_hint_move(game, view, move, language) for move in found["moves"][:HINTS]],
    )


def _hint_move(game: str, view: View, found: dict[str, Any], language: str) -> HintMove:
    results, move = found["results"], view.move_type.parse(found["move"])
    chance = Chance(**results[view.seat]) if results else None
    words = parts(told(game, view, move, past=False), language)
    return HintMove(found["move"], chance, found["why"], found["line"], words, found.get("parts", []))
