"""Which table shows a game at a terminal."""

from kabuto.cli.plain import plain_table
from kabuto.table import faces
from kabuto.table.terminal import Table


def table_class(game: str) -> type[Table]:
    """How a game is shown."""
    found: type[Table] = faces.face(game, "terminal") or plain_table(game)
    return found
