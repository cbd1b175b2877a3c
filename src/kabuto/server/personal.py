"""The messages about oneself: coming back after a lost cookie. ``schema`` describes them with the others."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kabuto.server.messages import Strict

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


class Recovery(Struct, frozen=True):
    """How I can come back when my cookie is gone."""

    has_phrase: bool
    """Whether I have a recovery phrase."""
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
