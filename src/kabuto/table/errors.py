"""Everything a table refuses is a ``ValueError`` that says why."""


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


class BadRecord(Refused):
    """A record or position that cannot be read, or breaks a rule."""
