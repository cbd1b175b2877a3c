"""What a browser is sent about Yedo: typed, complete, small, and made of what a seat may know."""

import gzip
import random
from collections.abc import Iterator

import pytest
from msgspec import convert, json

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo
from kabuto.yedo.board import EVENT
from kabuto.yedo.permuting import permute
from kabuto.yedo.state.state import asking, swapped, without
from kabuto.yedo.wire import WIRE

from .helpers import act, annex, at, bare, card, codes, geishas, pile, play, stand, top, weapon

MOST = 6000
"""How many bytes a turn's message may have, compressed."""


def games(players: int, number: int, program: str = "greedy") -> Iterator[Yedo]:
    """Games at every moment, played by programs."""
    for seed in range(number):
        game = kabuto.new("yedo", seed=seed, players=players)
        seats = [make(program, "yedo", random.Random(seed * 10 + seat)) for seat in range(players)]
        while game.to_move is not None:
            yield game
            game.play(seats[game.to_move].choose(game.view(game.to_move)))
        yield game


def encoded(game: Yedo, seat: int | None, language: str = "en") -> bytes:
    """Everything that a message about the last move holds."""
    view = game.view(seat)
    made = [
        WIRE.position(game.view(None), language),
        WIRE.private(view, language) if seat is not None else None,
        WIRE.events(view, view.log[-1], language) if view.log else None,
        WIRE.details(game.outcome, language) if game.outcome else None,
    ]
    return json.encode(made)


@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_travel_as_their_types_say_and_in_small_messages(players: int) -> None:
    asked, largest = set(), 0
    for number, game in enumerate(games(players, 1)):
        seat = game.to_move
        if seat is not None:
            asked.add(game.state.tasks[-1].name)
        if number % 4 and game.ply < 600:
            continue
        for each in {seat, number % players} - {None}:
            private = WIRE.private(game.view(each), "de")
            moves = [choice.move for choice in private.moves]
            assert moves == [str(move) for move in game.view(each).legal_moves()]
            assert bool(private.prompt) == bool(moves) == (each == seat)
            assert convert(json.decode(json.encode(private)), WIRE.types["private"]) == private
        position = WIRE.position(game.view(None), "de")
        assert convert(json.decode(json.encode(position)), WIRE.types["position"]) == position
        if seat is not None:
            largest = max(largest, len(gzip.compress(encoded(game, seat, "de"))))
    assert largest < MOST // 2
    assert len(asked) > len(asking()) // 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_unseen_is_in_what_a_seat_is_sent(players: int) -> None:
    rng = random.Random(players)
    for number, game in enumerate(games(players, 1)):
        if number % 29 == 0:
            seat = rng.choice([None, *range(players)])
            assert encoded(permute(game, seat, rng), seat) == encoded(game, seat)


def test_a_place_tells_what_it_refuses_and_why() -> None:
    s = bare()
    s.clans[0].mon = s.clans[0].prestige = 0
    lines = WIRE.private(act(s, 0).view(0), "en").lines
    refused = {line.move for place in lines.values() for line in place if line.why}
    assert {"recruit", "sell 1", "build karesansui", "honour 3", "geisha mon", "draw", "buy 5"} <= refused
    legal = {line.move for place in lines.values() for line in place if not line.why}
    assert {"prestige", "mission red", "look tavern weapon", "blessing"} <= legal


def test_a_need_says_what_is_there_and_what_stands_in() -> None:
    s = bare()
    card(s, 0, "M39")  # two geishas
    annex(s, 0, "yashiki")
    stand(s, 0, "redlight", "yashiki")
    geishas(s, 0, 1)
    private = WIRE.private(act(s, 0).view(0), "en")
    need = next(need for need in private.missions[0].standard.needs if need.kind == "geisha")
    assert (need.number, need.have, need.met, need.by) == (2, 2, True, "yashiki")


def test_prices_follow_the_event_and_the_school() -> None:
    s = bare()
    s.event = s.setting.cards.codes[EVENT].index("E17")
    s.decks = swapped(s.decks, EVENT, without(s.decks[EVENT], s.event))
    annex(s, 0, "kobudo")
    stand(s, 0, "market")
    stand(s, 1, "market")
    game = act(s, 0, 1)
    everybody = [stall.price for stall in WIRE.position(game.view(None), "en").market]
    mine = WIRE.private(game.view(0), "en").prices
    assert [price - own for price, own in zip(everybody, mine, strict=True)] == [3] * 5
    assert everybody != [8, 8, 8, 6, 6]


def test_known_tops_are_remembered_also_when_another_has_reordered_them() -> None:
    s = bare()
    pile(s, "action", "A7", "A2", "A9")
    stand(s, 0, "gates")
    stand(s, 1, "gates")
    game = play(act(s, 0, 1), "look gates action", "order 2 1 3")
    assert WIRE.private(game.view(0), "en").known["action"].top == ["A2", "A7", "A9"]
    assert not WIRE.private(game.view(1), "en").known
    game = play(game, "look gates action", "order 3 1 2")
    assert WIRE.private(game.view(0), "en").known["action"].mixed == ["A2", "A7", "A9"]
    assert WIRE.private(game.view(1), "en").known["action"].top == ["A9", "A2", "A7"]


def test_the_patrol_is_foretold() -> None:
    s = bare()
    stand(s, 1, "castle-prestige")
    stand(s, 2, "gates")
    patrol = WIRE.position(at(s, "assign", [0]).view(None), "en").patrol
    assert (patrol.district, patrol.has_moved, patrol.ahead) == ("gates", False, ["castle"])
    assert [(each.seat, each.place, each.number) for each in patrol.danger] == [(1, "castle-prestige", 1)]


def test_who_left_the_bidding_and_with_what() -> None:
    game = play(at(bare(5), "stepping"), "out", "stay", "stay", "stay", "stay", "auction weapon", "out")
    bidding = WIRE.position(game.view(None), "en").bidding
    assert bidding is not None
    assert [(each.seat, each.mon) for each in bidding.egress] == [(0, 3), (2, 0)]
    assert (bidding.lot, bidding.best, bidding.bid, bidding.asked) == ("weapon", 1, 3, [3, 4])


def test_cards_of_a_drawing_are_for_their_owner() -> None:
    game = play(at(bare(), "stepping"), *["stay"] * 4, "auction action", *["pass"] * 3)
    everybody = WIRE.position(game.view(None), "en").task
    mine = WIRE.private(game.view(0), "en").task
    assert everybody is not None
    assert mine is not None
    assert everybody.cards == ["?"] * 3
    assert "?" not in mine.cards
    assert codes(game, 0, "actions") == []


def test_every_kind_of_card_is_found_by_districts_and_weapons() -> None:
    found = WIRE.reference({"cards": "city", "players": 4}, "en")  # type: ignore[misc]
    for topic in ("districts", "weapons"):
        kinds = {each.kind for each in found.cards if getattr(each, topic)}
        assert {"mission", "action", "event"} <= kinds
    assert {each.kind for each in found.cards if each.weapons} == {
        "mission",
        "action",
        "bonus",
        "event",
        "favour",
    }
    for each in found.cards:
        if each.kind == "mission":
            parts = [part for part in (each.standard, each.bonus) if part]
            needs = {need.name for part in parts for need in part.needs}
            assert needs & {"katana", "harbor"} <= {*each.districts, *each.weapons}
    closes = [each for each in found.cards if each.kind == "event" and each.districts == ["temple"]]
    assert closes


def test_the_reference_names_every_card_and_the_numbers_of_the_board() -> None:
    for language in ("en", "de"):
        found = WIRE.reference({"cards": "city", "players": 4}, language)  # type: ignore[misc]
        cards = kabuto.new("yedo", seed=1, players=4).state.setting.cards
        kinds = (cards.missions, cards.actions, cards.bonuses, cards.events, cards.favours)
        assert [each.code for each in found.cards] == [each.code for kind in kinds for each in kind]
        assert found.board.districts[-1].fenced == {"temple": 1}
        assert all(found.names.values())


def test_what_is_known_of_a_pile_is_true_in_whole_games() -> None:
    told = 0
    for number, game in enumerate(games(3, 2)):
        if number % 7 == 0:
            for seat in range(3):
                for name, known in WIRE.private(game.view(seat), "en").known.items():
                    cards = top(game, name, len(known.top) + len(known.mixed))
                    assert cards[: len(known.top)] == known.top
                    assert sorted(cards[len(known.top) :]) == known.mixed
                    told += len(cards)
    assert told > 100


def test_the_garden_house_shows_every_order_that_can_come() -> None:
    s = bare(4)
    for seat in (3, 1):
        stand(s, seat, "garden")
    game = play(act(s, 0, 1, 2, 3), "garden")
    seen = WIRE.position(game.view(None), "en").task
    assert seen.seat == 3
    assert seen.orders[0] == [0, 1, 2, 3]
    for place in range(1, 5):
        later = play(game.copy(), f"position {place}")
        shown = WIRE.position(later.view(None), "en").task
        assert shown.orders[0] == seen.orders[place]
        assert [bool(order) for order in shown.orders[1:]] == [n != place for n in range(1, 5)]


@pytest.mark.parametrize(("place", "trading"), [("market", "brief"), ("tavern", "brief"), ("tavern", "free")])
def test_an_offer_is_made_of_the_goods_in_their_order(place: str, trading: str) -> None:
    s = bare(2, trading=trading)
    for seat in (0, 1):
        weapon(s, seat, ("yumi", "shuko")[seat], "fukiya", "fukiya")
        card(s, seat, *(("A3", "B2", "M31", "M13"), ("A7", "A9", "M15"))[seat])
        geishas(s, seat, 1)
        stand(s, seat, place)
    game = at(s, f"trade-{place}", ())
    goods = WIRE.private(game.view(0), "en").goods
    assert goods.asks.keys() == {"1"}
    assert goods.gives[:3] == ["fukiya", "fukiya", "yumi"]
    assert goods.asks["1"][:3] == ["fukiya", "fukiya", "shuko"]
    assert goods.gives[3:4] == goods.asks["1"][3:4] == ([] if place == "market" else ["geisha"])
    assert set(goods.gives[4:]) == (set() if place == "market" else {"A3", "B2", "M31", "M13"})
    most = 2 if trading == "brief" else 99
    named = [f"give {thing}" for thing in goods.gives[-most:]] + [
        f"ask {thing}" for thing in goods.asks["1"][-most:]
    ]
    assert WIRE.private(play(game, "offer 1").view(0), "en").goods == goods
    for move in named:
        game.play(move)
    assert WIRE.private(game.view(1), "en").goods is None
