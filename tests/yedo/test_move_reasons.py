"""What speaks for a move, in words."""

from random import Random

import kabuto
from kabuto.yedo.board import DISTRICTS
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.move_reasons import MOST, reasons
from kabuto.yedo.views.view import YedoView

from .helpers import act, at, bare, card, market, pile, random_game, stand, weapon


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
    assert "the patrol moves here next" in told(game, "place castle-prestige")


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
    assert told(game, "bid 7") == (
        "2 prestige come with it. Otherwise seat 0 wins it for 6 Mon. You keep 5 Mon."
    )


def test_money_says_what_it_is_for_and_who_could_take_it() -> None:
    s = bare()
    card(s, 0, "M13")
    stand(s, 0, "harbor", "gates")
    stand(s, 1, "harbor")
    game = act(s, 0)
    needs = "help to pay for Katana (sword), which “The Registers of Yoshiwara” needs"
    assert needs in told(game, "sell 1")
    assert needs in told(game, "church")
    assert "take it first: seat 1" in told(game, "church")


def test_the_last_space_denies_a_place_to_others() -> None:
    s = bare()
    stand(s, 1, "temple")
    assert "last space" in told(at(s, "assign", [0]), "place temple")
    assert "last space" not in told(at(bare(), "assign", [0]), "place temple")


def test_a_place_says_what_a_mission_can_get_there() -> None:
    s = bare()
    card(s, 0, "M13")
    market(s, "katana", None, None, None, None)
    game = at(s, "assign", [0])
    assert "You can get Katana (sword) here, which “The Registers of Yoshiwara” needs" in told(
        game, "place market"
    )
    assert "You can get" not in told(game, "place temple")


def test_a_pass_says_what_the_bid_would_cost_and_what_the_money_is_for() -> None:
    s = bare()
    card(s, 0, "M13")
    game = at(s, "stepping")
    for move in (*["stay"] * 4, "auction annex"):
        game.play(move)
    game.play("bid 12")
    assert "You can’t pay more" in told(game, "pass")
    s = bare()
    s.edit(2).mon = 14
    game = at(s, "stepping")
    for move in (*["stay"] * 4, "auction action", "bid 12"):
        game.play(move)
    assert "13 Mon is more than it is worth to you" in told(game, "pass")


def test_an_arrest_says_which_mission_would_be_lost() -> None:
    s = bare()
    card(s, 0, "M13")
    weapon(s, 0, "katana")
    stand(s, 0, "tavern", "redlight")
    s.patrol = DISTRICTS.index("tavern")
    game = at(s, "5c")
    assert "Without this disciple you can’t fulfil “The Registers of Yoshiwara” this round" in told(
        game, "blackmail tavern"
    )
    assert "build an annex" in told(game, "blackmail tavern")


def test_the_order_of_cards_says_what_comes_next_and_who_wants_it() -> None:
    s = bare()
    card(s, 0, "M13")
    pile(s, "weapon", "nawa", "katana", "yumi")
    stand(s, 0, "tavern")
    game = act(s, 0)
    game.play("look tavern weapon")
    assert told(game, "order 2 1 3").startswith("This comes next: Katana (sword). “The Registers")
    assert "needs it" not in told(game, "order 1 2 3")


def test_every_step_of_an_offer_says_what_it_is_for() -> None:
    s = bare()
    card(s, 0, "M13")
    weapon(s, 0, "nawa")
    weapon(s, 1, "katana")
    stand(s, 0, "market")
    stand(s, 1, "market")
    game = at(s, "trade-market")
    game.play("offer 1")
    assert "None of your missions needs what you give" in told(game, "give nawa")
    game.play("give nawa")
    assert "Registers of Yoshiwara” needs it" in told(game, "ask katana")
    game.play("ask katana")
    both = told(game, "propose")
    assert "Registers of Yoshiwara” needs it" in both
    assert "None of your missions needs what you give" in both


def test_a_mission_says_what_its_disciple_leaves_undone() -> None:
    s = bare()
    card(s, 0, "M13")
    weapon(s, 0, "katana")
    stand(s, 0, "tavern", "redlight")
    assert "doesn’t do anything else here" in told(act(s, 0), "fulfil M13 tavern")


def test_hardly_any_decision_is_left_without_a_reason_of_its_own() -> None:
    """Of at most one move in a hundred nothing more can be said than that it is rated best."""
    game, chosen, mute = kabuto.new("yedo", players=3, seed=4), 0, 0
    while game.to_move is not None:
        view = game.view(game.to_move)
        assert isinstance(view, YedoView)
        move = weigh(view.state, Random(game.ply))
        if len(view.legal_moves()) > 1:
            chosen += 1
            mute += reasons(view, move)[0].key == "quiet"
        game.play(move)
    assert mute <= chosen // 100
