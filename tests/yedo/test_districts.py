"""What disciples do in the districts and on annexes (Y88, Y161–Y162, Y172–Y210, Q5–Q8, Q46–Q54)."""

from dataclasses import replace

import pytest

from kabuto.yedo import Move, Yedo, rules
from kabuto.yedo.board import ACTION, ANNEXES, PLACES, WEAPON, WEAPONS
from kabuto.yedo.phases.districts import market_price
from kabuto.yedo.state.pieces import score
from kabuto.yedo.state.state import State, swapped

from .helpers import (
    act,
    annex,
    at,
    bare,
    blessing,
    card,
    clan,
    codes,
    geishas,
    market,
    moves,
    pile,
    play,
    stand,
    task,
    top,
    weapon,
    whereabouts,
)
from .rules_table import rule


def there(place: str, s: State | None = None) -> Yedo:
    """Seat 0 with one disciple on a place, to be activated."""
    s = s or bare()
    stand(s, 0, place)
    return act(s, 0)


def rich(mon: int, prestige: int = 1) -> State:
    s = bare()
    own = s.edit(0)
    own.mon, own.prestige = mon, prestige
    return s


@rule("Y88", "Y161", "Y162", "Q50")
def test_laps_in_player_order_until_all_were_activated() -> None:
    s = bare()
    s.order = s.track = (2, 0, 3, 1)
    stand(s, 2, "gates")
    stand(s, 0, "gates", "tavern")
    own = s.edit(1)
    own.home, own.reserve = 3, 1
    stand(s, 1, "harbor", "temple", "market")
    game, seats = at(s, "activate", ()), []
    while task(game) == "activate":
        seats.append(game.to_move)
        game.play(next(move for move in game.legal_moves() if move.verb == "idle"))
    assert seats == [2, 0, 1, 0, 1, 1]


@pytest.mark.parametrize("place", PLACES)
@rule("Y19", "Y210")
def test_after_its_action_a_disciple_goes_home(place: str) -> None:
    s = bare()
    s.edit(0).home, s.edit(0).reserve = 3, 1
    if place in ANNEXES:
        annex(s, 0, place)
    card(s, 0, "M31", "A2")
    weapon(s, 0, "katana")
    stand(s, 1, "gates")
    game = there(place, s)
    play(game, min(text for text in moves(game) if not text.startswith(("idle", "recruit"))))
    answers = {"order": "order 1 2 3", "position": "position 1"}
    while game.to_move == 0:
        play(game, answers[task(game)])
    own = clan(game, 0)
    assert (whereabouts(game, 0), own.home, own.reserve) == ([], 3, 1)


@rule("Q51")
def test_idle_is_always_allowed() -> None:
    for place in ("gates", "tavern", "harbor", "redlight", "market", "temple", "garden", "castle-mission"):
        game = there(place, rich(0, 0))
        assert f"idle {place}" in moves(game)
        own = clan(play(game, f"idle {place}"), 0)
        assert (own.home, own.mon, own.prestige) == (2, 0, 0)


# Gates.


@rule("Y173")
def test_gates_a_disciple_for_7_mon() -> None:
    game = play(there("gates", rich(7)), "recruit")
    assert (clan(game, 0).mon, clan(game, 0).home, clan(game, 0).reserve) == (0, 3, 1)
    assert "costs 7" in str(there("gates", rich(6)).why_not("recruit"))


@rule("Q47")
def test_nobody_in_the_reserve_to_recruit() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4, 0
    game = there("gates", s)
    assert "recruit" not in moves(game)
    assert "in the reserve" in str(game.why_not("recruit"))


@pytest.mark.parametrize(("points", "mon"), [(1, 3), (2, 5)])
@rule("Y174", "Y175")
def test_gates_prestige_for_mon(points: int, mon: int) -> None:
    game = play(there("gates", rich(0, 2)), f"sell {points}")
    assert (clan(game, 0).prestige, clan(game, 0).mon) == (2 - points, mon)


@rule("Q5")
def test_prestige_is_never_paid_below_zero() -> None:
    game = there("gates", rich(0, 1))
    assert moves(game, "sell") == {"sell 1"}
    assert clan(play(game, "sell 1"), 0).prestige == 0
    assert not moves(there("gates", rich(0, 0)), "sell")
    assert "geisha prestige" not in moves(there("redlight", rich(0, 1)))
    s = rich(0, 1)
    score(s, 0, -2)
    assert s.clans[0].prestige == 0, "an event may take more than there is"


LOOKS = [
    ("gates", "action", ("A7", "A2", "A9")),
    ("tavern", "weapon", ("katana", "yumi", "nawa")),
    ("harbor", "bonus", ("B7", "B2", "B9")),
    ("temple", "green", ("M7", "M2", "M9")),
    ("temple", "yellow", ("M20", "M13", "M18")),
    ("temple", "red", ("M40", "M33", "M38")),
    ("temple", "black", ("M52", "M50", "M57")),
    ("karesansui", "action", ("A7", "A2", "A9")),
    ("karesansui", "bonus", ("B7", "B2", "B9")),
    ("karesansui", "weapon", ("katana", "yumi", "nawa")),
    ("karesansui", "green", ("M7", "M2", "M9")),
    ("karesansui", "yellow", ("M20", "M13", "M18")),
    ("karesansui", "red", ("M40", "M33", "M38")),
    ("karesansui", "black", ("M52", "M50", "M57")),
]


@pytest.mark.parametrize(("place", "name", "cards"), LOOKS)
@rule("Y176", "Y178", "Y182", "Y184", "Y203", "Q7")
def test_look_at_three_and_put_them_back_in_any_order(
    place: str, name: str, cards: tuple[str, str, str]
) -> None:
    s = bare()
    if place in ANNEXES:
        annex(s, 0, place)
    pile(s, name, *cards)
    game = play(there(place, s), f"look {place} {name}")
    assert len(moves(game, "order")) == 6
    assert game.view(0).log[-1].facts[0].cards == tuple(game.state.tasks[-1].cards)  # type: ignore[attr-defined]
    play(game, "order 2 3 1")
    assert top(game, name) == [cards[1], cards[2], cards[0]]


@pytest.mark.parametrize("place", ["temple", "karesansui"])
@rule("Y185", "Y204")
def test_events_are_put_back_as_they_were(place: str) -> None:
    s = bare()
    if place in ANNEXES:
        annex(s, 0, place)
    before = s.decks[7]
    game = play(there(place, s), f"look {place} event")
    assert task(game) != "order"
    assert len(game.view(0).log[-1].facts[0].cards) == 3
    assert game.view(0).log[-1].facts[0].cards == before[:3]
    assert set(game.view(1).log[-1].facts[0].cards) == {-8}


@rule("Q7")
def test_fewer_than_three_are_looked_at_and_an_empty_pile_not_at_all() -> None:
    s = bare()
    for seat, owned in ((1, range(1, 5)), (2, range(5, 9)), (3, range(9, 11))):
        card(s, seat, *(f"M{n}" for n in owned))
    game = play(there("temple", s), "look temple green")
    assert moves(game) == {"order 1 2", "order 2 1"}
    s = bare()
    for seat, owned in ((1, range(1, 5)), (2, range(5, 9)), (3, range(9, 13))):
        card(s, seat, *(f"M{n}" for n in owned))
    game = there("temple", s)
    assert "look temple green" not in moves(game)
    assert "empty" in str(game.why_not("look temple green"))


@rule("Q7")
def test_a_short_weapon_stack_gets_the_shuffled_discard_beneath_before_a_look() -> None:
    s = bare()
    market(s, None, None, None, None, None)
    stack = s.decks[WEAPON]
    s.decks, s.discard = (*s.decks[:6], stack[:1], s.decks[7]), tuple(sorted(stack[1:]))
    game = play(there("tavern", s), "look tavern weapon")
    assert len(game.state.decks[WEAPON]) == 40
    assert game.state.decks[WEAPON][0] == stack[0]
    assert len(game.record()["start"]["reshuffles"]) == 1


# Tavern.


@rule("Y177")
def test_tavern_an_annex_for_11_mon() -> None:
    game = there("tavern", rich(11))
    assert moves(game, "build") == {f"build {name}" for name in ANNEXES}
    play(game, "build kobudo")
    assert (clan(game, 0).mon, clan(game, 0).annexes) == (0, (3,))
    assert not moves(there("tavern", rich(10)), "build")


@rule("Y22", "Y177", "Q47")
def test_an_annex_that_is_owned_or_gone_is_not_built() -> None:
    s = rich(20)
    annex(s, 0, "dojo")
    for seat in (1, 2, 3):
        annex(s, seat, "kobudo")
    game = there("tavern", s)
    assert moves(game, "build") == {"build yashiki", "build karesansui"}
    assert "already" in str(game.why_not("build dojo"))
    assert "left" in str(game.why_not("build kobudo"))


# Harbor.


@rule("Y179")
def test_harbor_all_money_of_the_church() -> None:
    s = rich(0)
    s.church = 5
    game = play(there("harbor", s), "church")
    assert (clan(game, 0).mon, game.state.church) == (5, 3)  # and a new round began


@rule("Q47")
def test_an_empty_church_is_not_visited() -> None:
    s = bare()
    s.church = 0
    assert "church" not in moves(there("harbor", s))


@pytest.mark.parametrize(("points", "mon"), [(1, 4), (3, 9)])
@rule("Y180", "Y181")
def test_harbor_mon_for_prestige(points: int, mon: int) -> None:
    game = play(there("harbor", rich(mon)), f"honour {points}")
    assert (clan(game, 0).mon, clan(game, 0).prestige) == (0, 1 + points)
    assert f"honour {points}" not in moves(there("harbor", rich(mon - 1)))


# Temple.


@rule("Y183")
def test_temple_a_blessing() -> None:
    game = play(there("temple"), "blessing")
    assert (clan(game, 0).blessing, game.state.blessings) == (1, 3)


@rule("Y20", "Q46")
def test_no_second_blessing() -> None:
    s = bare()
    blessing(s, 0)
    game = there("temple", s)
    assert "blessing" not in moves(game)
    assert "already" in str(game.why_not("blessing"))


# Red light.


@rule("Y186", "Y187")
def test_red_light_a_geisha_for_8_mon_or_2_prestige() -> None:
    game = play(there("redlight", rich(8)), "geisha mon")
    assert (clan(game, 0).mon, clan(game, 0).geishas) == (0, 1)
    game = play(there("redlight", rich(0, 2)), "geisha prestige")
    assert (clan(game, 0).prestige, clan(game, 0).geishas) == (0, 1)


@rule("Y21", "Q47")
def test_no_fourth_geisha_and_none_from_an_empty_supply() -> None:
    s = rich(20, 9)
    geishas(s, 0, 3)
    assert not moves(there("redlight", s), "geisha")
    s = rich(20, 9)
    geishas(s, 1, 3)
    geishas(s, 2, 3)
    game = there("redlight", s)
    assert "no geisha" in str(game.why_not("geisha mon"))


@rule("Y188")
def test_red_light_an_action_card_for_4_mon() -> None:
    s = rich(4)
    pile(s, "action", "A9")
    game = play(there("redlight", s), "draw")
    assert (clan(game, 0).mon, codes(game, 0, "actions")) == (0, ["A9"])
    assert "draw" not in moves(there("redlight", rich(3)))


# Market.


@rule("Y189")
def test_market_a_weapon_for_the_price_of_its_field() -> None:
    for field, price in ((1, 8), (3, 8), (4, 6), (5, 6)):
        s = rich(price)
        market(s, "katana", "nawa", "yumi", "doku", "shuko")
        game = play(there("market", s), f"buy {field}")
        assert clan(game, 0).mon == 0
        assert len(clan(game, 0).weapons) == 1
    game = there("market", rich(20))
    assert "There is no weapon" in str(game.why_not("buy 1"))


@rule("Y190", "Y209", "Q49")
def test_a_weapon_school_takes_3_mon_off() -> None:
    s = rich(3)
    annex(s, 0, "kobudo")
    market(s, "katana", "nawa", "yumi", "doku", "shuko")
    game = there("market", s)
    assert moves(game, "buy") == {"buy 4", "buy 5"}
    assert clan(play(game, "buy 4"), 0).mon == 0
    cheap = replace(s.setting.board, school_rebate=7)
    s.setting = replace(s.setting, board=cheap)
    assert [market_price(s, 0, field) for field in range(5)] == [1, 1, 1, 0, 0], "never below 0"


@rule("Y191")
def test_market_an_own_card_goes_under_its_deck_for_2_mon() -> None:
    s = rich(0)
    card(s, 0, "A9", "B9")
    game = there("market", s)
    assert moves(game, "pawn") == {"pawn A9", "pawn B9"}
    play(game, "pawn B9")
    assert (clan(game, 0).mon, codes(game, 0, "bonuses")) == (2, [])
    assert game.state.decks[1][-1] == game.state.setting.cards.codes[1].index("B9")


# Castle.


@rule("Y192", "Y193")
def test_castle_a_prestige_point() -> None:
    game = there("castle-prestige")
    assert moves(game) == {"prestige", "idle castle-prestige"}
    assert clan(play(game, "prestige"), 0).prestige == 2


@rule("Y194", "Q8")
def test_castle_a_mission_from_any_deck() -> None:
    s = bare()
    pile(s, "black", "M55")
    game = there("castle-mission", s)
    assert moves(game, "mission") == {"mission green", "mission yellow", "mission red", "mission black"}
    assert codes(play(game, "mission black"), 0, "missions") == ["M55"]


@rule("Y195", "Y196", "Y197", "Y198", "Y199", "Q52")
def test_the_garden_changes_the_order_at_once() -> None:
    s = bare()
    stand(s, 3, "garden")
    stand(s, 1, "garden", "gates")
    stand(s, 0, "gates")
    game = act(s, 1)
    play(game, "garden")
    assert (game.to_move, task(game)) == (3, "position")
    assert moves(game) == {f"position {n}" for n in range(1, 5)}
    play(game, "position 2")
    assert game.to_move == 1
    assert "taken" in str(game.why_not("position 2"))
    play(game, "position 4")
    assert game.state.order == (0, 3, 2, 1)
    assert whereabouts(game, 3) == []
    assert whereabouts(game, 1) == ["gates"]


@rule("Y197")
def test_nobody_takes_a_position_that_was_chosen_before() -> None:
    for first in range(4):
        s = bare()
        stand(s, first, "garden")
        second = (first + 1) % 4
        stand(s, second, "garden")
        game = play(act(s, first), "garden", "position 3")
        assert (game.to_move, moves(game)) == (second, {"position 1", "position 2", "position 4"})


@rule("Y195", "Q50")
def test_the_new_order_decides_who_is_next_in_the_same_lap() -> None:
    s = bare()
    stand(s, 0, "garden")
    stand(s, 3, "garden", "gates")
    stand(s, 1, "gates")
    stand(s, 2, "gates")
    game = play(act(s, 0, 1, 2, 3), "garden", "position 4", "position 1")
    assert game.state.order == (3, 1, 2, 0)
    assert (game.to_move, game.state.lap) == (3, (1, 2))


@rule("Y198")
def test_the_others_close_up_in_the_order_they_had() -> None:
    s = bare()
    s.order = (2, 0, 3, 1)
    stand(s, 3, "garden")
    assert play(act(s, 3), "garden", "position 1").state.order == (3, 2, 0, 1)


@rule("Q50")
def test_after_a_garden_change_the_lap_goes_on_in_the_new_order() -> None:
    s = bare()
    stand(s, 0, "garden")
    for seat in (1, 2, 3):
        stand(s, seat, "gates" if seat < 3 else "tavern")
    game = play(act(s, 0, 1, 2, 3), "garden", "position 4")
    assert game.state.order == (1, 2, 3, 0)
    seats = []
    while task(game) == "activate":
        seats.append(game.to_move)
        game.play(next(move for move in game.legal_moves() if move.verb == "idle"))
    assert seats == [1, 2, 3]


@rule("Q50")
def test_nobody_acts_twice_in_a_lap_or_misses_it() -> None:
    s = bare()
    stand(s, 2, "garden", "gates")
    stand(s, 0, "tavern", "gates")
    stand(s, 3, "harbor", "market")
    game = act(s, 0, 2, 3)
    play(game, "idle tavern")
    play(game, "garden", "position 1")
    seats = []
    while task(game) == "activate":
        seats.append(game.to_move)
        game.play(next(move for move in game.legal_moves() if move.verb == "idle"))
    assert seats == [3, 2, 0, 3]


@rule("Q51")
def test_an_idle_garden_disciple_goes_home_alone() -> None:
    s = bare()
    stand(s, 0, "garden")
    stand(s, 1, "garden")
    game = play(act(s, 0), "idle garden")
    assert game.state.order == (0, 1, 2, 3)
    assert whereabouts(game, 1) == ["garden"]


@rule("Q54")
def test_a_move_names_the_space_in_the_castle() -> None:
    s = bare()
    stand(s, 0, "castle-prestige", "garden")
    assert {"prestige", "garden", "idle castle-prestige", "idle garden"} <= moves(act(s, 0))


# Annexes.


@rule("Y200", "Y201", "Q6")
def test_yashiki_exchanges_an_unfinished_mission() -> None:
    s = bare()
    annex(s, 0, "yashiki")
    card(s, 0, "M31")
    pile(s, "green", "M5")
    game = there("yashiki", s)
    assert moves(game, "swap") == {f"swap M31 {colour}" for colour in ("green", "yellow", "red", "black")}
    play(game, "swap M31 green")
    assert codes(game, 0, "missions") == ["M5"]
    assert game.state.setting.cards.codes[4][game.state.decks[4][-1]] == "M31"
    s = bare()
    annex(s, 0, "yashiki")
    reds = [f"M{n}" for n in range(31, 49)]
    card(s, 0, *reds)
    s.edit(0).missions, s.edit(1).finished = s.clans[0].missions[:1], s.clans[0].missions[1:]
    game = play(there("yashiki", s), "swap M31 red")  # given back first, it is the only one to be drawn
    assert codes(game, 0, "missions") == ["M31"]


@rule("Y206")
def test_dojo_exchanges_a_weapon() -> None:
    s = bare()
    annex(s, 0, "dojo")
    weapon(s, 0, "katana")
    pile(s, "weapon", "yumi")
    game = play(there("dojo", s), "swap katana")
    assert clan(game, 0).weapons == (WEAPONS.index("yumi"),)
    assert WEAPONS.index("katana") in game.state.discard
    s = bare()
    annex(s, 0, "dojo")
    weapon(s, 0, "katana")
    stand(s, 0, "dojo")
    s.decks = swapped(s.decks, WEAPON, ())  # no position, for the rest lies nowhere
    s.step, s.lap = "activate", (0,)
    rules.advance(s)
    after = rules.after(s, Move.parse("swap katana"), lambda _, weapons: weapons)
    assert after.clans[0].weapons == (WEAPONS.index("katana"),)  # discarded first, it is the only one


@rule("Y208", "Q6")
def test_kobudo_ryu_exchanges_an_action_card() -> None:
    s = bare()
    annex(s, 0, "kobudo")
    card(s, 0, "A9")
    pile(s, "action", "A7")
    game = play(there("kobudo", s), "swap A9")
    assert codes(game, 0, "actions") == ["A7"]
    assert game.state.decks[0][-1] == game.state.setting.cards.codes[0].index("A9")
    s = bare()
    annex(s, 0, "kobudo")
    card(s, 0, "A9")
    stand(s, 0, "kobudo")
    s.decks = swapped(s.decks, ACTION, ())  # no position, for the rest lies nowhere
    s.step, s.lap = "activate", (0,)
    rules.advance(s)
    after = rules.after(s, Move.parse("swap A9"), lambda _, weapons: weapons)
    assert after.clans[0].actions == s.clans[0].actions  # given back first, it is the only one


@rule("Y200")
def test_each_annex_has_its_own_ability_alone() -> None:
    s = bare()
    annex(s, 0, "dojo")
    weapon(s, 0, "katana")
    card(s, 0, "A9", "M31")
    assert moves(there("dojo", s)) == {"swap katana", "idle dojo"}


@rule("Q45")
def test_a_drawn_card_over_the_limit_forces_a_discard_of_any_of_them() -> None:
    s = rich(4)
    card(s, 0, "A2", "A3", "A4")
    pile(s, "action", "A9")
    game = play(there("redlight", s), "draw")
    assert moves(game) == {"discard A2", "discard A3", "discard A4", "discard A9"}


@rule("Y18", "Y24", "Q45")
def test_missions_and_bought_weapons_over_the_limit_too() -> None:
    s = rich(20)
    card(s, 0, "M1", "M13", "M31", "M50")
    pile(s, "green", "M5")
    game = play(there("castle-mission", s), "mission green")
    assert len(moves(game, "discard")) == 5
    play(game, "discard M5")
    assert game.state.setting.cards.codes[2][game.state.decks[2][-1]] == "M5"
    s = rich(20)
    weapon(s, 0, "doku", "fukiya", "katana", "nawa")
    market(s, None, None, None, "yumi", None)
    game = play(there("market", s), "buy 4")
    assert moves(game) == {f"discard {name}" for name in ("doku", "fukiya", "katana", "nawa", "yumi")}


@rule("Q48")
def test_action_and_bonus_piles_cannot_run_out() -> None:
    cards = bare().setting.cards
    assert len(cards.deck_faces[0]) - 5 * 3 >= 3
    assert len(cards.deck_faces[1]) - 5 * 2 >= 3
    assert len(cards.deck_faces[6]) - 5 * 4 - 5 >= 3
    assert len(cards.deck_faces[7]) >= 11


@rule("Q4")
def test_the_bank_never_runs_dry() -> None:
    s = rich(500)
    game = play(there("gates", s), "sell 1")
    assert clan(game, 0).mon == 503
