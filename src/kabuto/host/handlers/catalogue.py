"""What can be played here."""

from typing import Any

from kabuto.host import catalogue as games
from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.host.wires import own_wire
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.http import Catalogue, Preparation
from kabuto.table import BadOption, Option, Value, game_class, manifests
from kabuto.table.options import resolve


async def catalogue(host: Host, call: Call) -> Catalogue:
    """What can be played here."""
    return games.catalogue(call.language)


async def preparation(host: Host, call: Call) -> Preparation:
    """How far the engine of a game is compiled."""
    return Preparation(host.backend.workers.progress(_game(call.query.get("game", "")).name))


async def reference(host: Host, call: Call) -> Any:
    """What does not change in a game with some options."""
    kind = _game(call.query.get("game", ""))
    own = own_wire(kind.name)
    if own is None or own.reference is None:
        raise refuse("not_found", "no_page")
    table = kind.option_table
    asked = {each.name: _value(each, call.query[each.name]) for each in table if each.name in call.query}
    return await host.backend.aside(own.reference, resolve(table, asked), call.language)


async def lessons(host: Host, call: Call) -> Any:
    """Lessons of a game to play through."""
    own = own_wire(_game(call.query.get("game", "")).name)
    if own is None or own.lessons is None:
        raise refuse("not_found", "no_page")
    return await host.backend.aside(own.lessons, call.language)


def _game(name: str) -> manifests.AnyGame:
    """The game with this name, if there is one."""
    try:
        return game_class(name)
    except BadOption as refusal:
        raise Refusal("not_found", refusal.reason, "game") from None


def _value(option: Option, text: str) -> Value:
    """The value of an option that a query names; unlike on a command line, no folder."""
    found = [value for value in option.values if str(value).lower() == text]
    return found[0] if found else option.check(text)
