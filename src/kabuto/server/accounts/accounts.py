"""Who people are: everything that says so, and what ends it, here and at other servers."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from kabuto.host.host import Host
from kabuto.host.peers import News
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal
from kabuto.server.accounts.bans import EVERY, Bans
from kabuto.server.accounts.device_links import Links
from kabuto.server.accounts.devices import Devices
from kabuto.server.accounts.identity import Signer
from kabuto.server.accounts.open_sockets import REFUSED, SIGNED_OUT, Visitor
from kabuto.server.accounts.passkeys import Passkeys
from kabuto.server.accounts.recovery_phrases import Phrases
from kabuto.server.accounts.web_push import Push
from kabuto.server.storage.sql_store import SqlStore


class Accounts:
    """The people of a server."""

    def __init__(self, store: SqlStore, host: Host, signer: Signer, bans: Bans, push: Push) -> None:
        clock, chance = host.backend.clock, host.backend.chance
        self.store, self.host, self.signer, self.bans, self.push = store, host, signer, bans, push
        self.devices = Devices(store, clock, chance)
        self.links = Links(store, signer, self.devices, clock, chance)
        self.phrases = Phrases(store, signer.derive("phrase"), clock, chance)
        self.passkeys = Passkeys(store, signer.derive("passkey"), clock)
        self.visitors: set[Visitor] = set()
        """Who has a socket open."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Learn who is signed out, and who is kept out."""
        await self.devices.open()
        await self.bans.look()

    def enforce(self) -> None:
        """Carry out what ends an identity from now on."""
        self._start(self._enforce())

    async def close(self) -> None:
        """Stop."""
        await stop(self._tasks)
        await self.push.close()

    def sign_out(self, devices: set[str]) -> None:
        """Let no one in with devices that were stored as signed out, here and at other servers."""
        self.host.backend.peers.tell(News(ended=sorted(devices)))
        self.end(devices)

    def end(self, devices: set[str]) -> None:
        """Let no one in with devices that were signed out somewhere."""
        self.devices.end(devices)
        for visitor in [visitor for visitor in self.visitors if visitor.device in devices]:
            self._start(visitor.close(SIGNED_OUT))

    async def _enforce(self) -> None:
        """Carry out bans, and what other servers may have told in vain."""
        while True:
            await asyncio.sleep(EVERY)
            await self.look_for_ends()

    async def look_for_ends(self) -> None:
        """See who has been kept or signed out since the last look."""
        with suppress(Refusal):
            if await self.bans.look():
                self._shut_out()
            if ended := await self.devices.look():
                self.end({identity.device for identity in ended})
                self.host.tables.reread({identity.person for identity in ended if identity.is_legacy})

    def look_soon(self) -> None:
        """See that in the background: news may have been missed."""
        self._start(self.look_for_ends())

    def _shut_out(self) -> None:
        """Close what is open of those who are kept out, and the tables that are closed."""
        self.host.tables.shut()
        for visitor in list(self.visitors):
            if self.bans.of(visitor.person, visitor.address) or self.bans.of_table(visitor.table):
                self._start(visitor.close(REFUSED))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
