"""What a seat knows of the tops of the piles: it remembers every card that it looked at."""

from kabuto.yedo.board import PILES
from kabuto.yedo.hands import code
from kabuto.yedo.tracking import Tracks
from kabuto.yedo.view import YedoView
from kabuto.yedo.wire.types import Known


def known(view: YedoView) -> dict[str, Known]:
    """Pile → its top cards, as far as the seat of a view knows them."""
    seat = view.seat
    if not any(fact.what == "look" and fact.seat == seat for entry in view.log for fact in entry.facts):
        return {}
    tracks = Tracks(view)
    found: dict[str, Known] = {}
    for pile, deck in enumerate(tracks.decks):
        top: list[str] = []
        for token in deck:
            face = tracks.face.get(token)
            if face is None:
                break
            top.append(code(view.state, pile, face))
        mixed = _mixed(view, tracks, pile, deck[len(top) :])
        if top or mixed:
            found[PILES[pile]] = Known(top, mixed)
    return found


def _mixed(view: YedoView, tracks: Tracks, pile: int, deck: list[int]) -> list[str]:
    """The cards right below that somebody else put in order, if the seat knows which they are."""
    source = tracks.source[deck[0]] if deck else None
    if source is None:
        return []
    knot = source[0]
    outputs = [
        token for token in deck[: len(knot.inputs)] if (each := tracks.source[token]) and each[0] is knot
    ]
    faces = [tracks.face.get(token) for token in knot.inputs]
    if len(outputs) < len(knot.inputs) or None in faces:
        return []
    return sorted(code(view.state, pile, face) for face in faces if face is not None)
