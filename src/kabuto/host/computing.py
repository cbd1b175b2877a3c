"""What takes processor time is computed by a worker, never in the event loop, and paid for by who asked."""

import gzip
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any, NamedTuple

from msgspec.json import encode

from kabuto.host.backend import Answer, NotInstalled, Unwell, Workers
from kabuto.host.budget import Bill, Budget, Kind
from kabuto.host.call import Call
from kabuto.protocol.errors import Refusal, refuse
from kabuto.table import Refused

WORTH_ZIPPING = 1000
"""Bytes from which an answer is compressed."""
LEVEL = 5
"""How hard it is compressed."""


class _Refusal(NamedTuple):
    """A refusal on its way from a worker."""

    error: str
    reason: str
    place: str


class Computing:
    """Has workers compute something for a person."""

    def __init__(self, workers: Workers, budget: Budget) -> None:
        self._workers, self._budget = workers, budget

    async def find(self, call: Call, what: str, work: Callable[..., Any], *values: Any) -> Any:
        """What a function of a module finds out; ``what`` names this kind of job."""
        kind = ("", what)
        async with self._budget.pay(call.payer, kind) as bill:
            return await self._found(bill, kind, work, values)

    async def find_each(
        self, call: Call, what: str, work: Callable[..., Any], asked: AsyncIterable[tuple[Any, ...]]
    ) -> list[Any]:
        """The same for any number of values, one after the other: nothing is refused once it has begun."""
        kind = ("", what)
        async with self._budget.pay(call.payer, kind) as bill:
            return [await self._found(bill, kind, work, values) async for values in asked]

    async def _found(self, bill: Bill, kind: Kind, work: Callable[..., Any], values: tuple[Any, ...]) -> Any:
        try:
            found = await self._workers.compute(bill.job(kind), _guarded, work, values)
        except Unwell:
            raise refuse("busy", "busy") from None
        if isinstance(found, _Refusal):
            raise Refusal(found.error, found.reason, found.place)
        return found

    async def answer(
        self, call: Call, what: str, work: Callable[..., Any], *values: Any, zips: bool | None = None
    ) -> Answer:
        """The same as an answer that is ready to be sent: the event loop has nothing left to do with it.

        ``zips``: whether it may be compressed; by default whether the client can read that.
        """
        zips = call.zips if zips is None else zips
        return Answer(*await self.find(call, what, packed, zips, work, *values))


async def analysed(thinking: Awaitable[Any]) -> Any:
    """What was found; a refusal for the person who asked if no worker is free."""
    try:
        return await thinking
    except NotInstalled:
        raise refuse("busy", "no_analysis") from None
    except (Refused, Unwell):
        raise refuse("busy", "busy") from None


def packed(zips: bool, work: Callable[..., Any], *values: Any) -> tuple[bytes, bool]:
    """What a function finds out as JSON, and whether that is compressed."""
    body = encode(work(*values))
    if not zips or len(body) < WORTH_ZIPPING:
        return body, False
    return gzip.compress(body, LEVEL, mtime=0), True


def _guarded(work: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    try:
        return work(*values)
    except Refused as refusal:
        error = refusal.error if isinstance(refusal, Refusal) else "bad_request"
        return _Refusal(error, refusal.reason, refusal.place)
