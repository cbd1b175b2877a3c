"""The learned players: the network as PyTorch has it, legal, fair and reproducible play, and its file."""

import json
import random
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.players import is_compiled, make, names, play_out
from kabuto.samurai.kernel.convert import from_state, from_view
from kabuto.samurai.kernel.tables import TURN
from kabuto.samurai.players.learned import player, weights
from kabuto.samurai.players.learned.features import SIGHT, describe, exchanged, layout
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.network import Network, logit, shapes, units
from kabuto.samurai.players.learned.opening import choose_for_others, finish_set_up
from kabuto.samurai.players.learned.player import Habits, Learned
from kabuto.samurai.players.search import Search
from kabuto.samurai.players.search.job import WIDEST
from kabuto.samurai.state import State
from tests.samurai.helpers import BY_SETTING, PLAYERS, SETTINGS, new

from .test_search import begun

OUTPUTS = Path(__file__).with_name("learned_outputs.json")
"""Positions and what PyTorch makes of them with the networks of the package."""
ORDERS: list[Any] = list(permutations(range(3)))


def learner(seed: int = 1, **more: Any) -> Learned:
    return Learned(random.Random(seed), **more)


def seen(state: State) -> Any:
    """The inputs for the seat before the one to move."""
    players = state.setting.players
    sight = np.zeros(1, SIGHT)
    evaluation = new_mind(players, None).evaluations[0]
    describe(from_state(state)[0], evaluation, (state.seat + players - 1) % players, sight[0])
    inputs = np.zeros(layout(players).size, np.float32)
    size = int(sight["size"][0])
    inputs[sight["inputs"][0, :size]] = sight["values"][0, :size]
    return inputs


def judged(network: Network, inputs: Any) -> float:
    """What the compiled network makes of inputs."""
    sight = np.zeros(1, SIGHT)
    (which,) = inputs.nonzero()
    sight["size"], sight["inputs"][0, : len(which)], sight["values"][0, : len(which)] = (
        len(which),
        which,
        inputs[which],
    )
    return float(logit(network, units(), sight[0]))


# The network.


def test_the_compiled_network_agrees_with_pytorch() -> None:
    stored = json.loads(OUTPUTS.read_text())
    assert list(map(int, stored)) == list(weights.shipped())
    for players, network in weights.shipped().items():
        assert len(stored[str(players)]) >= 20
        for each in stored[str(players)]:
            game = begun(each["seed"], each["plies"], players=players, edition=each["edition"])
            assert judged(network, seen(game.state)) == pytest.approx(each["logit"], abs=2e-4)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_network_counts_what_its_layers_say(players: int) -> None:
    rng = np.random.default_rng(players)
    network = Network(*(rng.normal(0, 0.1, shape).astype(np.float32) for shape in shapes(players)))
    inputs = seen(begun(players, 20, players=players).state)
    wide = np.maximum(inputs @ network.first + network.first_bias, 0)
    narrow = np.maximum(wide @ network.second + network.second_bias, 0)
    assert judged(network, inputs) == pytest.approx(narrow @ network.last[:-1] + network.last[-1], abs=1e-4)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_kinds_of_figure_are_described_alike(players: int) -> None:
    game = begun(players, 30, players=players)
    inputs = seen(game.state)
    for order in ORDERS:
        assert sorted(exchanged(players, order)) == list(range(len(inputs)))
    state = game.state
    swapped = seen(_with_kinds_exchanged(state))
    assert swapped[exchanged(players, (1, 0, 2))] == pytest.approx(inputs, abs=1e-5), "helmets and Buddhas"


def _with_kinds_exchanged(state: State) -> State:
    """Helmets become Buddhas and the other way round, figures and tokens alike."""

    def token(number: int) -> int:
        return (number + 3 if number < 3 else number - 3) if 0 <= number < 6 else number

    def figures(mask: int) -> int:
        return mask & 4 | (mask & 1) << 1 | mask >> 1 & 1

    return state._replace(
        tokens=tuple(laid and laid._replace(token=token(laid.token)) for laid in state.tokens),
        figures=tuple(map(figures, state.figures)),
        hands=tuple(tuple(map(token, hand)) for hand in state.hands),
        stacks=tuple(tuple(map(token, stack)) for stack in state.stacks),
        captured=tuple((b, h, r) for h, b, r in state.captured),
        aside=(state.aside[1], state.aside[0], state.aside[2]),
    )


# Play.


@pytest.mark.uncounted
@BY_SETTING
def test_it_plays_whole_games_by_the_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "SET_UP_GAMES", 8)  # enough to see that the choices are legal
    game = new(number, **SETTINGS[number])
    play_out(game, [learner(seat, iterations=(8 if seat else None)) for seat in range(game.players)])
    assert game.outcome is not None


def test_a_seed_gives_the_same_game() -> None:
    def played(seed: int) -> list[str]:
        game = new(3)
        play_out(game, [learner(seed, iterations=60), make("greedy", "samurai", random.Random(2))])
        return [str(move) for move in game.moves]

    assert played(1) == played(1)


@pytest.mark.parametrize("iterations", [None, 60])
@pytest.mark.parametrize("plies", [0, 7, 31])
def test_the_hidden_truth_does_not_change_what_it_thinks(plies: int, iterations: int | None) -> None:
    game, rng = begun(plies, plies, players=2, edition="ffg"), random.Random(1)
    seat = game.to_move
    samples = [game.view(seat).sample(rng) for _ in range(3)]
    assert all(sample.state.hands != game.state.hands for sample in samples)
    truth, *others = (learner(5, iterations=iterations).weigh(each.view(seat)) for each in (game, *samples))
    assert others == [truth] * 3
    assert len(truth) > 1


@pytest.mark.parametrize("plies", [0, 3, 12])
def test_in_set_up_it_tries_every_choice_and_the_hidden_truth_does_not_matter(plies: int) -> None:
    game, rng = new(4, players=2, hands="choose", figures="draft"), random.Random(plies)
    while game.ply < plies:
        game.play(rng.choice(game.legal_moves()))
    seat = game.to_move
    truth, other = (
        learner(5).weigh(each.view(seat)) for each in (game, game.view(seat).sample(random.Random(2)))
    )
    assert {str(turn.moves[0]) for turn in truth} == set(map(str, game.legal_moves()))
    assert all(turn.games for turn in truth), "without a budget, too"
    assert truth == other
    assert learner(5).choose(game.view(seat)) == truth[0].moves[0]


def test_it_wants_tokens_that_it_can_play_at_once() -> None:
    """A hand of exchanges and ships has nothing to exchange and little to reach."""
    game = new(2, players=2, hands="choose")
    chosen = []
    for _ in range(5):
        chosen.append(learner(3).choose(game.view(0)))
        game.play(chosen[-1])
    codes = [str(move) for move in chosen]
    assert sum(code.strip("+") in {"X", "T", "V1", "V2"} for code in codes) <= 2, codes


def test_a_seat_that_chooses_early_imagines_full_hands_for_the_others() -> None:
    game = new(2, players=3, hands="choose")
    dealt = from_view(game.view(1), 7)
    choose_for_others(dealt[0], 1)
    assert [int(hand).bit_count() for hand in dealt["hand"][0][:3]] == [5, 0, 5]
    finish_set_up(dealt[0])
    assert dealt["phase"][0] == TURN
    assert dealt["seat"][0] == 0
    for hand, pile in zip(dealt["hand"][0][:3], dealt["pile"][0], strict=False):
        assert (int(hand).bit_count(), int(pile).bit_count(), int(hand & pile)) == (5, 15, 0)


def test_it_searches_only_with_a_budget() -> None:
    view = new(1).view(0)
    assert {turn.games for turn in learner().weigh(view)} == {0}
    tried = learner(iterations=640).weigh(view)
    assert 600 <= sum(turn.games for turn in tried) <= 680
    assert all(sum(turn.results) == pytest.approx(1) for turn in tried)
    assert make("learned:0.5s", "samurai", random.Random(1)).seconds == 0.5  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", PLAYERS)
def test_it_searches_with_a_network_for_any_number_of_players(players: int) -> None:
    rng = np.random.default_rng(players)
    network = Network(*(rng.normal(0, 0.1, shape).astype(np.float32) for shape in shapes(players)))
    game = begun(players, 12, players=players)
    tried = learner(iterations=64, networks={players: network}).weigh(game.view(game.to_move))
    assert len(tried) > 1
    for turn in tried:
        assert game.why_not(turn.moves[0]) is None
        assert sum(turn.results) == pytest.approx(1)


def test_without_a_network_it_judges_and_searches_like_the_search() -> None:
    game = begun(3, 10, players=3)
    view = game.view(game.to_move)
    ours = learner(5, iterations=64, networks={}).weigh(view)
    assert ours == Search(random.Random(5), iterations=64).weigh(view)


@pytest.mark.parametrize(
    "too_much",
    [{"proposals": WIDEST + 1}, {"replies": 0}, {"reply_beam": WIDEST // 4 + 1}, {"beam": WIDEST // 4 + 1}],
)
def test_habits_that_the_planner_has_no_room_for_are_refused(too_much: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"at most {WIDEST}"):
        Habits(**too_much)  # type: ignore[arg-type]


def test_chances_on_the_way_count_beside_what_follows() -> None:
    view = begun(5, 20).view(begun(5, 20).to_move)

    def worth(rounds: int, trace: float) -> Any:
        habits = Habits(width=4, rounds=rounds, trace=trace, halving=False, trust=0)
        tried = learner(iterations=400, settings=habits).weigh(view)
        return np.array([turn.results for turn in sorted(tried, key=lambda turn: str(turn.moves))])

    one, two, both = worth(1, 1.0), worth(2, 1.0), worth(2, 0.5)
    assert worth(2, 0.0) == pytest.approx(one, abs=0.05), "only the first turn counts"
    assert both == pytest.approx((one + two) / 2, abs=0.05)
    assert np.abs(one - two).max() > 1e-3


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_whoever_looks_on_the_chances_of_all_seats_add_up(seat: int | None) -> None:
    game = begun(1, 20, players=3)
    results = learner().play_on(game.view(seat), 40)
    assert sum(results) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in results)


def test_it_has_its_names_and_refuses_others() -> None:
    assert "learned" in names("samurai")
    assert is_compiled("learned", "samurai")
    assert is_compiled("learned:2000", "samurai")
    with pytest.raises(kabuto.BadOption, match=r"write learned:2000 or learned:0\.5s, not learned:much"):
        make("learned:much", "samurai", random.Random(1))
    with pytest.raises(kabuto.BadOption, match="budget is more than zero"):
        make("learned:0", "samurai", random.Random(1))


# The file.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of a network for two players."""
    network = Network(*(np.ones(shape, np.float32) for shape in shapes(2)))
    weights.write(tmp_path / "networks.bin", {2: network}, {"seed": 1})
    return tmp_path / "networks.bin"


def test_a_file_comes_back_as_it_was_written(file: Path) -> None:
    (network,) = weights.read(file).values()
    assert [part.shape for part in network] == list(shapes(2))
    assert all((part == 1).all() and part.dtype == np.float32 for part in network)
    assert [each.name for each in file.parent.iterdir()] == ["networks.bin"], "no half of a file is left"


def test_the_file_of_the_package_says_where_it_comes_from_and_is_small() -> None:
    head = json.loads(weights.SHIPPED.read_bytes().split(b"\n", 2)[1])
    assert head["provenance"]
    assert set(weights.shipped()) <= set(PLAYERS)
    assert weights.SHIPPED.stat().st_size < 2_000_000


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda whole: whole[:-1] + b"?", "is damaged: its hash is wrong"),
        (lambda whole: whole[:-2], "is damaged: its hash is wrong"),
        (lambda whole: whole.replace(b'"samurai"', b'"yedo"'), "holds networks for yedo, not for Samurai"),
        (lambda whole: whole.replace(b'"inputs": ', b'"inputs": 9'), "another version of Kabuto"),
        (lambda whole: whole.replace(b'"shapes": {', b'"shapes": {"5": [], '), "another version of Kabuto"),
        (lambda whole: whole.replace(b"kabuto network 1", b"kabuto network 2"), "is not a file of networks"),
        (lambda whole: b"\n[]\n", "is not a file of networks"),
        (lambda whole: b"kabuto network 1\n[]\n", "is not a file of networks"),
        (lambda whole: b"", "is not a file of networks"),
    ],
)
def test_another_file_is_refused(file: Path, change: Any, reason: str) -> None:
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(kabuto.BadOption, match=reason):
        weights.read(file)


@pytest.mark.parametrize("weight", [np.nan, np.inf, 1e6])
def test_a_network_that_went_astray_is_not_written(file: Path, weight: float) -> None:
    before, network = file.read_bytes(), weights.read(file)[2]
    network.second[3, 4] = weight  # 1e6 is too large for 16 bits
    with pytest.raises(kabuto.BadOption, match="a weight of the network is not a number"):
        weights.write(file, {2: network}, {})
    assert file.read_bytes() == before


def test_a_file_with_its_own_hash_of_other_weights_is_refused(file: Path) -> None:
    name, head, body = file.read_bytes().split(b"\n", 2)

    def written(body: bytes) -> None:
        said = {**json.loads(head), "sha256": sha256(body).hexdigest()}
        file.write_bytes(b"\n".join((name, json.dumps(said).encode(), body)))

    written(body[:-2])
    with pytest.raises(kabuto.BadOption, match="is not a file of networks"):
        weights.read(file)
    written(body[:-2] + np.array(np.nan, "<f2").tobytes())
    with pytest.raises(kabuto.BadOption, match="not a number"):
        weights.read(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(kabuto.BadOption, match=r"nowhere\.bin cannot be read: No such file"):
        weights.read(tmp_path / "nowhere.bin")


def test_a_file_of_networks_plays_as_its_networks_do(tmp_path: Path) -> None:
    game = begun(1, 20, players=2)
    view = game.view(game.to_move)
    named = make(f"learned:{weights.SHIPPED}", "samurai", random.Random(1))
    assert isinstance(named, Learned)
    assert not named.searches
    assert named.choose(view) == Learned(random.Random(1)).choose(view)
    (tmp_path / "bad.bin").write_bytes(b"none")
    with pytest.raises(kabuto.BadOption):
        make(f"learned:{tmp_path / 'bad.bin'}", "samurai", random.Random(1))
