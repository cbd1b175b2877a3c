"""All timeouts for absent and slow players."""

from kabuto.protocol.http import Clock

MINUTE, HOUR, DAY = 60, 3600, 86_400
"""In seconds."""
MOST_OVERDUE = 3
"""How many turns in a row run out of time until the seat is lost."""
GRACE, LEAST_GRACE = 10, 10
"""Who has used up the time for a whole game gets one part in so many again, and at least so many seconds."""
ABSENCES = {HOUR: 2 * MINUTE, DAY: 10 * MINUTE}
"""Clocks shorter than this → seconds of absence until a program may sit in; with longer ones half of it."""
NO_CLOCK_ABSENCE = 2 * MINUTE
LONGEST_READY, LONGEST_PAUSE = 2 * MINUTE, DAY
"""After so many seconds clocks start, whether everyone is ready or not: at first, and after a pause."""
LONGEST_DEAL = 5
"""After so many seconds seals are told, whether all are there or not; after as many more a game is dealt."""
DAYS_OFF = 14
"""How many days of absence a person may announce in one game of days."""


def grace(clock: Clock) -> int:
    """What a seat gets that has used up its time for the whole game, in milliseconds."""
    return max(clock.seconds // GRACE, LEAST_GRACE) * 1000


def absence(clock: Clock | None) -> int:
    """Seconds for which a person must be away before a program may sit in."""
    if clock is None:
        return NO_CLOCK_ABSENCE
    return next((wait for below, wait in ABSENCES.items() if clock.seconds < below), clock.seconds // 2)


def is_of_days(clock: Clock | None) -> bool:
    """Whether a game takes days: no one has to be there at the same time."""
    return clock is not None and clock.seconds >= DAY
