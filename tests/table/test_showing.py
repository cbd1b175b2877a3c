"""``print(game)`` shows the table, a notebook draws it, and ``repr(game)`` pastes back."""

import random
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import kabuto
from kabuto.laws.pictures import AnyGame, snapshot
from kabuto.table import manifests
from kabuto.table.showing import svg, text
from tests.support.tiny import Kites


def middle(name: str, moves: int = 30) -> AnyGame:
    game, rng = kabuto.new(name, seed=3), random.Random(3)
    for _ in range(moves):
        if game.to_move is not None:
            game.play(rng.choice(game.legal_moves()))
    return game


@pytest.fixture(params=["samurai", "yedo", "kites"])
def game(request: pytest.FixtureRequest, own_registry: None) -> AnyGame:
    kabuto.register(Kites)
    return middle(request.param)


def test_print_shows_every_seat_as_a_spectator_sees_it(game: AnyGame) -> None:
    shown = str(game)
    assert shown == text(game.name, game.view(None))
    for seat in range(game.players):
        assert f"seat {seat}" in shown


def test_a_notebook_gets_a_drawing(game: AnyGame) -> None:
    drawn = ElementTree.fromstring(game._repr_svg_())
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    words = "".join(drawn.itertext())
    assert all(f"seat {seat}" in words for seat in range(game.players))


def test_a_repr_pastes_back(game: AnyGame) -> None:
    pasted = eval(repr(game), {"kabuto": kabuto})
    assert type(pasted) is type(game)
    assert snapshot(pasted) == snapshot(game)
    for each in (game, pasted):
        rng = random.Random(5)
        for _ in range(20):
            if each.to_move is not None:
                each.play(rng.choice(each.legal_moves()))
    assert snapshot(pasted) == snapshot(game), "the chance to come is the same too"


def test_the_own_hand_is_shown_to_its_seat_alone() -> None:
    game = kabuto.new("samurai", seed=3)
    hand = " ".join(game.view(0).hand)
    assert hand in text("samurai", game.view(0))
    assert hand not in str(game)
    assert svg("samurai", game.view(0)) != game._repr_svg_()


@pytest.mark.usefixtures("own_registry")
def test_a_game_that_brings_no_picture_is_shown_by_what_its_view_tells() -> None:
    kabuto.register(Kites)
    game = middle("kites", 2)
    lines = str(game).splitlines()
    assert lines[0] == "kites, ply 2"
    assert f"flown: {[list(pair) for pair in game.state.flown]}" in lines  # type: ignore[attr-defined]
    assert lines[-1] == ">▲ seat 2"
    over = middle("kites")
    assert over.outcome
    assert str(over).splitlines()[-1] == over.outcome.steps[-1]


def test_text_in_a_drawing_is_escaped() -> None:
    sheet = manifests.find("kabuto.table.drawing.sheet:Svg")(100, 50)
    sheet.text(1, 2, "<Ninja & Co>", 12, "#000000", bold=True)
    [word] = ElementTree.fromstring(str(sheet)).iter("{http://www.w3.org/2000/svg}text")
    assert word.text == "<Ninja & Co>"


def test_printing_needs_nothing_but_the_package() -> None:
    script = """
import sys
for absent in ("numpy", "PIL", "numba"):
    sys.modules[absent] = None
import kabuto
for name in kabuto.games():
    game = kabuto.new(name, seed=1)
    assert str(game) and game._repr_svg_() and repr(game)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
