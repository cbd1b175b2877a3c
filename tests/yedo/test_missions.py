"""Missions (Y61–Y80, Y163–Y171, Y202, Y205, Q53, Q55–Q61)."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.yedo import Yedo, load_cards
from kabuto.yedo.board import ANNEXES, DISTRICTS, KARESANSUI, PLACE, WEAPON, WEAPONS
from kabuto.yedo.cards import Effect, Mission, Part
from kabuto.yedo.cards.loader import _File
from kabuto.yedo.phases.gains import Deck
from kabuto.yedo.phases.missions import File, Reward, missing
from kabuto.yedo.state.pieces import go_home
from kabuto.yedo.state.state import Fact, State
from kabuto.yedo.words import spoken

from .helpers import (
    act,
    annex,
    bare,
    blessing,
    card,
    clan,
    close,
    codes,
    geishas,
    market,
    moves,
    play,
    stand,
    task,
    weapon,
    whereabouts,
)
from .rules_table import rule

SPOT = dict(zip(DISTRICTS, ("castle-prestige", *DISTRICTS[1:]), strict=True))


def mission(s: State, code: str) -> Mission:
    return next(card for card in s.setting.cards.missions if card.code == code)


def meet(s: State, seat: int, part: Part, blessed: bool = True) -> None:
    """Give a clan everything that a part of a mission asks for."""
    own = s.edit(seat)
    own.home, own.reserve = own.home + own.reserve, 0
    stand(s, seat, *(SPOT[DISTRICTS[d]] for d in part.districts))
    weapon(s, seat, *(WEAPONS[w] for w in part.weapons))
    annex(s, seat, *(ANNEXES[a] for a in part.annexes if a not in s.clans[seat].annexes))
    if part.geishas:
        geishas(s, seat, part.geishas)
    if part.blessing and blessed:
        blessing(s, seat)
    s.edit(seat).mon = 0
    s.edit(seat).mon += part.mon


def ready(code: str, bonus: bool = False, **changes: Any) -> Yedo:
    """Seat 0 has everything for a mission, and it is its turn to activate."""
    s = bare()
    card(s, 0, code)
    found = mission(s, code)
    meet(s, 0, found.standard)
    if bonus:
        assert found.bonus is not None
        stand(s, 0, *(SPOT[DISTRICTS[d]] for d in found.bonus.districts))
        weapon(s, 0, *(WEAPONS[w] for w in found.bonus.weapons))
        s.edit(0).mon += found.bonus.mon
    for name, value in changes.items():
        setattr(s, name, value)
    return act(s, 0)


def start(game: Yedo, code: str) -> str:
    """A way to fulfil a mission."""
    return next(iter(sorted(text for text in moves(game, "fulfil") if f" {code} " in text)))


ALL = [f"M{n}" for n in range(1, 60)]


@pytest.mark.parametrize("code", ALL)
@rule("Y62", "Y63", "Y64", "Y65", "Y68", "Y69", "Y163")
def test_every_mission_can_be_fulfilled_and_not_without_any_of_its_needs(
    code: str,
) -> None:
    game = ready(code)
    part = mission(game.state, code).standard
    assert moves(game, "fulfil")
    for lacking in range(7):
        s = bare()
        card(s, 0, code)
        meet(s, 0, part)
        own = s.edit(0)
        if lacking == 0:
            own.mon -= 1
        elif lacking == 1 and part.weapons:
            own.weapons, dropped = own.weapons[1:], own.weapons[0]
            s.discard = (dropped,)
        elif lacking == 2 and part.annexes:
            s.annexes = tuple(n + (a == own.annexes[0]) for a, n in enumerate(s.annexes))
            own.annexes = own.annexes[1:]
        elif lacking == 3 and part.geishas:
            own.geishas -= 1
            s.geishas += 1
        elif lacking == 4 and part.blessing:
            own.blessing = 0
            s.blessings += 1
        elif lacking == 5 and len(part.districts) > 1:
            spot = SPOT[DISTRICTS[part.districts[-1]]]
            go_home(s, 0, PLACE[spot])
        else:
            continue
        if lacking == 0 and not part.mon:
            continue
        game = act(s, 0)
        assert not moves(game, "fulfil"), (code, lacking)


@pytest.mark.parametrize("code", ALL)
@rule("Y71", "Y72", "Y168", "Y171")
def test_every_mission_pays_its_standard_reward(code: str) -> None:
    game = ready(code)
    rewards = {reward.op: reward.args for reward in mission(game.state, code).standard.rewards}
    church = game.state.church if "church" in rewards else 0
    pay, before = mission(game.state, code).standard.mon, clan(game, 0)
    play(game, start(game, code))
    while task(game) in ("bonuspart", "deck", "marketweapon"):
        game.play(game.legal_moves()[0])
    after = clan(game, 0)
    assert after.prestige - before.prestige == rewards.get("prestige", (0,))[0]
    assert after.mon - before.mon + pay >= rewards.get("mon", (0,))[0] + church
    assert codes(game, 0, "finished") == [code]
    assert codes(game, 0, "missions") == [] or "mission" in rewards


@rule("Y61", "Y70")
def test_both_parts_use_the_same_kinds(tmp_path: Path) -> None:
    s = bare()
    card(s, 0, "M1")
    s.edit(0).mon = 0
    everything = (
        'districts = ["temple"]\nweapons = ["katana"]\nannexes = ["dojo"]\ngeishas = 1\n'
        'special = ["at-least finished 1"]\nblessing = 1\npay = 2\n'
        'reward = ["prestige 1", "mon 1", "blessing", "action", "mission", "bonus", "weapon", "reserve", '
        '"swap-patrol", "church"]'
    )
    head = '[[card]]\ncode = "M1"\ncolour = "green"\nname = { en = "A" }\ntext = { en = "B" }\n'
    (tmp_path / "missions.toml").write_text(
        f"{head}{everything}\nbonus = {{ {everything.replace(chr(10), ', ')} }}", "utf-8"
    )
    (read,) = _File(tmp_path / "missions.toml", "missions").cards()
    assert read.standard == read.bonus
    wanted = [
        "1 disciple in the temple",
        "Katana (sword)",
        "Dojo",
        "1 geisha",
        "fulfilled missions: at least 1",
    ]
    told = [str(spoken(lack)) for lack in missing(s, 0, read.bonus)]
    assert told == [*wanted, "a blessing", "2 Mon"]


BONUS_PARTS: list[tuple[str, Callable[[State], object]]] = [
    ("M8", lambda s: stand(s, 0, "market")),
    ("M10", lambda s: weapon(s, 0, "yumi")),
    ("M5", lambda s: annex(s, 0, "dojo")),
    ("M2", lambda s: geishas(s, 0, 1)),
    ("M25", lambda s: blessing(s, 0)),
    ("M54", lambda s: setattr(s.edit(0), "mon", 6)),
    ("M23", lambda s: weapon(s, 0, "yumi", "doku")),
]
"""Mission of the city → what its bonus part asks for besides: each a kind of requirement."""


@pytest.mark.parametrize(("code", "give"), BONUS_PARTS)
@rule("Y61")
def test_every_kind_is_asked_for_in_the_bonus_part_too(code: str, give: Callable[[State], object]) -> None:
    for met in (False, True):
        s = bare(cards="city")
        card(s, 0, code)
        part = mission(s, code).standard
        meet(s, 0, part)
        s.edit(0).prestige = 15
        if met:
            give(s)
        game = play(act(s, 0), f"fulfil {code} {SPOT[DISTRICTS[part.districts[0]]]}")
        assert (task(game) == "bonuspart") == met
        assert ("bonus" in moves(game)) == met


@rule("Y62", "Q57")
def test_a_district_named_twice_needs_two_disciples() -> None:
    s = bare()
    part = Part(districts=(1, 1))
    stand(s, 0, "gates")
    assert [str(spoken(lack)) for lack in missing(s, 0, part)] == ["1 disciple in the gates"]
    stand(s, 0, "gates")
    assert not list(missing(s, 0, part))


@rule("Q57")
def test_a_weapon_named_twice_needs_two() -> None:
    s = bare()
    part = Part(weapons=(2, 2))
    weapon(s, 0, "katana")
    assert len(list(missing(s, 0, part))) == 1
    weapon(s, 0, "katana")
    assert not list(missing(s, 0, part))


@rule("Y63", "Y64", "Y65")
def test_weapons_annexes_and_geishas_are_kept() -> None:
    game = ready("M31")  # weapons and a geisha
    owned = clan(game, 0)
    play(game, start(game, "M31"))
    assert clan(game, 0).weapons == owned.weapons
    assert clan(game, 0).geishas == owned.geishas
    game = ready("M34")  # an annex
    play(game, start(game, "M34"))
    assert len(clan(game, 0).annexes) == 1


@rule("Y64")
def test_an_annex_needs_no_disciple_on_it() -> None:
    game = ready("M19")
    assert clan(game, 0).manned == ()
    assert moves(game, "fulfil")


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Effect("at-least", ("mon", 12)), True),
        (Effect("at-least", ("mon", 13)), False),
        (Effect("at-most", ("prestige", 1)), True),
        (Effect("none", ("weapons",)), True),
        (Effect("most", ("geishas",)), False),
        (Effect("most", ("mon",)), True),
        (Effect("fewest", ("mon",)), True),
        (Effect("first"), True),
        (Effect("last"), False),
        (Effect("patrol-in", ("gates",)), True),
        (Effect("patrol-in", ("market",)), False),
    ],
)
@rule("Y66")
def test_special_requirements_are_conditions_of_the_vocabulary(condition: Effect, met: bool) -> None:
    assert (not list(missing(bare(), 0, Part(special=(condition,))))) == met


@rule("Y66")
def test_a_mission_with_a_special_requirement_needs_it() -> None:
    for prestige, met in ((5, False), (6, True)):
        s = bare(cards="city")
        card(s, 0, "M16")  # at least 6 prestige
        meet(s, 0, mission(s, "M16").standard)
        s.edit(0).prestige = prestige
        game = act(s, 0)
        assert bool(moves(game, "fulfil")) == met
        assert met or "prestige points: at least 6" in str(game.why_not("fulfil M16 castle-prestige"))


@rule("Y73")
def test_a_blessing_is_a_reward() -> None:
    s = bare(cards="city")
    card(s, 0, "M4")  # temple and 2 Mon: 2 Mon and a blessing
    stand(s, 0, "temple")
    game = play(act(s, 0), "fulfil M4 temple")
    assert (clan(game, 0).blessing, game.state.blessings) == (1, 3)


@rule("Y67", "Y68")
def test_a_blessing_is_handed_over() -> None:
    game = ready("M33")
    play(game, start(game, "M33"))
    assert (clan(game, 0).blessing, game.state.blessings) == (0, 4)


@rule("Y69", "Q55")
def test_the_payment_comes_before_the_reward() -> None:
    s = bare()
    card(s, 0, "M37")  # 4 Mon to pay, Mon as a reward
    meet(s, 0, mission(s, "M37").standard)
    s.edit(0).mon = 3
    game = act(s.copy(), 0)
    assert not moves(game, "fulfil")
    assert "1 Mon" in str(game.why_not("fulfil M37 market"))
    s.edit(0).mon = 5
    game = play(act(s, 0), "fulfil M37 market")
    assert clan(game, 0).mon == 5 - 4 + 4


@rule("Y73", "Q46")
def test_a_blessing_as_reward_lapses_if_one_is_owned() -> None:
    s = bare()
    blessing(s, 0)
    first, *others = s.setting.cards.missions
    blessed = replace(first, standard=Part(districts=(1,), rewards=(Effect("blessing"),)))
    s.setting = replace(s.setting, cards=replace(s.setting.cards, missions=(blessed, *others)))
    assert Reward(0, 0, 0, 0).run(s)
    assert (s.clans[0].blessing, s.blessings) == (1, 3)
    assert Reward(1, 0, 0, 0).run(s)
    assert (s.clans[1].blessing, s.blessings) == (1, 2)


@rule("Y74", "Y76", "Y80")
def test_cards_and_church_money_as_rewards() -> None:
    game = ready("M46", church=5)  # church and a bonus card
    before = clan(game, 0).mon
    play(game, start(game, "M46"))
    assert len(clan(game, 0).bonuses) == 1
    assert (clan(game, 0).mon, game.state.church) == (before + 5 + 1, 0)
    game = ready("M18")  # an action card
    play(game, start(game, "M18"))
    assert len(clan(game, 0).actions) == 1


@rule("Y75", "Q8")
def test_a_mission_as_reward_from_any_deck() -> None:
    game = ready("M29")
    play(game, start(game, "M29"))
    assert moves(game) == {"take green", "take yellow", "take red", "take black"}
    play(game, "take black")
    assert len(clan(game, 0).missions) == 1


@rule("Y77", "Q61")
def test_a_weapon_of_the_market_for_nothing() -> None:
    s = bare(cards="city")
    card(s, 0, "M31")
    meet(s, 0, mission(s, "M31").standard)
    market(s, None, "katana", None, None, "shuko")
    close(s, "market")
    game = act(s, 0)
    play(game, start(game, "M31"))
    assert moves(game) == {"take 2", "take 5"}
    before = clan(game, 0).mon
    play(game, "take 2")
    assert clan(game, 0).weapons.count(WEAPONS.index("katana")) >= 1
    assert [weapon >= 0 for weapon in game.state.market] == [False] * 4 + [True]
    assert clan(game, 0).mon == before
    assert Fact("take", 0, WEAPON, (WEAPONS.index("katana"),)) in game.view(1).log[-1].facts


@rule("Q61")
def test_an_empty_market_gives_nothing() -> None:
    s = bare()
    card(s, 0, "M21")
    meet(s, 0, mission(s, "M21").standard)
    market(s, None, None, None, None, None)
    game = act(s, 0)
    play(game, start(game, "M21"))
    assert codes(game, 0, "finished") == ["M21"]


@pytest.mark.parametrize(("reserve", "after"), [(0, 1), (2, 2)])
@rule("Y78", "Q40")
def test_the_activated_disciple_goes_to_the_reserve_or_home_with_two_there(reserve: int, after: int) -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4 - reserve, reserve
    stand(s, 0, "harbor")
    File(0, 0, 5, 1).run(s)
    assert s.clans[0].reserve == after
    assert s.clans[0].home + s.clans[0].reserve == 4


@rule("Y78")
def test_a_mission_of_the_house_costs_its_disciple() -> None:
    game = ready("M38")
    play(game, start(game, "M38"))
    assert clan(game, 0).reserve == 1


@rule("Y79", "Q38")
def test_the_patrol_is_exchanged() -> None:
    game = ready("M41")
    play(game, start(game, "M41"))
    assert (game.state.colour, game.state.patrol) == (1, 1)


@rule("Y70", "Y77")
def test_what_follows_a_reward_that_asks_is_given_too() -> None:
    s = bare(cards="city")
    card(s, 0, "M55")
    meet(s, 0, mission(s, "M55").standard)
    market(s, "yumi", None, None, None, None)
    game = play(act(s, 0), "fulfil M55 market", "take 1")
    assert "yumi" in codes(game, 0, "weapons")
    assert len(clan(game, 0).bonuses) == 1


@rule("Y164", "Q66")
def test_a_fulfilled_mission_is_known_to_all() -> None:
    game = ready("M31")
    (mission_number,) = clan(game, 0).missions
    play(game, start(game, "M31"))
    for seat in (1, None):
        assert game.view(seat).state.clans[0].finished == clan(game, 0).finished
        shown = [fact.cards for fact in game.view(seat).log[0].facts if fact.what == "finish"]
        assert shown == [(mission_number,)], "its face is shown to everybody"
    assert clan(game, 0).finished


@rule("Y165", "Q60")
def test_why_a_mission_cannot_be_fulfilled_lists_everything_missing() -> None:
    s = bare()
    card(s, 0, "M50")
    stand(s, 0, "temple")
    game = act(s, 0)
    reason = str(game.why_not("fulfil M50 temple"))
    for part in ("castle", "red-light", "Yumi", "1 geisha"):
        assert part in reason
    assert game.view(1).why_not("fulfil M50 temple") == "It is seat 0’s turn."


@rule("Y166", "Y167")
def test_one_required_disciple_is_activated_the_others_stay() -> None:
    game = ready("M17")  # gates and harbor
    assert moves(game, "fulfil") == {"fulfil M17 gates", "fulfil M17 harbor"}
    play(game, "fulfil M17 harbor")
    assert whereabouts(game, 0) == ["gates"]


@rule("Y166")
def test_a_disciple_elsewhere_cannot_fulfil_it() -> None:
    s = bare()
    card(s, 0, "M1")
    stand(s, 0, "gates", "tavern")
    assert "doesn’t start here" in str(act(s, 0).why_not("fulfil M1 tavern"))


@rule("Y169", "Y170", "Q56")
def test_the_bonus_part_is_offered_after_the_standard_reward_and_may_be_left() -> None:
    for answer, more in (("bonus", True), ("skip", False)):
        game = ready("M1", bonus=True)
        play(game, "fulfil M1 gates")
        assert moves(game) == {"bonus", "skip"}
        play(game, answer)
        assert (len(clan(game, 0).actions) == 1) == more
        assert codes(game, 0, "finished") == ["M1"]


@rule("Q56")
def test_without_its_needs_the_bonus_part_is_not_offered() -> None:
    game = ready("M1")
    play(game, "fulfil M1 gates")
    assert task(game) != "bonuspart"


@rule("Q55")
def test_the_standard_reward_serves_the_bonus_part() -> None:
    s = bare()
    card(s, 0, "M18")  # bonus: pay 3 Mon
    meet(s, 0, mission(s, "M18").standard)
    assert s.clans[0].mon == 0
    game = act(s, 0)
    play(game, start(game, "M18"))
    assert task(game) == "bonuspart"
    before = clan(game, 0)
    play(game, "bonus")
    assert (clan(game, 0).mon, clan(game, 0).prestige) == (before.mon - 3, before.prestige + 2)


@rule("Q57")
def test_districts_of_both_parts_need_disciples_of_their_own() -> None:
    s = bare()
    stand(s, 0, "gates")
    bonus = Part(districts=(1,))
    assert list(missing(s, 0, bonus, also=(1,)))
    stand(s, 0, "gates")
    assert not list(missing(s, 0, bonus, also=(1,)))


@rule("Q57")
def test_the_activated_disciple_counts_until_the_end() -> None:
    s = bare()
    card(s, 0, "M1")
    stand(s, 0, "gates", "market")
    game = play(act(s, 0), "fulfil M1 gates")
    assert "gates" in whereabouts(game, 0)
    play(game, "bonus")
    assert whereabouts(game, 0) == ["market"]


@rule("Q58")
def test_one_disciple_helps_several_missions_one_per_activation() -> None:
    s = bare()
    card(s, 0, "M1", "M17")
    meet(s, 0, mission(s, "M17").standard)
    game = act(s, 0)
    play(game, "fulfil M17 harbor")
    while task(game) == "bonuspart":
        game.play("skip")
    assert game.to_move == 0
    assert "fulfil M1 gates" in moves(game)


@rule("Y202", "Q59")
def test_yashiki_stands_in_for_a_geisha_in_both_parts() -> None:
    s = bare()
    card(s, 0, "M23")  # harbor, a weapon and a geisha
    meet(s, 0, mission(s, "M23").standard)
    s.edit(0).geishas, s.geishas = 0, 6
    annex(s, 0, "yashiki")
    stand(s, 0, "yashiki")
    game = act(s, 0)
    assert moves(game, "fulfil") == {"fulfil M23 harbor yashiki"}
    play(game, "fulfil M23 harbor yashiki")
    assert whereabouts(game, 0) == []
    assert clan(game, 0).home == 4


@rule("Y202", "Q59")
def test_yashiki_stands_in_for_a_geisha_of_the_bonus_part_too(tmp_path: Path) -> None:
    s = bare()
    card(s, 0, "M13")  # for the bonus a geisha
    meet(s, 0, mission(s, "M13").standard)
    annex(s, 0, "yashiki")
    stand(s, 0, "yashiki")
    game = play(act(s, 0), "fulfil M13 tavern")
    assert moves(game) == {"skip", "bonus yashiki"}
    assert "yashiki" not in whereabouts(play(game, "bonus yashiki"), 0)
    folder = tmp_path / "geishas"
    shutil.copytree(Path(kabuto.__file__).parent / "yedo" / "cards" / "house", folder)
    text = (folder / "missions.toml").read_text("utf-8")
    own = text[text.index('code = "M23"') :]
    changed = own.replace('bonus = { districts = ["redlight"]', "bonus = { geishas = 1", 1)
    (folder / "missions.toml").write_text(text.replace(own, changed), "utf-8")
    for helped in (True, False):
        s = bare(cards=load_cards(folder))
        card(s, 0, "M23")  # a geisha in both parts
        meet(s, 0, mission(s, "M23").standard)
        if helped:
            s.edit(0).geishas, s.geishas = 0, 6
            annex(s, 0, "yashiki")
            stand(s, 0, "yashiki")
        game = play(act(s, 0), "fulfil M23 harbor" + " yashiki" * helped)
        assert moves(game) == {"skip", "bonus"}


@rule("Y205", "Q59")
def test_karesansui_stands_in_for_a_blessing() -> None:
    s = bare()
    card(s, 0, "M33")
    meet(s, 0, mission(s, "M33").standard)
    annex(s, 0, "karesansui")
    stand(s, 0, "karesansui")
    poor = s.copy()
    poor.edit(0).blessing, poor.blessings = 0, poor.blessings + 1
    assert moves(act(poor, 0), "fulfil") == {
        f"fulfil M33 {place} karesansui" for place in ("gates", "temple")
    }
    game = act(s, 0)
    assert {"fulfil M33 gates", "fulfil M33 gates karesansui"} <= moves(game)
    play(game, "fulfil M33 gates karesansui")
    assert clan(game, 0).blessing == 1
    assert KARESANSUI not in clan(game, 0).manned


@rule("Q59")
def test_a_stand_in_that_is_not_there_or_not_needed_is_refused() -> None:
    game = ready("M1")
    assert "no disciple" in str(game.why_not("fulfil M1 gates yashiki"))
    s = bare()
    card(s, 0, "M1")
    annex(s, 0, "yashiki")
    stand(s, 0, "gates", "yashiki")
    assert "don’t need" in str(act(s, 0).why_not("fulfil M1 gates yashiki"))


@rule("Q53")
def test_a_garden_disciple_counts_for_the_castle_and_goes_home_alone() -> None:
    s = bare()
    card(s, 0, "M7")  # castle
    stand(s, 1, "garden")
    stand(s, 0, "garden")
    game = play(act(s, 0), "fulfil M7 garden")
    assert game.state.order == (0, 1, 2, 3)
    assert whereabouts(game, 1) == ["garden"]
    assert whereabouts(game, 0) == []


@rule("Q45")
def test_limits_are_checked_when_the_mission_is_filed() -> None:
    s = bare()
    card(s, 0, "M29", "M1", "M2", "M3")
    meet(s, 0, mission(s, "M29").standard)
    game = act(s, 0)
    play(game, start(game, "M29"), "take green")
    assert task(game) != "discard"
    assert len(clan(game, 0).missions) == 4


@rule("Q45", "Q55")
def test_a_weapon_too_many_goes_only_after_the_bonus_part() -> None:
    s = bare()
    card(s, 0, "M21")  # market weapon as reward, bonus: tavern
    meet(s, 0, mission(s, "M21").standard)
    owned = [WEAPONS[n] for n in s.clans[0].weapons]
    weapon(s, 0, *[name for name in WEAPONS if name not in owned][: 4 - len(owned)])
    stand(s, 0, "tavern")
    game = act(s, 0)
    play(game, start(game, "M21"), "take 4")
    assert (task(game), len(clan(game, 0).weapons)) == ("bonuspart", 5)
    play(game, "skip")
    assert (task(game), len(moves(game, "discard")) >= 4) == ("discard", True)


@rule("Y75", "Q48")
def test_a_mission_reward_lapses_if_all_decks_are_empty() -> None:
    s = bare()
    s.decks = (s.decks[0], s.decks[1], (), (), (), (), *s.decks[6:])
    assert Deck(0, 1).run(s)
    assert s.clans[0].missions == ()


@rule("Y172")
def test_a_district_disciple_does_either_a_mission_or_an_action() -> None:
    s = bare()
    card(s, 0, "M1")
    stand(s, 0, "gates")
    game = act(s, 0)
    assert {"fulfil M1 gates", "recruit", "sell 1"} <= moves(game)
    play(game, "fulfil M1 gates")
    assert task(game) != "activate" or game.to_move != 0
