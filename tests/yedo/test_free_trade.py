"""R1: trading as the reference has it, any offers (Y153, Y154), with the bounds that keep a game finite."""

import json
import random
from typing import Any

import pytest

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo
from kabuto.yedo.board import ACTION, WEAPONS
from kabuto.yedo.phases.trade import LONGEST_OFFER, MOST_OFFERS
from kabuto.yedo.positions.position import read_start
from kabuto.yedo.state.state import State
from kabuto.yedo.views.card_tracking import Tracks
from kabuto.yedo.views.sampling import Solution

from .helpers import at, bare, card, clan, codes, geishas, moves, play, setting, stand, task, weapon
from .rules_table import rule

ALL = ("katana", "katana", "nawa", "yumi")


def free(players: int = 4) -> State:
    return bare(players, trading="free")


def together(s: State, place: str = "tavern", seats: tuple[int, ...] = (0, 1)) -> Yedo:
    for seat in seats:
        stand(s, seat, place)
    return at(s, f"trade-{place}", ())


def armed() -> State:
    s = free()
    weapon(s, 0, "katana")
    weapon(s, 1, "yumi")
    return s


def named(*names: str) -> tuple[int, ...]:
    return tuple(sorted(map(WEAPONS.index, names)))


@rule("Y153")
def test_r1_any_number_of_weapons_and_mon_change_hands_in_the_market() -> None:
    s = free()
    weapon(s, 0, *ALL)
    weapon(s, 1, "doku")
    game = together(s, "market")
    play(game, "offer 1", *(f"give {name}" for name in ALL[:3]), "ask doku", "mon -9", "propose", "accept")
    assert clan(game, 0).weapons == named("yumi", "doku")
    assert clan(game, 1).weapons == named(*ALL[:3])
    assert (clan(game, 0).mon, clan(game, 1).mon) == (21, 3)


@rule("Y154")
def test_r1_everything_tradable_changes_hands_in_one_offer() -> None:
    s = free()
    weapon(s, 0, "katana", "nawa")
    geishas(s, 0, 2)
    card(s, 0, "A2", "A3", "B2", "M31", "M32")
    card(s, 1, "A5", "B3", "M13")
    weapon(s, 1, "yumi")
    game = together(s)
    gives = ("katana", "nawa", "geisha", "geisha", "A3", "A2", "B2", "M31", "M32")
    asks = ("yumi", "action", "bonus", "yellow")
    play(game, "offer 1", *(f"give {x}" for x in gives), *(f"ask {x}" for x in asks), "mon 12", "propose")
    play(game, "accept")
    assert clan(game, 0).weapons == named("yumi")
    assert (codes(game, 0, "actions"), codes(game, 0, "bonuses"), codes(game, 0, "missions")) == (
        ["A5"],
        ["B3"],
        ["M13"],
    )
    assert codes(game, 1, "actions") == ["A2", "A3"]
    assert codes(game, 1, "missions") == ["M31", "M32"]
    assert (clan(game, 0).mon, clan(game, 1).mon, clan(game, 1).geishas) == (0, 24, 2)


@pytest.mark.parametrize(
    ("steps", "weapons", "mon"),
    [
        (("give katana",), (0, 2), (12, 12)),
        (("mon 5",), (1, 1), (7, 17)),
        (("ask yumi",), (2, 0), (12, 12)),
        (("give katana", "mon 2"), (0, 2), (10, 14)),
    ],
)
def test_r1_gifts_are_made_and_asked_for(
    steps: tuple[str, ...], weapons: tuple[int, int], mon: tuple[int, int]
) -> None:
    game = play(together(armed(), "market"), "offer 1", *steps, "propose", "accept")
    assert tuple(len(clan(game, seat).weapons) for seat in (0, 1)) == weapons
    assert tuple(clan(game, seat).mon for seat in (0, 1)) == mon


def test_r1_an_offer_of_nothing_is_none() -> None:
    game = play(together(armed()), "offer 1")
    assert "gives something or asks for something" in str(game.why_not("propose"))


def test_r1_seats_offer_in_turn_until_all_have_passed() -> None:
    s = armed()
    game = together(s, seats=(0, 1, 2))
    decline = ("propose", "decline")
    play(game, "offer 1", "give katana", *decline)
    assert (task(game), game.to_move) == ("trade", 1)
    play(game, "pass")
    assert game.to_move == 2
    play(game, "offer 1", "mon 1", *decline)  # who has passed still answers
    assert game.to_move == 0
    play(game, "offer 2", "mon 2", *decline)
    assert game.to_move == 2
    play(game, "pass", "offer 1", "mon 2", *decline, "offer 1", "mon 3", *decline)
    assert game.to_move == 0
    assert play(game, "pass").state.step == "activate"


def test_r1_the_same_offer_waits_until_something_has_changed_hands() -> None:
    game = play(together(armed()), "offer 1", "give katana", "mon -2", "propose", "decline", "pass")
    play(game, "offer 1", "give katana", "mon -2")
    assert moves(game) == {"drop"}
    assert "just this already" in str(game.why_not("propose"))
    play(game, "drop", "offer 1", "give katana", "mon -3", "propose", "accept")
    play(game, "offer 1", "ask katana", "mon 3", "propose", "accept")
    play(game, "offer 1", "give katana", "mon -2", "propose", "decline")


def test_r1_another_card_face_down_is_the_same_offer() -> None:
    s = free()
    card(s, 0, "A2", "A3")
    game = play(together(s), "offer 1", "give A2", "mon -2", "propose", "decline", "pass")
    play(game, "offer 1", "give A3", "mon -2")
    assert moves(game) == {"drop"}


def test_r1_the_answer_to_an_offer_is_not_the_same_twice_either() -> None:
    game = together(armed())
    play(
        game, "offer 1", "give katana", "mon -2", "propose", "counter", "mon 1", "propose", "decline", "pass"
    )
    play(game, "offer 1", "give katana", "mon -3", "propose", "counter", "mon 1")
    assert moves(game) == {"drop"}


def test_r1_twelve_offers_and_no_more_even_if_they_are_dropped() -> None:
    game = together(armed())
    play(game, "offer 1", "drop", "pass")
    for number in range(2, MOST_OFFERS + 1):
        assert moves(game) == {"pass", "offer 1"}
        play(game, "offer 1", f"mon {number}", "propose", "decline")
    assert moves(game) == {"pass"}
    assert "12 offers" in str(game.why_not("offer 1"))
    assert play(game, "pass").state.step == "activate"


def test_r1_most_plies_is_a_number_that_holds() -> None:
    """Whoever says as much as can be said, offer after offer, comes to an end before it."""
    s = free(2)
    for seat in (0, 1):
        weapon(s, seat, "katana", "nawa", "yumi", "doku")
        card(s, seat, *(("A2", "A3", "A5", "B2", "B3"), ("A7", "A9", "A11", "B5", "B7"))[seat])
    geishas(s, 0, 3)
    card(s, 0, "M31", "M32", "M13", "M14")
    game, plies = together(s), 0
    while game.state.step == "trade-tavern-1":
        verbs = ("give", "ask", "mon", "propose", "drop", "counter", "offer", "decline", "accept", "pass")
        said = sorted(game.legal_moves(), key=lambda move: (verbs.index(move.verb), move.number))
        game.play(said[0])
        plies += 1
    assert 500 < plies < 2 * (MOST_OFFERS * LONGEST_OFFER + 1)
    assert Yedo.most_plies == 5 * (1500 + 11 * 2 * (MOST_OFFERS * LONGEST_OFFER + 1))


def test_r1_every_place_counts_anew() -> None:
    s = armed()
    for seat in (0, 1):
        stand(s, seat, "market", "tavern")
    game = at(s, "trade-market", ())
    play(game, "offer 1", "give katana", "mon -1", "propose", "decline", "pass", "pass")
    assert (game.state.step, game.state.begun, game.state.proposed) == ("trade-tavern-1", (0, 0, 0, 0), ())
    play(game, "offer 1", "give katana", "mon -1", "propose", "decline", "pass", "pass")
    assert (game.state.step, game.state.begun, game.state.proposed) == ("activate", (), ())


@rule("Q44")
def test_r1_a_trade_that_breaks_a_limit_is_refused() -> None:
    s = free()
    weapon(s, 0, "katana", "nawa")
    weapon(s, 1, "doku", "doku", "yumi")
    game = play(together(s), "offer 1", "give katana", "give nawa")
    assert "too many of a kind" in str(game.why_not("propose"))
    assert "propose" in moves(play(game, "ask doku"))


@pytest.mark.parametrize(
    "text",
    [
        "give yumi",
        "give geisha",
        "give katana katana",
        "ask katana",
        "mon 13",
        "mon 1000000000",
        "mon 0",
        "mon -13",
        "offer 0",
        "give " + "katana" * 2_000_000,
    ],
    ids=lambda text: text[:20],
)
def test_r1_nonsense_is_refused_and_changes_nothing(text: str) -> None:
    game = together(armed())
    if not text.startswith("offer"):
        play(game, "offer 1")
    before = json.dumps(game.position())
    reason = game.why_not(text)
    assert reason
    assert len(reason) < 400
    with pytest.raises(kabuto.IllegalMove):
        game.play(text)
    assert json.dumps(game.position()) == before


@pytest.mark.parametrize("trading", ["free", "brief"])
def test_r1_more_mon_than_can_be_written_is_traded_in_parts(trading: str) -> None:
    s = bare(2, trading=trading)
    weapon(s, 0, "katana")
    for seat in (0, 1):
        s.edit(seat).mon = 999
    game = play(together(s), "offer 1", "give katana", "mon -999", "propose", "accept")
    assert clan(game, 0).mon == 1998
    game = play(game, "offer 0") if trading == "brief" else play(game, "pass", "offer 1")
    amounts = {int(text.removeprefix("mon ")) for text in moves(game) if text.startswith("mon ")}
    assert amounts == set(range(-999, 0) if trading == "brief" else range(1, 1000))


@rule("Y155", "Q43")
def test_r1_offered_cards_stay_face_down_for_all_but_their_owner() -> None:
    s = free()
    card(s, 0, "A2", "A3", "M31")
    game = play(together(s), "offer 1", "give A2", "give A3", "give M31", "propose")
    for seat in (1, 2, None):
        view = game.view(seat)
        assert [str(entry.move) for entry in view.log] == ["offer 1", "give ?", "give ?", "give ?", "propose"]
        assert all(card < 0 for _, card in view.state.tasks[-1].gives)  # type: ignore[attr-defined]
        assert view.state.proposed == game.state.proposed == ((0, 1, (9, 9, 13), (), 0),)
    play(game, "accept")
    assert codes(game, 1, "actions") == ["A2", "A3"]
    assert all(fact.cards[0] < 0 for fact in game.view(2).log[-1].facts if fact.what == "pass")


def test_r1_a_sample_of_a_view_keeps_the_offers() -> None:
    s = free()
    card(s, 0, "A2", "A3", "B2")
    card(s, 1, "A5", "A7")
    game = play(together(s), "offer 1", "give A2", "give A3", "give B2", "ask action", "propose", "accept")
    assert (task(game), game.to_move) == ("handover", 1)
    for seat in (0, 1, 2, None):
        twin = game.view(seat).sample(random.Random(3))
        assert twin.view(seat).log == game.view(seat).log
    play(game, "pick A7", "offer 0", "mon 3", "propose", "decline")
    twin = game.view(2).sample(random.Random(3))
    assert (twin.state.begun, twin.state.proposed) == (game.state.begun, game.state.proposed)


def test_r1_a_card_that_was_laid_down_and_taken_back_all_game_is_found_in_a_sample() -> None:
    """Four clans in the tavern in every round come to some 1200 steps on the path of one card."""
    s = free()
    card(s, 0, "A2", "A3")
    tracks = Tracks(together(s).view(1))
    tokens = tracks.hands[0, ACTION]
    for _ in range(2000):
        tokens = tracks.knot(tokens, [(0, 1), (1, 0)])
    seen = s.clans[0].actions[0]
    tracks.observe(tokens[0], seen)
    assert Solution(tracks).faces(random.Random(1))[tokens[0]] == seen


def test_r1_new_games_trade_freely_and_old_records_briefly() -> None:
    assert kabuto.new("yedo", seed=1).options["trading"] == "free"
    record = json.loads(json.dumps(kabuto.new("yedo", seed=1, trading="brief").record()))
    del record["options"]["trading"]
    old = kabuto.load(record)
    assert old.options["trading"] == "brief"
    assert "begun" not in old.position()


@pytest.mark.parametrize(
    "fault",
    [
        {"begun": [13, 0, 0, 0]},
        {"begun": [1, 0, 1, 0]},
        {"begun": [1, 0]},
        {"begun": []},
        {"proposed": [{"seat": 0, "partner": 0, "gives": [], "asks": [], "mon": 1}]},
        {"proposed": [{"seat": 0, "partner": 2, "gives": [], "asks": [], "mon": 1}]},
        {"proposed": [{"seat": 0, "partner": 1, "gives": ["dojo"], "asks": [], "mon": 1}]},
        {"proposed": [{"seat": 0, "partner": 1, "gives": [], "asks": [], "mon": 10**9}]},
        {"proposed": [{"seat": 0, "partner": 1, "gives": [], "asks": [], "mon": 1}] * 2},
        {"lap": [1, 1, 0]},
        {"step": "trade-tavern-2"},
    ],
)
def test_r1_positions_that_cannot_be_are_refused(fault: dict[str, Any]) -> None:
    game = play(together(armed()), "offer 1", "give katana", "propose")
    s = game.state.setting
    read_start(s, game.position())
    with pytest.raises(kabuto.BadRecord):
        read_start(s, game.position() | fault)


def test_r1_a_brief_position_holds_no_offers_and_no_third_thing() -> None:
    s = bare()
    weapon(s, 0, "katana", "nawa", "yumi")
    weapon(s, 1, "doku")
    game = play(together(s), "offer 1", "give katana", "give nawa")
    written = game.position()
    brief = game.state.setting
    assert "begun" not in written
    for fault in ({"begun": [1, 0, 0, 0]}, {"proposed": [(0, 1, (), (), 1)]}):
        with pytest.raises(kabuto.BadRecord):
            read_start(brief, written | fault)
    written["tasks"][-1]["gives"].append(["weapon", "yumi"])
    with pytest.raises(kabuto.BadRecord):
        read_start(brief, written)
    with pytest.raises(kabuto.BadRecord):
        read_start(setting(trading="free"), game.position())


@pytest.mark.parametrize("name", ["random", "greedy", "level1", "level3", "level6", "level8"])
def test_r1_programs_answer_any_offer_and_make_few(name: str) -> None:
    s = free(2)
    for seat in (0, 1):
        weapon(s, seat, "katana", "nawa", "yumi")
    card(s, 0, "A2", "A3", "B2", "M31", "M32")
    card(s, 1, "A5", "A7", "M13")
    geishas(s, 0, 2)
    gives = ("katana", "geisha", "A2", "A3", "B2", "M31")
    game = play(together(s), "offer 1", *(f"give {thing}" for thing in gives))
    play(game, "ask nawa", "ask yumi", "ask action", "ask action", "ask yellow", "mon -7", "propose")
    player = make(name, "yedo", random.Random(1))
    while game.state.step == "trade-tavern-1":
        if game.to_move == 1:
            game.play(player.choose(game.view(1)))
        else:
            game.play("decline" if task(game) == "respond" else "pass" if task(game) == "trade" else "drop")
    assert game.ply < (2000 if name == "random" else 60)


def test_r1_greedy_takes_gifts_and_gives_none() -> None:
    greedy = make("greedy", "yedo", random.Random(1))
    for steps, answer in ((("give katana",), "accept"), (("mon 1",), "accept"), (("ask yumi",), "decline")):
        game = play(together(armed()), "offer 1", *steps, "propose")
        assert str(greedy.choose(game.view(1))) == answer


def test_r1_greedy_pays_once_for_three_of_a_kind() -> None:
    s = free(2)
    weapon(s, 0, "katana", "katana", "katana")
    card(s, 1, "M31")
    game = play(together(s), "offer 1", *["give katana"] * 3, "mon -12", "propose")
    assert str(make("greedy", "yedo", random.Random(1)).choose(game.view(1))) == "decline"


def test_r1_greedy_makes_another_offer_after_one_that_was_declined() -> None:
    s = free(2)
    card(s, 0, "M42")
    weapon(s, 0, "fukiya", "shuko", "yumi")
    weapon(s, 1, "shuriken")
    greedy, game = make("greedy", "yedo", random.Random(1)), together(s, "market")
    made = []
    while game.state.step == "trade-market-1":
        if game.to_move:
            game.play("decline" if task(game) == "respond" else "pass")
        else:
            game.play(greedy.choose(game.view(0)))
            made += [str(game.moves[-1])]
    assert made.count("propose") == made.count("offer 1") == 2
