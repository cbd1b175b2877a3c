"""Whose time runs, and when it is over."""

from kabuto.server.socket_messages import Clocks
from kabuto.server.table import Table
from kabuto.server.world import Clock


class Timekeeper:
    """Measures the turns of a table; what was measured is stored with the moves that everybody sees."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[int, tuple[int, float]] = {}
        """Seat → which of its turns it is, and when that began."""

    def look(self, table: Table) -> None:
        """See whose time runs now."""
        running = [seat for seat in table.to_move if table.left and not table.seats[seat].mover]
        now = self._clock()
        before, self._since = self._since, {}
        for seat in running:
            began = before.get(seat)
            turn = table.turns[seat]
            self._since[seat] = began if began and began[0] == turn else (turn, now)

    def left(self, table: Table, seat: int) -> int | None:
        """Milliseconds of a seat's time, less what it has used of its turn."""
        if not table.left or not table.seats[seat].is_person:
            return None
        used = self._clock() - self._since[seat][1] if seat in self._since else 0
        return max(0, table.left[seat] - int(used * 1000))

    def shown(self, table: Table) -> Clocks | None:
        """The clocks of a table; None if there are none."""
        if not table.left:
            return None
        seats = range(len(table.seats))
        return Clocks([self.left(table, seat) for seat in seats], sorted(self._since))

    def next(self, table: Table) -> float | None:
        """Seconds until the first time is over."""
        left = [self.left(table, seat) or 0 for seat in self._since]
        return min(left) / 1000 if left else None

    def over(self, table: Table) -> list[int]:
        """The seats without time."""
        return [seat for seat in self._since if not self.left(table, seat)]
