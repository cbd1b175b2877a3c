"""Law 8 in Yedo: a move that showed somebody a hidden card, or let chance decide, cannot be taken back."""

import re

import pytest

from kabuto.yedo import Yedo, YedoView

from .helpers import act, annex, at, bare, card, market, pile, play, random_game, stand, weapon

CARD = re.compile(r'"[MABE][0-9]+"')


def faces(view: YedoView) -> set[str]:
    """Every card whose face a view shows, now or in its log."""
    return set(CARD.findall(view.to_json()))


@pytest.mark.uncounted
@pytest.mark.parametrize("players", [2, 3])
def test_no_move_that_can_be_taken_back_has_shown_anybody_a_card(players: int) -> None:
    undoable = 0
    before: dict[int | None, set[str]] = {}
    for game in random_game(players, 5):
        viewers = (None, *range(players))
        seen = {viewer: faces(game.view(viewer)) for viewer in viewers}
        if game.ply and game.can_undo(game.view(None).log[-1].seat):
            undoable += 1
            assert all(seen[viewer] <= before[viewer] for viewer in viewers), str(game.moves[-1])
            assert game._states[-1].reshuffles == game._states[-2].reshuffles
        before = seen
    assert undoable > 20


def gates() -> Yedo:
    s = bare(2)
    stand(s, 0, "gates", "temple")
    return act(s, 0)


def yashiki() -> Yedo:
    s = bare(2)
    annex(s, 0, "yashiki", "dojo", "kobudo")
    card(s, 0, "M1", "A1")
    weapon(s, 0, "katana")
    stand(s, 0, "yashiki", "dojo", "kobudo")
    return act(s, 0)


def castle() -> Yedo:
    s = bare(2)
    stand(s, 0, "castle-mission", "redlight", "market")
    market(s, "katana", None, None, None, None)
    return act(s, 0)


def playing() -> Yedo:
    s = bare(2)
    card(s, 0, "A23")
    card(s, 1, "A1")
    stand(s, 0, "gates")
    pile(s, "weapon", "katana", "katana")
    s.discard, s.decks = (2,), tuple(deck[1:] if n == 6 else deck for n, deck in enumerate(s.decks))
    return act(s, 0)


@pytest.mark.parametrize(
    ("game", "move"),
    [
        (gates, "look gates action"),
        (gates, "look temple event"),
        (gates, "look temple red"),
        (castle, "mission red"),
        (castle, "draw"),
        (yashiki, "swap M1 red"),
        (yashiki, "swap katana"),
        (yashiki, "swap A1"),
        (playing, "play A23 katana"),
    ],
)
def test_what_shows_a_card_stays_played(game: object, move: str) -> None:
    assert callable(game)
    played = play(game(), move)
    assert not played.can_undo(0)


@pytest.mark.parametrize(("game", "move"), [(gates, "sell 1"), (castle, "buy 1")])
def test_what_shows_nothing_can_be_taken_back(game: object, move: str) -> None:
    assert callable(game)
    played = play(game(), move)
    assert played.can_undo(0)
    assert not played.can_undo(1)
    assert str(played.undo()) == move


def test_the_missions_of_the_set_up_cannot_be_read_one_deck_after_the_other() -> None:
    for colour in ("green", "yellow", "red", "black"):
        game = next(iter(random_game(2, 7)))
        mover = game.to_move
        game.play(f"take {colour}")
        assert not game.can_undo(mover)


def test_an_auction_that_brings_cards_to_choose_from_stays_played() -> None:
    s = bare(2)
    game = at(s, "bidding")
    play(game, "stay", "out", "auction arts", "choose action")
    assert not game.can_undo(0)
