"""The server's sentences, and refusals that carry one."""

from math import ceil
from typing import Any

from kabuto.table import Catalogue, Refused, Text
from kabuto.table.text import ENGLISH

WORDS = Catalogue("kabuto.protocol")
LANGUAGES = WORDS.languages()
STATUS = {
    "bad_request": 400,
    "bad_token": 401,
    "not_yours": 403,
    "not_found": 404,
    "not_allowed": 405,
    "not_now": 409,
    "late": 409,
    "illegal": 409,
    "too_large": 413,
    "not_json": 415,
    "wrong_host": 421,
    "too_fast": 429,
    "too_many": 429,
    "not_stored": 503,
    "busy": 503,
    "game_failed": 500,
}
"""What kind of refusal → HTTP status."""


class Refusal(Refused):
    """A refusal with the word that programs read."""

    def __init__(self, error: str, reason: str, place: str = "") -> None:
        super().__init__(reason, place)
        self.error = error
        self.again = 0
        """Seconds after which it is worth trying again, if that is known."""


def refuse(error: str, key: str, place: str = "", /, **values: Any) -> Refusal:
    """A refusal in the words of the server."""
    return Refusal(error, sentence(key, **values), place)


def too_fast(key: str, wait: float) -> Refusal:
    """A refusal of what a person may do again after so many seconds."""
    seconds = ceil(wait)
    long = sentence("in_minutes", minutes=ceil(seconds / 60))
    refusal = refuse("too_fast", key, when=long if seconds > 90 else sentence("in_seconds", seconds=seconds))
    refusal.again = seconds
    return refusal


def sentence(key: str, /, **values: Any) -> Text:
    """A sentence of the server, translated when it is sent."""
    return WORDS.say(key, **values)


def language_of(asked: str | None, accept: str) -> str:
    """The language asked for, or the first of the browser's that there is, or English."""
    wanted = [asked or "", *(part.partition(";")[0].strip() for part in accept[:200].split(","))]
    found = (tag.partition("-")[0].lower() for tag in wanted)
    return next((language for language in found if language in LANGUAGES), ENGLISH)
