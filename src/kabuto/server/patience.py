"""How long a table waits for people, all numbers in one place."""

from kabuto.server.messages import Clock

MOST_OVERDUE = 3
"""How many turns in a row run out of time until the seat is lost."""
GRACE, LEAST_GRACE = 10, 10
"""Who has used up the time for a whole game gets one part in so many again, and at least so many seconds."""


def grace(clock: Clock) -> int:
    """What a seat gets that has used up its time for the whole game, in milliseconds."""
    return max(clock.seconds // GRACE, LEAST_GRACE) * 1000
