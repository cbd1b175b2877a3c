"""The market and the events (Y131–Y138, Q23–Q28)."""

import pytest

from kabuto.yedo import Yedo
from kabuto.yedo.board import DISTRICTS, WEAPONS
from kabuto.yedo.phases.districts import market_price
from kabuto.yedo.state.state import State

from .helpers import (
    annex,
    at,
    bare,
    blessing,
    card,
    clan,
    close,
    codes,
    geishas,
    market,
    moves,
    patrol_in,
    pile,
    play,
    task,
    weapon,
)
from .rules_table import rule


def phase(s: State, event: str = "E25") -> Yedo:
    """Phase 3 with this event on top."""
    pile(s, "event", event)
    return at(s, "market", ())


def on_market(game: Yedo) -> list[str | None]:
    return [None if n < 0 else WEAPONS[n] for n in game.state.market]


@pytest.mark.parametrize(
    ("before", "cheap", "gone"),
    [
        (("katana", "nawa", "yumi", "doku", "shuko"), ["katana", "nawa"], ["doku", "shuko", "yumi"]),
        ((None, "nawa", "yumi", "doku", "shuko"), ["nawa", "yumi"], ["doku", "shuko"]),
        ((None, None, "yumi", "doku", "shuko"), ["yumi", "doku"], ["shuko"]),
        ((None, None, None, "doku", "shuko"), ["doku", "shuko"], []),
        ((None, "nawa", None, None, None), ["nawa", None], []),
    ],
)
@rule("Y131", "Y132", "Y133", "Q23")
def test_the_two_leftmost_become_cheap_the_others_go(
    before: tuple[str | None, ...], cheap: list[str | None], gone: list[str]
) -> None:
    s = bare()
    market(s, *before)
    pile(s, "weapon", "fukiya", "metsubushi", "shuriken")
    game = phase(s)
    assert on_market(game) == ["fukiya", "metsubushi", "shuriken", *cheap]
    assert [WEAPONS[n] for n in game.state.discard] == gone


@rule("Y131", "Q24")
def test_three_weapons_are_laid_out_in_round_1_too() -> None:
    game = phase(bare())
    assert None not in on_market(game)


@rule("Y134")
def test_a_short_stack_gets_the_shuffled_discard() -> None:
    s = bare()
    market(s, None, None, None, None, None)
    s.discard, s.decks = tuple(sorted(s.decks[6][1:])), (*s.decks[:6], s.decks[6][:1], s.decks[7])
    game = phase(s)
    assert game.state.discard == ()
    assert len(game.state.decks[6]) == 37


@rule("Y135", "Y136", "Q25")
def test_an_event_replaces_the_old_one_which_stays_to_be_read() -> None:
    s = bare()
    s.round = 2
    close(s, "tavern")
    game = phase(s, "E25")
    names = game.state.setting.cards.codes[7]
    assert names[game.state.event] == "E25"
    assert [names[n] for n in game.state.past] == ["E3"]
    assert game.state.closed == -1
    assert [own.mon for own in game.state.clans] == [15, 15, 15, 15]


@pytest.mark.parametrize(("event", "district"), [(f"E{n + 1}", name) for n, name in enumerate(DISTRICTS)])
@rule("Y137", "Q28")
def test_a_closed_district_takes_no_disciple(event: str, district: str) -> None:
    game = phase(bare(), event)
    assert DISTRICTS[game.state.closed] == district
    closed = {"castle": {"place garden", "place castle-prestige", "place castle-mission"}}
    assert not moves(game) & closed.get(district, {f"place {district}"})
    assert len(moves(game, "place")) == (6 if district == "castle" else 8)


@rule("Y138", "Q27")
def test_a_blessing_averts_the_loss_of_an_aid() -> None:
    s = bare()
    weapon(s, 0, "katana", "yumi")
    blessing(s, 0)
    game = phase(s, "E9")
    assert moves(game) == {"bless", "lose katana", "lose yumi"}
    play(game, "bless")
    assert (clan(game, 0).blessing, len(clan(game, 0).weapons), game.state.blessings) == (0, 2, 4)


@rule("Q26")
def test_losses_in_player_order_each_chooses_who_has_nothing_is_not_asked() -> None:
    s = bare()
    s.order = s.track = (3, 2, 1, 0)
    weapon(s, 1, "katana", "yumi")
    weapon(s, 3, "doku", "nawa")
    game = phase(s, "E9")
    assert game.to_move == 3
    play(game, "lose doku")
    assert game.to_move == 1
    play(game, "lose yumi")
    assert [WEAPONS[n] for n in game.state.discard] == ["doku", "yumi"]
    assert task(game) == "place"


@rule("Q26")
def test_who_has_only_one_loses_it_unasked() -> None:
    s = bare()
    weapon(s, 1, "katana")
    game = phase(s, "E9")
    assert clan(game, 1).weapons == ()
    assert task(game) == "place"


@rule("Q26")
def test_lost_geishas_annexes_and_disciples_go_home() -> None:
    s = bare()
    geishas(s, 0, 2)
    assert (clan(phase(s, "E13"), 0).geishas, s.geishas) == (1, 5)
    s = bare()
    annex(s, 0, "dojo")
    assert clan(phase(s, "E8"), 0).annexes == ()
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 3, 1
    game = phase(s, "E12")
    assert (clan(game, 0).home, clan(game, 0).reserve) == (2, 2)


@rule("Q26", "Q40")
def test_nobody_loses_a_disciple_with_two_in_the_reserve() -> None:
    game = phase(bare(), "E12")
    assert [(own.home, own.reserve) for own in game.state.clans] == [(2, 2)] * 4


@rule("Q26", "Q27")
def test_a_lost_card_goes_under_its_deck_and_no_blessing_averts_that() -> None:
    s = bare()
    card(s, 0, "A2", "A5")
    blessing(s, 0)
    game = phase(s, "E14")
    assert moves(game) == {"lose A2", "lose A5"}
    assert "can’t prevent" in str(game.why_not("bless"))
    play(game, "lose A5")
    assert codes(game, 0, "actions") == ["A2"]
    assert game.state.decks[0][-1] == game.state.setting.cards.codes[0].index("A5")


@rule("Q27")
def test_an_event_may_say_that_a_blessing_averts_a_loss_of_mon() -> None:
    s = bare()
    s.edit(2).mon = 30
    blessing(s, 2)
    game = phase(s, "E16")
    assert (game.to_move, moves(game)) == (2, {"bless", "lose mon"})
    play(game, "lose mon")
    assert clan(game, 2).mon == 25


@rule("Q26")
def test_who_has_less_gives_what_there_is() -> None:
    s = bare()
    s.edit(1).mon = 2
    game = phase(s, "E11")
    assert [own.mon for own in game.state.clans] == [9, 0, 9, 9]


@rule("Q27")
def test_one_blessing_averts_the_whole_loss() -> None:
    s = bare()
    weapon(s, 0, "katana", "yumi", "doku")
    s.edit(0).prestige = 9
    blessing(s, 0)
    game = play(phase(s, "E10"), "bless")
    assert len(clan(game, 0).weapons) == 3


@rule("Q27")
def test_of_two_lost_things_each_is_chosen_and_a_begun_loss_is_not_averted() -> None:
    s = bare()
    weapon(s, 0, "katana", "yumi", "doku")
    s.edit(0).prestige = 9
    blessing(s, 0)
    game = play(phase(s, "E10"), "lose katana")
    assert moves(game) == {"lose yumi", "lose doku"}
    play(game, "lose doku")
    assert (codes(game, 0, "weapons"), task(game)) == (["yumi"], "place")


@pytest.mark.parametrize(
    ("event", "field", "price"), [("E17", 4, 4), ("E17", 1, 6), ("E18", 4, 8), ("E18", 1, 10)]
)
@rule("Q25", "Q49")
def test_a_standing_event_changes_market_prices(event: str, field: int, price: int) -> None:
    assert market_price(phase(bare(), event).state, 0, field - 1) == price


@rule("Q28")
def test_the_patrol_enters_a_closed_district() -> None:
    s = bare()
    close(s, "castle")
    game = at(s, "patrol", ())
    assert patrol_in(game) == "castle"


@rule("Q1", "Q26")
def test_the_only_card_is_lost_at_once_but_two_equal_ones_are_asked_for_like_any_two() -> None:
    s = bare()
    card(s, 0, "A2")
    card(s, 1, "A3", "A3")
    game = phase(s, "E14")
    assert (codes(game, 0, "actions"), game.to_move, moves(game)) == ([], 1, {"lose A3"})


def test_an_event_puts_money_on_the_church() -> None:
    game = phase(bare(cards="city"), "E4")
    assert (game.state.church, game.state.closed) == (5, DISTRICTS.index("harbor"))


def test_a_curfew_brings_the_other_patrol() -> None:
    s = bare()
    before = s.colour
    game = phase(s, "E24")
    assert game.state.colour == 1 - before


@rule("Q28")
def test_a_card_re_opens_a_closed_district_at_once() -> None:
    s = bare()
    card(s, 0, "A13")
    game = phase(s, "E4")
    assert "play A13" in moves(game)
    play(game, "play A13")
    assert game.state.closed == -1
    assert "place harbor" in moves(game)


@rule("Q25")
def test_two_steps_of_the_patrol_or_none_by_event() -> None:
    for event, expected in (("E22", "temple"), ("E23", "gates"), ("E25", "castle")):
        game = phase(bare(), event)
        while task(game) == "place":
            game.play("place tavern" if "place tavern" in moves(game) else next(iter(sorted(moves(game)))))
        assert patrol_in(game) == expected, event


@rule("Y84")
def test_an_event_is_revealed_in_phase_3() -> None:
    assert phase(bare()).state.event >= 0


@rule("Q26", "Q45")
def test_discards_after_an_event_are_asked_for_in_player_order() -> None:
    s = bare()
    s.order = s.track = (2, 0, 3, 1)
    for seat, cards in ((0, ("A2", "A3", "A4")), (1, ("A5", "A6", "A7")), (2, ("A8", "A9", "A10"))):
        card(s, seat, *cards)
    game, asked = phase(s, "E27"), []
    while task(game) == "discard":
        asked.append(game.to_move)
        game.play(game.legal_moves()[0])
    assert asked == [2, 0, 1]
