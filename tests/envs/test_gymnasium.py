"""A seat among opponents: Gymnasium's own check, whole games, refusals."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kabuto
from kabuto.envs.gymnasium import SeatEnv
from kabuto.samurai.numbers import spaces as samurai_spaces

SAMURAI, YEDO = "kabuto/Samurai-v0", "kabuto/Yedo-v0"


SEATS = [
    *((SAMURAI, {"players": players, "seat": players - 1}) for players in (2, 3, 4)),
    *((YEDO, {"players": players, "seat": players - 1}) for players in (2, 3, 4, 5)),
]


@pytest.mark.uncounted
@pytest.mark.parametrize(("name", "keywords"), SEATS)
def test_q2_gymnasiums_own_check_passes_as_it_is(name: str, keywords: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **keywords).unwrapped)


@pytest.mark.prove
@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize(("name", "keywords"), SEATS)
def test_q2_gymnasiums_own_check_passes_on_every_seat(
    name: str, keywords: dict[str, Any], opponents: str
) -> None:
    for seat in range(keywords["players"]):
        check_env(gymnasium.make(name, **{**keywords, "seat": seat}, opponents=opponents).unwrapped)


@pytest.mark.uncounted
@pytest.mark.parametrize("options", [{"hands": "choose"}, {"figures": "draft"}, {"edition": "ffg"}])
def test_q2_gymnasiums_own_check_passes_with_other_options(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(SAMURAI, **options).unwrapped)


@pytest.mark.parametrize(("name", "keywords"), SEATS)
def test_q2_an_illegal_action_loses_the_game_with_the_reason(name: str, keywords: dict[str, Any]) -> None:
    env = SeatEnv(name.removeprefix("kabuto/").removesuffix("-v0").lower(), **keywords)
    env.reset(seed=1)
    before = env._single.game.record()
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    seen, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert f"seat {keywords['seat']} can’t do {illegal}" in info["illegal"]
    assert not seen["action_mask"].any()
    assert env._single.game.record() == before
    with pytest.raises(kabuto.IllegalMove, match="the game is over: call reset"):
        env.step(illegal)
    assert env.reset(seed=1)[0]["action_mask"].any()


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        (SAMURAI, {"opponents": "greedy"}),
        (SAMURAI, {"players": 4, "seat": 3, "opponents": ["random", "greedy", "level1"], "figures": "draft"}),
        (YEDO, {"players": 2, "opponents": "greedy"}),
    ],
)
def test_a_whole_game_ends_with_the_returns_of_the_seat(name: str, keywords: dict[str, Any]) -> None:
    env = gymnasium.make(name, **keywords)
    seen, _ = env.reset(seed=4)
    env.action_space.seed(4)
    single, over, steps = env.unwrapped._single, False, 0  # type: ignore[attr-defined]
    while not over:
        assert single.seat == keywords.get("seat", 0)
        assert seen["action_mask"].any()
        assert env.observation_space.contains(seen)
        seen, reward, over, truncated, _ = env.step(env.action_space.sample())
        steps += 1
        assert not truncated
        assert over or reward == 0
    assert steps > 10
    assert reward == kabuto.envs.returns(single.game.outcome.ranking)[keywords.get("seat", 0)]
    assert not seen["action_mask"].any()
    with pytest.raises(kabuto.IllegalMove, match="the game is over: call reset"):
        env.step(0)


def test_opponents_move_before_the_seat_and_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = SeatEnv("samurai", seat=1, opponents="greedy")
        env.reset(seed=9)
        rng = random.Random(1)
        for _ in range(10):
            env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))
        games.append(env._single.game.record())
    assert games[0]["moves"] == games[1]["moves"]
    assert games[0] == games[1]


def test_an_exchange_is_two_steps_and_the_opponents_see_one_move() -> None:
    env = SeatEnv("samurai")
    for seed in range(50):
        env.reset(seed=seed)
        firsts = [n for n in np.flatnonzero(env.action_masks()).tolist() if 896 <= n < 998]
        if firsts:
            break
    game = env._single.game
    seen, *_ = env.step(firsts[0])
    assert game.ply == 0
    assert samurai_spaces.explain(seen["observation"])["exchange"] == samurai_spaces.describe(firsts[0])
    second = int(np.flatnonzero(env.action_masks())[0])
    env.step(second)
    assert str(game.record()["moves"][0]).startswith("X")


@pytest.mark.parametrize("action", [-1, 1230, 3.0, "/", None, True])
def test_what_is_no_action_is_refused_and_nothing_changes(action: Any) -> None:
    env = SeatEnv("samurai")
    env.reset(seed=1)
    before = env._single.game.record()
    with pytest.raises(kabuto.IllegalMove, match=r"seat 0 can’t do .*from 0 to 1229.*Legal: \d+ \("):
        env.step(action)
    assert env._single.game.record() == before


@pytest.mark.parametrize(
    ("keywords", "reason"),
    [
        ({"game": "chess"}, "there is no game 'chess': there are samurai, yedo"),
        ({"seat": 2}, "seat is a whole number from 0 to 1, not 2"),
        ({"opponents": ["random", "random"]}, "there is 1 opponent, not 2"),
        ({"opponents": 5}, "opponents are names of players, or objects or classes with .* not 5"),
        ({"opponents": [3]}, r"opponents are names of players, .* not \[3\]"),
        ({"opponents": "nobody"}, "there is no player 'nobody' for samurai: there are"),
        ({"render_mode": "3d"}, "render_mode is human, ansi, rgb_array or None"),
        ({"edition": "abc"}, "edition is rgg, hig or ffg"),
    ],
)
def test_bad_options_are_named(keywords: dict[str, Any], reason: str) -> None:
    with pytest.raises(kabuto.BadOption, match=reason):
        SeatEnv(**{"game": "samurai", **keywords})


def play_on(env: SeatEnv) -> None:
    while True:
        env.step(env.action_space.sample())


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_a_game_that_broke_off_at_an_opponent_shows_and_does_nothing_more(game: str) -> None:
    """Ctrl-C while it thinks, or its failure: the seat is not to see its actions, nor to play for it."""

    class Tired:
        def choose(self, view: Any) -> Any:
            raise KeyboardInterrupt

    env = SeatEnv(game)
    env.reset(seed=3)
    env._players[1] = Tired()
    with pytest.raises(KeyboardInterrupt):
        play_on(env)
    before = env._single.game.record()
    assert not env.action_masks().any()
    with pytest.raises(kabuto.IllegalMove, match="an opponent’s move was interrupted: call reset"):
        env.step(0)
    assert env._single.game.record() == before
    assert env.reset(seed=3)[0]["action_mask"].any()


def test_a_closed_environment_is_at_its_end_until_it_is_reset() -> None:
    env = SeatEnv("samurai")
    env.reset(seed=3)
    env.close()
    before = env._single.game.record()
    with pytest.raises(kabuto.IllegalMove, match="no game has begun: call reset"):
        env.step(env.action_space.sample())
    assert env._single.game.record() == before
    assert not env.action_masks().any()
    assert env.reset(seed=3)[0]["action_mask"].any()


def test_a_refusal_tells_the_reason() -> None:
    env = SeatEnv("samurai")
    env.reset(seed=7)
    assert "1229: R*s3 is not legal now: Set-up is finished" in env.step(1229)[4]["illegal"]


def test_a_step_before_the_first_game_is_refused() -> None:
    with pytest.raises(kabuto.IllegalMove, match="no game has begun: call reset"):
        SeatEnv("samurai").step(0)


class First:
    """A player of one's own."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.given = rng, 0

    def choose(self, view: kabuto.View) -> Any:
        self.given += isinstance(view, kabuto.View)
        return view.legal_moves()[0]


def first(rng: random.Random) -> First:
    return First(rng)


@pytest.mark.parametrize("game", ["samurai", "yedo"])
@pytest.mark.parametrize(
    "opponent", [First, first, First(random.Random(1))], ids=["class", "function", "object"]
)
def test_q3_opponents_may_be_classes_functions_and_objects(game: str, opponent: Any) -> None:
    env = SeatEnv(game, seat=1, players=3, opponents=[opponent, "random"])
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.action_space.sample())
    player = env._players[0]
    assert isinstance(player, First)
    assert player.given
    env.reset(seed=4)
    assert (env._players[0] is player) == isinstance(opponent, First), "a class makes one for every game"


def test_q3_one_class_plays_all_other_seats() -> None:
    env = SeatEnv("samurai", players=4, opponents=First)
    env.reset(seed=3)
    assert len({id(player) for player in env._players.values()}) == 3


def test_q3_what_a_function_makes_has_to_be_a_player() -> None:
    env = SeatEnv("samurai", opponents=lambda rng: 3)  # type: ignore[arg-type]
    with pytest.raises(kabuto.BadOption, match=r"is not a player: it has no method choose\(view\)"):
        env.reset(seed=1)
