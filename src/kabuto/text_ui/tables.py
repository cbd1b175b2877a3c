"""What a game brings for people who read: its table, and its analysis."""

from kabuto.table import BadOption, manifests
from kabuto.table.terminal import Table
from kabuto.text_ui.language import sentence
from kabuto.text_ui.plain import plain_table


def table_class(game: str) -> type[Table]:
    """How a game is shown."""
    found: type[Table] = manifests.component(game, "terminal") or plain_table(game)
    return found


def check_analysed(game: str, place: str) -> None:
    """Refuse a game that has no analysis."""
    if not manifests.manifest(game).analysis:
        raise BadOption(sentence("no_analysis", name=game[:40], known=manifests.having("analysis")), place)
