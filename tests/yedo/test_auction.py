"""Preparation and auctions (Y95–Y130, Q13–Q22)."""

import pytest

import kabuto
from kabuto.yedo import Move, Yedo, explain
from kabuto.yedo.board import ANNEXES, CATEGORIES, WEAPONS
from kabuto.yedo.state.state import State

from .helpers import annex, at, bare, card, clan, codes, geishas, moves, pile, play, task, top, weapon
from .rules_table import rule

LOTS = {f"auction {lot}" for lot in CATEGORIES}


def bidding(s: State | None = None) -> Yedo:
    return at(s or bare(), "bidding")


def auctions(s: State | None = None) -> Yedo:
    """Everybody stays."""
    game = bidding(s)
    return play(game, *["stay"] * game.players)


def prepared(s: State) -> Yedo:
    s.track = ()
    return at(s, "prepare", ())


@rule("Y95", "Y82")
def test_phase_1_is_skipped_in_round_1() -> None:
    game: Yedo = kabuto.new("yedo", players=4, seed=1)
    while not game.state.round:
        game.play(game.legal_moves()[0])
    assert (task(game), game.state.round, game.state.church) == ("stepout", 1, 3)


@rule("Y96")
def test_the_round_marker_moves_on() -> None:
    assert prepared(bare()).state.round == 2


@rule("Y97")
def test_markers_go_back_in_player_order() -> None:
    s = bare()
    s.order, s.won = (2, 0, 3, 1), (2, -1, 4, -1)
    game = prepared(s)
    assert game.state.track == (2, 0, 3, 1)
    assert game.state.won == (-1, -1, -1, -1)


@pytest.mark.parametrize(("before", "after"), [(0, 3), (1, 2), (3, 4)])
@rule("Y98", "Y99")
def test_the_church_gets_3_mon_if_empty_and_1_if_not(before: int, after: int) -> None:
    s = bare()
    s.church = before
    assert prepared(s).state.church == after


@rule("Y100", "Y207")
def test_every_owner_of_a_dojo_gets_1_mon_from_round_2_on() -> None:
    s = bare()
    annex(s, 1, "dojo")
    assert clan(bidding(s), 1).mon == 12
    s = bare()
    annex(s, 1, "dojo")
    game = prepared(s)
    assert [own.mon for own in game.state.clans] == [12, 13, 12, 12]


@rule("Y103", "Q13")
def test_all_decide_openly_in_the_order_of_the_track_whether_to_step_out() -> None:
    s = bare()
    s.order = s.track = (1, 3, 0, 2)
    game = bidding(s)
    for seat in (1, 3, 0, 2):
        assert game.to_move == seat
        assert moves(game) == {"stay", "out"}
        game.play("stay")
    assert task(game) == "begin"


@rule("Y104")
def test_who_steps_out_at_first_takes_3_mon() -> None:
    game = play(bidding(), "out")
    assert clan(game, 0).mon == 15
    assert 0 not in game.state.track


@rule("Q13")
def test_if_all_step_out_the_phase_is_over() -> None:
    game = play(bidding(), "out", "out", "out", "out")
    assert game.state.event >= 0


@rule("Y105")
def test_the_foremost_begins_and_names_a_category() -> None:
    game = auctions()
    assert game.to_move == 0
    assert moves(game, "auction") == LOTS


@rule("Y112")
def test_the_next_auction_is_begun_by_whoever_is_foremost_now() -> None:
    game = play(auctions(), "auction disciple", "bid 5", "pass", "pass", "pass")
    assert (game.to_move, task(game), game.state.won[1] >= 0) == (0, "begin", True)
    play(game, "auction geisha", "pass", "pass")
    assert (game.to_move, task(game)) == (2, "begin")
    assert moves(game, "auction") == LOTS - {"auction disciple", "auction geisha"}


@rule("Y97", "Q30")
def test_what_cards_did_to_the_auctions_is_over_in_the_next_round() -> None:
    s = bare()
    card(s, 0, "A11", "A12")
    game = play(at(s, "auction", ()), "play A11", "play A12 geisha")
    assert (game.state.rebate, game.state.barred >= 0) == ((3, 0, 0, 0), True)
    assert "auction geisha" not in moves(game)
    s.rebate, s.barred, s.tasks, s.track = (3, 0, 0, 0), 4, (), ()
    game = at(s, "prepare", ())
    assert (game.state.rebate, game.state.barred) == ((0, 0, 0, 0), -1)


@pytest.mark.parametrize(
    ("lot", "least"),
    [
        ("action", 2),
        ("bonus", 2),
        ("weapon", 3),
        ("annex", 6),
        ("geisha", 5),
        ("disciple", 4),
        ("mission", 2),
    ],
)
@rule("Y106", "Y113")
def test_the_minimum_is_the_first_bid_and_wins_if_nobody_raises(lot: str, least: int) -> None:
    game = play(auctions(), f"auction {lot}", "pass", "pass", "pass")
    assert clan(game, 0).mon == 12 - least


@rule("Y107", "Q15")
def test_each_once_in_track_order_the_beginner_last() -> None:
    game = play(auctions(), "auction weapon")
    asked = []
    for bid in ("bid 4", "pass", "bid 6"):
        asked.append(game.to_move)
        game.play(bid)
    assert asked == [1, 2, 3]
    assert game.to_move == 0
    assert {"pass", "out", "bid 7"} <= moves(game)
    assert "bid 6" not in moves(game)
    play(game, "pass")
    assert clan(game, 3).mon == 6


@rule("Y107")
def test_a_raise_is_at_least_one_more() -> None:
    game = play(auctions(), "auction weapon")
    assert "bid 3" not in moves(game)
    assert "Bid more than 3" in str(game.why_not("bid 3"))
    assert "bid 4" in moves(game)


@rule("Q15")
def test_the_beginner_is_not_asked_if_nobody_raised() -> None:
    game = play(auctions(), "auction disciple", "pass", "pass", "pass")
    assert (task(game), game.to_move) == ("begin", 1)


@rule("Q15")
def test_alone_on_the_track_there_is_no_lap() -> None:
    game = play(bidding(), "stay", "out", "out", "out", "auction disciple")
    assert clan(game, 0).home == 3
    assert game.state.track == ()


@rule("Y108", "Y109", "Y110", "Y111")
def test_the_winner_pays_is_rewarded_and_is_out_with_the_category() -> None:
    game = play(auctions(), "auction disciple", "pass", "bid 5", "pass", "pass")
    assert (clan(game, 2).mon, clan(game, 2).home, clan(game, 2).reserve) == (7, 3, 1)
    assert game.state.won[2] == CATEGORIES.index("disciple")
    assert 2 not in game.state.track
    assert "auction disciple" not in moves(game)
    assert "no longer" in str(game.why_not("auction disciple"))


@rule("Y101", "Q22")
def test_each_seat_wins_at_most_once_and_the_phase_ends_without_markers() -> None:
    game = auctions()
    for lot in ("disciple", "geisha", "weapon", "action"):
        beginner = game.to_move
        play(game, f"auction {lot}")
        while task(game) == "raise":
            game.play("pass")
        while task(game) == "keep":
            game.play(game.legal_moves()[0])
        assert beginner is not None
        assert game.state.won[beginner] == CATEGORIES.index(lot)
    assert game.state.track == ()
    assert game.state.event >= 0


@rule("Y114", "Q14")
def test_the_beginner_may_step_out_without_money() -> None:
    game = play(auctions(), "out")
    assert (clan(game, 0).mon, game.to_move) == (12, 1)


@rule("Y114", "Q14")
def test_a_seat_asked_to_raise_may_step_out() -> None:
    game = play(auctions(), "auction weapon", "out")
    assert (clan(game, 1).mon, game.state.track) == (12, (0, 2, 3))


@rule("Y115")
def test_money_is_in_every_view() -> None:
    game = bidding()
    for seat in (0, 3, None):
        assert [own.mon for own in game.view(seat).state.clans] == [12, 12, 12, 12]


@rule("Y116", "Y117", "Y118", "Q16")
def test_who_cannot_pay_loses_all_money_and_nobody_wins() -> None:
    s = bare()
    s.edit(1).mon = 5
    game = play(auctions(s), "auction geisha", "bid 9", "pass", "pass", "pass")
    assert clan(game, 1).mon == 0
    assert game.state.track == (0, 2, 3)
    assert game.state.won == (-1, -1, -1, -1)
    assert "auction geisha" in moves(game)
    assert game.to_move == 0


@rule("Q16")
def test_bids_end_at_one_more_than_the_fullest_purse_on_the_track() -> None:
    s = bare()
    s.edit(2).mon = 20
    game = play(auctions(s), "auction weapon")
    assert {"bid 21"} <= moves(game)
    assert "bid 22" not in moves(game)
    assert "at most 21" in str(game.why_not("bid 22"))
    play(game, "bid 21")
    assert moves(game) == {"pass", "out"}


@rule("Q16")
def test_an_option_forbids_bids_above_ones_money() -> None:
    game = play(auctions(bare(overbids=False)), "auction weapon")
    assert "bid 12" in moves(game)
    assert "bid 13" not in moves(game)
    assert "12 at most" in str(game.why_not("bid 13"))


@rule("Q17")
def test_the_beginner_may_name_what_it_cannot_pay() -> None:
    s = bare()
    s.edit(0).mon = 1
    game = play(auctions(s), "auction annex", "pass", "pass", "pass")
    assert clan(game, 0).mon == 0
    assert game.state.won[0] == -1
    assert 0 not in game.state.track


@rule("Y119", "Q18")
def test_a_useless_win_is_paid_all_the_same() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4, 0
    game = play(auctions(s), "auction disciple", "pass", "pass", "pass")
    assert (clan(game, 0).mon, clan(game, 0).home) == (8, 4)


def warned(game: Yedo, text: str) -> str:
    """What ``explain`` says about a move."""
    assert text in moves(game)
    return " ".join(explain(game.state, Move.parse(text)))


@rule("Q18")
def test_explain_warns_of_a_win_that_would_bring_nothing_more() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4, 0
    annex(s, 0, *ANNEXES)
    geishas(s, 0, 3)
    weapon(s, 0, "katana", "katana", "nawa", "yumi")
    card(s, 0, "M1", "M2", "M13", "M31")
    game = auctions(s)
    assert "pay for nothing" in warned(game, "auction disciple")
    assert "only the 2 prestige" in warned(game, "auction annex")
    assert "only the 2 prestige" in warned(game, "auction geisha")
    assert "have to give one up" in warned(game, "auction weapon")
    assert "have to give one up" in warned(game, "auction mission")
    assert warned(game, "auction action") == warned(game, "out") == ""


@rule("Q18")
def test_explain_warns_of_useless_geishas_when_none_is_left() -> None:
    s = bare()
    s.edit(0).geishas, s.edit(1).geishas, s.geishas = 3, 3, 0
    assert "only the 2 prestige" in warned(play(auctions(s), "auction geisha", "pass"), "bid 6")


@rule("Q18", "Q21")
def test_a_group_is_useless_only_if_all_of_it_is() -> None:
    s = bare(3)
    s.edit(0).home, s.edit(0).reserve = 4, 0
    game = auctions(s)
    assert warned(game, "auction orders") == ""
    play(game, "auction orders", "pass", "pass")
    assert "pay for nothing" in warned(game, "choose disciple")
    assert warned(game, "choose mission") == ""


@rule("Y116", "Q17", "Q18")
def test_explain_warns_of_a_bid_that_cannot_be_paid() -> None:
    s = bare()
    s.edit(1).mon = 3
    game = play(auctions(s), "auction weapon")
    assert "You have 3 Mon" in warned(game, "bid 4")
    s = bare()
    s.edit(0).mon = 5
    game = auctions(s)
    assert "You have 5 Mon" in warned(game, "auction annex")
    assert warned(game, "auction geisha") == ""


@pytest.mark.parametrize(("lot", "hand"), [("action", "actions"), ("bonus", "bonuses")])
@rule("Y120", "Y121", "Q6")
def test_draw_three_keep_one_the_rest_under_the_deck_in_order(lot: str, hand: str) -> None:
    s = bare()
    wanted = ("A7", "A2", "A9") if lot == "action" else ("B7", "B2", "B9")
    pile(s, lot, *wanted)
    game = play(auctions(s), f"auction {lot}", "pass", "pass", "pass")
    assert moves(game) == {f"keep {text}" for text in wanted}
    play(game, f"keep {wanted[1]}")
    assert codes(game, 0, hand) == [wanted[1]]
    under = game.state.decks[0 if lot == "action" else 1][-2:]
    assert [game.state.setting.cards.codes[lot == "bonus"][n] for n in under] == [wanted[0], wanted[2]]


@rule("Y122")
def test_weapons_draw_three_openly_the_rest_onto_the_discard() -> None:
    s = bare()
    pile(s, "weapon", "katana", "yumi", "nawa")
    game = play(auctions(s), "auction weapon", "pass", "pass", "pass", "keep yumi")
    assert clan(game, 0).weapons == (WEAPONS.index("yumi"),)
    assert game.state.discard == (WEAPONS.index("katana"), WEAPONS.index("nawa"))


@rule("Y123", "Q19")
def test_an_annex_of_ones_choice_and_two_points() -> None:
    game = play(auctions(), "auction annex", "pass", "pass", "pass")
    assert moves(game) == {"build yashiki", "build karesansui", "build dojo", "build kobudo"}
    play(game, "build kobudo")
    assert (clan(game, 0).annexes, clan(game, 0).prestige, game.state.annexes[3]) == ((3,), 3, 2)


@rule("Y124")
def test_only_two_points_if_the_clan_has_all_annexes() -> None:
    s = bare()
    annex(s, 0, "yashiki", "karesansui", "dojo", "kobudo")
    game = play(auctions(s), "auction annex", "pass", "pass", "pass")
    assert (clan(game, 0).prestige, task(game)) == (3, "begin")


@rule("Y124", "Q19")
def test_only_two_points_if_nothing_new_is_left() -> None:
    s = bare()
    for seat in (1, 2, 3):
        annex(s, seat, "karesansui", "dojo", "kobudo")
    annex(s, 0, "yashiki")
    game = play(auctions(s), "auction annex", "pass", "pass", "pass")
    assert (clan(game, 0).prestige, clan(game, 0).annexes) == (3, (0,))


@rule("Y125")
def test_a_geisha_and_two_points() -> None:
    game = play(auctions(), "auction geisha", "pass", "pass", "pass")
    assert (clan(game, 0).geishas, clan(game, 0).prestige, game.state.geishas) == (1, 3, 5)


@pytest.mark.parametrize("held", [(3, 0, 0), (2, 3, 1)])
@rule("Y126")
def test_only_two_points_with_three_geishas_or_an_empty_supply(held: tuple[int, ...]) -> None:
    s = bare()
    for seat, number in enumerate(held):
        geishas(s, seat, number)
    game = play(auctions(s), "auction geisha", "pass", "pass", "pass")
    assert (clan(game, 0).geishas, clan(game, 0).prestige) == (held[0], 3)


@rule("Y127", "Q20")
def test_a_disciple_comes_home_and_is_placed_in_this_round() -> None:
    game = play(auctions(), "auction disciple", "pass", "pass", "pass")
    assert (clan(game, 0).home, clan(game, 0).reserve) == (3, 1)


@rule("Y128", "Y130")
def test_missions_three_of_one_deck_keep_one_the_rest_under_it() -> None:
    s = bare()
    pile(s, "red", "M40", "M33", "M38")
    game = play(auctions(s), "auction mission", "pass", "pass", "pass", "take red")
    assert moves(game) == {"keep M40", "keep M33", "keep M38"}
    play(game, "keep M38")
    assert codes(game, 0, "missions") == ["M38"]
    codes_ = game.state.setting.cards.codes[4]
    assert [codes_[n] for n in game.state.decks[4][-2:]] == ["M40", "M33"]


@rule("Y129")
def test_fewer_are_drawn_from_a_smaller_deck() -> None:
    s = bare()
    for seat, owned in ((1, range(1, 5)), (2, range(5, 9)), (3, range(9, 11))):
        card(s, seat, *(f"M{n}" for n in owned))
    game = play(auctions(s), "auction mission", "pass", "pass", "pass", "take green")
    assert moves(game) == {"keep M11", "keep M12"}
    play(game, "keep M11")
    assert top(game, "green") == ["M12"]


@rule("Y25", "Q18", "Q45")
def test_a_card_over_the_limit_forces_a_discard() -> None:
    s = bare()
    card(s, 0, "A2", "A3", "A4")
    pile(s, "action", "A7", "A8", "A9")
    game = play(auctions(s), "auction action", "pass", "pass", "pass", "keep A8")
    assert moves(game) == {"discard A2", "discard A3", "discard A4", "discard A8"}
    play(game, "discard A3")
    assert codes(game, 0, "actions") == ["A2", "A4", "A8"]
    assert game.state.decks[0][-1] == game.state.setting.cards.codes[0].index("A3")


@rule("Y24", "Q18", "Q45")
def test_a_fifth_weapon_forces_a_discard_face_up() -> None:
    s = bare()
    weapon(s, 0, "doku", "fukiya", "katana", "nawa")
    pile(s, "weapon", "yumi", "yumi", "shuko")
    game = play(auctions(s), "auction weapon", "pass", "pass", "pass", "keep yumi", "discard doku")
    assert len(clan(game, 0).weapons) == 4
    assert WEAPONS.index("doku") in game.state.discard


def groups(players: int) -> Yedo:
    return auctions(bare(players))


@pytest.mark.parametrize("players", [2, 3])
@rule("Q21")
def test_with_two_or_three_a_group_is_auctioned_and_one_category_picked(players: int) -> None:
    game = groups(players)
    assert moves(game, "auction") == {"auction arts", "auction house", "auction orders"}
    play(game, "auction arts", *["pass"] * (players - 1))
    assert clan(game, 0).mon == 10
    assert moves(game) == {"choose action", "choose bonus", "choose weapon"}
    play(game, "choose weapon")
    assert task(game) == "keep"
    play(game, str(game.legal_moves()[0]))
    assert moves(game, "auction") == {"auction house", "auction orders"}


@pytest.mark.parametrize(("lot", "least"), [("arts", 2), ("house", 5), ("orders", 3)])
@rule("Q21")
def test_the_minimum_belongs_to_the_group(lot: str, least: int) -> None:
    assert clan(play(groups(2), f"auction {lot}", "pass"), 0).mon == 12 - least


@rule("Y83")
def test_annexes_are_auctioned_too() -> None:
    assert "auction annex" in moves(auctions())


@rule("Y122")
def test_all_faces_of_drawn_weapons_are_public() -> None:
    s = bare()
    pile(s, "weapon", "katana", "yumi", "nawa")
    game = play(auctions(s), "auction weapon", "pass", "pass", "pass")
    assert game.view(2).state.tasks[-1].cards == tuple(  # type: ignore[attr-defined]
        WEAPONS.index(name) for name in ("katana", "yumi", "nawa")
    )


@rule("Q16")
def test_the_highest_bid_counts_the_rebate_of_a_card() -> None:
    s = bare()
    s.rebate = (3, 0, 0, 0)
    for seat in range(4):
        s.edit(seat).mon = 10
    game = play(at(s, "auction", ()), "auction weapon", "bid 11", "pass", "pass")
    assert game.to_move == 0
    assert {"bid 12", "bid 14"} <= moves(game)
    assert game.why_not("bid 15") == "Bid at most 14: that is already more than anyone can pay."


@pytest.mark.parametrize("overbids", [True, False])
def test_r1_nobody_bids_more_than_can_be_written(overbids: bool) -> None:
    s = bare(overbids=overbids)
    for seat in range(4):
        s.edit(seat).mon = 999
    game = play(auctions(s), "auction weapon")
    assert max(move.number for move in game.legal_moves()) == 999
    assert game.why_not("bid 1000")
    play(game, "bid 999")
    assert not any(text.startswith("bid") for text in moves(game))
