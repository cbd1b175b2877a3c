"""The registry of players, the random player, and playing a game out."""

import random
import sys
from collections import Counter

import pytest

from kabuto import BadOption, IllegalMove, players
from kabuto.players import characters, make, names, play_out
from kabuto.players.outside import Outside
from kabuto.players.random import Random
from kabuto.samurai import Move, SamuraiView
from kabuto.samurai.players.greedy import Greedy
from kabuto.table import View
from tests.samurai.helpers import new, position


def test_players_are_made_by_name() -> None:
    assert {"greedy", "random"} <= set(names("samurai"))
    assert isinstance(make("greedy", "samurai", random.Random(1)), Greedy)
    assert isinstance(make("random", "samurai", random.Random(1)), Random)


def test_random_plays_every_game_and_greedy_samurai_alone() -> None:
    assert isinstance(make("random", "another game", random.Random(1)), Random)
    with pytest.raises(BadOption, match=r"there is no player 'greedy' for another game: .*random"):
        make("greedy", "another game", random.Random(1))


def test_a_program_that_is_offered_sits_by_its_name_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_OFFERED", {})
    program = f'program:7:"{sys.executable}"'
    players.offer("careful", program)
    players.take_over({"bold": program})
    assert players.offered() == {"careful": program, "bold": program}
    for game in ("samurai", "yedo"):
        assert {"careful", "bold"} <= set(names(game))
        player = make("careful", game, random.Random(1))
        assert isinstance(player, Outside)
        assert player.move_seconds == 7
    for name in ("Careful", "", "random", "greedy", "bold"):
        with pytest.raises(BadOption, match=f"under a name of .*, not '{name}'"):
            players.offer(name, program)
    for player_name, reason in {
        "greedy": "a class or a program can be offered, .*, not 'greedy'",
        "no:": "a class or a program can be offered, .*, not 'no:'",
        "program:./none": "there is no program './none'",
    }.items():
        with pytest.raises(BadOption, match=reason):
            players.offer("other", player_name)
    assert "other" not in players.offered()


@pytest.mark.parametrize(("lacks", "is_said"), [("numba", True), ("numpy", True), ("another", False)])
def test_a_player_that_lacks_the_compiled_engine_says_how_to_get_it(
    lacks: str, is_said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(player: object) -> None:
        raise ModuleNotFoundError(name=lacks)

    monkeypatch.setattr("kabuto.table.manifests.find", find)
    error = BadOption if is_said else ModuleNotFoundError
    with pytest.raises(error, match=r"search:20 needs the compiled engine: pip install" if is_said else None):
        make("search:20", "samurai", random.Random(1))
    with pytest.raises(ModuleNotFoundError):
        make("random", "samurai", random.Random(1))


def test_random_plays_every_legal_move_equally_often() -> None:
    view = position(figures={"o8": "B", "o14": "HBR"}, tokens={"o9": (1, "S1")}, hands=["H2", "S1"]).view(0)
    legal, rng = view.legal_moves(), random.Random(1)
    played = Counter(Random(rng).choose(view) for _ in range(100 * len(legal)))
    assert set(played) == set(legal)
    assert all(60 < number < 140 for number in played.values())


def test_a_game_is_played_out_the_same_way_again_for_the_same_seeds() -> None:
    def moves(seed: int) -> tuple[Move, ...]:
        game = new(1, players=3)
        play_out(
            game, [make(name, "samurai", random.Random(seed)) for name in ("random", "greedy", "random")]
        )
        assert game.outcome is not None
        return game.moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_player_is_given_the_view_of_its_own_seat_and_never_the_game() -> None:
    class Curious(Random):
        def choose(self, view: View) -> Move:
            given.append((type(view), view.seat == view.to_move))
            move = super().choose(view)
            assert isinstance(move, Move)
            return move

    given: list[tuple[type, bool]] = []
    play_out(new(2), [Curious(random.Random(seat)) for seat in range(2)])
    assert set(given) == {(SamuraiView, True)}


def test_playing_out_checks_what_the_players_play() -> None:
    class Wrong:
        def choose(self, view: View) -> str:
            return "S3o14"

    game = new(2)
    with pytest.raises(IllegalMove):
        play_out(game, [Wrong(), Wrong()])
    assert game.ply == 0


def test_programs_sit_as_characters_and_several_that_play_alike_get_numbers() -> None:
    seats = [None, "level3", "level4", "level3"]
    assert characters.cast(seats, "samurai") == ["", "diver", "merchant", "diver"]
    assert characters.names(seats, "samurai", "en") == ["", "Ayame 1", "Saburo", "Ayame 2"]
    assert characters.cast(["random", "search:20", "greedy"], "samurai") == ["fox", "", "monk"]
    assert characters.label("level3", "samurai", "de") == "Stufe 3"
    for name in characters.ALL:
        for language in ("en", "de"):
            assert characters.called(name, language), name
            assert characters.about(name, language), name
