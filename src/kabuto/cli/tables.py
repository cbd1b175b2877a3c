"""Which table shows a game at a terminal."""

from kabuto.cli.speech import sentence
from kabuto.table import BadOption, faces
from kabuto.table.terminal import Table


def table_class(game: str) -> type[Table]:
    """How a game is shown."""
    found: type[Table] | None = faces.face(game, "terminal")
    if found is None:
        raise BadOption(sentence("no_table", name=game[:40], known=faces.having("terminal")), "game")
    return found
