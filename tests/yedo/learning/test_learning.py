"""Yedo learns: what a network is shown, games and positions for training, files, and a player."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.compiling.targets import build
from kabuto.learn import Plan, learn
from kabuto.table import BadOption
from kabuto.yedo import learning
from kabuto.yedo.kernel.convert import from_state
from kabuto.yedo.kernel.deals import forget
from kabuto.yedo.kernel.sampling import FORGOTTEN
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.learning import mind
from kabuto.yedo.learning.mind import MIND, inputs
from kabuto.yedo.learning.player import Learned, entrant
from kabuto.yedo.options import Setting
from kabuto.yedo.permuting import permute
from kabuto.yedo.players.compiled.records import notes, weights_record
from tests.yedo.helpers import random_game
from tests.yedo.kernel.plain import Record

compiled = pytest.mark.prove
"""It takes half a minute to compile what plays and learns."""


def any_network(players: int, seed: int = 1) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [rng.normal(0, 0.1, shape).astype(np.float32) for shape in learning.sizes(players)]


@pytest.fixture(scope="module")
def games() -> Any:
    return learning.play(None, 3, 7, 3, 1)


@compiled
def test_games_repeat_for_a_seed_however_they_are_shared_out(
    games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "PART", 2)
    again = learning.play(None, 3, 7, 3, 2)
    assert all((again[name] == games[name]).all() for name in games)
    assert all(200 < size < 3 * learning.MOST for size in games["size"])


@compiled
def test_positions_are_described_seat_by_seat_with_what_the_game_brought(games: Any) -> None:
    which, values, wins, following = learning.describe(games, 1)
    assert len(which) == len(values) == len(wins) == len(following) > 50
    assert 0 < wins.mean() < 1
    assert which.max() == inputs(3)
    later = following[following >= 0]
    assert (later > np.flatnonzero(following >= 0)).all()
    assert len(set(later.tolist())) == len(later)
    assert (wins[later] == wins[following >= 0]).all()


@pytest.mark.parametrize("players", [2, 5])
def test_no_network_is_shown_what_its_seat_does_not_see(players: int) -> None:
    rng, out, number = Random(players), np.zeros(FORGOTTEN, np.int64), 0
    for game in random_game(players, 8, trading="free"):
        seat = game.to_move
        if seat is None or rng.random() > 0.04:
            continue
        one = from_state(game.state)
        two = one.copy()
        two["rng"] = rng.getrandbits(60)
        forget(two, 1, setting_record(game.state.setting), seat, out)
        number += one["deck"].tobytes() != two["deck"].tobytes()
        shown = looked_at(one, game.state.setting, seat)
        assert shown == looked_at(two, game.state.setting, seat)
        assert len(shown) > 20
        assert max(which for which, _ in shown) < inputs(players)
    assert number > 5


def looked_at(games: Any, setting: Setting, seat: int) -> list[tuple[int, float]]:
    """What a network is shown of a position, by the source as it is."""
    m: Any = Record(np.zeros(1, MIND), 0)
    records = [Record(each, 0) for each in (games, setting_record(setting), weights_record(setting), notes())]
    build(mind, "plain").look(*records, m, seat)
    return list(zip(m.which[: m.size].tolist(), m.value[: m.size].tolist(), strict=True))


@compiled
@pytest.mark.parametrize("players", [2, 4])
def test_a_network_chooses_by_what_its_seat_sees(players: int) -> None:
    rng, number = Random(players), 0
    for game in random_game(players, 8):
        seat = game.to_move
        if seat is not None and rng.random() < 0.05:
            twin = permute(game, seat, rng)
            number += twin.state.decks != game.state.decks
            player, other = (Learned(Random(3), {players: any_network(players)}) for _ in range(2))
            assert player.choose(game.view(seat)) == other.choose(twin.view(seat))
    assert number > 5


@compiled
def test_a_network_plays_whole_games_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "best.bin"
    learning.write(file, {2: any_network(2)}, {})
    game, player = kabuto.new("yedo", players=2, seed=4), entrant(Random(1), str(file))
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    assert game.outcome is not None
    other = kabuto.new("yedo", players=3, seed=4)
    view = other.view(other.to_move)
    with pytest.raises(BadOption, match=r"for .*2.* players, and the game has 3"):
        player.choose(view)


def test_a_file_gives_back_its_networks_and_another_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.bin"
    learning.write(file, {2: any_network(2), 5: any_network(5)}, {"round": 3})
    back = learning.read(file)
    assert [*back] == [2, 5]
    for one, two in zip(back[5], any_network(5), strict=True):
        assert np.abs(one - two).max() < 1e-3
    name, head, body = file.read_bytes().split(b"\n", 2)
    told = json.loads(head)

    def damaged(head: Any = told, body: bytes = body, name: bytes = name) -> str:
        other = tmp_path / "other.bin"
        other.write_bytes(b"\n".join((name, json.dumps(head).encode(), body)))
        with pytest.raises(BadOption) as caught:
            learning.read(other)
        return str(caught.value)

    assert "holds networks for samurai" in damaged({**told, "game": "samurai"})
    assert "another version" in damaged({**told, "inputs": 99})
    assert "another version" in damaged({**told, "shapes": {"7": []}})
    assert "its hash is wrong" in damaged(body=body[:-1] + b"x")
    assert "not a file of networks" in damaged({**told, "shapes": {"2": told["shapes"]["2"]}})
    assert "not a file of networks" in damaged(name=b"something else")
    assert "not a file of networks" in damaged([])
    with pytest.raises(BadOption, match="cannot be read"):
        learning.read(tmp_path / "nothing.bin")
    with pytest.raises(BadOption, match="not a number"):
        learning.write(file, {2: [np.full(shape, np.inf) for shape in learning.sizes(2)]}, {})


@pytest.mark.prove
def test_prove_that_a_network_learns_to_beat_random(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    plan = Plan("yedo", 2, games=3000, deals=100, batch=512, rate=0.003)
    found = learn(plan, tmp_path, minutes=1e-6, jobs=2, report=lambda *_: None)
    (only,) = found["rounds"]
    assert only["against_none"][1] > 0.6
    assert only["is_better"]
    assert (tmp_path / "best.bin").exists()
