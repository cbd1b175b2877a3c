"""What a seat observes of Samurai: exactly what its view shows, for every option; what action ids mean."""

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto import envs
from kabuto.samurai import Samurai, SamuraiView
from kabuto.samurai.board import SETTLEMENTS, SPACES, board
from kabuto.samurai.deal import deal_figures
from kabuto.samurai.kernel import actions, calls
from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.kernel.convert import from_state, kinds, states
from kabuto.samurai.kernel.tables import FIGURE, MAX_LEGAL, PICK, RONIN_TOKEN
from kabuto.samurai.numbers import spaces
from kabuto.samurai.tokens import TOKENS

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "hig", "hands": "choose"},
    {"players": 4, "edition": "ffg", "figures": "draft", "null_exchange": True},
    {"players": 2, "edition": "ffg", "hands": "choose", "figures": "draft"},
]


PAGE = Path(__file__).parents[3] / "docs" / "envs.md"


def positions(options: dict[str, Any], seed: int, every: int = 5) -> Iterator[Samurai]:
    """Some positions of a random game, the last one included."""
    rng, game = random.Random(seed), kabuto.new("samurai", seed=seed, **options)
    assert isinstance(game, Samurai)
    while game.to_move is not None:
        if game.ply % every == seed % every:
            yield game
        game.play(rng.choice(sorted(game.legal_moves(), key=str)))
    yield game


def seen(games: Any, seat: int) -> Any:
    """The bytes that a seat observes of the first game."""
    out = np.full(spaces.SIZE, 99, np.uint8)  # every byte has to be written
    spaces.observe(games, 0, seat, out)
    return out


def dealt(seed: int, **options: Any) -> Any:
    """A game dealt by the engine."""
    games = states(1)
    games["rng"] = seed
    spaces.begin(games, 0, spaces.blank(**options))
    return games


def legal(games: Any) -> list[int]:
    out = np.zeros(MAX_LEGAL, np.int64)
    found: list[int] = out[: calls.legal(games, 0, out)].tolist()
    return found


@pytest.mark.uncounted
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_engine_and_a_view_give_the_same_observation(options: dict[str, Any], seed: int) -> None:
    for game in positions(options, seed):
        truth = from_state(game.state)
        for seat in range(game.players):
            assert seen(truth, seat).tobytes() == spaces.observation(game.view(seat)).tobytes()


def telling(observe: Callable[[Any, int], Any], options: dict[str, Any]) -> int:
    """In how many cases an observer writes something else when what a seat cannot see is dealt again."""
    rng, told = random.Random(1), 0
    for game in positions(options, 1, every=9):
        for seat in range(game.players):
            mine = observe(from_state(game.state), seat).tobytes()
            for _ in range(3):
                told += observe(from_state(game.view(seat).sample(rng).state), seat).tobytes() != mine
    return told


def looks_at_a_hand(games: Any, seat: int) -> Any:
    """A leak: whether the next seat holds the ronin."""
    out = seen(games, seat)
    out[spaces.OFFSET["passes"]] = int(games[0]["hand"][(seat + 1) % games[0]["players"]]) & RONIN_TOKEN != 0
    return out


def looks_at_a_stack(games: Any, seat: int) -> Any:
    """A leak: how many tokens of the last seat's stack are samurai."""
    out = seen(games, seat)
    last = (seat + games[0]["players"] - 1) % games[0]["players"]
    out[spaces.OFFSET["aside"]] = (int(games[0]["pile"][last]) >> 9 & 31).bit_count()
    return out


@pytest.mark.parametrize("options", OPTIONS)
def test_permuting_what_a_seat_cannot_see_changes_no_byte(options: dict[str, Any]) -> None:
    assert telling(seen, options) == 0


@pytest.mark.parametrize("leak", [looks_at_a_hand, looks_at_a_stack])
def test_that_check_notices_an_observer_that_tells_too_much(leak: Callable[[Any, int], Any]) -> None:
    assert telling(leak, OPTIONS[0]) > 3


@pytest.mark.parametrize("options", OPTIONS)
def test_an_observation_says_what_the_view_says(options: dict[str, Any]) -> None:
    for game in positions(options, 2, every=7):
        for seat in range(game.players):
            check_meaning(game.view(seat), seat)


def check_meaning(view: SamuraiView, seat: int) -> None:
    """Every field, read back, beside the readable view."""
    told, players = spaces.explain(spaces.observation(view)), view.players
    order = [(seat + place) % players for place in range(players)]
    place = {owner: number for number, owner in enumerate(order)}
    assert told["players"] == players
    assert told["phase"] == str(view.state.phase)
    assert told["to_move"] == (None if view.to_move is None else place[view.to_move])
    assert told["hand"] == list(view.hand)
    assert told["hand_sizes"] == [view.hand_sizes[owner] for owner in order]
    assert told["unplayed"] == [list(view.unplayed[owner]) for owner in order]
    assert told["played"] == sorted(view.played, key=[token.code for token in TOKENS].index)
    assert told["exchange"] is None
    captured = view.remembered()
    assert [tuple(counts.values()) for counts in told["captured"]] == [captured[owner] for owner in order]
    assert tuple(told["aside"].values()) == view.aside
    assert told["tokens"] == {space: (place[owner], token) for space, (owner, token) in view.tokens.items()}
    assert {space: each["figures"] for space, each in told["settlements"].items()} == view.figures
    for space, each in told["settlements"].items():
        report = view.settlement(space)
        assert each["missing"] == len(report.missing)
        for contest, kind in zip(report.contests, "HBR", strict=True):
            assert [row[kind] for row in each["influence"]] == [contest.influence[owner] for owner in order]
    board = view.state.setting.board
    assert set(told["empty"]) == {
        SPACES[space].name for space in (*board.land, *board.sea) if view.state.tokens[space] is None
    }
    assert told["passes"] == view.state.passes
    setting = view.state.setting
    assert (told["captures"], told["null_exchange"], told["figures"]) == (
        setting.captures, setting.null_exchange, setting.figures
    )  # fmt: skip


@pytest.mark.uncounted
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(1, 4))
def test_mask_and_legality_are_those_of_the_engine_in_games_it_deals(
    options: dict[str, Any], seed: int
) -> None:
    rng, games, mask = random.Random(seed), dealt(seed, **options), np.full(spaces.ACTIONS, 9, np.uint8)
    over = 0
    while not over:
        ids = legal(games)
        assert spaces.write_mask(games, 0, mask) == len(ids)
        assert np.flatnonzero(mask).tolist() == ids
        assert mask.max() == 1
        assert [
            number for number in range(-2, spaces.ACTIONS + 2) if spaces.is_legal(games, 0, number)
        ] == ids
        over = spaces.act(games, 0, rng.choice(ids))
        assert over in (0, 1)
    assert spaces.write_mask(games, 0, mask) == mask.sum() == 0
    assert spaces.act(games, 0, 1110) == -1, "nothing is legal when the game is over"


def test_an_illegal_action_changes_nothing() -> None:
    games = dealt(5)
    before = games.tobytes()
    for action in {-1, spaces.ACTIONS, 2**40, *range(spaces.ACTIONS)} - {*legal(games)}:
        assert spaces.act(games, 0, action) == -1
    assert games.tobytes() == before


def test_half_an_exchange_is_seen_by_the_seat_that_makes_it_alone() -> None:
    games = dealt(3)
    games["hand"][0, 0] |= 1 << 18  # the figure exchange
    games["pile"][0, 0] &= ~(1 << 18)
    others = seen(games, 1).tobytes()
    first = next(number for number in legal(games) if FIGURE <= number < PICK)
    assert spaces.act(games, 0, first) == 0
    assert spaces.explain(seen(games, 0))["exchange"] == spaces.describe(first)
    assert seen(games, 1).tobytes() == others
    games = dealt(3)
    spaces.act(games, 0, next(number for number in legal(games) if number < 672))
    games["played"], games["hand"][0, 0] = 0, 1 << 19  # the token exchange
    first = next(number for number in legal(games) if number >= PICK)
    assert spaces.act(games, 0, first) == 0
    assert spaces.explain(seen(games, 0))["exchange"] == spaces.describe(first)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engine_deals_as_the_rules_do(players: int) -> None:
    """Counts of a figure on each settlement and of tokens in a hand, beside those of the rules."""
    number, rng = 1500, random.Random(3)
    mine, theirs, tokens = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[int]()
    games = dealt(11, players=players)
    start = spaces.blank(players=players)
    for _ in range(number):
        spaces.begin(games, 0, start)
        figures = [int(bits) for bits in games[0]["figures"]]
        towns = [
            tuple(kind for kind in range(3) if figures[kind] >> town & 1) for town in range(len(SETTLEMENTS))
        ]
        rules = deal_figures(rng, board(players))
        assert sorted(map(len, towns)) == sorted(bits.bit_count() for bits in rules)
        assert [bits.bit_count() for bits in figures] == [sum(b >> k & 1 for b in rules) for k in range(3)]
        mine.update((town, kind) for town, there in enumerate(towns) for kind in there)
        theirs.update((town, kind) for town, b in enumerate(rules) for kind in range(3) if b >> kind & 1)
        for seat in range(players):
            hand = kinds(games[0]["hand"][seat])
            assert len(hand) == 5
            tokens.update(hand)
    assert set(mine) == set(theirs)
    for place in mine:
        assert abs(mine[place] - theirs[place]) < 5 * (mine[place] + theirs[place]) ** 0.5, place
    for kind, found in tokens.items():
        expected = number * players * 5 * TOKENS[kind].number / 20
        assert abs(found - expected) < 5 * expected**0.5, kind
    assert len(tokens) == len(TOKENS)


@pytest.mark.parametrize("options", OPTIONS)
def test_returns_follow_the_ranking_of_the_rules(options: dict[str, Any]) -> None:
    for seed in range(5):
        *_, game = positions(options, seed)
        assert game.outcome is not None
        out = np.zeros(game.players, np.float32)
        spaces.returns(from_state(game.state), 0, out)
        assert out.tolist() == pytest.approx(envs.returns(game.outcome.ranking))


def test_the_winner_has_one_and_the_others_share_what_that_costs() -> None:
    assert envs.returns([[1], [0]]) == [-1, 1]
    assert envs.returns([[0, 1]]) == [0, 0]
    assert envs.returns([[2], [0, 1, 3]]) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    assert envs.returns([[0, 3], [1, 2]]) == pytest.approx([1 / 3, -1 / 3, -1 / 3, 1 / 3])


def test_every_move_of_a_game_is_described_by_its_notation() -> None:
    game = kabuto.new("samurai", seed=1)
    for move in game.legal_moves():
        assert spaces.describe(to_ids(move)[0]) == str(move) or len(to_ids(move)) == 2
    assert len({spaces.describe(number) for number in range(spaces.ACTIONS)}) == spaces.ACTIONS


def test_fields_lie_one_after_the_other_and_fill_the_observation() -> None:
    ends = [field.offset + field.size for field in spaces.FIELDS]
    assert [field.offset for field in spaces.FIELDS] == [0, *ends[:-1]]
    assert ends[-1] == spaces.SIZE == 824


def test_many_observations_are_split_without_a_copy() -> None:
    many = np.zeros((3, spaces.SIZE), np.uint8)
    parts = spaces.split(many)
    parts["aside"][1, 2] = 7
    assert many[1].tolist().index(7) == spaces.OFFSET["aside"] + 2
    assert parts["influence"].shape == (3, 34, 3, 4)


def test_what_is_no_observation_is_refused() -> None:
    with pytest.raises(kabuto.BadOption, match="a spectator has no observation"):
        spaces.observation(kabuto.new("samurai", seed=1).view(None))
    for wrong in (np.zeros(823, np.uint8), np.zeros((2, spaces.SIZE), np.uint8), 7):
        with pytest.raises(kabuto.BadOption, match="an observation is 824 bytes"):
            spaces.explain(wrong)
    with pytest.raises(kabuto.BadOption, match="an observation is 824 bytes"):
        spaces.split(np.zeros((2, 10), np.uint8))


def test_without_its_libraries_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['numba'] = None; from kabuto.envs import SamuraiVector"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == "ImportError: this needs numba: pip install 'kabuto[gym]'"


def test_the_documentation_has_every_field_and_range_of_ids() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        f"| {field.offset}{f' – {field.offset + field.size - 1}' if field.size > 1 else ''} | `{field.name}` "
        f"| {' × '.join(map(str, field.shape))} | {field.meaning} |"
        for field in spaces.FIELDS
    ]
    assert "\n".join(rows) in text
    assert actions.__doc__ is not None
    assert actions.__doc__[actions.__doc__.index("| ids") : actions.__doc__.rindex("|") + 1] in text


def test_the_version_stands_for_what_every_byte_and_id_means() -> None:
    """Whoever changes one of them raises ``VERSION`` and writes the new digest down beside it."""
    found = sha256(repr([(field.name, field.shape, field.meaning) for field in spaces.FIELDS]).encode())
    found.update(repr([spaces.describe(number) for number in range(spaces.ACTIONS)]).encode())
    for options in OPTIONS:
        for game in positions(options, 4, every=20):
            for seat in range(game.players):
                found.update(spaces.observation(game.view(seat)).tobytes())
    assert (spaces.VERSION, found.hexdigest()[:16]) == (0, "24a440488e638f5d")


def test_the_examples_of_the_page_run_and_say_what_they_say() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    known: dict[str, Any] = {}
    shown = 0
    for block in blocks:
        if "cuda" in block:
            continue
        exec(block, known)
        for expression, comment in re.findall(r"^(spaces\S.*?)\s+# ([\['].*)$", block, re.MULTILINE):
            assert repr(eval(expression, known)) == comment
            shown += 1
    assert shown == 2
