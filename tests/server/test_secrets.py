"""No byte that a seat receives depends on what it cannot see: the law of views, at the far end."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kabuto
from kabuto.samurai import Samurai
from kabuto.server import house, room
from kabuto.server import samurai as screen
from tests.support.loops import run

from . import inside

WATCHER = "watcher"
SETTINGS: list[dict[str, Any]] = [
    {"players": 2, "edition": "rgg"},
    {"players": 3, "edition": "ffg"},
    {"players": 2, "edition": "hig", "hands": "choose"},
    {"players": 3, "edition": "rgg", "hands": "choose", "figures": "draft"},
    {"players": 4, "edition": "ffg", "figures": "draft"},
]


@pytest.fixture
def same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still and secrets are numbers: two servers differ only by what they hide."""
    monkeypatch.setattr(room, "time", lambda: 1e9)
    monkeypatch.setattr(house, "time", lambda: 1e9)
    numbers = count()
    monkeypatch.setattr(house, "new_secret", lambda: f"table{next(numbers) % 1}")


def random_game(options: dict[str, Any], seed: int) -> Samurai:
    """A whole game at random."""
    rng, game = Random(seed), kabuto.new("samurai", seed=seed, **options)
    while game.to_move is not None:
        legal = [str(move) for move in game.legal_moves()]
        game.play("/" if "/" in legal and rng.random() < 0.6 else rng.choice(legal))
    assert isinstance(game, Samurai)
    return game


def beginning(game: Samurai) -> Samurai:
    """A game before its first move."""
    first = game.copy()
    while first.ply:
        first.undo()
    return first


async def received(data: Path, game: Samurai, listener: int | None, noise: Random) -> list[bytes]:
    """Every byte that a seat or a spectator receives while a game is played.

    The other seats try moves and take them back by chance, which nobody else may notice.
    """
    persons = [f"person {seat}" for seat in range(game.players)]
    async with inside.house(data) as home:
        record = beginning(game).record()
        name = await inside.set_table(home, *persons, record=record, options=dict(game.options))
        everybody = [*map(inside.Listener, persons), inside.Listener(WATCHER, "de")]
        async with home.visit(name) as at_table:
            for each in everybody:
                await at_table.enter(each.client, None)
            await inside.settled(at_table)
            for number, (seat, move) in enumerate(in_order(game)):
                for _ in range(noise.randrange(3) if seat != listener else 0):
                    legal = [m for m in legal_moves(at_table.table, seat) if m != "/" and "*" not in m]
                    if legal:
                        await inside.play(at_table, everybody[seat], seat, noise.choice(legal))
                        await inside.undo(at_table, everybody[seat], seat)
                await inside.play(at_table, everybody[seat], seat, move, name=f"n{number}")
            assert not any(each.heard("refused") for each in everybody)
            assert at_table.table.status == "over"
    return everybody[-1 if listener is None else listener].bytes


def legal_moves(table: inside.Table, seat: int) -> list[str]:
    """What a seat may do now."""
    if not table.is_choosing:
        return [str(move) for move in table.sees(seat).legal_moves()]
    own = screen.choosing(table.game, seat, table.choices[seat])
    return [str(move) for move in own.legal_moves()] if own else []


def in_order(game: Samurai) -> list[tuple[int, str]]:
    """Seat and move, one after the other; choosers confirm their hands, the last seat first."""
    log = [(entry.seat, str(move)) for entry, move in zip(game.view(None).log, game.moves, strict=True)]
    chosen = [line for line in log if line[1].startswith("+")]
    hands = [
        [line for line in chosen if line[0] == seat] + [(seat, "/")]
        for seat in range(game.players - 1, -1, -1)
    ]
    return [*(line for hand in hands if chosen for line in hand), *log[len(chosen) :]]


@pytest.mark.uncounted
@pytest.mark.usefixtures("same_everywhere")
@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())))
def test_bytes_are_the_same_whatever_is_hidden(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = random_game(options, seed=8)
    for listener in (None, 0, options["players"] - 1):
        other = truth.view(listener).sample(Random(99))
        assert other.record()["start"] != truth.record()["start"] or "hands" in options
        heard = []
        for number, game in enumerate((truth, other)):
            monkeypatch.setattr(screen, "chosen", lambda _, choices, game=game: after_choices(game))
            data = tmp_path / f"{listener}-{number}"
            heard.append(run(received(data, game, listener, Random(number))))
        assert heard[0] == heard[1]


def after_choices(game: Samurai) -> Samurai:
    """A game when every hand has been chosen: with the stacks that it has in truth."""
    after = game.copy()
    while after.ply > 5 * game.players:
        after.undo()
    return after


@pytest.mark.usefixtures("same_everywhere")
def test_the_test_would_notice_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that showed seat 1 the hand of seat 0 would be caught."""
    truth = random_game({"players": 2}, seed=8)
    other = truth.view(1).sample(Random(99))
    honest = screen.position

    def careless(view: Any) -> Any:
        shown = honest(view)
        return replace(shown, played=[*shown.played, *_true_hand[0]])

    heard = []
    for number, game in enumerate((truth, other)):
        _true_hand = [beginning(game).record()["start"]["hands"][0]]
        monkeypatch.setattr(screen, "position", careless)
        heard.append(run(received(tmp_path / str(number), game, 1, Random(number))))
    assert heard[0] != heard[1]
