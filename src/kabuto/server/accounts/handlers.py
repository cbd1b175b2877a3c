"""Endpoints about a person's identity, one function each."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from msgspec import Raw

from kabuto.host.rooms import persons
from kabuto.protocol.account import (
    Delete,
    Passkey,
    PasskeyAnswer,
    PasskeyOptions,
    Phrase,
    PhraseMade,
    PushState,
    Recover,
    Recovery,
    RemovePasskey,
    Subscribe,
    Unsubscribe,
)
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.http import (
    Claim,
    Device,
    DeviceList,
    LinkOwner,
    Me,
    NewKey,
    PersonalLink,
    Rename,
    SignOut,
    SignOutEverywhere,
)
from kabuto.server.accounts import passkeys
from kabuto.server.accounts import recovery as came_back
from kabuto.server.accounts.accounts import Accounts
from kabuto.server.accounts.caller import Caller
from kabuto.server.accounts.devices import Label, Row, date, day_of, signed_in
from kabuto.server.accounts.forgetting import erase
from kabuto.server.accounts.identity import Identity
from kabuto.server.accounts.push_encryption import decode
from kabuto.server.accounts.recovery import announced
from kabuto.server.accounts.web_push import Subscription
from kabuto.tabletop import decisions


async def me(accounts: Accounts, caller: Caller) -> Me:
    """Who I am."""
    devices = accounts.devices
    with suppress(Refusal):  # too fast, or not stored: next time
        if caller.identity.is_legacy:
            accounts.host.guard.spend("links", caller.person, caller.address)
            caller.identity = await devices.name(caller.identity, caller.agent)
        elif not caller.is_new:
            await devices.see(caller.identity)
    return await me_now(accounts, caller)


async def me_now(accounts: Accounts, caller: Caller) -> Me:
    """Who I am, whatever has just changed."""
    before = caller.before.person if caller.before else caller.person
    return Me(
        name=await _name(accounts, caller),
        is_guest=not await accounts.store.name(caller.person),
        before=await _name_of(accounts, caller, before) if before != caller.person else None,
        signed_out=caller.was_signed_out,
        public_url=caller.public_url,
        news=await _news(accounts, caller),
    )


async def _news(accounts: Accounts, caller: Caller) -> list[NewKey]:
    """Phrases and passkeys that my other devices have created since this device last saw the list."""
    found = [] if caller.is_new else await came_back.unannounced(accounts.store, caller.identity.device)
    return [NewKey(each.what, each.browser, each.system, date(each.day)) for each in found]


async def rename(accounts: Accounts, caller: Caller, body: Rename) -> Me:
    """Change my name, at my tables too."""
    accounts.host.guard.spend("renames", caller.person, caller.address)
    old = await _name(accounts, caller)
    await accounts.store.rename(caller.person, decisions.clean(body.name))
    name = await _name(accounts, caller)
    await persons.rename(accounts.host.tables, accounts.host.lists, caller.person, old, name)
    return await me_now(accounts, caller)


async def personal_link(accounts: Accounts, caller: Caller) -> PersonalLink:
    """A link for another device."""
    accounts.host.guard.spend("links", caller.person, caller.address)
    return PersonalLink(*await accounts.links.make(signed_in(caller.identity)))


async def cancel_link(accounts: Accounts, caller: Caller) -> Me:
    """End my personal link."""
    await accounts.links.cancel(caller.person)
    return await me_now(accounts, caller)


async def look_at_link(accounts: Accounts, caller: Caller, body: Claim) -> LinkOwner:
    """What a personal link would do here."""
    person = await _linked(accounts, caller, body.token)
    return LinkOwner(
        name=await _name_of(accounts, caller, person),
        me=await _name(accounts, caller),
        is_mine=person == caller.person,
        games=len(await accounts.host.lists.open_tables(caller.person)),
    )


async def claim(accounts: Accounts, caller: Caller, body: Claim) -> Me:
    """Sign in as the person of a personal link; refused while the present person has open games."""
    person = await _linked(accounts, caller, body.token)
    if person == caller.person:
        return await me_now(accounts, caller)
    for each in (caller.identity, caller.before):
        if each and each.person != person:
            await _check_no_games(accounts, caller, each.person)
    identity = await accounts.links.claim(body.token, caller.agent)
    if identity is None:
        raise refuse("bad_token", "bad_link", "token")
    caller.become(identity)
    return await me_now(accounts, caller)


async def _linked(accounts: Accounts, caller: Caller, token: str) -> str:
    accounts.host.guard.spend("links", caller.address)
    person = await accounts.links.owner(token)
    if person is None:
        raise refuse("bad_token", "bad_link", "token")
    return person


async def _check_no_games(accounts: Accounts, caller: Caller, person: str) -> None:
    games = await accounts.host.lists.open_tables(person)
    if games:
        name = await _name_of(accounts, caller, person)
        raise refuse("not_now", "open_games", "token", name=name, number=len(games))


async def back(accounts: Accounts, caller: Caller) -> Me:
    """Be again who this browser was before."""
    if caller.before is None or caller.before.person == caller.person:
        raise refuse("not_now", "no_way_back")
    caller.become(caller.before)
    return await me_now(accounts, caller)


async def devices(accounts: Accounts, caller: Caller) -> DeviceList:
    """The devices that are signed in as me."""
    mine, today = caller.identity.device, accounts.devices.today()
    rows = await accounts.devices.of(caller.person)
    if all(row.id != mine for row in rows):  # nothing lasting was done here yet
        rows.append(Row(mine, Label.of(caller.agent), today, today))
    since = await came_back.since_when(accounts.store.read, caller.identity)
    return DeviceList(
        [
            Device(
                id=row.id,
                browser=row.label.browser,
                system=row.label.system,
                since=row.since,
                seen=row.seen,
                is_this=row.id == mine,
                is_legacy=row.id == caller.person,
            )
            for row in sorted(rows, key=lambda row: row.id != mine)
        ],
        since="" if since is None else date(since),
    )


async def sign_out(accounts: Accounts, caller: Caller, body: SignOut) -> DeviceList:
    """Sign another device of mine out, at once."""
    if body.device == caller.identity.device:
        raise refuse("not_now", "this_device", "device")
    ended = await accounts.devices.sign_out(caller.identity, body.device)
    if not ended:
        raise refuse("not_found", "no_device", "device")
    accounts.sign_out(ended)
    return await devices(accounts, caller)


async def sign_out_others(accounts: Accounts, caller: Caller) -> DeviceList:
    """Sign all my devices out except this one, and end what others may have made to come back."""
    since = await came_back.since_when(accounts.store.read, caller.identity)
    return await _sign_out_everywhere(accounts, caller, since)


async def sign_out_everywhere(accounts: Accounts, caller: Caller, body: SignOutEverywhere) -> DeviceList:
    """The same, with the day since which phrases and passkeys end."""
    return await _sign_out_everywhere(accounts, caller, day_of(body.since) if body.since else None)


async def _sign_out_everywhere(accounts: Accounts, caller: Caller, since: int | None) -> DeviceList:
    accounts.sign_out(await accounts.devices.sign_out_everywhere(caller.identity, since))
    return await devices(accounts, caller)


async def recovery(accounts: Accounts, caller: Caller) -> Recovery:
    """How I can come back when my cookie is gone."""
    phrase, found = await accounts.phrases.of(caller.person), await accounts.passkeys.of(caller.person)
    mine = caller.identity.device
    return Recovery(
        has_phrase=phrase is not None,
        phrase=phrase and PhraseMade(*phrase.label, phrase.since, phrase.device == mine),
        passkeys=[Passkey(each.id, *each.label, each.since, each.device == mine) for each in found],
        passkeys_missing=passkeys.missing(caller.origin),
    )


async def news_seen(accounts: Accounts, caller: Caller) -> Me:
    """I have read the news."""
    await announced(accounts.store, caller.identity)
    return await me_now(accounts, caller)


async def new_phrase(accounts: Accounts, caller: Caller) -> Phrase:
    """A new recovery phrase; the one before no longer works."""
    accounts.host.guard.spend("links", caller.person, caller.address)
    return Phrase(await accounts.phrases.make(caller.identity))


async def recover(accounts: Accounts, caller: Caller, body: Recover) -> PersonalLink:
    """Exchange a recovery phrase for a personal link."""
    accounts.host.guard.spend("links", caller.address)
    return PersonalLink(*await accounts.links.make(await accounts.phrases.proof(body.phrase)))


async def passkey_options(accounts: Accounts, caller: Caller) -> PasskeyOptions:
    """What the browser needs to make a passkey for me."""
    accounts.host.guard.spend("links", caller.person, caller.address)
    origin, name = _own_origin(caller), await _name(accounts, caller)
    return PasskeyOptions(**await accounts.passkeys.begin_registration(origin, caller.person, name))


async def add_passkey(accounts: Accounts, caller: Caller, body: PasskeyAnswer) -> Recovery:
    """Keep a passkey that the browser has made."""
    accounts.host.guard.spend("links", caller.person, caller.address)
    keys, origin = accounts.passkeys, _own_origin(caller)
    await keys.register(origin, caller.identity, caller.agent, body.attempt, body.answer)
    return await recovery(accounts, caller)


async def remove_passkey(accounts: Accounts, caller: Caller, body: RemovePasskey) -> Recovery:
    """Forget a passkey of mine."""
    await accounts.passkeys.remove(caller.person, body.passkey)
    return await recovery(accounts, caller)


async def recovery_options(accounts: Accounts, caller: Caller) -> PasskeyOptions:
    """What the browser needs to use a passkey."""
    accounts.host.guard.spend("links", caller.address)
    return PasskeyOptions(**accounts.passkeys.begin_recovery(_own_origin(caller)))


async def recover_by_passkey(accounts: Accounts, caller: Caller, body: PasskeyAnswer) -> PersonalLink:
    """Exchange a passkey for a personal link."""
    accounts.host.guard.spend("links", caller.address)
    proof = await accounts.passkeys.proof(_own_origin(caller), body.attempt, body.answer)
    return PersonalLink(*await accounts.links.make(proof))


def _own_origin(caller: Caller) -> str:
    """How the page is reached that asks; refused if something else may answer at that port."""
    if not caller.owns_origin():
        raise refuse("not_now", "passkeys_origin", origin=caller.origin)
    return caller.origin


async def export(accounts: Accounts, caller: Caller) -> dict[str, Any]:
    """Everything that is stored of me, but for what hides: hands in games that still run, and secrets."""
    accounts.host.guard.spend("thoughts", caller.person, caller.address)
    known = await recovery(accounts, caller)
    devices = await accounts.devices.of(caller.person)
    host = accounts.host
    studies = await host.backend.studies.bodies(caller.person)
    return {
        "kabuto": "person",
        "format": 1,
        "name": await _name(accounts, caller),
        "devices": [{**each.label._asdict(), "since": each.since, "seen": each.seen} for each in devices],
        "recovery": known,
        "studies": {name: Raw(body) for name, body in studies.items()},
        "tables": await persons.exported(accounts.store, host.tables, host.computing, caller.call),
        "unfinished": await persons.unfinished(accounts.store, caller.person),
    }


async def delete(accounts: Accounts, caller: Caller, body: Delete) -> Me:
    """Delete me. This browser is a new guest then."""
    accounts.host.guard.spend("thoughts", caller.person, caller.address)
    if body.name.strip() != await _name(accounts, caller):
        raise refuse("not_now", "delete_name", "name", name=await _name(accounts, caller))
    accounts.sign_out(await erase(accounts, caller.person))
    caller.identity, caller.before, caller.is_new = Identity.new(accounts.host.backend.chance), None, True
    return await me_now(accounts, caller)


async def push_state(accounts: Accounts, caller: Caller) -> PushState:
    """Whether I am notified."""
    return PushState(accounts.push.key, await accounts.push.count(caller.person))


async def subscribe(accounts: Accounts, caller: Caller, body: Subscribe) -> PushState:
    """Notify this browser."""
    accounts.host.guard.spend("links", caller.person, caller.address)
    try:
        to = Subscription(body.endpoint, decode(body.key), decode(body.auth), caller.language)
    except ValueError:
        raise refuse("not_now", "push_key", "key") from None
    await accounts.push.subscribe(caller.identity, to)
    return await push_state(accounts, caller)


async def unsubscribe(accounts: Accounts, caller: Caller, body: Unsubscribe) -> PushState:
    """Don't notify this browser any more."""
    await accounts.push.unsubscribe(caller.person, body.endpoint)
    return await push_state(accounts, caller)


async def _name(accounts: Accounts, caller: Caller) -> str:
    """What the person is called; a number until they say it."""
    return await _name_of(accounts, caller, caller.person)


async def _name_of(accounts: Accounts, caller: Caller, person: str) -> str:
    """The display name of a person."""
    return await accounts.host.name_of(person, caller.language)


HANDLERS: dict[str, Callable[..., Awaitable[Any]]] = {
    handler.__name__: handler
    for handler in (
        me,
        rename,
        personal_link,
        cancel_link,
        look_at_link,
        claim,
        back,
        devices,
        sign_out,
        sign_out_others,
        sign_out_everywhere,
        export,
        delete,
        push_state,
        subscribe,
        unsubscribe,
        news_seen,
        recovery,
        new_phrase,
        passkey_options,
        add_passkey,
        remove_passkey,
        recover,
        recovery_options,
        recover_by_passkey,
    )
}
"""Name of an endpoint → what answers there: it takes accounts, a caller and, if the endpoint does, a body."""
