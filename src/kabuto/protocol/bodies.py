"""What clients send, as JSON: text that cannot be stored is refused, with the field that it is in.

No database keeps a character of code 0 in a text, and half of a surrogate pair is no character at all.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from msgspec import MsgspecError, convert
from msgspec.json import Decoder, decode

from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.socket import ClientMessage

ESCAPED = re.compile(rb"\\u(0000|[dD][89a-fA-F])")
"""How such a character comes in JSON; most bodies hold nothing like it."""
BAD = re.compile("[\0\ud800-\udfff]")
AT = re.compile(r"(?s)(.*) - at `\$\.?(.*)`")
"""What msgspec says, and where it is."""
TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
LONGEST = 80
"""Characters of a place that is named."""
_MESSAGES: Decoder[ClientMessage] = Decoder(ClientMessage)


def check_text(body: bytes, error: str) -> None:
    """Refuse a body with text that cannot be stored; one that is no JSON is left to others."""
    if not ESCAPED.search(body):
        return
    try:
        place = next(_bad_places(json.loads(body), ""), None)
    except (ValueError, RecursionError):
        return
    if place is not None:
        key = "bad_text" if place else "bad_text_here"
        raise refuse(error, key, place[:LONGEST], place=place[:LONGEST])


def check_values(values: Mapping[str, str]) -> None:
    """Refuse parts of an address with text that cannot be stored."""
    for name, value in values.items():
        if BAD.search(value):
            raise refuse("not_found", "bad_text", name[:LONGEST], place=name[:LONGEST])


def read_body(body: bytes, kind: Any) -> Any:
    """What a body says, of a type; refused if it says something else."""
    try:
        return convert(_whole_numbers(decode(body)), kind)
    except (MsgspecError, RecursionError, UnicodeError) as error:
        raise unreadable(error, "bad_request", "bad_body") from None


def _whole_numbers(value: Any) -> Any:
    """To JSON 3.0 is a whole number too."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole_numbers(each) for key, each in value.items()}
        case list():
            return [_whole_numbers(each) for each in value]
    return value


def read_message(body: str | bytes) -> ClientMessage:
    """What a client at a table says; refused if it cannot be read or stored."""
    check_text(body.encode() if isinstance(body, str) else body, "bad_message")
    try:
        return _MESSAGES.decode(body)
    except (MsgspecError, RecursionError, UnicodeError) as error:
        raise unreadable(error, "bad_message", "bad_message") from None


def unreadable(error: Exception, kind: str, key: str) -> Refusal:
    """The refusal of a body that is not what it should be."""
    found = AT.fullmatch(str(error)) if isinstance(error, MsgspecError) else None
    place = found[2][:LONGEST] if found else ""
    if found and (most := TOO_LONG.match(found[1])):
        return refuse(kind, "text_too_long", place, place=place, most=int(most[1]))
    return refuse(kind, key, place, reason=str(error)[:200])


def id_in(body: str | bytes) -> str:
    """The id of a message that is refused, as far as it has one."""
    with suppress(ValueError, RecursionError):
        found = json.loads(body)
        name = found.get("id") if isinstance(found, dict) else None
        return name[:64].encode(errors="ignore").decode() if isinstance(name, str) else ""
    return ""


def _bad_places(value: Any, place: str) -> Iterator[str]:
    """Where text cannot be stored, written as in ``seats[0].name``; a field with a bad name is its parent."""
    match value:
        case str() if BAD.search(value):
            yield place
        case dict():
            for name, each in value.items():
                if BAD.search(name):
                    yield place
                yield from _bad_places(each, f"{place}.{name}" if place else name)
        case list():
            for number, each in enumerate(value):
                yield from _bad_places(each, f"{place}[{number}]")
