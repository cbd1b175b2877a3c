"""Proofs of how games were dealt."""

from typing import Any, Literal

from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.host.store import Committed
from kabuto.protocol.errors import refuse
from kabuto.protocol.http import HIGHEST_DEAL
from kabuto.protocol.study import CheckDeal, CheckedDeal, Commitment, Commitments
from kabuto.table import Refused
from kabuto.table import deals as dealt
from kabuto.table.text import parts
from kabuto.tabletop.decisions import finished

DEALS = 100
"""How many deals a list names."""


async def deal(host: Host, call: Call) -> dict[str, Any]:
    """The proof of the deal of a finished game."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        finished(table)
        proof = table.proof()
    if proof is None:
        raise refuse("not_found", "no_deal")
    return proof.to_json()


async def check_deal(host: Host, call: Call, body: CheckDeal) -> CheckedDeal:
    """Deal a game again and compare."""
    host.guard.spend("replays", call.person, call.address)
    checked: CheckedDeal = await host.computing.find(call, "deal", _checked_deal, body, call.language)
    return checked


def _checked_deal(body: CheckDeal, language: str) -> CheckedDeal:
    try:
        dealt.verify(body.proof, body.record)
    except Refused as refusal:
        return CheckedDeal(parts(refusal.reason, language), refusal.place)
    return CheckedDeal(None, "")


async def deals(host: Host, call: Call) -> Commitments:
    """Deals that the server committed to."""
    host.guard.spend("replays", call.person, call.address)
    found = await host.backend.store.deals(call.number("before", HIGHEST_DEAL), DEALS)
    return Commitments(list(map(_commitment, found)), found[-1].number if len(found) == DEALS else None)


def _commitment(found: Committed) -> Commitment:
    is_dropped = found.status == "closed" or (bool(found.is_gone) and found.status != "over")
    state: Literal["open", "finished", "dropped"] = (
        "dropped" if is_dropped else "finished" if found.status == "over" else "open"
    )
    secret = found.secret if is_dropped else None
    if not found.start:
        return Commitment(found.number, dealt.commitment(found.secret), state, secret, dealt.FIRST)
    bond = dealt.Bond.of(dealt.table_hash(found.table), found.start, found.secret)
    table, start = (bond.table, bond.start) if is_dropped else (None, None)
    return Commitment(found.number, bond.commitment, state, secret, dealt.VERSION, table, start)
