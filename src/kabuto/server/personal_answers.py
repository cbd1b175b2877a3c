"""The answers to HTTP requests about oneself, by the names of ``endpoints``."""

from typing import Any

from msgspec import json

from kabuto.server import erasure, passkeys, statistics
from kabuto.server.answers import me_now
from kabuto.server.calls import Call
from kabuto.server.identity import Identity
from kabuto.server.messages import Me, PersonalLink
from kabuto.server.personal import (
    Delete,
    Passkey,
    PasskeyAnswer,
    PasskeyOptions,
    Phrase,
    PushState,
    QrCode,
    QrText,
    Recover,
    Recovery,
    RemovePasskey,
    Statistics,
    Subscribe,
    Unsubscribe,
)
from kabuto.server.push import Subscription, decode
from kabuto.server.speech import no

COUNTED = 2000
"""Of how many finished games the statistics tell, the newest ones."""


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


async def my_statistics(call: Call) -> Statistics:
    """How my games went."""
    call.house.guard.spend("replays", call.person, call.address)
    return statistics.statistics(await call.house.lists.finished(call.person, COUNTED))


async def export(call: Call) -> dict[str, Any]:
    """Everything that is stored of me, but for what hides: hands in games that still run, and secrets."""
    call.house.guard.spend("thoughts", call.person, call.address)
    known = await recovery(call)
    devices = await call.house.devices.of(call.person)
    return {
        "kabuto": "person",
        "format": 1,
        "name": await call.name(),
        "devices": [{**each.label._asdict(), "since": each.since, "seen": each.seen} for each in devices],
        "recovery": known,
        "studies": {
            name: json.decode(body) for name, body in (await call.house.studies.bodies(call.person)).items()
        },
        "tables": await erasure.exported(call.house, call.person),
    }


async def delete(call: Call, body: Delete) -> Me:
    """Delete me. This browser is a new guest then."""
    call.house.guard.spend("thoughts", call.person, call.address)
    if body.name.strip() != await call.name():
        raise no("not_now", "delete_name", "name", name=await call.name())
    ended = await erasure.erase(call.house, call.person)
    call.house.devices.end(ended)
    call.house.disconnect(ended)
    call.identity, call.before, call.is_new = Identity.new(call.house.world), None, True
    return await me_now(call)


async def push_state(call: Call) -> PushState:
    """Whether I am notified."""
    return PushState(call.house.push.key, await call.house.push.count(call.person))


async def subscribe(call: Call, body: Subscribe) -> PushState:
    """Notify this browser."""
    call.house.guard.spend("links", call.person, call.address)
    try:
        to = Subscription(body.endpoint, decode(body.key), decode(body.auth), call.language)
    except ValueError:
        raise no("not_now", "push_key", "key") from None
    await call.house.push.subscribe(call.identity, to)
    return await push_state(call)


async def unsubscribe(call: Call, body: Unsubscribe) -> PushState:
    """Don't notify this browser any more."""
    await call.house.push.unsubscribe(call.person, body.endpoint)
    return await push_state(call)


async def qr_code(call: Call, body: QrText) -> QrCode:
    """A link as a QR code; the server forgets it at once."""
    try:
        import segno
    except ImportError:
        raise no("not_now", "qr_missing") from None
    rows = segno.make_qr(body.text, error="m").matrix
    runs = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark]
    return QrCode(len(rows), "".join(runs))
