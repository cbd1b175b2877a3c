"""A table as it is found again: in lists, and when its server starts."""

from msgspec.json import Encoder

from kabuto.host.store import Row
from kabuto.tabletop.state import Table

ENCODER = Encoder()


def row(table: Table) -> Row:
    """A table as it is found again: in lists, and when the server starts."""
    summary = table.summary()
    programs = any(table.seats[seat].mover for seat in table.to_move)
    return Row(
        id=table.id,
        status=table.status,
        visibility=table.created.visibility,
        awake=table.is_full or (bool(table.to_move) and (programs or bool(table.left))),
        updated=table.updated,
        summary=ENCODER.encode(summary),
        persons=tuple({table.created.host, *(seat.person for seat in table.seats if seat.person)}),
        speakers=tuple(table.chat.speakers),
    )
