"""Any game by action ids, observations and as a tree, from its contract alone."""

import copy
import pickle
from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

import kabuto
from kabuto.table import IllegalMove, Value
from kabuto.table.numbers.plain import BUCKETS, SIZE, features, numbers, seat_numbers
from kabuto.table.numbers.plain_tree import BYTES, PlainNode, tree
from kabuto.table.numbers.tree import CHANCE, OVER
from tests.support.tiny import Kite, Kites, deck

pytestmark = [pytest.mark.counted, pytest.mark.usefixtures("own_registry")]


class Listed(Kites):
    """Kites whose every move is listed."""

    most_plies = 15

    @classmethod
    def every_move(cls, options: Mapping[str, Value]) -> list[Kite]:
        return [Kite(number) for number in deck(options)]


class Counted(Kites):
    """Kites that only says how many legal moves there may be."""

    most_plies, most_legal_moves = 15, 5


class Certain(Counted):
    """Kites that claims to know no chance and no secrets."""

    chance, hidden = "none", False


KINDS = [Listed, Counted]


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_stepped_by_ids_to_its_end(kind: type[Kites]) -> None:
    kabuto.register(kind)
    single = seat_numbers("kites", {})
    single.begin(7)
    twin, rng = single.copy(), Random(1)
    while single.seat is not None:
        legal = np.flatnonzero(single.mask()).tolist()
        assert [single.notation(action) for action in legal] == [str(m) for m in single.game.legal_moves()]
        assert single.observe(single.seat).shape == (SIZE,)
        single.act(rng.choice(legal))
    assert sum(single.returns()) == pytest.approx(0)
    assert single.view(None).outcome
    assert (twin.seat, twin.game.ply) == (0, 0)
    first = twin.game.record()
    twin.begin(7)
    assert twin.game.record() == first
    twin.begin(None)
    assert twin.game.record() != first


@pytest.mark.parametrize(("kind", "words"), [(Listed, "no kite"), (Counted, "only 3 legal moves now")])
def test_an_action_that_is_not_legal_is_refused_with_the_reason(kind: type[Kites], words: str) -> None:
    kabuto.register(kind)
    single = numbers("kites")({})  # type: ignore[call-arg]
    single.begin(7)
    bad = int(np.flatnonzero(single.mask() == 0)[0])
    with pytest.raises(IllegalMove, match=words):
        single.act(bad)


def test_what_a_game_does_not_declare_is_named() -> None:
    kabuto.register(Kites)
    with pytest.raises(kabuto.BadOption, match="kites does not declare every_move or most_legal_moves"):
        numbers("kites")({})  # type: ignore[call-arg]
    with pytest.raises(kabuto.BadOption, match="kites does not declare most_plies"):
        tree("kites", {"players": 3, "kites": 3})


class TooFew(Counted):
    most_legal_moves = 1


class Unlisted(Listed):
    @classmethod
    def every_move(cls, options: Mapping[str, Value]) -> list[Kite]:
        return [Kite(1)]


@pytest.mark.parametrize(("kind", "name"), [(TooFew, "most_legal_moves"), (Unlisted, "every_move")])
def test_a_declaration_that_does_not_hold_is_named(kind: type[Kites], name: str) -> None:
    kabuto.register(kind)
    single = numbers("kites")({})  # type: ignore[call-arg]
    single.begin(7)
    with pytest.raises(kabuto.BadOption, match=f"more legal moves than {name} says"):
        single.mask()


def test_the_games_of_the_house_keep_their_own_numbers() -> None:
    assert numbers("yedo").__name__ == "YedoSingle"
    assert seat_numbers("yedo", {}).name == "yedo"
    assert tree("yedo", kabuto.new("yedo", cards="house").options).root().to_move == CHANCE


def test_equal_texts_have_equal_features_and_others_have_not() -> None:
    one, two = '{"hand": [1, 2], "mat": []}', '{"hand": [2, 1], "mat": []}'
    assert np.array_equal(features(one), features(one))
    assert not np.array_equal(features(one), features(two))
    assert features("")[:BUCKETS].sum() == 0
    assert features(one)[:BUCKETS].sum() == 4  # each of two values by its place, and without
    assert features(str([0] * 1000)).max() == 255


# The tree.


def root(kind: type[Kites]) -> PlainNode:
    kabuto.register(kind)
    found: PlainNode = tree("kites", {"players": 3, "kites": 3}).root()
    return found


def dealt(kind: type[Kites], seed: int = 7) -> PlainNode:
    node = root(kind)
    for byte in seed.to_bytes(BYTES):
        node = node.play(byte)
    return node


@pytest.mark.parametrize("kind", KINDS)
def test_chance_draws_the_seed_and_nobody_sees_it(kind: type[Kites]) -> None:
    node = root(kind)
    for byte in (0, 0, 0, 7):
        assert node.to_move == CHANCE
        assert sum(chance for _, chance in node.chances()) == pytest.approx(1)
        assert (node.legal(), node.told(0), node.explain(None)) == ([], node.told(1), "")
        assert node.name(CHANCE, byte) == f"seed:{byte}"
        node = node.play(byte)
    assert node.game
    assert node.game.record() == kabuto.new("kites", seed=7).record()
    with pytest.raises(IllegalMove, match="ids are 0 to 255"):
        root(kind).play(256)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_walked_to_its_end_and_back(kind: type[Kites]) -> None:
    node, rng, told = dealt(kind), Random(1), set()
    while node.to_move != OVER:
        assert node.returns() == [0.0] * 3
        told.add(node.told(0))
        again = pickle.loads(pickle.dumps(node))
        assert str(again) == str(node)
        assert again.told(1) == node.told(1)
        assert copy.deepcopy(node) is node
        node = node.play(rng.choice(node.legal()))
    assert len(told) == node.ply - BYTES
    assert sum(node.returns()) == pytest.approx(0)
    assert len(node.marked(0)) == node.ply + 1 <= node.table.log
    with pytest.raises(IllegalMove, match="the game is over"):
        node.play(0)
    with pytest.raises(IllegalMove):
        dealt(kind).play(4 if kind is Counted else next(n for n in range(9) if n not in dealt(kind).legal()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_is_another_game_that_the_seat_cannot_tell_from_this_one(kind: type[Kites]) -> None:
    node, rng = dealt(kind), Random(3)
    for _ in range(3):
        node = node.play(rng.choice(node.legal()))
    games = set()
    for _ in range(10):
        at, guide = node.resampled(1, rng.random)
        while (action := guide(at)) is not None:
            at = at.play(action)
        assert at.told(1) == node.told(1)
        assert at.hand(1) == node.hand(1)
        assert np.array_equal(at.observe(1), node.observe(1))
        assert pickle.loads(pickle.dumps(at)).told(0) == at.told(0)
        games.add(at.told(0))
    assert len(games) > 1
    early, guide = root(kind).play(3).resampled(0, rng.random)
    assert guide(early) == 3
    assert guide(early.play(3)) is None


def test_a_game_without_chance_begins_at_once() -> None:
    node = root(Certain)
    assert (node.to_move, node.ply, node.outcomes) == (0, 0, 0)
    assert node.name(0, 99) == "move 99"
    assert node.sample(0, Random(1).random)(node) is None


def test_why_a_listed_action_is_refused() -> None:
    assert "0 to 255" in root(Listed).why_not(300)
    missing = next(n for n in range(9) if n not in dealt(Listed).legal())
    assert "no kite" in dealt(Listed).why_not(missing)


def test_why_a_place_that_no_legal_move_has_is_refused() -> None:
    assert "there are only 3 legal moves now" in dealt(Counted).why_not(4)
