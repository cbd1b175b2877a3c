"""Every game is served: over the plain wire if it has no other. One that fails harms no table but its own."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.host import wires
from kabuto.host.catalogue import catalogue, describe
from kabuto.host.rooms.room import Room
from kabuto.protocol import plain_wire
from kabuto.protocol.http import DependentDefault
from kabuto.server.runtime.clock import SystemChance, SystemClock
from kabuto.server.services import Services
from kabuto.table import Game, Option, manifests
from kabuto.table.manifests import GameManifest
from tests.support.loops import run
from tests.support.tiny import Kite, Kites, KitesView

from . import inside
from .persons import words_of

Add = Callable[..., str]


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Makes a game known for the test, with some components."""
    monkeypatch.setattr(manifests, "_GAMES", dict(manifests._GAMES))
    wires.own_wire.cache_clear()  # another test may have had a game of the same name

    def known(game: type[Game[Any, Any]], **more: Any) -> str:
        manifests._GAMES[game.name] = GameManifest(game=game, **more)
        return game.name

    yield known
    wires.own_wire.cache_clear()


async def seated(
    home: Services, game: str, number: int, wire: str = ""
) -> tuple[Room, list[inside.Listener]]:
    """A table of a game, with its persons there."""
    persons = [f"person {seat}" for seat in range(number)]
    name = await inside.set_table(home, *persons, game=game, options={"players": number})
    people = [inside.Listener(person, wire=wire) for person in persons]
    async with home.host.tables.visit(name) as room:
        for each in people:
            await room.enter(each.client, None)
    return room, people


async def play_some(room: Room, people: list[inside.Listener], rng: Random, most: int) -> None:
    """Play by chance, each seat by what it was told."""
    for _ in range(most):
        if not room.table.to_move:
            return
        seat = rng.choice(room.table.to_move)
        own = [
            message["own"]
            for message in map(json.loads, people[seat].bytes)
            if message["type"] in ("state", "played", "turn")
        ][-1]
        await inside.play(room, people[seat], seat, rng.choice(own["legal"]))
        assert not people[seat].heard("refused")


async def never(seconds: float) -> None:
    """Wait for ever: nobody passes by itself."""
    await asyncio.Event().wait()


def served(data: Path, game: str, number: int, most: int) -> tuple[Room, list[inside.Listener]]:
    """A game played over the plain wire."""

    async def main() -> tuple[Room, list[inside.Listener]]:
        async with inside.house(
            data, clock=SystemClock(sleep=never), chance=SystemChance(delay=lambda: 0.0)
        ) as home:
            room, people = await seated(home, game, number)
            await play_some(room, people, Random(3), most)
            return room, people

    return run(main())


def test_a_game_that_brings_the_contract_alone_is_played_to_its_end(tmp_path: Path, add: Add) -> None:
    room, people = served(tmp_path, add(Kites), 3, 20)
    assert room.table.status == "over"
    state, *_, last = (json.loads(each) for each in people[0].bytes)
    assert state["wire"] == "plain"
    assert [choice["move"] for choice in state["own"]["private"]["moves"]] == state["own"]["legal"]
    assert {choice["group"] for choice in state["own"]["private"]["moves"]} == {"k"}
    shown = "".join(piece["text"] for line in state["own"]["private"]["lines"] for piece in line)
    assert all(move.removeprefix("k") in shown for move in state["own"]["legal"])
    assert len(last["result"]["details"]["steps"]) == 3
    assert room.table.game is not None
    assert [step for (step,) in last["result"]["details"]["steps"]] == list(room.table.game.outcome.steps)  # type: ignore[union-attr]


async def test_choices_at_once_are_seen_when_their_seats_are_done(tmp_path: Path, add: Add) -> None:
    game = add(Kites)

    async with inside.house(tmp_path) as home:
        room, people = await seated(home, game, 3)
        assert room.table.to_move == [0, 1, 2]
        for seat, left in ((2, [0, 1]), (1, [0]), (0, [0])):
            move = people[seat].heard("state")[-1]["own"]["legal"][0]
            await inside.play(room, people[seat], seat, move)
            for each in people:
                assert each.heard("played")[-1]["to_move"] == left
        logs = [[entry["seat"] for entry in played["log"]] for played in people[0].heard("played")]
        assert logs == [[], [], [0, 1, 2]]


def test_a_game_with_words_tells_its_moves_and_what_they_brought(tmp_path: Path, add: Add) -> None:
    def telling(view: KitesView, move: Kite, past: bool) -> str:
        return f"kite {move.number} {'flew' if past else 'may fly'}"

    def story(view: KitesView, entry: Any) -> list[str]:
        return [f"the wind was {entry.lifted.wind}"]

    _, people = served(tmp_path, add(Kites, telling=telling, story=story), 3, 20)
    state, *_, last = (json.loads(each) for each in people[0].bytes)
    assert words_of(state["own"]["private"]["moves"][0]["text"]).endswith("may fly")
    told = last["log"][0]["events"]
    assert words_of(told["text"]).endswith("flew")
    assert words_of(told["more"][0]).startswith("the wind was ")


def test_yedo_is_served(tmp_path: Path) -> None:
    room, people = served(tmp_path, "yedo", 2, 60)
    assert room.table.game is not None
    assert room.table.game.ply == 60
    entries = [entry for played in people[1].heard("played") for entry in played["log"]]
    assert len(entries) == room.table.base
    assert all(words_of(entry["events"]["text"]) for entry in entries)
    assert any(entry["events"]["more"] for entry in entries)


# What a client gets.


def test_a_client_gets_the_first_wire_that_it_knows_and_the_game_has() -> None:
    own, text = wires.own_wire("samurai"), plain_wire.plain("samurai")
    asked = {"samurai": own, "go,samurai": own, "plain,samurai": text, "": text, "yedo": text, "go": text}
    assert {names: wires.wire_of("samurai", names) for names in asked} == asked
    assert wires.wires("yedo") == ["yedo", "plain"]


def test_styles_become_colours_of_the_page() -> None:
    lines = plain_wire.plain("samurai").position(kabuto.new("samurai", seed=1).view(None), "en").lines
    pieces = [piece for line in lines for piece in line]
    assert any(piece.bold for piece in pieces)
    assert all(piece.color == "" or piece.color.startswith("#") for piece in pieces)


def test_the_catalogue_describes_every_game() -> None:
    found = {game.name: game for game in catalogue("en").games}
    assert set(found) == set(manifests.names())
    samurai, yedo = found["samurai"], found["yedo"]
    assert (samurai.players, yedo.players) == ([2, 3, 4], [2, 3, 4, 5])
    assert (samurai.wires, yedo.wires) == (["samurai", "plain"], ["yedo", "plain"])
    assert (samurai.hints, yedo.hints) == (True, True)
    assert (samurai.reviews, yedo.reviews) == (True, True)
    assert [program.name for program in yedo.programs][:3] == ["random", "greedy", "level1"]
    assert {program.name for program in samurai.programs if program.is_compiled} == {
        "level6",
        "level7",
        "level8",
        "level9",
        "level10",
    }
    options = {option.name: option for option in samurai.options}
    assert options["hands"].default == "random"
    assert options["captures"].default is None
    assert options["captures"].defaults == [
        DependentDefault({"edition": "rgg"}, "token"),
        DependentDefault({"edition": "hig"}, "turn"),
        DependentDefault({"edition": "ffg"}, "turn"),
    ]
    by_players = {tuple(each.when.items()): each.value for each in options["captured_figures"].defaults}
    assert by_players[("edition", "rgg"), ("players", 2)] == "open"
    assert len(by_players) == 9


def test_games_are_described_in_the_language_asked_for() -> None:
    for name in manifests.BUILT_IN:
        english, german = (describe(name, language) for language in ("en", "de"))
        assert english.about != german.about
        for one, other in zip(english.options, german.options, strict=True):
            assert one.label != other.label
        assert [program.label for program in german.programs][-1].startswith("Stufe ")
        assert all(program.help for program in (*english.programs, *german.programs))
        assert german.programs[0].label == "Zufällig"
        assert german.characters[0].about != english.characters[0].about
    samurai = describe("samurai", "en")
    assert samurai.options[0].values[0].label == "Rio Grande 1998"
    assert samurai.usual_program == "level3"


def test_every_program_sits_at_a_table_as_somebody_else() -> None:
    for name in manifests.BUILT_IN:
        found = describe(name, "en")
        own = [program.character for program in found.programs]
        assert len(set(own)) == len(own)
        assert {*own} <= {character.name for character in found.characters}
        assert all(character.label and character.about for character in found.characters)
        weakest = next(program for program in found.programs if program.name == "level1")
        assert weakest.character == "ferryman"


def test_a_game_without_words_is_described_by_its_names(add: Add) -> None:
    found = describe(add(Kites), "de")
    assert (found.title, found.players, found.usual_program) == ("Kites", [3], "random")
    assert [(option.label, option.help) for option in found.options] == [
        ("Kites", "how many kites each seat is dealt")
    ]


# Games that fail.


class BrokenView(KitesView):
    """A view that cannot be written once a kite has flown."""

    def to_json(self) -> str:
        if self.flown:
            raise RuntimeError("the string broke")
        return super().to_json()


class Shy(Kites):
    """A game whose views fail in the middle."""

    name = "shy"
    view_type = BrokenView


class UnreadableView(KitesView):
    """A view that is no JSON."""

    def to_json(self) -> str:
        return "not JSON {"


class NoJson(Kites):
    """A game with such views."""

    name = "nojson"
    view_type = UnreadableView


class Stormy(Kites):
    """A game that fails when a kite is flown."""

    name = "stormy"

    def _after(self, state: Any, move: Kite) -> Any:
        raise ZeroDivisionError("no wind")


class Undescribed(Kites):
    """A game with an option that fails."""

    name = "undescribed"
    option_table = (Kites.option_table[0], Option("broken", (1, 2), lambda chosen: 1 // 0, ""))


def failures(caplog: pytest.LogCaptureFixture, line: str) -> int:
    """How often the log has a line."""
    return sum(record.message == line for record in caplog.records)


async def others_play_on(home: Services) -> None:
    """A table of another game in the same house works."""
    room, people = await seated(home, "samurai", 2, "samurai")
    await play_some(room, people, Random(1), 10)
    assert room.table.game is not None
    assert room.table.game.ply == 10


async def test_a_view_that_fails_is_refused_and_the_others_play_on(
    tmp_path: Path, add: Add, caplog: pytest.LogCaptureFixture
) -> None:
    game = add(Shy)

    async with inside.house(tmp_path) as home:
        room, people = await seated(home, game, 3)
        move = people[0].heard("state")[-1]["own"]["legal"][0]
        await inside.play(room, people[0], 0, move)
        for each in people:
            refused = each.heard("refused")[-1]
            assert (refused["id"], refused["error"]) == ("", "game_failed")
            assert game in words_of(refused["reason"])
        assert people[0].heard("accepted")  # it is played and stored: only showing it fails
        await others_play_on(home)
    assert failures(caplog, "game_failed")


async def test_a_view_that_is_no_json_is_refused(tmp_path: Path, add: Add) -> None:
    game = add(NoJson)

    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "a", "b", "c", game=game, options={"players": 3})
        async with home.host.tables.visit(name) as room:
            with pytest.raises(kabuto.table.Refused, match="crashed on that request"):
                await room.enter(inside.Listener("a").client, None)
        await others_play_on(home)


async def test_a_move_that_fails_changes_nothing(
    tmp_path: Path, add: Add, caplog: pytest.LogCaptureFixture
) -> None:
    game = add(Stormy)

    async with inside.house(tmp_path) as home:
        room, people = await seated(home, game, 3)
        move = people[0].heard("state")[-1]["own"]["legal"][0]
        for number in (1, 2):  # not remembered as refused: next time it may work
            await inside.play(room, people[0], 0, move, name="same")
            assert [refused["error"] for refused in people[0].heard("refused")] == ["game_failed"] * number
        assert room.table.game is not None
        assert (room.table.game.ply, room.table.seq) == (0, 5)
        await others_play_on(home)
    assert failures(caplog, "game_failed") == 2


@pytest.mark.parametrize("fault", ["raises", "is none", "has another name"])
def test_a_wire_that_cannot_be_used_is_left_out(
    fault: str, add: Add, caplog: pytest.LogCaptureFixture
) -> None:
    wire = {
        "raises": "no.such.module:WIRE",
        "is none": object(),
        "has another name": wires.own_wire("samurai"),
    }[fault]
    game = add(Kites, wire=wire)
    assert wires.wires(game) == ["plain"]
    assert wires.wire_of(game, f"{game},samurai").name == "plain"
    assert failures(caplog, "wire_unusable") == 1


async def test_a_wire_that_raises_is_refused_and_the_plain_one_still_works(tmp_path: Path, add: Add) -> None:
    def position(view: Any, language: str) -> Any:
        raise LookupError("nothing to see")

    game = add(Kites, wire=replace(plain_wire.plain("kites"), name="kites", position=position))

    async with inside.house(tmp_path) as home:
        room, _ = await seated(home, game, 3, "plain")
        with pytest.raises(kabuto.table.Refused, match="crashed on that request"):
            await room.enter(inside.Listener("person 0", wire="kites").client, None)
        await others_play_on(home)


def test_a_game_that_cannot_be_described_is_left_out_of_the_catalogue(
    add: Add, caplog: pytest.LogCaptureFixture
) -> None:
    add(Undescribed)
    assert {game.name for game in catalogue("en").games} >= {"samurai", "yedo"}
    assert "undescribed" not in {game.name for game in catalogue("en").games}
    assert failures(caplog, "game_not_described") == 2


def test_a_table_whose_game_is_gone_says_so(tmp_path: Path, add: Add) -> None:
    game = add(Kites)

    async def begin() -> str:
        async with inside.house(tmp_path) as home:
            room, _ = await seated(home, game, 3)
            return room.table.id

    async def come_back(name: str) -> None:
        async with inside.house(tmp_path) as home:
            with pytest.raises(kabuto.table.Refused, match="kites"):
                async with home.host.tables.visit(name):
                    pass
            await others_play_on(home)

    name = run(begin())
    del manifests._GAMES[game]
    run(come_back(name))


def test_yedo_puts_its_moves_in_groups_and_words_of_the_language() -> None:
    game = kabuto.new("yedo", players=2, seed=1)
    assert game.to_move is not None
    view = game.view(game.to_move)
    for language, group, text in (("en", "Choose", "take red"), ("de", "Auswählen", "rot nehmen")):
        moves = {choice.move: choice for choice in plain_wire.plain("yedo").private(view, language).moves}
        assert moves["take red"].group == group
        assert moves["take red"].text == [text]


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_the_picture_of_a_plain_table_is_in_the_language_that_was_asked_for(name: str) -> None:
    view = kabuto.new(name, players=2, seed=1).view(0)

    def text(language: str) -> str:
        lines = plain_wire.plain(name).position(view, language).lines
        return "\n".join("".join(piece.text for piece in line) for line in lines)

    english, german = text("en"), text("de")
    assert "seat 0" in english
    assert "Platz 0" in german
    assert "seat" not in german
