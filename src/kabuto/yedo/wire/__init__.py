"""What a screen that knows no rules is sent about Yedo.

Everything here is made from views, so it can't contain anything that a seat may not know.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from kabuto.table.wire import Wire
from kabuto.yedo.board import ACTION, BONUS, GREEN
from kabuto.yedo.state.pieces import code
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wire.hand import private
from kabuto.yedo.wire.lessons import Lessons, lessons
from kabuto.yedo.wire.reference import Reference, reference
from kabuto.yedo.wire.story import details, events
from kabuto.yedo.wire.table import position
from kabuto.yedo.wire.tasks import task
from kabuto.yedo.wire.types import Details, Frame, Hand, Position, Private, Told


def frame(views: Sequence[YedoView], language: str = "en") -> Frame:
    """A moment as some seats together know it."""
    hands: list[Hand | None] = [None] * views[0].players
    shown = position(views[0], language)
    for view in views:
        if view.seat is not None:
            hands[view.seat] = _hand(view, view.seat)
        if view.seat == view.to_move is not None:
            shown = replace(shown, task=task(view.state))
    return Frame(shown, hands)


def _hand(view: YedoView, seat: int) -> Hand:
    s, clan = view.state, view.state.clans[seat]
    return Hand(
        missions=[code(s, GREEN, card) for card in clan.missions],
        actions=[code(s, ACTION, card) for card in clan.actions],
        bonuses=[code(s, BONUS, card) for card in clan.bonuses],
    )


WIRE = Wire(
    name="yedo",
    types={
        "position": Position,
        "private": Private,
        "events": Told,
        "details": Details,
        "frame": Frame,
        "reference": Reference,
        "lessons": Lessons,
    },
    position=position,
    private=private,
    events=events,
    details=details,
    frame=frame,
    reference=reference,
    lessons=lessons,
)
