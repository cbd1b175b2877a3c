"""How much processor time people may use: a budget of seconds that refills, for each and for an address.

What a job will need is reserved before it begins, so that no one asks for much at the same time; what it has
needed is counted when it is done, in seconds of the process that did it. One job may overdraw a budget: that
is a debt, to be paid off before the next one. Programs at tables cost no one anything.

Servers that share a store add up what was used there, once a second.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b

from kabuto.host.backend import Backend, Job
from kabuto.host.call import Payer
from kabuto.host.rate_limits import Rate
from kabuto.protocol.errors import Refusal, too_fast

EVERY = 1.0
"""Seconds between two looks for what was used at other servers."""
MOST_ACCOUNTS = 20_000
"""Of more persons and addresses than this the longest unseen are forgotten here."""
LEAST = 0.1
"""Seconds that are reserved at least, however short a job is thought to be."""
KNOWN_FOR = 60.0
"""Seconds for which it is not looked up again whether a person has games here."""
Kind = tuple[str, str]


class Bill:
    """What a payer may use for one thing."""

    def __init__(self, payer: Payer, accounts: "list[_Account]", reserved: float) -> None:
        self._payer, self._accounts, self._reserved = payer, accounts, reserved
        self._used = 0.0
        for account in accounts:
            account.reserved += reserved

    def job(self, kind: Kind) -> Job:
        """The job to be done. Addresses take turns, and at an address its persons do."""
        return Job(f"address {self._payer.address}", self._payer.person, kind, self.charge)

    def charge(self, seconds: float) -> None:
        """Count what was used."""
        for account in self._accounts:
            account.add(seconds)

    def close(self) -> None:
        """Reserve nothing any more."""
        for account in self._accounts:
            account.reserved -= self._reserved


class Budget:
    """What all have used together."""

    def __init__(self, backend: Backend) -> None:
        self._limits, self._store, self._clock = backend.limits, backend.store, backend.clock
        self._key, self._expected = backend.key, backend.workers.expected
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._touched: dict[str, _Account] = {}
        """The accounts that were used since servers last added up."""
        self._players: OrderedDict[str, tuple[bool, float]] = OrderedDict()
        """Person → whether they have games here, and until when that is believed."""

    @asynccontextmanager
    async def pay(self, payer: Payer, kind: Kind, *, waits: bool = False) -> AsyncIterator[Bill]:
        """What may be used for something; refused if the person or the address has used too much.

        ``waits``: it goes on in the background, and waits until there is more.
        """
        accounts = await (self._patiently(payer) if waits else self.check(payer))
        bill = Bill(payer, accounts, max(LEAST, self._expected(kind)))
        try:
            yield bill
        finally:
            bill.close()

    async def check(self, payer: Payer) -> "list[_Account]":
        """The accounts of a person; refused if one of them is used up."""
        is_player = bool(payer.person) and await self._has_games(payer.person)
        rate = self._limits.player_computing if is_player else self._limits.computing
        own = f"person {payer.person}" if payer.person else f"nobody {payer.address}"
        accounts = {
            "computing_spent": self._account(own, rate),
            "computing_spent_here": self._account(f"address {payer.address}", self._limits.address_computing),
        }
        waits = {key: account.wait() for key, account in accounts.items()}
        if any(waits.values()):
            longest = max(waits, key=lambda key: waits[key])
            raise too_fast(longest, waits[longest])
        return list(accounts.values())

    async def _patiently(self, payer: Payer) -> "list[_Account]":
        while True:
            try:
                return await self.check(payer)
            except Refusal as refusal:
                await self._clock.sleep(refusal.again)

    async def _has_games(self, person: str) -> bool:
        """Whether a person has games here that run or are over."""
        now = self._clock.monotonic()
        known, until = self._players.get(person, (False, now))
        if now < until:
            return known
        with suppress(Refusal):  # the store is away: what was known last
            known = await self._store.has_games(person)
        self._players[person] = known, now + KNOWN_FOR
        if len(self._players) > MOST_ACCOUNTS:
            self._players.popitem(last=False)
        return known

    def _account(self, name: str, rate: Rate) -> "_Account":
        key = blake2b(name.encode(), key=self._key, digest_size=16).hexdigest()
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = _Account(self._clock.monotonic)
            if len(self._accounts) > MOST_ACCOUNTS:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(key)
        account.set_rate(rate)
        self._touched[key] = account
        return account

    # Together with other servers.

    async def keep_up(self) -> None:
        """Add up now and then what was used at all servers that share the store."""
        while self._store.is_shared:
            await asyncio.sleep(EVERY)
            with suppress(Refusal):
                await self.add_up()

    async def add_up(self) -> None:
        """Tell the store what was used here, and hear from it what was used in all."""
        touched, self._touched = self._touched, {}
        told = {key: account.unsent for key, account in touched.items()}
        if not touched:
            return
        for account in touched.values():
            account.unsent = 0.0
        rows = [(key, seconds, touched[key].rate.a_second) for key, seconds in sorted(told.items())]
        try:
            levels = await self._store.spend(rows)
        except Refusal:  # another time
            for key, account in touched.items():
                account.unsent += told[key]
            self._touched = touched | self._touched
            raise
        for key, level in levels.items():
            account = touched[key]
            account.set_used(level + account.unsent)
            if account.reserved:  # more is going to be used: others may use some meanwhile
                self._touched[key] = account


class _Account:
    """What a person has used; it is forgiven at a rate."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._used, self._since = clock, 0.0, clock()
        self.rate = Rate(1, 1)
        self.reserved = 0.0
        """What the jobs that wait or run are likely to need."""
        self.unsent = 0.0
        """What was used here and is not in the store yet."""

    def set_rate(self, rate: Rate) -> None:
        self.set_used(self._now())
        self.rate = rate

    def set_used(self, seconds: float) -> None:
        self._used, self._since = seconds, self._clock()

    def add(self, seconds: float) -> None:
        self.set_used(self._now() + seconds)
        self.unsent += seconds

    def wait(self) -> float:
        """Seconds until more may be used; 0: now."""
        over = self._now() + self.reserved - self.rate.at_once
        return 0.0 if over < 0 else max(1.0, over / self.rate.a_second)

    def _now(self) -> float:
        return max(0.0, self._used - (self._clock() - self._since) * self.rate.a_second)
