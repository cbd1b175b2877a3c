"""Action cards and their answers (Y91–Y94, Q1, Q29–Q33)."""

import pytest

from kabuto.table import load
from kabuto.yedo import Yedo
from kabuto.yedo.board import DISTRICTS, WEAPONS
from kabuto.yedo.phases.action_cards import plays
from kabuto.yedo.state.state import State

from .helpers import (
    act,
    at,
    bare,
    card,
    clan,
    close,
    codes,
    market,
    moves,
    patrol_in,
    play,
    stand,
    task,
    weapon,
    whereabouts,
)
from .rules_table import rule

EARS = "A1"


def window(s: State, step: str = "5b") -> Yedo:
    return at(s, step)


@rule("Y91", "Q29")
def test_a_card_is_played_only_at_its_time() -> None:
    s = bare()
    card(s, 0, "A2", "A7", "A20")
    game = window(s)
    assert moves(game) == {"pass", "play A2"}
    assert "before arrests" in str(game.why_not("play A7"))


@rule("Y91")
def test_a_card_is_played_only_with_its_condition_met() -> None:
    for mon, allowed in ((12, True), (13, False)):
        s = bare()
        card(s, 0, "A10")
        s.edit(0).mon = mon
        game = play(at(s, "bidding"), "stay", "stay", "stay", "stay")
        assert ("play A10" in moves(game)) == allowed
    assert "condition" in str(game.why_not("play A10"))


@rule("Y92")
def test_a_played_card_goes_under_the_deck() -> None:
    s = bare()
    card(s, 0, "A2")
    game = play(window(s), "play A2")
    assert codes(game, 0, "actions") == []
    assert game.state.decks[0][-1] == game.state.setting.cards.codes[0].index("A2")


@rule("Y93", "Q29")
def test_a_lap_asks_in_player_order() -> None:
    s = bare()
    s.order = s.track = (2, 0, 3, 1)
    for seat in range(4):
        card(s, seat, "A2" if seat < 3 else "A4")
    game, asked = window(s), []
    while task(game) == "window":
        asked.append(game.to_move)
        game.play("pass")
    assert asked == [2, 0, 3, 1]


@rule("Q1")
def test_who_is_asked_depends_on_the_number_of_cards_alone() -> None:
    s = bare()
    card(s, 1, "A20")
    game = window(s)
    assert (game.to_move, moves(game)) == (1, {"pass"})


@rule("Y94", "Q31")
def test_one_ears_cancels_two_cancel_each_other() -> None:
    for answers, expected in ((0, "gates"), (1, "castle"), (2, "gates")):
        s = bare()
        card(s, 0, "A4", EARS)
        card(s, 1, EARS)
        s.patrol = DISTRICTS.index("castle")
        game = window(s)
        play(game, "play A4")
        assert (game.to_move, moves(game)) == (1, {"pass", f"play {EARS}"})
        play(game, f"play {EARS}" if answers else "pass")
        if answers:
            assert game.to_move == 0
            play(game, f"play {EARS}" if answers == 2 else "pass")
        assert patrol_in(game) == expected


ANSWERED = [
    ("auction", "A11", ""),
    ("event-cards", "A14", ""),
    ("assign", "A19", ""),
    ("5b", "A2", ""),
    ("5c", "A7", " tavern"),
    ("activate", "A24", ""),
]


@pytest.mark.parametrize(("step", "code", "target"), ANSWERED)
@rule("Y146", "Y149", "Q30")
def test_cards_are_answered_at_every_time_at_which_they_are_played(step: str, code: str, target: str) -> None:
    s = bare()
    card(s, 0, code)
    card(s, 1, EARS)
    if step in ("5c", "activate"):
        stand(s, 0, "tavern")
        s.patrol = DISTRICTS.index("tavern")
    game = play(at(s, step, () if step == "auction" else (0,)), f"play {code}{target}")
    assert (game.to_move, task(game), moves(game)) == (1, "answer", {"pass", f"play {EARS}"})
    play(game, f"play {EARS}")
    assert codes(game, 0, "actions") == codes(game, 1, "actions") == []
    assert game.state.rebate == (0, 0, 0, 0)
    assert (game.state.borrowed, game.state.saved) == ((), ())
    assert "cancelled" in [fact.what for fact in game.view(None).log[-1].facts]


@rule("Q1", "Q31")
def test_everybody_else_with_a_card_is_asked_in_player_order() -> None:
    s = bare()
    s.order = s.track = (3, 1, 2, 0)
    for seat in (0, 1, 2):
        card(s, seat, "A2")
    card(s, 3, "A3", "A5")
    game = play(window(s), "play A3")
    asked = []
    while task(game) == "answer":
        asked.append(game.to_move)
        assert "in answer to a card" in str(game.why_not("play A2"))
        game.play("pass")
    assert asked == [1, 2, 0]


@rule("Q31")
def test_nobody_answers_the_own_card_but_the_first_player_may_answer_the_answer() -> None:
    s = bare()
    card(s, 0, "A3", EARS)
    card(s, 2, EARS, "A2")
    game = play(window(s), "play A3")
    assert game.to_move == 2
    play(game, f"play {EARS}")
    assert game.to_move == 0


@rule("Q32")
def test_a_card_that_failed_was_played_and_uses_up_the_allowance() -> None:
    s = bare()
    card(s, 0, "A3", "A2")
    card(s, 1, EARS)
    game = play(window(s), "play A3", f"play {EARS}", "pass")
    assert task(game) != "window"
    assert codes(game, 0, "actions") == ["A2"]
    names = game.state.setting.cards.codes[0]
    assert [names[n] for n in game.state.decks[0][-2:]] == ["A3", EARS]


@rule("Q32")
def test_the_cost_of_a_card_that_failed_is_not_paid() -> None:
    s = bare()
    card(s, 0, "A22")
    card(s, 1, EARS)
    weapon(s, 1, "katana")
    stand(s, 0, "market")
    stand(s, 1, "market")
    game = play(act(s, 0), "play A22 1 katana", f"play {EARS}")
    assert (clan(game, 0).mon, clan(game, 0).weapons) == (12, ())


@rule("Y145", "Q30")
def test_one_5b_card_each() -> None:
    s = bare()
    card(s, 0, "A2", "A3", "A4")
    game = play(window(s), "play A2")
    assert task(game) != "window"


@rule("Q30")
def test_after_an_event_any_number_of_cards() -> None:
    s = bare()
    card(s, 0, "A14", "A15")
    game = play(at(s, "event-cards"), "play A15")
    assert "play A14" in moves(game)


# What the cards of the house do.


@pytest.mark.parametrize(
    ("number", "district"), [("A2", "castle"), ("A3", "temple"), ("A4", "tavern"), ("A5", "harbor")]
)
@rule("Y147")
def test_cards_that_move_the_patrol(number: str, district: str) -> None:
    s = bare()
    card(s, 0, number)
    assert patrol_in(play(window(s), f"play {number}")) == district


@rule("Y147", "Q38")
def test_a_card_that_exchanges_the_patrol() -> None:
    s = bare()
    card(s, 0, "A6")
    game = play(window(s), "play A6")
    assert (patrol_in(game), game.state.colour) == ("gates", 1)


def five_c(s: State) -> Yedo:
    s.patrol = DISTRICTS.index("tavern")
    return at(s, "5c")


@rule("Y150")
def test_a_card_saves_one_all_or_sends_all_home() -> None:
    for text, left in (("play A7 tavern", ["tavern"]), ("play A8", ["tavern", "tavern"]), ("play A9", [])):
        s = bare()
        card(s, 0, "A7", "A8", "A9")
        stand(s, 0, "tavern", "tavern")
        s.edit(0).blackmail = 0
        game = play(five_c(s), text)
        assert whereabouts(game, 0) == left
        assert clan(game, 0).home == (2 if text == "play A9" else 0 if len(left) == 2 else 1)


def auction(s: State) -> Yedo:
    return play(at(s, "bidding"), *["stay"] * s.setting.players)


def test_cards_before_an_auction() -> None:
    s = bare()
    card(s, 0, "A10", "A11", "A12")
    game = play(auction(s), "play A10", "play A11", "play A12 geisha")
    assert clan(game, 0).mon == 16
    assert "auction geisha" not in moves(game)
    play(game, "auction annex", "pass", "pass", "pass")
    assert clan(game, 0).mon == 16 - 6 + 3


def test_a_category_stays_open_if_it_is_needed() -> None:
    s = bare(3)
    card(s, 0, "A12")
    game = play(at(s, "bidding"), "stay", "stay", "stay")
    assert not moves(game, "play")
    assert "no effect" in str(game.why_not("play A12 arts"))


def test_cards_after_an_event() -> None:
    s = bare()
    market(s, "doku", "katana", "katana", None, "katana")
    card(s, 0, "A14", "A15")
    game = play(at(s, "event-cards"), "play A14", "play A15")
    assert [n for n in game.state.market if n == WEAPONS.index("katana")] == []
    assert [WEAPONS[n] for n in game.state.discard] == ["doku", "katana", "katana", "katana"]
    assert (game.state.church, clan(game, 0).mon) == (6, 13)


def placing(s: State) -> Yedo:
    return at(s, "assign")


def test_a_card_puts_a_disciple_into_a_full_district() -> None:
    s = bare()
    card(s, 0, "A16")
    stand(s, 1, "gates", "gates", "gates")
    game = play(placing(s), "play A16 gates")
    assert whereabouts(game, 0) == ["gates"]
    assert game.to_move == 0


def test_a_card_takes_a_placed_disciple_back() -> None:
    s = bare()
    card(s, 0, "A17")
    stand(s, 0, "gates")
    game = play(placing(s), "play A17 gates")
    assert (whereabouts(game, 0), clan(game, 0).home) == ([], 2)


def test_a_card_exchanges_two_disciples_outside_the_castle() -> None:
    s = bare()
    card(s, 0, "A18")
    stand(s, 0, "gates")
    stand(s, 1, "temple", "garden")
    game = placing(s)
    assert moves(game, "play") == {"play A18 gates 1 temple"}
    play(game, "play A18 gates 1 temple")
    assert whereabouts(game, 0) == ["temple"]
    assert "gates" in whereabouts(game, 1)


@rule("Q28")
def test_no_card_moves_a_disciple_into_a_closed_district() -> None:
    s = bare()
    card(s, 0, "A18", "A16")
    stand(s, 0, "gates")
    stand(s, 1, "temple")
    stand(s, 2, "temple")  # full: both cards could aim at it
    into = {str(move) for move in plays(s, 0, "place") if "temple" in move.words}
    assert into == {"play A16 temple", "play A18 gates 1 temple", "play A18 gates 2 temple"}
    close(s, "temple")  # no position has disciples in a closed district, but the cards say so themselves
    assert not list(plays(s, 0, "place"))


def test_a_card_calls_a_disciple_from_the_reserve() -> None:
    s = bare()
    card(s, 0, "A19")
    game = play(placing(s), "play A19")
    assert (clan(game, 0).home, clan(game, 0).reserve) == (3, 1)


def test_an_ambush_sends_a_neighbour_home() -> None:
    s = bare()
    card(s, 0, "A20")
    stand(s, 0, "castle-prestige")
    stand(s, 1, "garden", "tavern")
    game = act(s, 0, 1)
    assert moves(game, "play") == {"play A20 1 garden"}
    play(game, "play A20 1 garden")
    assert whereabouts(game, 1) == ["tavern"]
    assert clan(game, 1).home == 1


def test_a_cutpurse_takes_up_to_four_mon() -> None:
    for mon, taken in ((12, 4), (3, 3)):
        s = bare()
        card(s, 0, "A21")
        stand(s, 0, "market")
        stand(s, 1, "market")
        s.edit(1).mon = mon
        game = play(act(s, 0), "play A21 1")
        assert (clan(game, 0).mon, clan(game, 1).mon) == (12 + taken, mon - taken)


def beside_a_katana(mon: int) -> Yedo:
    """Seat 0 with so much money and a card that forces seat 1 to sell."""
    s = bare()
    s.edit(0).mon = mon
    card(s, 0, "A22")
    weapon(s, 1, "katana")
    stand(s, 0, "market")
    stand(s, 1, "market")
    return act(s, 0)


def test_a_forced_sale_pays_five() -> None:
    game = play(beside_a_katana(mon=5), "play A22 1 katana")
    assert (clan(game, 0).mon, clan(game, 1).mon) == (0, 17)
    assert clan(game, 0).weapons == (WEAPONS.index("katana"),)
    assert not moves(beside_a_katana(mon=4), "play")


def test_salvage_takes_a_weapon_from_the_discard() -> None:
    s = bare()
    card(s, 0, "A23")
    stand(s, 0, "market")
    katana = WEAPONS.index("katana")
    s.decks = (*s.decks[:6], tuple(n for n in s.decks[6] if n != katana), s.decks[7])
    s.discard = (katana,) * 5
    game = act(s, 0)
    assert moves(game, "play") == {"play A23 katana"}
    assert clan(play(game, "play A23 katana"), 0).weapons == (katana,)


def test_a_borrowed_blade_stands_in_for_one_weapon_of_one_mission() -> None:
    s = bare()
    card(s, 0, "A24", "M2")  # market and one weapon
    stand(s, 0, "market")
    game = act(s, 0)
    assert not moves(game, "fulfil")
    play(game, "play A24")
    assert moves(game, "fulfil") == {"fulfil M2 market"}
    play(game, "fulfil M2 market")
    assert game.state.borrowed == ()
    assert codes(game, 0, "finished") == ["M2"]


def test_a_borrowed_blade_is_one_weapon_in_both_parts() -> None:
    s = bare()
    card(s, 0, "A24", "M12")  # harbor and a fukiya, for the bonus a shuko
    stand(s, 0, "harbor")
    game = play(act(s, 0), "play A24", "fulfil M12 harbor")
    assert task(game) != "bonuspart"
    assert codes(game, 0, "finished") == ["M12"]
    s = bare()
    card(s, 0, "A24", "M12")
    weapon(s, 0, "fukiya")
    stand(s, 0, "harbor")
    assert "bonus" in moves(play(act(s, 0), "play A24", "fulfil M12 harbor"))


def test_two_clans_borrow_a_blade_each_and_give_it_back_at_the_end_of_the_round() -> None:
    s = bare()
    card(s, 0, "A24", "M2")
    card(s, 1, "A24", "M4")
    stand(s, 0, "market", "gates")
    stand(s, 1, "temple", "gates")
    game = act(s, 0, 1)
    play(game, "play A24", "pass", "idle gates", "play A24", "fulfil M4 temple")
    twin = load(game.record(), "yedo")
    assert twin.position() == game.position()
    assert game.position()["borrowed"] == 0
    assert "fulfil M2 market" in moves(game)
    play(game, "idle market", "idle gates")
    assert game.state.borrowed == ()
    assert game.state.round == 2


def test_a_blade_that_was_borrowed_is_written_with_its_weapon() -> None:
    s = bare(cards="city")
    card(s, 0, "A29", "M20")  # market, a katana and a fukiya: a weapon from the market
    weapon(s, 0, "fukiya")
    stand(s, 0, "market")
    market(s, None, None, None, "nawa", "yumi")
    game = play(act(s, 0), "play A29", "fulfil M20 market")
    assert game.position()["borrowed"] == [[0, "katana"]]
    assert (
        load({**game.record(), "start": game.position(), "moves": []}, "yedo").position() == game.position()
    )


@rule("Q33")
def test_blackmail_only_in_5c_for_one_disciple_unanswered_once() -> None:
    s = bare()
    stand(s, 0, "tavern", "tavern")
    card(s, 1, EARS)
    game = five_c(s)
    assert moves(game) == {"pass", "blackmail tavern"}
    play(game, "blackmail tavern")
    assert task(game) != "answer"
    assert whereabouts(game, 0) == ["tavern"]
    assert clan(game, 0).blackmail == 0
    s = bare()
    stand(s, 0, "tavern")
    assert "blackmail tavern" not in moves(at(s, "assign"))


@rule("Y148", "Q30")
def test_one_5c_card_or_blackmail() -> None:
    s = bare()
    card(s, 0, "A7", "A8")
    stand(s, 0, "tavern", "tavern")
    game = play(five_c(s), "play A7 tavern")
    assert clan(game, 0).blackmail == 1
    assert task(game) != "protect"


@rule("Q29")
def test_step_5c_asks_only_who_has_a_disciple_in_danger_and_something_to_play() -> None:
    s = bare()
    for seat in range(4):
        card(s, seat, "A2" if seat < 3 else "A4")
    stand(s, 1, "tavern")
    stand(s, 2, "gates")
    s.edit(3).blackmail = 0
    game = five_c(s)
    assert game.to_move == 1
    play(game, "pass")
    assert task(game) != "protect"
