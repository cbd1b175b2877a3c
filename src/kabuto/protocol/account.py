"""The messages about oneself: coming back after a lost cookie, statistics, one's data."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kabuto.protocol.http import Name, Rating, Strict, Value

Missing = Literal["", "https", "library", "name"]


class Passkey(Struct, frozen=True):
    """A passkey of mine."""

    id: str
    """What to name it by when it is removed."""
    browser: str
    """Where it was made, such as Firefox; empty: not known."""
    system: str
    """Such as Linux; empty: not known."""
    since: str
    """The day on which it was made, such as 2026-11-17."""
    is_this: bool
    """Whether this device made it."""


class PhraseMade(Struct, frozen=True):
    """When and where my recovery phrase was made."""

    browser: str
    """Such as Firefox; empty: not known."""
    system: str
    """Such as Linux; empty: not known."""
    since: str
    """The day, such as 2026-11-17."""
    is_this: bool
    """Whether this device made it."""


class Recovery(Struct, frozen=True):
    """How I can come back when my cookie is gone."""

    has_phrase: bool
    """Whether I have a recovery phrase."""
    phrase: PhraseMade | None
    """When and where it was made; null: there is none."""
    passkeys: list[Passkey]
    """My passkeys, the newest first."""
    passkeys_missing: Missing
    """What passkeys lack here: https, a library on the server, a name as address; empty: nothing."""


class Phrase(Struct, frozen=True):
    """A new recovery phrase. It is shown once."""

    phrase: str
    """Five words. They end the phrase before."""


class Recover(Strict, frozen=True):
    """Come back with a recovery phrase."""

    phrase: Annotated[str, Meta(max_length=200)]
    """The phrase; case and signs between the words don't matter."""


class PasskeyOptions(Struct, frozen=True):
    """What the browser needs to make or use a passkey."""

    options: dict[str, Any]
    """For ``PublicKeyCredential.parse…OptionsFromJSON``."""
    attempt: str
    """To be sent back with the answer, within five minutes."""


class PasskeyAnswer(Strict, frozen=True):
    """What the browser said about a passkey."""

    attempt: Annotated[str, Meta(max_length=1000)]
    """The one that came with the options."""
    answer: dict[str, Any]
    """The credential, as its ``toJSON`` writes it."""


class RemovePasskey(Strict, frozen=True):
    """Remove a passkey of mine."""

    passkey: Annotated[str, Meta(max_length=4096)]
    """Its ``id``."""


class Tally(Struct, frozen=True):
    """How many games there were and how they ended."""

    played: int
    """Finished games."""
    won: int
    """Those won alone."""
    shared: int
    """Those won together with others."""


class OptionTally(Struct, frozen=True):
    """Games with one value of an option."""

    option: str
    """The name of the option, such as ``edition``."""
    value: Value
    """Its value."""
    tally: Tally
    """How they went."""


class ProgramTally(Struct, frozen=True):
    """Games against one program."""

    program: str
    """Its name, such as ``level3``."""
    tally: Tally
    """How they went."""


class GameStatistics(Struct, frozen=True):
    """How my games of one kind went."""

    game: str
    """The name of the game."""
    all: Tally
    """All of them, without tables where I had several seats or the beginning was set."""
    people: Tally
    """Those with other people."""
    options: list[OptionTally]
    """By each value of each option."""
    programs: list[ProgramTally]
    """By who else sat there."""
    rating: Rating | None
    """Null: there was no game against a level whose strength is known."""
    levels: dict[str, int]
    """Program → its Elo, as far as that is known."""


class Statistics(Struct, frozen=True):
    """How my games went."""

    games: list[GameStatistics]
    """By game."""


class Delete(Strict, frozen=True):
    """Delete myself."""

    name: Name
    """My name, so that no one does it by mistake."""


class PushState(Struct, frozen=True):
    """Whether I am notified when the page is closed."""

    key: str
    """For ``PushManager.subscribe``; empty: this server can't send notifications."""
    browsers: int
    """How many of my browsers are notified."""


class Subscribe(Strict, frozen=True):
    """Notify this browser."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    """Its address at its push service."""
    key: Annotated[str, Meta(max_length=100)]
    """Its public key (``p256dh``)."""
    auth: Annotated[str, Meta(max_length=30)]
    """Its secret."""


class Unsubscribe(Strict, frozen=True):
    """Don't notify this browser any more."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    """Its address at its push service."""


class QrText(Strict, frozen=True):
    """A link to be shown as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    """The link."""


class QrCode(Struct, frozen=True):
    """A QR code to draw: dark squares of size 1."""

    size: int
    """How many squares a side has."""
    path: str
    """What is dark, as the path of an SVG."""
