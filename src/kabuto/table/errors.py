"""Everything a table refuses is a ``ValueError`` that says why."""

import reprlib


class Refused(ValueError):
    """Something was refused; ``reason`` tells a person why."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason, place)
        self.reason = reason
        """What was wrong and, where it helps, what would be right."""
        self.place = place
        """Where it was wrong: a path such as ``moves[12]``, or nothing."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class IllegalMove(Refused):
    """A move that the rules do not allow here, or text that is no move."""


class BadOption(Refused):
    """An option that does not exist, or a value it cannot take."""


class Unavailable(BadOption):
    """A value of an option that is not here, such as cards from a folder that was not loaded."""


class BadRecord(Refused):
    """A record or position that cannot be read, or breaks a rule."""


class Changed(BadRecord):
    """A sound record whose game can't go on here: what it was begun with is not here, or has changed."""


def short(value: object) -> str:
    """A value as it may stand in a sentence: a little printable text, whatever the value is."""
    text = _SHORT.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def label(key: object) -> str:
    """The key of an entry as a part of its place."""
    plain = isinstance(key, str) and key.isprintable() and 0 < len(key) <= 40
    return str(key) if plain else short(key)


class _Short(reprlib.Repr):
    """A few items of a list and two levels of them, in the words of JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 2, 50, 50

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() <= 160 else f"a number of {x.bit_length()} bits"

    def repr_bool(self, x: bool, level: int) -> str:
        return str(x).lower()

    def repr_NoneType(self, x: None, level: int) -> str:  # noqa: N802 - the name that reprlib looks for
        return "null"


_SHORT = _Short()
