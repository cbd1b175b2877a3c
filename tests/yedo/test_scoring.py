"""Rounds, the end and the scoring (Y2–Y6, Y81, Y89–Y90, Y211–Y218, Q62–Q66)."""

import pytest

from kabuto.yedo import Yedo, YedoOutcome
from kabuto.yedo.phases.scoring import bonus_points
from kabuto.yedo.state.state import State

from .helpers import (
    act,
    annex,
    at,
    bare,
    card,
    clan,
    codes,
    geishas,
    moves,
    pile,
    play,
    random_game,
    stand,
    task,
    weapon,
)
from .rules_table import rule


def ended(s: State) -> YedoOutcome:
    """The outcome if this is the end of the last round."""
    s.round = 11
    result = at(s, "end", ()).outcome
    assert result is not None
    return result


def without_blackmail(players: int = 4) -> State:
    s = bare(players)
    for seat in range(players):
        s.edit(seat).blackmail = 0
    return s


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@rule("Y81", "Y89", "Y211")
def test_a_game_has_11_rounds(players: int) -> None:
    rounds = [(game.state.round, game.state.shogun) for game in random_game(players, 7)]
    assert rounds[-1] == (11, 0)
    assert sorted({number for number, _ in rounds}) == list(range(12))


@rule("Y3", "Y38")
def test_the_round_is_counted_from_1() -> None:
    assert bare().round == 1


@rule("Y90", "Y212", "Q62")
def test_the_shogun_killed_ends_the_game_after_this_round() -> None:
    s = bare()
    s.shogun, s.round = 1, 4
    card(s, 0, "M49")
    s.edit(0).missions, s.edit(0).finished = (), s.clans[0].missions
    stand(s, 0, "gates")
    stand(s, 1, "gates")
    game = act(s, 0, 1)
    play(game, "idle gates")
    assert task(game) == "activate"
    play(game, "idle gates")
    assert game.outcome is not None
    assert game.state.round == 4
    assert "Shogun was killed in round 4" in game.outcome.steps[0]


@rule("Y90")
def test_the_mission_that_kills_the_shogun() -> None:
    cards = bare().setting.cards
    killers = [c for c in cards.missions if any(r.op == "shogun" for r in c.standard.rewards)]
    assert [(c.code, c.colour) for c in killers] == [("M49", 3)]


@rule("Y213")
def test_an_unused_blackmail_is_worth_2_points() -> None:
    s = bare()
    s.edit(1).blackmail = 0
    assert ended(s).scores == (3, 1, 3, 3)


@rule("Y214", "Y216", "Y217", "Q63")
def test_a_bonus_card_pays_n_alone_and_m_with_others() -> None:
    s = without_blackmail()
    card(s, 0, "B6")  # three geishas: 5 (3)
    geishas(s, 0, 3)
    assert ended(s).scores == (6, 1, 1, 1)
    s = without_blackmail()
    card(s, 0, "B6")
    geishas(s, 0, 3)
    geishas(s, 1, 3)
    assert ended(s).scores == (4, 1, 1, 1)


@rule("Q63")
def test_an_unfulfilled_bonus_card_pays_nothing() -> None:
    s = without_blackmail()
    card(s, 0, "B6")
    assert ended(s).scores == (1, 1, 1, 1)


@rule("Q63")
def test_most_with_a_tie_is_met_by_all_tied_and_most_of_nothing_by_nobody() -> None:
    s = without_blackmail()
    card(s, 0, "B17")  # most geishas: 4 (2)
    assert bonus_points(s, 0, s.clans[0].bonuses[0]) == 0
    geishas(s, 0, 1)
    assert bonus_points(s, 0, s.clans[0].bonuses[0]) == 4
    geishas(s, 1, 1)
    assert bonus_points(s, 0, s.clans[0].bonuses[0]) == 2


@rule("Q63")
def test_a_card_with_one_number_pays_it_whenever_met() -> None:
    s = without_blackmail()
    card(s, 0, "B13")  # first in player order: 4
    card(s, 1, "B14")  # last in player order: 4
    assert ended(s).scores == (5, 1, 1, 1)


@rule("Y26", "Y215")
def test_two_bonus_cards_at_most_are_counted() -> None:
    s = without_blackmail()
    card(s, 0, "B13", "B6")
    geishas(s, 0, 3)
    assert ended(s).scores == (10, 1, 1, 1)
    s = without_blackmail()
    card(s, 0, "B13", "B6")
    pile(s, "bonus", "B18", "B1", "B2")
    game = play(at(s, "auction", ()), "auction bonus", "pass", "pass", "pass", "keep B18")
    assert (task(game), moves(game)) == ("discard", {"discard B13", "discard B6", "discard B18"})
    assert codes(play(game, "discard B13"), 0, "bonuses") == ["B6", "B18"]


@rule("Q64")
def test_conditions_are_judged_before_any_final_points() -> None:
    s = without_blackmail()
    card(s, 0, "B21", "B13")  # fewest prestige: 6 (3), and 4 for being first
    s.edit(0).prestige = 0
    assert ended(s).scores[0] == 10


@rule("Y218", "Q65")
def test_ties_go_to_the_lower_number_in_player_order() -> None:
    s = without_blackmail()
    s.order = s.track = (2, 0, 3, 1)
    s.edit(1).mon, s.edit(3).mon = 90, 40  # money breaks no tie, nor does what else a clan owns
    weapon(s, 3, "katana", "yumi")
    annex(s, 1, "dojo")
    result = ended(s)
    assert result.ranking == ((2,), (0,), (3,), (1,))
    assert "first in player order" in result.steps[-1]


@rule("Y2", "Y218", "Q65")
def test_most_prestige_wins_and_nothing_else_counts() -> None:
    s = without_blackmail()
    own = s.edit(3)
    own.prestige = 2
    s.edit(0).mon = 90
    weapon(s, 0, "katana", "yumi")
    annex(s, 0, "dojo")
    result = ended(s)
    assert result.winners == (3,)
    assert result.scores == (1, 1, 1, 2)


@rule("Y4", "Y6")
def test_the_tracks_hold_every_seat_once() -> None:
    for game in random_game(4, 3):
        assert sorted(game.state.order) == [0, 1, 2, 3]
        assert len(set(game.state.track)) == len(game.state.track)


@rule("Y5")
def test_who_steps_out_leaves_the_bidding_track() -> None:
    game = play(at(bare(), "bidding"), "out")
    assert game.state.track == (1, 2, 3)


def test_the_scoring_is_told_step_by_step_in_both_languages() -> None:
    s = bare()
    card(s, 0, "B6")
    geishas(s, 0, 3)
    steps = ended(s).steps
    assert any("“Three Fans”: 5 points." in step for step in steps)
    assert any("Drei Fächer" in step.to("de") for step in steps)  # type: ignore[attr-defined]
    assert all(step.to("de") for step in steps)  # type: ignore[attr-defined]


def test_bonus_cards_lie_open_at_the_end() -> None:
    s = bare()
    card(s, 0, "B6")
    s.round = 11
    game: Yedo = at(s, "end", ())
    assert game.view(2).state.clans[0].bonuses == clan(game, 0).bonuses
