"""No byte that a seat receives depends on what it cannot see: the law of views, at the far end.

Games are played twice at two servers that differ only by what they hide, over every wire. When each byte
comes is compared too: a pass that was forced comes no sooner and no later than another.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from msgspec.json import encode

import kabuto
from kabuto.host import wires
from kabuto.host.rooms.room import Room
from kabuto.protocol.socket import AskPreview, Recall
from kabuto.samurai import Samurai
from kabuto.server.runtime.clock import SystemChance, SystemClock
from kabuto.table import Game, manifests
from kabuto.tabletop import render
from kabuto.yedo import Yedo
from tests.support.loops import run

from . import inside

AnyGame = Game[Any, Any]
WATCHER = "watcher"


class Case(NamedTuple):
    """A game to play, and how it is sent."""

    game: str
    options: dict[str, Any]
    wire: str
    most: int = 10_000
    """How many moves are played at most."""

    @property
    def name(self) -> str:
        """What the test is called."""
        return "-".join([self.wire, self.game, *map(str, self.options.values())])


CASES = [
    Case("samurai", {"players": 3, "edition": "rgg", "hands": "choose", "figures": "draft"}, "samurai"),
    Case("samurai", {"players": 2, "edition": "ffg"}, "plain", 30),
    Case("yedo", {"players": 2}, "plain", 80),
    Case("yedo", {"players": 5}, "yedo", 60),
]
WHOLE = [
    Case("samurai", {"players": 2, "edition": "hig", "hands": "choose"}, "samurai"),
    Case("samurai", {"players": 4, "edition": "ffg", "figures": "draft"}, "samurai"),
    Case("samurai", {"players": 2, "edition": "rgg"}, "samurai"),
    Case("samurai", {"players": 3, "edition": "ffg"}, "samurai"),
    Case("samurai", {"players": 2, "edition": "ffg"}, "plain"),
    Case("samurai", {"players": 3, "edition": "hig", "hands": "choose"}, "plain"),
    *(Case("yedo", {"players": players}, wire) for players in (2, 3, 4, 5) for wire in ("yedo", "plain")),
]
"""What takes too long for every day."""


def frozen(clock: inside.Hours) -> dict[str, Any]:
    """Clock and chance of a host where time stands still and every secret is the same word.

    Only where the server waits by itself, the test lets time pass.
    """
    chance = SystemChance(secret=lambda: "table", part=lambda: "5e" * 32, delay=lambda: 1.0)
    return {"clock": SystemClock(time=lambda: 1e9, monotonic=clock, sleep=clock.sleep), "chance": chance}


def random_game(case: Case, seed: int) -> AnyGame:
    """A game at random, whole or as long as is wanted."""
    rng, game = Random(seed), kabuto.new(case.game, seed=seed, **case.options)
    while game.to_move is not None and game.ply < case.most:
        legal = [str(move) for move in game.legal_moves()]
        game.play("/" if "/" in legal and rng.random() < 0.6 else rng.choice(legal))
    return game


def beginning(game: AnyGame) -> AnyGame:
    """A game before its first move."""
    first = game.copy()
    while first.ply:
        first.undo()
    return first


def in_order(game: AnyGame) -> list[tuple[int, str]]:
    """Seat and move, one after the other; where all choose at once, the last seat first."""
    lines = [(entry.seat, str(move)) for entry, move in zip(game.view(None).log, game.moves, strict=True)]
    chosen = [line for line in lines if line[1].startswith("+")]
    return sorted(chosen, key=lambda line: -line[0]) + lines[len(chosen) :]


Heard = list[tuple[float, bytes]]
"""When something came, and what."""


async def received(data: Path, case: Case, game: AnyGame, listener: int | None, noise: Random) -> Heard:
    """Every byte that a seat or a spectator receives while a game is played, over the socket and over HTTP.

    The other seats try moves and take them back by chance, which nobody else may notice.
    """
    persons, clock = [f"person {seat}" for seat in range(game.players)], inside.Hours()
    asked_for: Heard = []
    chance = patch("kabuto.table.deals.seed", lambda secret, shares: game._seed)
    async with inside.house(data, **frozen(clock)) as home:
        with chance:
            name = await inside.set_table(
                home, *persons, game=case.game, record=beginning(game).record(), options=dict(game.options)
            )
        everybody = [inside.Listener(person, wire=case.wire, clock=clock) for person in persons]
        everybody.append(inside.Listener(WATCHER, "de", case.wire, clock))
        me = everybody[-1 if listener is None else listener]
        async with home.host.tables.visit(name) as room:
            for each in everybody:
                await room.enter(each.client, None)
            await inside.settled(room)
            for number, (seat, move) in enumerate(in_order(game)):
                for _ in range(noise.randrange(3) if seat != listener else 0):
                    if tried := harmless(room.table, seat, noise):
                        await inside.play(room, everybody[seat], seat, tried)
                        await inside.undo(room, everybody[seat], seat)
                if seat == listener:
                    await room.hear(me.client, AskPreview(seat, f"p{number}", move))
                await go_on(room, everybody[seat], seat, move, f"n{number}", clock)
                if number % 20 == 0:
                    shown = render.glance(room.table, wires.wire_of(case.game, case.wire), "en")
                    asked = [await room.info(me.person), await home.host.lists.lobby(me.person), shown]
                    asked_for.append((clock.now, encode(asked)))
                    await room.hear(me.client, Recall(f"r{number}", number // 2, number))
            assert not [refused for each in everybody for refused in each.heard("refused")]
            assert room.table.game is not None
            assert room.table.game.record() == game.record()
    return me.timed + asked_for


async def go_on(
    room: Room, player: inside.Listener, seat: int, move: str, name: str, clock: inside.Hours
) -> None:
    """Let a seat make its move: by itself, if it can only pass and nobody may know that."""
    game, before = room.table.game, room.table.seq
    assert game is not None
    is_secret = str(game.secret_pass) == move
    if not is_secret or len(game.legal_moves(seat)) > 1:
        await inside.play(room, player, seat, move, name=name)
    while is_secret and room.table.seq == before:
        await inside.stored(room)
        await clock.on()
        await inside.stored(room)


def harmless(table: inside.Table, seat: int, noise: Random) -> str | None:
    """A move that its seat can take back without anybody noticing; None if chance finds none."""
    own = table.game_of(seat)
    legal = own.legal_moves(seat)
    move = noise.choice(legal)
    if move == own.secret_pass:
        return None
    own = own.copy()
    own.play(move, seat)
    return str(move) if seat in own.deciding and own.can_undo(seat) else None


def stacks_of(game: AnyGame) -> Any:
    """Forms the stacks that a game has in truth: those of a sampled game do not come from its seed."""
    formed = game._formed_stacks() if isinstance(game, Samurai) else None
    return lambda rng, setting, hands: formed


def shuffled_as(game: AnyGame) -> Any:
    """Shuffles weapons as a game has it in truth, likewise; whatever it never came to, as it is."""
    orders = game.state.reshuffles if isinstance(game, Yedo) else ()

    def shuffled(self: Yedo, state: Any, weapons: tuple[int, ...]) -> tuple[int, ...]:
        number = len(state.reshuffles)
        return orders[number] if number < len(orders) else weapons

    return shuffled


def heard(case: Case, data: Path, games: list[AnyGame], listener: int | None) -> list[Heard]:
    """What somebody hears of each of these games."""
    found = []
    for number, game in enumerate(games):
        with (
            patch("kabuto.samurai.game.deal_stacks", stacks_of(game)),
            patch.object(Yedo, "_chance", shuffled_as(game)),
        ):
            playing = received(data / f"{listener}-{number}", case, game, listener, Random(number))
            found.append(run(playing))
    return found


@pytest.mark.uncounted
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bytes_are_the_same_whatever_is_hidden(case: Case, tmp_path: Path) -> None:
    truth = random_game(case, seed=8)
    for listener in (None, 0, case.options["players"] - 1):
        other = truth.view(listener).sample(Random(99))
        assert other.record()["start"] != truth.record()["start"] or "hands" in case.options
        one, two = heard(case, tmp_path, [truth, other], listener)
        assert one == two


@pytest.mark.prove
@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case.name)
def test_bytes_are_the_same_in_whole_games_of_any_number(case: Case, tmp_path: Path) -> None:
    test_bytes_are_the_same_whatever_is_hidden(case, tmp_path)


@pytest.mark.parametrize("wire", ["samurai", "plain"])
def test_the_test_would_notice_a_leak(wire: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wire that showed seat 1 the hand of seat 0 would be caught."""
    case = Case("samurai", {"players": 2}, wire, most=20)
    truth = random_game(case, seed=8)
    honest = wires.wire_of("samurai", wire)
    shown: list[str] = []

    def careless(view: Any, language: str) -> Any:
        return [honest.position(view, language), *shown]

    monkeypatch.setattr(wires, "wire_of", lambda game, asked: replace(honest, position=careless))
    monkeypatch.setattr("kabuto.host.rooms.clients.wire_of", wires.wire_of)
    found = []
    for number, game in enumerate((truth, truth.view(1).sample(Random(99)))):
        shown[:] = beginning(game).record()["start"]["hands"][0]
        found.append(run(received(tmp_path / str(number), case, game, 1, Random(number))))
    assert found[0] != found[1]


def test_the_test_would_notice_a_leak_of_a_hand_in_yedo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wire that counted the action cards of seat 0 that can be played now would be caught."""
    case = Case("yedo", {"players": 2}, "yedo", most=60)
    truth = random_game(case, seed=8)
    honest = wires.wire_of("yedo", "yedo")
    playing: list[AnyGame] = []

    def careless(view: Any, language: str) -> Any:
        hand: Any = playing[-1].copy()
        while hand.ply > view.ply:
            hand.undo()
        return [honest.position(view, language), hand.state.clans[0].actions]

    monkeypatch.setattr(
        "kabuto.host.rooms.clients.wire_of", lambda game, asked: replace(honest, position=careless)
    )
    found = []
    for number, game in enumerate((truth, truth.view(1).sample(Random(99)))):
        playing.append(game)
        found.append(run(received(tmp_path / str(number), case, game, 1, Random(number))))
    assert found[0] != found[1]


def test_every_game_of_the_house_is_among_the_cases() -> None:
    for game in manifests.BUILT_IN:
        assert {case.wire for case in CASES if case.game == game} >= set(wires.wires(game))
