"""Trading (Y153–Y160, Q41–Q44)."""

import pytest

from kabuto.yedo import Yedo
from kabuto.yedo.board import WEAPONS
from kabuto.yedo.state.state import State

from .helpers import at, bare, card, clan, codes, geishas, moves, play, stand, task, weapon, whereabouts
from .rules_table import rule


def tavern(s: State | None = None, seats: tuple[int, ...] = (0, 1)) -> Yedo:
    s = s or bare()
    for seat in seats:
        stand(s, seat, "tavern")
    return at(s, "trade-tavern", ())


def in_market(s: State) -> Yedo:
    stand(s, 0, "market")
    stand(s, 1, "market")
    return at(s, "trade-market", ())


def armed() -> State:
    s = bare()
    weapon(s, 0, "katana")
    weapon(s, 1, "yumi")
    return s


@rule("Y87", "Y153")
def test_in_the_market_weapons_and_mon_change_hands() -> None:
    game = in_market(armed())
    play(game, "offer 1", "give katana", "ask yumi", "mon 3", "propose", "accept")
    assert clan(game, 0).weapons == (WEAPONS.index("yumi"),)
    assert clan(game, 1).weapons == (WEAPONS.index("katana"),)
    assert (clan(game, 0).mon, clan(game, 1).mon) == (9, 15)


@rule("Y153", "Q41")
def test_who_is_in_the_tavern_does_not_trade_in_the_market() -> None:
    s = armed()
    stand(s, 0, "market")
    stand(s, 1, "tavern")
    assert task(at(s, "trade-market", ())) == "activate"
    s = armed()
    stand(s, 0, "market")
    stand(s, 1, "market")
    stand(s, 2, "tavern")
    game = at(s, "trade-market", ())
    assert moves(game) == {"pass", "offer 1"}
    assert "Seat 2 has no disciple here" in str(game.why_not("offer 2"))


@rule("Y154", "Q41")
def test_who_is_in_the_market_does_not_trade_in_the_tavern() -> None:
    s = armed()
    stand(s, 0, "tavern")
    stand(s, 1, "tavern")
    stand(s, 2, "market")
    assert moves(at(s, "trade-tavern", ())) == {"pass", "offer 1"}


@rule("Y153")
def test_nothing_else_is_traded_in_the_market() -> None:
    s = armed()
    geishas(s, 0, 1)
    card(s, 0, "A2")
    game = play(in_market(s), "offer 1")
    assert moves(game, "give") == {"give katana"}
    for text in ("give geisha", "give A2", "ask geisha"):
        assert "Only weapons and Mon" in str(game.why_not(text))


@rule("Q41")
def test_nothing_is_offered_or_asked_for_more_often_than_it_is_there() -> None:
    for number in (1, 2):
        s = bare()
        weapon(s, 0, *["katana"] * number)
        weapon(s, 1, *["yumi"] * number)
        geishas(s, 0, number)
        for give, ask in (("katana", "yumi"), ("geisha", "yumi")):
            game = play(tavern(s.copy()), "offer 1", f"give {give}")
            assert (f"give {give}" in moves(game)) == (number == 2)
            play(game, f"ask {ask}")
            assert (f"ask {ask}" in moves(game)) == (number == 2)


@rule("Y154")
def test_in_the_tavern_everything_tradable_is_traded() -> None:
    s = armed()
    geishas(s, 0, 1)
    card(s, 0, "A2", "B2", "M31")
    card(s, 1, "A3", "B3", "M13")
    game = play(tavern(s), "offer 1")
    assert moves(game, "give") == {f"give {x}" for x in ("katana", "geisha", "A2", "B2", "M31")}
    assert moves(game, "ask") == {f"ask {x}" for x in ("yumi", "action", "bonus", "yellow")}


@pytest.mark.parametrize(
    ("gives", "asks", "hand", "mine", "theirs"),
    [
        ("A2", "bonus", "actions", [], ["A2", "A3"]),
        ("B2", "action", "bonuses", [], ["B2", "B3"]),
        ("M31", "yellow", "missions", ["M13"], ["M31"]),
    ],
)
@rule("Y154")
def test_cards_change_hands(gives: str, asks: str, hand: str, mine: list[str], theirs: list[str]) -> None:
    s = bare()
    card(s, 0, "A2", "B2", "M31")
    card(s, 1, "A3", "B3", "M13")
    game = play(tavern(s), "offer 1", f"give {gives}", f"ask {asks}", "propose", "accept")
    assert codes(game, 0, hand) == mine
    assert codes(game, 1, hand) == theirs


@pytest.mark.parametrize("end", [("drop",), ("mon -3", "propose", "decline")])
@rule("Q43")
def test_a_card_that_is_laid_down_and_taken_back_is_seen_by_its_owner_alone(end: tuple[str, ...]) -> None:
    s = bare()
    card(s, 0, "A2")
    game = play(tavern(s), "offer 1", "give A2", *end)
    number = game.state.setting.cards.codes[0].index("A2")
    for seat in (0, 1, 2, 3, None):
        facts = [fact for entry in game.view(seat).log for fact in entry.facts]
        faces = [fact.cards[0] for fact in facts if fact.what in ("lay", "back")]
        assert faces == [number if seat == 0 else -1] * 2


@rule("Y154")
def test_a_geisha_changes_hands() -> None:
    s = bare()
    geishas(s, 0, 2)
    geishas(s, 1, 1)
    game = play(tavern(s), "offer 1", "give geisha", "mon -4", "propose", "accept")
    assert (clan(game, 0).geishas, clan(game, 1).geishas) == (1, 2)
    assert (clan(game, 0).mon, clan(game, 1).mon) == (16, 8)


@rule("Y155", "Q43")
def test_traded_cards_are_seen_by_giver_and_receiver_alone() -> None:
    s = bare()
    card(s, 0, "A2")
    game = play(tavern(s), "offer 1", "give A2", "mon -3", "propose")
    assert game.view(1).state.tasks[-1].gives[0][1] < 0  # type: ignore[attr-defined]
    play(game, "accept")
    passed = {
        seat: next(fact for fact in game.view(seat).log[-1].facts if fact.what == "pass").cards[0]
        for seat in (0, 1, 2, None)
    }
    number = game.state.setting.cards.codes[0].index("A2")
    assert passed == {0: number, 1: number, 2: -1, None: -1}


@rule("Y156", "Q43")
def test_an_offer_shows_kinds_and_colours_alone() -> None:
    s = bare()
    card(s, 0, "A2", "M31")
    game = play(tavern(s), "offer 1", "give A2", "give M31")
    assert [str(entry.move) for entry in game.view(2).log] == ["offer 1", "give ?", "give ?"]
    assert game.view(2).state.tasks[-1].gives == ((2, -1), (6, -5))  # type: ignore[attr-defined]


@rule("Y157", "Q43")
def test_declined_offers_are_public() -> None:
    game = play(tavern(armed()), "offer 1", "give katana", "ask yumi", "propose", "decline")
    assert [str(entry.move) for entry in game.view(3).log][-2:] == ["propose", "decline"]
    assert clan(game, 0).weapons == (WEAPONS.index("katana"),)


@rule("Y159")
def test_disciples_stay() -> None:
    game = play(tavern(armed()), "offer 1", "give katana", "ask yumi", "propose", "accept")
    assert whereabouts(game, 0) == ["tavern"]


@pytest.mark.parametrize("text", ["give dojo", "give blessing", "give disciple", "ask dojo", "ask blessing"])
@rule("Y160")
def test_annexes_blessings_and_disciples_cannot_even_be_named(text: str) -> None:
    game = play(tavern(armed()), "offer 1")
    assert "is not a move" in str(game.why_not(text))


@rule("Y160")
def test_finished_missions_are_not_traded() -> None:
    s = armed()
    number = s.setting.cards.missions[0].code
    s.edit(0).finished, s.decks = (0,), (*s.decks[:2], s.decks[2][1:], *s.decks[3:])
    game = play(tavern(s), "offer 1")
    assert f"give {number}" not in moves(game)


@rule("Q41")
def test_market_first_then_tavern_and_only_with_two_seats() -> None:
    s = armed()
    for seat in (0, 1):
        stand(s, seat, "market", "tavern")
    game = at(s, "trade-market", ())
    assert game.state.step == "trade-market-1"
    play(game, "pass", "pass")
    assert game.state.step == "trade-tavern-1"
    s = armed()
    stand(s, 0, "tavern")
    assert at(s, "trade-tavern", ()).state.step == "activate"


@rule("Q41")
def test_a_second_lap_only_after_a_trade() -> None:
    game = play(tavern(armed()), "pass", "pass")
    assert game.state.step == "activate"
    game = play(tavern(armed()), "offer 1", "give katana", "ask yumi", "propose", "accept", "pass")
    assert (game.state.step, game.to_move) == ("trade-tavern-2", 0)
    play(game, "offer 1", "give yumi", "ask katana", "propose", "accept", "pass")
    assert game.state.step == "activate"


@rule("Q41")
def test_one_counter_offer_that_is_accepted_or_declined() -> None:
    game = play(tavern(armed()), "offer 1", "give katana", "ask yumi", "propose", "counter")
    assert (task(game), game.to_move) == ("offer", 1)
    play(game, "give yumi", "ask katana", "mon -2", "propose")
    assert moves(game) == {"accept", "decline"}
    assert "accept or decline" in str(game.why_not("counter"))
    play(game, "accept")
    assert (clan(game, 0).mon, clan(game, 1).mon) == (10, 14)


@rule("Q41")
def test_two_things_a_side_in_a_fixed_order_then_mon() -> None:
    s = bare()
    weapon(s, 0, "katana", "nawa", "yumi")
    weapon(s, 1, "doku", "shuko", "shuriken")
    game = play(tavern(s), "offer 1", "give nawa")
    assert "give katana" not in moves(game)
    play(game, "give yumi")
    assert not moves(game, "give")
    play(game, "ask doku", "ask shuko")
    assert not moves(game, "ask")
    play(game, "mon -1")
    assert moves(game) == {"propose", "drop"}


@rule("Q41")
def test_a_dropped_offer_leaves_everything() -> None:
    s = bare()
    card(s, 0, "A2", "A3")
    game = play(tavern(s), "offer 1", "give A3", "drop")
    assert codes(game, 0, "actions") == ["A2", "A3"]
    assert game.to_move == 1


@rule("Q42")
def test_both_sides_give_something() -> None:
    game = play(tavern(armed()), "offer 1")
    assert "Both sides" in str(game.why_not("propose"))
    play(game, "give katana")
    assert "propose" not in moves(game)
    play(game, "mon -2")
    assert "propose" in moves(game)


@rule("Q42")
def test_nobody_trades_with_oneself_or_with_who_is_not_there() -> None:
    game = tavern(armed())
    assert moves(game) == {"pass", "offer 1"}
    assert "with yourself" in str(game.why_not("offer 0"))
    assert "no disciple here" in str(game.why_not("offer 3"))


@rule("Q43")
def test_asked_kinds_are_covered_by_public_counts() -> None:
    s = armed()
    card(s, 1, "A2", "M13")
    game = play(tavern(s), "offer 1", "ask action")
    assert "ask action" not in moves(game)
    assert "doesn’t have that" in str(game.why_not("ask action"))
    assert "ask yellow" in moves(game)
    assert "ask red" not in moves(game)


@rule("Q43")
def test_the_partner_picks_which_card_it_gives() -> None:
    s = bare()
    card(s, 1, "A2", "A5")
    game = play(tavern(s), "offer 1", "ask action", "mon 2", "propose", "accept")
    assert (game.to_move, moves(game)) == (1, {"pick A2", "pick A5"})
    play(game, "pick A5")
    assert codes(game, 0, "actions") == ["A5"]
    assert game.view(2).log[-1].move.words == ("?",)


@rule("Q43")
def test_mixed_asks_of_open_things_and_cards() -> None:
    s = armed()
    card(s, 1, "A2")
    game = play(tavern(s), "offer 1", "ask yumi", "ask action", "mon 2", "propose", "accept")
    assert codes(game, 0, "actions") == ["A2"]
    assert clan(game, 0).weapons == (WEAPONS.index("katana"), WEAPONS.index("yumi"))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 3), (3, 0)])
@rule("Q44")
def test_a_trade_that_breaks_a_limit_is_refused(mine: int, theirs: int) -> None:
    s = bare()
    for seat, number in ((0, mine), (1, theirs)):
        if number:
            geishas(s, seat, number)
    weapon(s, 0, "katana", "nawa", "yumi", "doku")
    weapon(s, 1, "shuko")
    game = play(tavern(s), "offer 1", "ask shuko", "mon 1")
    assert "propose" not in moves(game)
    assert "too many" in str(game.why_not("propose"))


@rule("Q44")
def test_one_for_one_is_always_possible() -> None:
    s = bare()
    weapon(s, 0, "katana", "nawa", "yumi", "doku")
    weapon(s, 1, "shuko", "shuko", "shuko", "shuko")
    game = play(tavern(s), "offer 1", "give nawa", "ask shuko", "propose", "accept")
    assert len(clan(game, 0).weapons) == len(clan(game, 1).weapons) == 4


@rule("Y158")
def test_nothing_is_decided_about_trades_while_disciples_are_placed() -> None:
    assert not moves(at(armed(), "assign"), "offer")


def test_an_event_forbids_trading() -> None:
    s = armed()
    for seat in (0, 1):
        stand(s, seat, "tavern")
    s.event = s.setting.cards.codes[7].index("E24")
    s.decks = (*s.decks[:7], tuple(n for n in s.decks[7] if n != s.event))
    assert at(s, "trade-tavern", ()).state.step == "activate"


@rule("Q44")
def test_the_partners_limit_is_kept_too() -> None:
    s = bare()
    weapon(s, 0, "katana")
    weapon(s, 1, "nawa", "nawa", "doku", "doku")
    game = play(in_market(s), "offer 1", "give katana", "mon -2")
    assert "Seat 1 would have too many of a kind: weapon" in str(game.why_not("propose"))
