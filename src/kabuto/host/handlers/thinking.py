"""What is good in a position, and how a game went."""

from typing import Any

from msgspec import convert

from kabuto.host.call import Call
from kabuto.host.computing import analysed
from kabuto.host.host import Host
from kabuto.host.study.hints import check_hints
from kabuto.protocol.errors import refuse
from kabuto.protocol.study import (
    AskHint,
    AskTurns,
    Chance,
    Evaluation,
    Hint,
    Review,
    ReviewedMove,
    ReviewPart,
)
from kabuto.table import Seat, manifests
from kabuto.tabletop.decisions import finished
from kabuto.tabletop.state import Table


async def hint(host: Host, call: Call, body: AskHint) -> Hint:
    """What is good in a position."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        game = table.created.game
        check_hints(game)
        view = _hinted_view(table, call.person, body)
    return await host.hints.find(call, game, view)


async def evaluation(host: Host, call: Call) -> Evaluation:
    """How a running game stands, for those who watch it."""
    return await host.evaluations.now(call)


async def review(host: Host, call: Call) -> Review:
    """How the chances went in a finished game."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        _check_analysis(table.created.game)
        game, record = table.created.game, finished(table).record()
    host.guard.spend("thoughts", call.person)
    kind = (game, "review")
    async with host.budget.pay(call.payer, kind) as bill:
        found = await analysed(host.backend.workers.review(bill.job(kind), record, call.language))
    costly = set(found["costly"])
    return Review(
        start=[Chance(**chance) for chance in found["start"]],
        moves=[_reviewed(ply, ply["ply"] in costly) for ply in found["plies"]],
        turning_points=[turn["plies"][1] - 1 for turn in found["turning_points"]],
    )


async def look_back(host: Host, call: Call, body: AskTurns) -> ReviewPart:
    """What was won and lost in some turns of a finished game: a page asks for the first ones first."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        _check_analysis(table.created.game)
        game, played = table.created.game, finished(table)
        record = played.record()
    if not played.ply:
        raise refuse("not_now", "nothing_to_review")
    if asked := host.backend.ask_guest(call, "turns", game, record, body.turns):
        return ReviewPart(None, [], asked)
    if not body.turns:
        host.guard.spend("thoughts", call.person)
    kind = (game, "turns" if body.turns else "outline")
    async with host.budget.pay(call.payer, kind) as bill:
        found = await analysed(
            host.backend.workers.look_back(bill.job(kind), record, body.turns, call.language)
        )
    return convert(found, ReviewPart)


def _reviewed(ply: dict[str, Any], is_costly: bool) -> ReviewedMove:
    return ReviewedMove(
        ply=ply["ply"] - 1,  # the analysis counts moves from 1
        seat=ply["seat"],
        chances=[Chance(**chance) for chance in ply["chances"]],
        cost=Chance(**ply["cost"]),
        is_costly=is_costly,
        why=ply["why"],
        preferred=ply["preferred"],
        why_preferred=ply["why_preferred"],
    )


def _check_analysis(game: str) -> None:
    if not manifests.manifest(game).analysis:
        raise refuse("not_now", "game_not_analysed", name=game)


def _hinted_view(table: Table, person: str, asked: AskHint) -> Any:
    if asked.seat >= len(table.seats):
        raise refuse("bad_request", "no_such_seat", "seat", number=len(table.seats))
    if table.status in ("over", "record"):
        game = table.game
        assert game is not None
        ply = game.ply if asked.ply is None else asked.ply
        if ply > game.ply:
            raise refuse("bad_request", "no_such_ply", "ply", most=game.ply)
        past = table.before(ply)
        if past.to_move is None:
            raise refuse("bad_request", "game_ended_there", "ply")
        return past.view(asked.seat)
    if table.status != "playing":
        raise refuse("not_now", "not_playing")
    if not table.created.hints:
        raise refuse("not_yours", "no_hints")
    if asked.seat not in table.seats_of(person):
        raise refuse("not_yours", "not_your_seat", "seat", seat=Seat(asked.seat))
    if table.to_move != [asked.seat]:
        raise refuse("not_now", "not_your_turn", "seat", seat=Seat(asked.seat))
    return table.sees(asked.seat)
