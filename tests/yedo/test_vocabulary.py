"""Words of the vocabulary that other card sets may use, tried by themselves."""

from dataclasses import replace

import pytest

from kabuto.yedo import rules
from kabuto.yedo.board import WEAPON, WEAPONS
from kabuto.yedo.cards import Action, Effect
from kabuto.yedo.cards.vocabulary import EFFECTS as VOCABULARY
from kabuto.yedo.phases.auction import minimum
from kabuto.yedo.phases.card_effects import EFFECTS, TARGETS, carry_out, is_possible
from kabuto.yedo.phases.districts import annex_price, draw_price, geisha_price, recruit_price
from kabuto.yedo.phases.missions import File
from kabuto.yedo.phases.patrol import patrol
from kabuto.yedo.positions.piece_checks import check_pieces
from kabuto.yedo.state.counts import MEASURES, chosen, holds
from kabuto.yedo.state.pieces import leave, to_reserve
from kabuto.yedo.state.state import State, swapped

from .helpers import annex, bare, blessing, card, geishas, market, stand, weapon
from .rules_table import rule


def happen(s: State, *effects: Effect) -> State:
    """An event with these effects."""
    events = s.setting.cards.events
    made = replace(events[0], effects=effects)
    s.setting = replace(s.setting, cards=replace(s.setting.cards, events=(made, *events[1:])))
    s.step, s.chance = "event", lambda _, weapons: weapons
    rules.advance(s)
    return s


def test_give_brings_money_points_cards_blessings_and_disciples() -> None:
    s = happen(
        bare(),
        Effect("give", ("mon", 2, "all")),
        Effect("give", ("prestige", 1, "first")),
        Effect("give", ("blessing", 1, "last")),
        Effect("give", ("disciple", 1, "all")),
        Effect("give", ("bonus", 1, "all")),
    )
    assert [clan.mon for clan in s.clans] == [14, 14, 14, 14]
    assert [clan.prestige for clan in s.clans] == [2, 1, 1, 1]
    assert [clan.blessing for clan in s.clans] == [0, 0, 0, 1]
    assert [clan.reserve for clan in s.clans] == [1, 1, 1, 1]
    assert [len(clan.bonuses) for clan in s.clans] == [1, 1, 1, 1]


def test_income_pays_for_everything_counted() -> None:
    s = bare()
    geishas(s, 1, 2)
    assert [clan.mon for clan in happen(s, Effect("income", ("geishas", 3))).clans] == [12, 18, 12, 12]


@pytest.mark.parametrize(
    ("who", "seats"),
    [
        ("all", (0, 1, 2, 3)),
        ("richest", (1,)),
        ("poorest", (2, 3)),
        ("leader", (3,)),
        ("behind", (0, 1, 2)),
        ("first", (0,)),
        ("last", (3,)),
    ],
)
def test_whom_an_event_means_ties_included(who: str, seats: tuple[int, ...]) -> None:
    s = bare()
    s.edit(1).mon = 20
    s.edit(2).mon = s.edit(3).mon = 5
    s.edit(3).prestige = 9
    assert chosen(s, who) == seats


@pytest.mark.parametrize("what", sorted(MEASURES))
def test_every_measure_counts_what_a_clan_has(what: str) -> None:
    s = bare()
    before = MEASURES[what](s, 0)
    own = s.edit(0)
    own.mon, own.prestige, own.reserve = 20, 5, 1 if what == "disciples" else 3
    weapon(s, 0, "katana", "yumi")
    geishas(s, 0, 1)
    annex(s, 0, "dojo")
    blessing(s, 0)
    card(s, 0, "A2", "B3", "M2")
    s.edit(0).finished = (1, 13, 31, 49)
    assert MEASURES[what](s, 0) > before


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Effect("disciple-in", ("gates",)), True),
        (Effect("disciple-in", ("castle",)), False),
        (Effect("annex", ("dojo",)), True),
        (Effect("annex", ("kobudo",)), False),
        (Effect("fewest", ("weapons",)), True),
        (Effect("none", ("mon",)), False),
        (Effect("last"), False),
    ],
)
def test_conditions_of_cards(condition: Effect, met: bool) -> None:
    s = bare()
    stand(s, 0, "gates")
    annex(s, 0, "dojo")
    assert holds(s, 0, condition) == met


def test_effects_of_action_cards_that_no_card_of_the_house_has() -> None:
    s = bare()
    action = s.setting.cards.actions[0]
    assert is_possible(s, 0, Effect("gain", ("blessing", 1)))
    carry_out(s, 0, replace(action, effects=(Effect("gain", ("blessing", 1)),)), ())
    assert s.clans[0].blessing == 1
    assert not is_possible(s, 0, Effect("gain", ("blessing", 1)))
    carry_out(s, 0, replace(action, effects=(Effect("gain", ("prestige", 2)),)), ())
    assert s.clans[0].prestige == 3


def test_prices_of_everything_move_with_an_event() -> None:
    s = bare()
    before = (annex_price(s), draw_price(s), geisha_price(s), recruit_price(s), minimum(s, 0))
    happen(s, *(Effect("price", (what, -2)) for what in ("annex", "draw", "geisha", "recruit", "bid")))
    after = (annex_price(s), draw_price(s), geisha_price(s), recruit_price(s), minimum(s, 0))
    assert after == tuple(price - 2 for price in before)


def test_a_patrol_of_three_steps() -> None:
    s = happen(bare(), Effect("patrol-steps", (3,)))
    s.patrol = 1
    patrol(s)
    assert s.patrol == 5


def test_every_effect_of_an_action_card_is_carried_out_and_has_its_targets() -> None:
    on_cards = {op: word for op, word in VOCABULARY.items() if "action" in word.where}
    assert set(EFFECTS) == set(on_cards)
    assert set(TARGETS) == {op for op, word in on_cards.items() if word.targeted}


def card_of(s: State, *effects: str) -> Action:
    """An action card with these effects, which have no numbers."""
    return replace(s.setting.cards.actions[0], effects=tuple(Effect(op, ()) for op in effects))


def test_r17_a_weapon_that_the_market_shuffled_away_is_not_salvaged() -> None:
    s = bare()
    market(s, None, None, None, None, None)
    s.discard, rest = s.decks[WEAPON][-1:], s.decks[WEAPON][:-1]
    s.discard, s.decks = tuple(sorted((*rest[3:], *s.discard))), swapped(s.decks, WEAPON, rest[:3])
    s.chance = lambda _, weapons: weapons
    carry_out(s, 0, card_of(s, "refresh", "salvage"), (WEAPONS[s.discard[0]],))
    assert (s.clans[0].weapons, s.discard) == ((), ())


def test_r17_nobody_is_saved_who_has_fled() -> None:
    s = bare()
    stand(s, 0, "gates")
    carry_out(s, 0, card_of(s, "flee", "save", "save-all"), ("gates",))
    assert (s.saved, s.clans[0].home) == ((), 2)
    stand(s, 0, "gates")
    carry_out(s, 0, card_of(s, "save-all", "save"), ("gates",))
    assert s.saved == ((0, 3),)


def test_r17_a_card_lends_one_weapon() -> None:
    s = bare()
    carry_out(s, 0, card_of(s, "borrow", "borrow"), ())
    assert s.borrowed == ((0, -1),)


def arrests_alone(s: State) -> State:
    """The same table where the limit of the reserve holds for arrests alone."""
    s.setting = replace(s.setting, board=replace(s.setting.board, reserve_limit_always=False))
    return s


@rule("Y78", "Q40")
def test_r5_the_switch_lets_a_mission_send_a_third_disciple_to_the_reserve() -> None:
    s = arrests_alone(bare())
    stand(s, 0, "harbor", "harbor")
    File(0, 0, 5, 1).run(s)
    assert (s.clans[0].reserve, s.clans[0].home) == (3, 0)
    leave(s, 0, 5)
    to_reserve(s, 0, arrested=True)
    assert (s.clans[0].reserve, s.clans[0].home) == (3, 1)
    check_pieces(s)


@rule("Q40")
def test_r5_the_switch_lets_an_event_take_a_third_disciple() -> None:
    s = happen(arrests_alone(bare()), Effect("lose", ("disciple", 1, "all")))
    assert [(own.home, own.reserve) for own in s.clans] == [(1, 3)] * 4
    s = happen(bare(), Effect("lose", ("disciple", 1, "all")))
    assert [(own.home, own.reserve) for own in s.clans] == [(2, 2)] * 4
