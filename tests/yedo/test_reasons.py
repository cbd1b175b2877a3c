"""What speaks for a move, in words."""

from kabuto.yedo.reasons import MOST, reasons

from .helpers import act, at, bare, card, market, random_game, stand, weapon


def told(game: object, move: str) -> str:
    """The reasons for a move of the seat to move."""
    view = game.view(game.to_move)  # type: ignore[attr-defined]
    return " ".join(reasons(view, view.move_type.parse(move)))


def test_every_move_of_a_game_has_reasons_in_every_language() -> None:
    for players in (2, 5):
        for number, game in enumerate(random_game(players, 3, "city")):
            if number % 5 == 0 and game.to_move is not None:
                view = game.view(game.to_move)
                for move in view.legal_moves():
                    found = reasons(view, move)
                    assert 1 <= len(found) <= MOST
                    assert all(text.to(language) for text in found for language in ("en", "de"))


def test_a_place_that_a_mission_needs_and_the_patrol() -> None:
    s = bare()
    card(s, 0, "M13")  # tavern, red-light district, Katana
    weapon(s, 0, "katana")
    game = at(s, "assign", [0])
    assert "Registers of Yoshiwara” needs it" in told(game, "place tavern")
    assert "needs it" not in told(game, "place temple")
    assert "the patrol comes here next" in told(game, "place castle-prestige")


def test_a_weapon_that_a_mission_needs() -> None:
    s = bare()
    card(s, 0, "M13")
    market(s, "nawa", "katana", None, None, None)
    stand(s, 0, "market")
    game = act(s, 0)
    assert "needs it" in told(game, "buy 2")
    assert "needs it" not in told(game, "buy 1")


def test_a_mission_names_its_rewards() -> None:
    s = bare()
    card(s, 0, "M13")
    weapon(s, 0, "katana")
    stand(s, 0, "tavern", "redlight")
    assert "It brings 2 prestige, 7 Mon." in told(act(s, 0), "fulfil M13 tavern")


def test_a_bid_says_what_is_left() -> None:
    game = at(bare(), "stepping")
    for move in (*["stay"] * 4, "auction annex"):
        game.play(move)
    assert told(game, "bid 7") == "2 prestige come with it. You keep 5 Mon."
