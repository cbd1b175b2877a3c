"""The greedy player of Yedo: it plays every number of players, repeatably, and far better than chance."""

import random

import pytest

import kabuto
from kabuto.players import make, names, play_out
from kabuto.yedo import Yedo
from kabuto.yedo.board import CATEGORIES, DISTRICTS, EVENT, HARBOR, MARKET, PRESTIGE, WEAPONS
from kabuto.yedo.phases.activation import Activate
from kabuto.yedo.phases.card_effects import EFFECTS
from kabuto.yedo.players.actions import ACTION_VALUES
from kabuto.yedo.players.bids import CATEGORY_VALUES
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.players.move_values import DECISIONS, WINDOW_VALUES
from kabuto.yedo.players.places import Places
from kabuto.yedo.state.state import State, asking, swapped
from tests.yedo.helpers import at, bare, blessing, card, geishas, market, pile, stand, weapon


def played(seats: list[str], seed: int) -> kabuto.Game:  # type: ignore[type-arg]
    game = kabuto.new("yedo", players=len(seats), seed=seed)
    play_out(game, [make(name, "yedo", random.Random(f"{seed} {n}")) for n, name in enumerate(seats)])
    return game


def test_yedo_has_its_players() -> None:
    assert {"greedy", "random"} <= set(names("yedo"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_every_number_of_players_to_the_end(players: int) -> None:
    game = played(["greedy"] * players, 1)
    assert game.outcome is not None


def test_it_plays_the_same_game_from_the_same_seed() -> None:
    assert played(["greedy"] * 3, 5).record() == played(["greedy"] * 3, 5).record()


@pytest.mark.uncounted
def test_it_beats_random_from_either_seat() -> None:
    won = 0
    for seed in range(20):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        outcome = played(seats, seed).outcome
        assert outcome is not None
        won += seats[outcome.winners[0]] == "greedy"
    assert won == 20


def test_it_fulfils_missions() -> None:
    finished = [len(clan.finished) for seed in range(4) for clan in played(["greedy"] * 2, seed).state.clans]  # type: ignore[attr-defined]
    assert sum(finished) / len(finished) >= 3


def test_it_is_given_a_view_and_answers_with_a_legal_move_at_every_decision() -> None:
    game, rng = kabuto.new("yedo", players=4, seed=9), random.Random(9)
    player = make("greedy", "yedo", random.Random(1))
    while game.to_move is not None:
        view = game.view(game.to_move)
        assert player.choose(view) in view.legal_moves()
        game.play(rng.choice(game.legal_moves()))


def traders(mon: int, *weapons: str) -> Yedo:
    """Both stand in the market: M42 of seat 0 needs but shuriken; seat 1 has them and no use for them."""
    s = bare(2)
    card(s, 0, "M42")
    weapon(s, 0, "fukiya", "shuko", *weapons)
    weapon(s, 1, "shuriken")
    stand(s, 0, "market")
    stand(s, 1, "market")
    s.edit(0).mon = mon
    return at(s, "trade-market", ())


@pytest.mark.parametrize(
    ("mon", "weapons", "steps"),
    [
        (12, (), ["offer 1", "ask shuriken", "mon 6", "propose"]),
        (0, ("yumi",), ["offer 1", "give yumi", "ask shuriken", "propose"]),
        (0, (), ["pass"]),
    ],
)
def test_it_offers_mon_or_an_idle_weapon_for_one_that_its_mission_needs(
    mon: int, weapons: tuple[str, ...], steps: list[str]
) -> None:
    game, greedy = traders(mon, *weapons), make("greedy", "yedo", random.Random(1))
    for step in steps:
        assert str(greedy.choose(game.view(0))) == step
        game.play(step)
    assert game.to_move == 1


def test_it_makes_no_offer_where_nothing_helps() -> None:
    s = bare(2)
    weapon(s, 1, "nawa")
    stand(s, 0, "market")
    stand(s, 1, "market")
    view = at(s, "trade-market", ()).view(0)
    assert str(make("greedy", "yedo", random.Random(1)).choose(view)) == "pass"


def test_every_decision_category_and_action_is_judged() -> None:
    """A new task, category or verb without a judgement fails here and not in the middle of a game."""
    assert set(DECISIONS) == asking()
    assert set(CATEGORY_VALUES) == set(CATEGORIES)
    assert set(ACTION_VALUES) == Activate.verbs
    assert set(WINDOW_VALUES) <= set(EFFECTS)


def test_it_knows_what_an_auction_costs_while_bids_are_dear() -> None:
    s = bare()
    pile(s, "event", "E21")  # bids from one Mon more
    s.round, s.event, s.decks = 2, s.decks[EVENT][0], swapped(s.decks, EVENT, s.decks[EVENT][1:])
    s.edit(0).mon = 2
    game, player = at(s, "bidding"), make("greedy", "yedo", random.Random(1))
    assert str(player.choose(game.view(0))) == "out"


def test_it_bids_with_its_rebate() -> None:
    s = bare()
    s.edit(0).mon, s.rebate = 1, (3, 0, 0, 0)
    player = make("greedy", "yedo", random.Random(1))
    assert player.choose(at(s, "auction", ()).view(0)).verb == "auction"


def chooses(s: State, step: str) -> str:
    """What seat 0 does when a step begins with it."""
    return str(make("greedy", "yedo", random.Random(1)).choose(at(s, step, (0,)).view(0)))


def test_it_sends_nobody_where_those_before_left_nothing_to_do() -> None:
    """One blessing is all that the temple has for a clan, and 9 Mon buy one weapon."""
    s = bare(4, cards="city")
    card(s, 0, "M8", "M32")
    market(s, None, None, "nawa", "doku", "yumi")
    s.edit(0).mon, s.edit(0).home, s.edit(0).reserve = 9, 4, 0
    stand(s, 0, "market", "temple")
    assert chooses(s, "assign") not in ("place market", "place temple")


def test_it_fetches_the_annex_that_its_mission_lacks_and_builds_it() -> None:
    s = bare(2, cards="city")
    card(s, 0, "M40")
    needs = next(c for c in s.setting.cards.missions if c.code == "M40").standard
    weapon(s, 0, *(WEAPONS[n] for n in needs.weapons))
    s.edit(0).mon, s.edit(0).home, s.edit(0).reserve, s.round = 20, 4, 0, 6
    placed = []
    for _ in range(4):
        placed.append(chooses(s.copy(), "assign").removeprefix("place "))
        stand(s, 0, placed[-1])
    assert "tavern" in placed
    assert chooses(s, "activate").startswith("build ")


def test_it_offers_a_weapon_that_it_does_not_need_for_money_that_it_does() -> None:
    s = bare(4)
    weapon(s, 0, "yumi", "yumi")
    s.edit(0).mon = 0
    for seat in (0, 1):
        stand(s, seat, "market")
    game, greedy = at(s, "trade-market", ()), make("greedy", "yedo", random.Random(1))
    for step in ["offer 1", "give yumi", "mon -4", "propose"]:
        assert str(greedy.choose(game.view(0))) == step
        game.play(step)


def test_it_leaves_the_church_to_those_who_stand_there_already() -> None:
    """There is money for one; two disciples of other clans are before it."""
    s = bare(4)
    s.church, s.edit(0).mon = 6, 0
    worth = Places(Worth(s, 0)).standing(HARBOR)
    stand(s, 1, "harbor")
    stand(s, 2, "harbor")
    assert worth > 3 * Places(Worth(s, 0)).standing(HARBOR)


def test_it_draws_another_mission_rather_than_nothing_at_all() -> None:
    """A clan without money and with a full hand still finds something to do for its disciple."""
    s = bare(4)
    card(s, 0, "M40", "M41", "M42", "M43")
    s.edit(0).mon = 0
    stand(s, 0, "castle-mission")
    assert chooses(s, "activate").startswith("mission ")


def test_it_takes_the_money_of_the_church_before_a_rival_does_and_fulfils_its_mission_then() -> None:
    """Nobody can take the mission away; the disciple in the harbor is not needed for it."""
    s = bare(2, cards="city")
    card(s, 0, "M8")
    weapon(s, 0, "nawa")
    stand(s, 0, "gates", "harbor")
    alone = s.copy()
    stand(s, 1, "harbor")
    assert chooses(s, "activate") == "church"
    assert chooses(alone, "activate").startswith("fulfil M8")


def test_it_calls_nobody_away_from_a_mission_before_the_weapon_for_it_is_bought() -> None:
    s = bare(2, cards="city")
    card(s, 0, "M26")
    weapon(s, 0, "nawa")
    market(s, None, None, None, "shuriken", None)
    s.edit(0).mon = 8
    stand(s, 0, "gates", "temple", "market")
    assert chooses(s, "activate") == "buy 4"


def test_it_spends_its_blackmail_on_a_disciple_that_a_mission_needs() -> None:
    """Without the mission the two points that it keeps are worth more than the idle disciple."""
    s = bare(2, cards="city")
    s.edit(0).mon, s.edit(0).home, s.edit(0).reserve, s.round = 0, 2, 2, 10
    stand(s, 0, "gates", "tavern")
    s.patrol, idle = DISTRICTS.index("gates"), s.copy()
    card(s, 0, "M39")
    weapon(s, 0, "katana", "metsubushi", "shuko")
    assert chooses(s, "5c") == "blackmail gates"
    assert chooses(idle, "5c") == "pass"


def test_it_gives_a_blessing_to_keep_a_disciple() -> None:
    s = bare(2)
    s.edit(0).home, s.edit(0).reserve, s.round = 4, 0, 4
    blessing(s, 0)
    pile(s, "event", "E12")  # everybody loses a disciple
    assert chooses(s, "event") == "bless"


def test_it_bids_what_the_others_will_not_top_but_no_more_than_it_must_when_it_is_last() -> None:
    s = bare(4)
    for seat in range(4):
        s.edit(seat).mon = 20
    game, player = at(s, "auction", ()), make("greedy", "yedo", random.Random(1))
    game.play("auction disciple")
    second = player.choose(game.view(1))
    assert second.verb == "bid"
    assert second.number > 5
    for move in ("bid 5", "pass", "pass"):
        game.play(move)
    assert game.to_move == 0
    assert str(player.choose(game.view(0))) == "bid 6"


def test_it_hurries_to_the_place_that_has_one_space_left() -> None:
    """The mission in the market can wait: there is room, and it is worth as much later."""
    s = bare(2, cards="city")
    card(s, 0, "M20")
    weapon(s, 0, "katana", "fukiya")
    s.edit(0).home, s.edit(0).reserve, s.edit(0).mon, s.church = 4, 0, 0, 0
    s.patrol = DISTRICTS.index("harbor")
    assert Places(Worth(s, 0)).standing(MARKET) > Places(Worth(s, 0)).standing(PRESTIGE)
    assert chooses(s, "assign") in ("place castle-prestige", "place castle-mission")


def test_near_the_end_it_gets_what_its_bonus_card_counts() -> None:
    s = bare(2, cards="city")
    before = Worth(s, 0).geisha()
    s.round = 11
    assert Worth(s, 0).geisha() < before
    card(s, 0, "B6")  # at least two geishas
    geishas(s, 0, 1)
    assert Worth(s, 0).geisha() > 2
