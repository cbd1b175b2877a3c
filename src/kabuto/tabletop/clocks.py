"""Whose time runs, and when it is over."""

from typing import NamedTuple

from kabuto.protocol.socket import Clocks
from kabuto.tabletop.outside import Clock
from kabuto.tabletop.state import Table
from kabuto.tabletop.time_limits import LONGEST_DEAL, LONGEST_PAUSE, LONGEST_READY


class _Turn(NamedTuple):
    """What a seat has used of its turn."""

    number: int
    """Which of its turns it is."""
    used: float = 0
    """Seconds before its clock last stood still."""
    since: float | None = None
    """When its clock last started; None: it stands still."""


class Timekeeper:
    """Measures the turns of a table; what was measured is stored with the moves that everyone sees."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turns: dict[int, _Turn] = {}
        """The seats to move → what they have used."""
        self._waits, self._since = "", 0.0
        """What is waited for, and since when: ``seals``, parts for the ``deal``, people to be ``ready``."""

    def look(self, table: Table) -> None:
        """See whose time runs now."""
        now = self._clock.monotonic()
        waits = "ready" if table.unready else ""
        if table.is_full:
            waits = "deal" if table.deal.is_told else "seals"
        if waits != self._waits:
            self._waits, self._since = waits, now
        before, self._turns = self._turns, {}
        for seat in table.to_move:
            if table.left and not table.seats[seat].mover:
                turn, number = before.get(seat), table.turns[seat]
                turn = turn if turn and turn.number == number else _Turn(number)
                if table.unready or self._away(table, seat):
                    turn = _Turn(number, turn.used + (now - turn.since if turn.since is not None else 0))
                elif turn.since is None:
                    turn = _Turn(number, turn.used, now)
                self._turns[seat] = turn

    def _away(self, table: Table, seat: int) -> float:
        """Seconds until a person who announced an absence is back."""
        return max(0, table.seats[seat].away_until - self._clock.time())

    @property
    def _running(self) -> list[int]:
        return sorted(seat for seat, turn in self._turns.items() if turn.since is not None)

    def left(self, table: Table, seat: int) -> int | None:
        """Milliseconds of a seat's time, less what it has used of its turn."""
        if not table.left or not table.seats[seat].is_person:
            return None
        turn = self._turns.get(seat, _Turn(0))
        used = turn.used + (self._clock.monotonic() - turn.since if turn.since is not None else 0)
        return max(0, table.left[seat] - int(used * 1000))

    def shown(self, table: Table) -> Clocks | None:
        """The clocks of a table; None if there are none."""
        if not table.left:
            return None
        return Clocks([self.left(table, seat) for seat in range(len(table.seats))], self._running)

    def next(self, table: Table) -> float | None:
        """Seconds until something has to be seen to: a time is over, a wait, an absence."""
        left = [(self.left(table, seat) or 0) / 1000 for seat in self._running]
        left += [self._away(table, seat) for seat in self._turns if self._away(table, seat)]
        if self._waits in ("seals", "deal") or (self._waits and table.left):
            left.append(max(0, self._wait_left(table)))
        return min(left, default=None)

    def over(self, table: Table) -> list[int]:
        """The seats without time."""
        return [seat for seat in self._running if not self.left(table, seat)]

    def is_waiting_over(self, table: Table) -> bool:
        """Whether clocks have waited long enough for everyone to be ready, or for seals or parts."""
        return bool(self._waits) and self._wait_left(table) <= 0

    def _wait_left(self, table: Table) -> float:
        longest = LONGEST_DEAL if table.is_full else LONGEST_PAUSE if table.is_paused else LONGEST_READY
        return self._since + longest - self._clock.monotonic()
