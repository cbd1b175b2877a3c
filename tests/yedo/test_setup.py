"""Set-up (Y28–Y60, Q3, Q8–Q12)."""

import random
from collections import Counter

import pytest

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.board import COLOURS, GREEN, PATROLS, PILES, RED, WEAPON
from kabuto.yedo.state.pieces import pile_of_mission

from .helpers import clan, codes, moves, play, task
from .rules_table import rule

PLAYERS = (2, 3, 4, 5)


def new(players: int = 4, seed: int = 1) -> Yedo:
    return kabuto.new("yedo", players=players, seed=seed, cards="house")


def drafted(game: Yedo, *colours: str) -> Yedo:
    """Everybody drafts these colours, in turns."""
    for colour in colours:
        for _ in range(game.players):
            game.play(f"take {colour}")
    return game


@pytest.mark.parametrize("players", PLAYERS)
@rule("Y28", "Y29", "Y30", "Q3")
def test_every_pile_is_shuffled_by_chance(players: int) -> None:
    one, two = new(players, 1), new(players, 2)
    for pile, name in enumerate(PILES):
        assert one.state.decks[pile] != two.state.decks[pile], name
        if pile != WEAPON:
            assert Counter(one.state.decks[pile]) == Counter(one.state.setting.cards.deck_faces[pile])


@rule("Y31")
def test_two_weapons_lie_on_the_cheap_fields_on_the_right() -> None:
    game = new()
    assert [weapon >= 0 for weapon in game.state.market] == [False, False, False, True, True]
    assert game.state.setting.board.prices == (8, 8, 8, 6, 6)
    assert len(game.state.decks[WEAPON]) == 38


@rule("Y32", "Y35", "Y36")
def test_supplies_with_four_players() -> None:
    state = new(4).state
    assert (state.blessings, state.annexes, state.geishas) == (4, (3, 3, 3, 3), 6)


@rule("Y33", "Y34", "Y37", "Y38")
def test_money_on_the_church_nothing_closed_no_event() -> None:
    state = new().state
    assert (state.church, state.closed, state.event, state.past) == (3, -1, -1, ())


@pytest.mark.parametrize("seed", range(8))
@rule("Y39", "Y40", "Q36")
def test_one_patrol_starts_at_the_gates(seed: int) -> None:
    state = new(seed=seed).state
    assert state.patrol == state.setting.board.patrol_start == 1
    assert state.colour in (0, 1)


@rule("Y39", "Q3", "Q9")
def test_chance_decides_patrol_and_start_player() -> None:
    starts = {(new(seed=seed).state.colour, new(seed=seed).state.order[0]) for seed in range(60)}
    assert len(starts) == 8
    record = new(seed=5).record()["start"]
    assert record["patrol"] in PATROLS
    assert record["first"] == new(seed=5).state.order[0]


@rule("Y42", "Y46", "Y47", "Q9")
def test_the_others_follow_the_start_player_clockwise() -> None:
    for seed in range(10):
        first, *rest = new(seed=seed).state.order
        assert rest == [(first + n) % 4 for n in (1, 2, 3)]


@rule("Y44", "Y45", "Y48", "Y53")
def test_what_a_clan_starts_with() -> None:
    for own in new().state.clans:
        assert (own.home, own.reserve, own.mon, own.prestige) == (2, 2, 12, 1)


@pytest.mark.parametrize("players", PLAYERS)
@rule("Y49", "Y50", "Q10")
def test_missions_one_at_a_time_in_reverse_order_four_times(players: int) -> None:
    game, seats = new(players), []
    rng = random.Random(players)
    while task(game) == "draft":
        seats.append(game.to_move)
        game.play(rng.choice(game.legal_moves()))
    assert seats == [*reversed(game.state.order)] * 4
    assert all(len(own.missions) == 4 for own in game.state.clans)


@rule("Y49", "Q8")
def test_the_top_card_of_the_chosen_deck_is_taken() -> None:
    game = new()
    seat, first = game.to_move, game.state.decks[GREEN][0]
    play(game, "take green")
    assert seat is not None
    assert game.state.clans[seat].missions == (first,)


@rule("Y51", "Q10")
def test_the_fourth_mission_is_red_or_black_if_none_was_before() -> None:
    game = drafted(new(), "green", "green", "yellow")
    assert moves(game) == {"take red", "take black"}
    assert "red or black" in str(game.why_not("take green"))
    game = drafted(new(), "green", "black", "yellow")
    assert moves(game) == {f"take {colour}" for colour in COLOURS}


@rule("Y51")
def test_everybody_has_a_hard_mission_after_any_set_up() -> None:
    for seed in range(6):
        game, rng = new(5, seed), random.Random(seed)
        while game.state.round == 0:
            game.play(rng.choice(game.legal_moves()))
        for own in game.state.clans:
            assert any(pile_of_mission(game.state, mission) >= RED for mission in own.missions)


@rule("Q10")
def test_an_empty_deck_cannot_be_chosen() -> None:
    game = new(5)
    for _ in range(12):
        game.play("take green")
    assert moves(game) == {"take yellow", "take red", "take black"}
    assert "green deck is empty" in str(game.why_not("take green"))


@rule("Q10")
def test_a_mission_is_looked_at_before_the_next_choice() -> None:
    game = new()
    seat = game.to_move
    play(game, "take red")
    assert game.view(seat).log[-1].facts[0].cards[0] >= 0
    other = next(n for n in range(4) if n != seat)
    assert game.view(other).log[-1].facts[0].cards[0] < 0


@rule("Y55", "Y56")
def test_one_action_card_of_three_in_player_order_the_rest_under_the_deck() -> None:
    game, seats = drafted(new(), "red", "green", "green", "yellow"), []
    while task(game) == "keep":
        seat = game.to_move
        assert seat is not None
        seats.append(seat)
        drawn = game.state.tasks[-1].cards  # type: ignore[attr-defined]
        kept = game.legal_moves()[0]
        game.play(kept)
        assert codes(game, seat, "actions") == [kept.words[0]]
        rest = list(drawn)
        rest.remove(game.state.clans[seat].actions[0])
        assert list(game.state.decks[0][-2:]) == rest
    assert seats == list(game.state.order)


def at_favours(players: int = 4, seed: int = 1) -> Yedo:
    game = drafted(new(players, seed), "red", "green", "green", "yellow")
    while task(game) == "keep":
        game.play(game.legal_moves()[0])
    return game


@rule("Y57", "Y58", "Y60")
def test_favours_in_reverse_order_the_rest_to_the_box() -> None:
    game, seats = at_favours(), []
    assert moves(game) == {f"favour F{n}" for n in range(1, 6)}
    while task(game) == "takefavour":
        seats.append(game.to_move)
        game.play(game.legal_moves()[0])
    assert seats == [*reversed(game.state.order)]
    assert game.state.favours == ()
    assert game.state.round == 1


@rule("Y59")
def test_a_taken_favour_is_a_blackmail() -> None:
    game = at_favours()
    seat = game.to_move
    assert seat is not None
    assert not clan(game, seat).blackmail
    play(game, "favour F4")
    assert clan(game, seat).blackmail == 1
    assert "favour F4" not in moves(game)


@pytest.mark.parametrize(
    ("favour", "mon", "hand"),
    [("F1", 15, "actions"), ("F2", 15, "bonuses"), ("F3", 15, "weapons"), ("F4", 19, ""), ("F5", 12, "")],
)
@rule("Y58", "Q12")
def test_the_reward_of_every_favour(favour: str, mon: int, hand: str) -> None:
    game = at_favours()
    seat = game.to_move
    assert seat is not None
    before = game.state.clans[seat]
    play(game, f"favour {favour}")
    after = clan(game, seat)
    assert after.mon == mon
    for name in ("actions", "bonuses", "weapons"):
        assert len(getattr(after, name)) - len(getattr(before, name)) == (name == hand)
    assert after.blessing == (favour == "F5")


@rule("Q12")
def test_the_card_of_a_favour_is_hidden_its_weapon_open() -> None:
    game = at_favours()
    seat = game.to_move
    play(game, "favour F2")
    other = next(n for n in range(4) if n not in (seat, game.to_move))
    assert game.view(other).log[-1].facts[0].cards[0] < 0
    play(game, "favour F3")
    assert game.view(other).log[-1].facts[0].cards[0] >= 0
