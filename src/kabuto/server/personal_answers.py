"""The answers to HTTP requests about oneself, by the names of ``endpoints``."""

from kabuto.server import passkeys
from kabuto.server.calls import Call
from kabuto.server.identity import Identity
from kabuto.server.messages import PersonalLink
from kabuto.server.personal import (
    Passkey,
    PasskeyAnswer,
    PasskeyOptions,
    Phrase,
    Recover,
    Recovery,
    RemovePasskey,
)


async def recovery(call: Call) -> Recovery:
    """How I can come back when my cookie is gone."""
    found = await call.house.passkeys.of(call.person)
    return Recovery(
        has_phrase=await call.house.phrases.exists(call.person),
        passkeys=[Passkey(each.id, each.label.browser, each.label.system, each.since) for each in found],
        passkeys_missing=passkeys.missing(call.origin),
    )


async def new_phrase(call: Call) -> Phrase:
    """A new recovery phrase; the one before no longer works."""
    call.house.guard.spend("links", call.person, call.address)
    return Phrase(await call.house.phrases.make(call.person))


async def recover(call: Call, body: Recover) -> PersonalLink:
    """A personal link for whoever knows the phrase."""
    call.house.guard.spend("links", call.address)
    return await _link(call, await call.house.phrases.owner(body.phrase))


async def passkey_options(call: Call) -> PasskeyOptions:
    """What the browser needs to make a passkey for me."""
    call.house.guard.spend("links", call.person, call.address)
    name = await call.name()
    return PasskeyOptions(**await call.house.passkeys.begin_registration(call.origin, call.person, name))


async def add_passkey(call: Call, body: PasskeyAnswer) -> Recovery:
    """Keep a passkey that the browser has made."""
    call.house.guard.spend("links", call.person, call.address)
    await call.house.passkeys.register(call.origin, call.person, call.agent, body.attempt, body.answer)
    return await recovery(call)


async def remove_passkey(call: Call, body: RemovePasskey) -> Recovery:
    """Forget a passkey of mine."""
    await call.house.passkeys.remove(call.person, body.passkey)
    return await recovery(call)


async def recovery_options(call: Call) -> PasskeyOptions:
    """What the browser needs to use a passkey."""
    call.house.guard.spend("links", call.address)
    return PasskeyOptions(**call.house.passkeys.begin_recovery(call.origin))


async def recover_by_passkey(call: Call, body: PasskeyAnswer) -> PersonalLink:
    """A personal link for whoever has the passkey."""
    call.house.guard.spend("links", call.address)
    return await _link(call, await call.house.passkeys.owner(call.origin, body.attempt, body.answer))


async def _link(call: Call, person: str) -> PersonalLink:
    """The same link that another device of theirs would make: what it does is asked and told there."""
    return PersonalLink(*await call.house.links.make(Identity.legacy(person)))
