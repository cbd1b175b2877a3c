"""Every move and everything that happens can be told, in both languages."""

import re

import pytest

from kabuto.table import Mark, Text
from kabuto.table.text import Addressed
from kabuto.yedo.board import WEAPONS
from kabuto.yedo.cards import Effect
from kabuto.yedo.cards.card_text import say_effect
from kabuto.yedo.moves import FORMS, Move
from kabuto.yedo.wording.log import group, phase, tell_events, tell_fact, tell_move
from kabuto.yedo.words import spoken

from .helpers import act, annex, at, bare, card, market, pile, play, random_game, stand


def test_every_move_of_whole_games_is_told_in_both_languages() -> None:
    for seed in range(6):
        for game in random_game(4 if seed % 2 else 3, seed):
            for move in game.legal_moves():
                words = tell_move(game.state, move)
                assert words
                assert "{" not in words
                assert words.to("de")


def test_every_verb_is_told() -> None:
    s = bare()
    for verb, (_, example) in FORMS.items():
        for language in ("en", "de"):
            assert tell_move(s, Move.parse(example or verb)).to(language)


def test_everything_that_happens_is_told_as_a_seat_sees_it() -> None:
    kinds = set()
    for seed in range(4):
        *_, game = random_game(4, seed)
        for seat in (0, None):
            for entry in game.view(seat).log:
                told = tell_move(game.state, entry.move, past=True)
                assert "?" not in told
                assert told.to("de")
                for fact in entry.facts:
                    words = tell_fact(game.state, fact)
                    kinds.add(fact.what)
                    assert words is None or words.to("de")
    assert {"draw", "keep", "play", "flip", "buy", "patrol", "arrest", "won", "look", "round"} <= kinds


@pytest.mark.parametrize(
    ("language", "you"), [("en", r"\b([Yy]ou|One of your)\b"), ("de", r"\b([Dd]u|[Dd]ir)\b")]
)
def test_nobody_reads_of_themselves_in_the_third_person(language: str, you: str) -> None:
    sentences = set()
    for game in random_game(4, 1):
        view = game.view(0)
        if view.log:
            entry = view.log[-1]
            sentences.update([tell_move(game.state, entry.move, past=True), *tell_events(view, entry)])
    assert game.outcome
    sentences.update(step for step in game.outcome.steps if isinstance(step, Text))
    seats = 0
    for sentence in sentences:
        for part in sentence.parts(language):
            assert not (isinstance(part, Mark) and part.kind == "seat"), sentence
            if isinstance(part, Addressed):
                assert re.search(you, "".join(map(str, part.you))), sentence
                seats += 1
    assert seats > 100
    assert {"fact_arrest", "fact_won", "change_order", "winner"} <= {sentence.key for sentence in sentences}


def test_the_target_of_a_card_is_called_by_its_seat() -> None:
    told = tell_move(bare(), Move.parse("play A18 gates 2 temple"), past=True)
    assert [part.seat for part in told.parts() if isinstance(part, Addressed)] == [2]
    assert str(told).endswith(": gates, seat 2, temple")


def test_mon_is_paid_or_asked_for() -> None:
    assert tell_move(bare(), Move.parse("mon 3")) == "pay 3 Mon"
    assert tell_move(bare(), Move.parse("mon -3")) == "ask for 3 Mon"


def test_a_weapon_bought_is_told_as_it_was_whatever_lies_on_the_market_now() -> None:
    s = bare()
    stand(s, 0, "market")
    market(s, "katana", None, None, None, None)
    game = act(s, 0)
    buy = Move.parse("buy 1")
    assert tell_move(game.state, buy) == "market: buy from field 1: Katana (sword) (costs 8 Mon)"
    play(game, "buy 1")
    entry = game.view(1).log[-1]
    game.state.market = (WEAPONS.index("shuko"), -1, -1, -1, -1)
    assert tell_move(game.state, entry.move, past=True) == "market: buy from field 1"
    assert tell_fact(game.state, entry.facts[0]) == "Seat 0 buys: Katana (sword)"


def test_a_weapon_that_may_be_taken_is_named() -> None:
    s = bare()
    market(s, None, "katana", None, None, None)
    assert tell_move(s, Move.parse("take 2")) == "market: take from field 2: Katana (sword)"
    assert tell_move(s, Move.parse("take 1")) == "take 1"
    assert tell_move(s, Move.parse("take red")) == "take red"


def test_every_step_has_a_phase() -> None:
    for game in random_game(3, 1):
        assert phase(game.state).startswith("phase_")


def test_moves_are_grouped_by_what_they_are_about() -> None:
    s = bare()
    stand(s, 0, "market", "gates")
    card(s, 0, "A20")
    view = act(s, 0).view(0)
    groups = {str(move): group(view, move) for move in view.legal_moves()}
    assert groups["recruit"] == groups["look gates action"] == "Gates"
    assert groups["idle market"] == "Market"
    assert groups["idle market"].to("de") == "Markt"


def test_every_legal_move_of_whole_games_has_a_group_in_both_languages() -> None:
    for game in random_game(3, 2):
        view = game.view(game.to_move)
        assert all(group(view, move) and group(view, move).to("de") for move in view.legal_moves())


def test_a_loss_that_a_blessing_averts_says_so() -> None:
    assert "a blessing prevents it" in spoken(say_effect(Effect("lose", ("annex", 1, "all"))))
    assert "blessing" not in spoken(say_effect(Effect("lose", ("mon", 1, "all"))))


COSTS = [
    ("gates", "recruit", "gates: recruit a disciple (costs 7 Mon)"),
    ("gates", "sell 2", "gates: sell 2 prestige (brings 5 Mon)"),
    ("tavern", "build dojo", "build the Dojo (costs 8 Mon)"),
    ("harbor", "honour 3", "harbour: buy 3 prestige (costs 9 Mon)"),
    ("redlight", "geisha mon", "red-light district: a geisha, paid with Mon (costs 8 Mon)"),
    ("redlight", "geisha prestige", "red-light district: a geisha, paid with prestige (costs 2 prestige)"),
    ("market", "buy 1", "market: buy from field 1: Katana (sword) (costs 5 Mon)"),
]


@pytest.mark.parametrize(("place", "move", "told"), COSTS)
def test_a_move_is_told_with_its_present_price(place: str, move: str, told: str) -> None:
    s = bare()
    annex(s, 0, "kobudo")
    stand(s, 0, place)
    market(s, "katana", None, None, None, None)
    pile(s, "event", "E19")  # annexes cost 3 Mon less
    s.event, s.decks = s.decks[7][0], (*s.decks[:7], s.decks[7][1:])
    game = act(s, 0)
    assert tell_move(game.state, Move.parse(move)) == told
    assert "(costs" not in tell_move(game.state, Move.parse(move), past=True)


def test_bids_favours_and_places_are_told_with_what_they_bring() -> None:
    game = at(bare(), "bidding")
    assert tell_move(game.state, Move.parse("out")) == "step out of the bidding (brings 3 Mon)"
    play(game, *["stay"] * 4)
    assert tell_move(game.state, Move.parse("out")) == "step out of the bidding (without pay)"
    assert tell_move(game.state, Move.parse("auction annex")) == "auction: annexes (bids from 6 Mon)"
    assert tell_move(game.state, Move.parse("favour F1")).endswith("Introduction (1 action card, 3 Mon)")
    tavern = tell_move(game.state, Move.parse("place tavern"))
    assert tavern == "place a disciple: tavern (build an annex for 11 Mon; look at weapons; trade)"
