"""Who plays here: one person, of whom the browser alone knows. What a server does for people is refused."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.json import decode

from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.host.rooms import persons
from kabuto.protocol.http import Me, Rename
from kabuto.tabletop import decisions


async def me(host: Host, call: Call) -> Me:
    """Who I am."""
    return Me(
        name=await host.name_of(call.person, call.language),
        is_guest=not await host.backend.store.name(call.person),
        before=None,
        signed_out=False,
        public_url="",
        news=[],
    )


async def rename(host: Host, call: Call, body: Rename) -> Me:
    """Change my name, at my tables too."""
    old = await host.name_of(call.person, call.language)
    await host.backend.store.rename(call.person, decisions.clean(body.name))
    name = await host.name_of(call.person, call.language)
    await persons.rename(host.tables, host.lists, call.person, old, name)
    return await me(host, call)


async def export(host: Host, call: Call) -> dict[str, Any]:
    """Everything that is stored of me, but for hands in games that still run."""
    studies = await host.backend.studies.bodies(call.person)
    return {
        "kabuto": "person",
        "format": 1,
        "name": await host.name_of(call.person, call.language),
        "devices": [],
        "recovery": None,
        "studies": {name: decode(body) for name, body in studies.items()},
        "tables": await persons.exported(host.backend.store, host.tables, host.computing, call),
        "unfinished": await persons.unfinished(host.backend.store, call.person),
    }


HANDLERS: dict[str, Callable[..., Awaitable[Any]]] = {
    handler.__name__: handler for handler in (me, rename, export)
}
"""Name of an endpoint → what answers there, of those that a server answers from its accounts."""
