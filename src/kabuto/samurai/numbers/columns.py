"""The columns that Samurai adds to exported tables of decisions."""

from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.moves import END
from kabuto.samurai.tokens import FIGURE_NAMES
from kabuto.table.numbers.columns import INTEGER, INTEGERS, TEXT, TEXTS, Column, Decision, after_the_end

_NAMES = ("helmets", "buddhas", "rice")
"""Kind of figure → the name of its columns."""


def action_ids(decision: Decision) -> list[int]:
    """The action id of the move, or the two ids of an exchange."""
    return list(to_ids(decision.move))


def _captured(decision: Decision, kind: int) -> list[int]:
    """Seat → figures of a kind; those behind screens as a perfect memory knows them."""
    view = decision.view
    remembered = view.remembered()
    return [(remembered[seat] if seen is None else seen)[kind] for seat, seen in enumerate(view.captured)]


def _left(decision: Decision) -> list[int]:
    return [sum(mask >> kind & 1 for mask in decision.view.state.figures) for kind in range(3)]


def _captured_column(kind: int) -> Column:
    meaning = f"seat → captured {_NAMES[kind]}; behind screens: those captured since the record began"
    return Column(_NAMES[kind], INTEGERS, meaning, lambda d: _captured(d, kind))


def _final_column(kind: int) -> Column:
    return Column(
        f"final_{_NAMES[kind]}",
        INTEGERS,
        f"seat → captured {_NAMES[kind]} at the end",
        after_the_end(lambda d: [counts[kind] for counts in d.outcome.captured]),
    )


COLUMNS = (
    Column(
        "turn",
        INTEGER,
        "how many turns had ended",
        lambda d: sum(entry.move == END for entry in d.view.log),
    ),
    Column("phase", TEXT, "`choose`, `draft` or `turn`", lambda d: str(d.view.state.phase)),
    Column("hand", TEXTS, "the deciding seat's hand", lambda d: list(d.view.hand)),
    Column("played", TEXTS, "the tokens it had played in this turn", lambda d: list(d.view.played)),
    Column("hand_sizes", INTEGERS, "seat → tokens in its hand", lambda d: list(d.view.hand_sizes)),
    Column("stack_sizes", INTEGERS, "seat → tokens it has yet to draw", lambda d: list(d.view.stack_sizes)),
    *(_captured_column(kind) for kind in range(3)),
    Column("left", INTEGERS, "helmets, Buddhas, rice fields on the map", _left),
    Column("aside", INTEGERS, "helmets, Buddhas, rice fields that nobody won", lambda d: list(d.view.aside)),
)
RESULTS = tuple(_final_column(kind) for kind in range(3))

assert FIGURE_NAMES == ("helmet", "buddha", "rice"), "columns follow the order of the figures"
