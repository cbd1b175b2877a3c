"""What a seat knows and remembers, and games that fit it (Q1–Q3, Q31, the table of hidden information)."""

import random
from collections import Counter

import pytest

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.positions.position import write_position
from kabuto.yedo.state.state import State
from kabuto.yedo.views.sampling import Deals
from kabuto.yedo.views.view import mask

from .helpers import act, annex, at, bare, card, codes, pile, play, random_game, stand, top
from .rules_table import rule

PLAYERS = (2, 3, 4, 5)


def samples(game: Yedo, seat: int | None, number: int = 12) -> list[Yedo]:
    view, rng = game.view(seat), random.Random(1)
    return [view.sample(rng) for _ in range(number)]


def look(*cards: str) -> Yedo:
    """Seat 0 looks at the top action cards and leaves their order."""
    s = bare()
    pile(s, "action", *cards)
    stand(s, 0, "gates")
    stand(s, 1, "redlight")
    return play(act(s, 0, 1), "look gates action", "order 1 2 3")


@rule("Q2")
def test_what_was_seen_on_a_pile_is_remembered() -> None:
    game = look("A7", "A2", "A9")
    assert all(top(twin, "action") == ["A7", "A2", "A9"] for twin in samples(game, 0))
    assert len({tuple(top(twin, "action")) for twin in samples(game, 2)}) > 1


@rule("Q2")
def test_a_card_drawn_by_another_from_a_seen_pile_is_known() -> None:
    game = play(look("A7", "A2", "A9"), "draw")
    assert codes(game, 1, "actions") == ["A7"]
    assert all(codes(twin, 1, "actions") == ["A7"] for twin in samples(game, 0))


@rule("Q2")
def test_when_another_reorders_the_cards_are_known_but_not_their_places() -> None:
    s = bare()
    pile(s, "action", "A7", "A2", "A9")
    stand(s, 0, "gates")
    stand(s, 1, "gates")
    game = play(act(s, 0, 1), "look gates action", "order 1 2 3", "look gates action", "order 3 1 2")
    seen = {tuple(top(twin, "action")) for twin in samples(game, 0, 40)}
    assert all(sorted(order) == ["A2", "A7", "A9"] for order in seen)
    assert len(seen) == 6


@rule("Q2")
def test_a_card_given_away_in_trade_stays_known() -> None:
    s = bare()
    card(s, 0, "A7")
    card(s, 1, "A2", "A9")
    stand(s, 0, "tavern")
    stand(s, 1, "tavern")
    game = play(at(s, "trade-tavern", ()), "offer 1", "give A7", "mon -1", "propose", "accept")
    assert all("A7" in codes(twin, 1, "actions") for twin in samples(game, 0))


@rule("Q2")
def test_own_rejects_under_the_deck_stay_known() -> None:
    s = bare()
    pile(s, "action", "A7", "A2", "A9")
    game = play(at(s, "bidding"), *["stay"] * 4, "auction action", "pass", "pass", "pass", "keep A2")
    for twin in samples(game, 0):
        names = twin.state.setting.cards.codes[0]
        assert [names[n] for n in twin.state.decks[0][-2:]] == ["A7", "A9"]


@rule("Q2")
def test_a_kept_card_of_three_that_were_seen_is_one_of_them() -> None:
    s = bare()
    pile(s, "bonus", "B7", "B2", "B9")
    stand(s, 0, "harbor")
    game = play(act(s, 0), "look harbor bonus", "order 1 2 3")
    play(game, *["stay"] * 4, "auction bonus")
    # Seat 1 wins the cards that seat 0 has seen.
    play(game, "bid 3", "pass", "pass", "pass", "keep B9")
    found = {tuple(codes(twin, 1, "bonuses")) for twin in samples(game, 0, 40)}
    assert found == {("B7",), ("B2",), ("B9",)}


@rule("Q2")
def test_a_played_card_that_was_seen_before_fits_the_past() -> None:
    s = bare()
    pile(s, "action", "A15", "A2", "A9")
    stand(s, 0, "gates")
    game = play(act(s, 0), "look gates action", "order 1 2 3", *["stay"] * 4, "auction action")
    play(game, "bid 3", "pass", "pass", "pass", "keep A15", "out", "out", "out")
    while not (game.to_move == 1 and any(move.verb == "play" for move in game.legal_moves())):
        game.play(game.legal_moves()[0])
    play(game, "play A15")
    for twin in samples(game, 0, 20):
        assert twin.view(0).to_json() == game.view(0).to_json()
        assert kabuto.load(twin.record()).position() == twin.position()


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_law_4_every_sample_has_the_same_view_and_a_past_that_replays(players: int) -> None:
    rng = random.Random(players)
    for game in random_game(players, 5):
        if rng.random() < 0.02 or game.to_move is None:
            for seat in (*range(players), None):
                twin = game.view(seat).sample(rng)
                assert twin.view(seat).to_json() == game.view(seat).to_json()
                assert kabuto.load(twin.record()).position() == twin.position()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_for_search_is_the_last_state_of_the_sample_with_the_same_chance(players: int) -> None:
    rng = random.Random(players)
    for game in random_game(players, 5):
        if game.to_move is not None and rng.random() < 0.03:
            view, chance = game.view(game.to_move), rng.random()
            sampled, dealt = view.sample(random.Random(chance)), Deals(view).state(random.Random(chance))
            assert write_position(dealt) == sampled.position()


@rule("Q6")
def test_of_equal_cards_drawn_the_first_is_kept_in_samples_too() -> None:
    s = bare(2)
    pile(s, "action", "A1", "A2", "A1")
    game = play(at(s, "bidding"), "stay", "stay", "auction arts", "pass", "choose action", "keep A1")
    view = game.view(1)
    for chance in range(200):  # A1 is the card with most copies: that it comes twice is not rare
        sampled = view.sample(random.Random(chance))
        assert write_position(Deals(view).state(random.Random(chance))) == sampled.position()


def test_unseen_cards_are_dealt_evenly() -> None:
    game = look("A7", "A2", "A9")
    counts: Counter[str] = Counter()
    for twin in samples(game, 0, 300):
        counts[twin.state.setting.cards.codes[0][twin.state.decks[0][3]]] += 1
    # 47 cards are unseen, 4 of them A1: about 26 of 300.
    assert 12 <= counts["A1"] <= 45
    assert len(counts) >= 15


@rule("Q1")
def test_the_same_seats_are_asked_whatever_they_hold() -> None:
    prompts = []
    for one, two in (("A2", "A20"), ("A20", "A2")):
        s = bare()
        card(s, 1, one)
        card(s, 2, two)
        game = at(s, "5b")
        asked = []
        while type(game.state.tasks[-1]).__name__ == "Window":
            asked.append(game.to_move)
            game.play("pass")
        prompts.append(asked)
    assert prompts[0] == prompts[1] == [1, 2]


def swap_hidden(s: State, one: int, two: int) -> State:
    """The same position, but two seats have exchanged their hidden cards."""
    twin = s.copy()
    a, b = twin.edit(one), twin.edit(two)
    a.actions, b.actions = b.actions, a.actions
    a.bonuses, b.bonuses = b.bonuses, a.bonuses
    return twin


def test_swapping_hidden_cards_of_two_seats_changes_nothing_for_others() -> None:
    s = bare()
    card(s, 1, "A2", "B3")
    card(s, 2, "A7", "B5")
    one, two = at(s.copy(), "5b"), at(swap_hidden(s, 1, 2), "5b")
    for viewer in (0, 3, None):
        assert one.view(viewer).to_json() == two.view(viewer).to_json()
    play(one, "pass", "pass")
    play(two, "pass", "pass")
    for viewer in (0, 3, None):
        assert one.view(viewer).to_json() == two.view(viewer).to_json()


def test_no_view_holds_a_face_of_a_pile() -> None:
    for game in random_game(3, 2):
        for seat in (0, None):
            assert all(number < 0 for deck in game.view(seat).state.decks for number in deck)
        if game.ply > 60:
            break


def test_a_masked_state_keeps_sizes_and_colours() -> None:
    s = bare()
    card(s, 1, "A2", "M31", "M1")
    m = mask(s, 0)
    assert m.clans[1].actions == (-1,)
    assert m.clans[1].missions == (-5, -3)
    assert [len(deck) for deck in m.decks] == [len(deck) for deck in s.decks]


def test_hidden_moves_of_others_are_shown_without_faces() -> None:
    s = bare()
    annex(s, 1, "kobudo", "yashiki")
    card(s, 1, "A9", "M31")
    stand(s, 1, "kobudo", "yashiki")
    game = play(act(s, 1), "swap A9", "swap M31 green")
    assert [str(entry.move) for entry in game.view(0).log] == ["swap ?", "swap ? green"]
    assert [str(entry.move) for entry in game.view(1).log] == ["swap A9", "swap M31 green"]


@rule("Q3")
def test_reshuffled_weapons_are_written_beside_the_moves() -> None:
    for seed in range(40):
        *_, game = random_game(5, seed)
        if game.state.reshuffles:
            break
    else:
        s = bare()
        stand(s, 0, "tavern")
        stack = s.decks[6]
        s.decks, s.discard = (*s.decks[:6], stack[:1], s.decks[7]), tuple(sorted(stack[1:]))
        game = play(act(s, 0), "look tavern weapon")
    record = game.record()
    assert record["start"]["reshuffles"]
    assert kabuto.load(record).position() == game.position()
    del record["start"]["reshuffles"]
    with pytest.raises(ValueError, match=r"start.reshuffles\[0\]"):
        kabuto.load(record)


def test_the_log_is_not_shared_between_game_and_copy() -> None:
    game = kabuto.new("yedo", players=3, seed=1)
    game.play(game.legal_moves()[0])
    game.view(0)
    twin = game.copy()
    twin.play(twin.legal_moves()[0])
    assert len(twin.view(0).log) == 2
    assert len(game.view(0).log) == 1
    twin.undo()
    twin.undo()
    assert twin.view(0).log == ()


def test_views_say_who_may_see_what_in_words_of_the_piles() -> None:
    s = bare()
    card(s, 1, "A2", "M31")
    written = at(s, "5b").view(0).to_json()
    assert '"actions": ["action"]' in written
    assert '"missions": ["red"]' in written


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_law_4_games_begun_from_a_position_in_the_middle_of_anything_are_sampled_too(players: int) -> None:
    rng, kinds = random.Random(players), set()
    for game in random_game(players, 31):
        task = type(game.state.tasks[-1]).__name__ if game.state.tasks else "over"
        if task not in ("Keep", "Order", "Offer", "Respond", "HandOver", "Answer") and rng.random() > 0.02:
            continue
        start = {"format": 1, "game": "yedo", "options": dict(game.options), "start": game.position()}
        begun = kabuto.load(start)
        kinds.add(task)
        for _ in range(3):
            for seat in (*range(players), None):
                twin = begun.view(seat).sample(rng)
                assert twin.view(seat).to_json() == begun.view(seat).to_json()
            if begun.to_move is not None:
                begun.play(rng.choice(begun.legal_moves()))
    assert {"Keep", "Order", "Answer"} <= kinds


@rule("Q43")
def test_an_offer_that_lies_on_the_table_is_sampled_without_its_faces() -> None:
    s = bare()
    card(s, 0, "A2", "M31")
    card(s, 1, "A7", "A9", "B3")
    stand(s, 0, "tavern")
    stand(s, 1, "tavern")
    game = play(at(s, "trade-tavern", ()), "offer 1", "give A2", "give M31", "ask action", "ask bonus")
    for texts in ((), ("propose",), ("accept",), ("pick A9",)):
        play(game, *texts)
        start = {"format": 1, "game": "yedo", "options": dict(game.options), "start": game.position()}
        begun = kabuto.load(start)
        rng, laid = random.Random(1), set()
        for seat in (0, 1, 2, None):
            for _ in range(8):
                twin = begun.view(seat).sample(rng)
                assert twin.view(seat).to_json() == begun.view(seat).to_json()
                if seat == 2:
                    laid.add(str(twin.position()["tasks"]))
        assert len(laid) > 1 or texts == ("pick A9",)


def test_why_not_speaks_to_the_owner_alone() -> None:
    view = at(bare(), "bidding").view(1)
    assert view.why_not("stay") == "It is seat 0’s turn."
    assert "is not a move" in str(view.why_not("dance"))
    assert view.players == 4
    assert at(bare(), "bidding").view(0).why_not("stay") is None
