"""The same game of Yedo, but for cards that a seat has not seen: made without ``view.sample``."""

from random import Random
from typing import Any

from kabuto.table import Game, load
from kabuto.yedo.board import ACTION, BLACK, BONUS, EVENT, GREEN, PILES
from kabuto.yedo.game import Yedo


def permute(game: Game[Any, Any], seat: int | None, rng: Random) -> Yedo:
    """Exchange cards that no one has drawn or that other hands hold unseen, deck by deck."""
    assert isinstance(game, Yedo)
    record = game.record()
    if "first" in record["start"]:
        for pile, name in enumerate(PILES):
            deck = record["start"]["decks"][name]
            places = _untouched(game) if pile == ACTION else _unseen(game, seat, pile, deck, record["moves"])
            faces = [deck[place] for place in places]
            rng.shuffle(faces)
            for place, face in zip(places, faces, strict=True):
                deck[place] = face
    again = load(record)
    assert isinstance(again, Yedo)
    return again


def _untouched(game: Yedo) -> list[int]:
    """Places of the action deck that no draw and no look has ever reached; copies tell nothing apart."""
    reached = removed = 0
    for state in game._states:
        for fact in state.facts:
            if fact.pile == ACTION and fact.what in ("draw", "drawn"):
                removed += len(fact.cards)
            reached = max(reached, removed + 3)
    return list(range(max(reached, 3), len(game.state.setting.cards.deck_faces[ACTION])))


def _unseen(game: Yedo, seat: int | None, pile: int, deck: list[str], moves: list[str]) -> list[int]:
    """Places of a deck of single cards whose cards this seat has not seen and no move has named."""
    if pile not in (BONUS, EVENT, *range(GREEN, BLACK + 1)):
        return []
    codes = game.state.setting.cards.codes[pile]
    seen = {
        codes[card]
        for entry in game.view(seat).log
        for fact in entry.facts
        if fact.pile == pile
        for card in fact.cards
        if card >= 0
    }
    drawn = {
        codes[card]
        for state in game._states
        for fact in state.facts
        if fact.pile == pile
        and fact.what in ("drawn", "keep", "flip", "finish", "show", "tuck", "lay", "pass")
        for card in fact.cards
    }
    named = {word for text in moves for word in text.split(" ")}
    return [place for place, text in enumerate(deck) if text not in seen | drawn | named]
