"""A game that brings its rules alone sits down at every table of the command."""

import json
from pathlib import Path
from typing import Any

import pytest

from kabuto.agents.hosted_game import HostedGame
from kabuto.agents.tool import answer
from kabuto.table import manifests, new
from kabuto.text_ui.screen import Screen
from kabuto.text_ui.tables import table_class
from tests.support.tiny import Kites

from .conftest import Kabuto

pytestmark = pytest.mark.usefixtures("kites")


@pytest.fixture
def kites(own_registry: None) -> None:
    """The tiny game of the tests, without any face."""
    manifests.add(Kites)


@pytest.fixture
def records(kabuto: Kabuto, tmp_path: Path) -> Path:
    """Three games, one per line."""
    path = tmp_path / "kites.jsonl"
    assert kabuto("simulate", "kites", "--games", 3, "--seed", 1, "--out", path).code == 0
    return path


def test_games_lists_it_with_its_options_and_players(kabuto: Kabuto) -> None:
    printed = kabuto("games").out
    kites = printed[printed.index("kites") : printed.index("samurai")]
    assert "--kites" in kites
    assert "players: random, program:COMMAND" in " ".join(kites.split())


def test_a_person_plays_it_to_its_end(kabuto: Kabuto) -> None:
    first, second, _ = map(str, new("kites", seed=1).legal_moves())
    printed = kabuto("play", "kites", "--seed", 1, typed=f"k\nmoves\n{first}\nlog\n{second.upper()}\n")
    assert printed.code == 0, printed.err
    for part in ("Welcome to Kites", "Enter a move, such as", f"begin with k: {first}", "The game is over."):
        assert part in printed.out


def test_what_is_refused_is_told_why_and_help_explains(kabuto: Kabuto) -> None:
    printed = kabuto("play", "kites", "--seed", 1, typed="k99\nnonsense\nhelp\nhand\nscore\nunplayed\nquit\n")
    assert printed.code == 0, printed.err
    for part in (
        "there is no kite 99 in your hand",
        "nonsense",
        "Enter a move in its notation",
        "doesn’t say",
    ):
        assert part in printed.out


def test_programs_are_watched(kabuto: Kabuto) -> None:
    printed = kabuto("play", "kites", "--watch", "--seed", 1)
    assert printed.code == 0, printed.err
    assert "The game is over." in printed.out


def test_it_is_simulated_checked_and_replayed(kabuto: Kabuto, records: Path) -> None:
    printed = kabuto("simulate", "kites", "--games", 2, "--seed", 1)
    assert "played to the end 2" in printed.out
    assert kabuto("check", records).code == 0
    shown = kabuto("replay", records, "--game", 2, "--print")
    assert shown.code == 0, shown.err
    assert "kites, ply" in shown.out


def test_it_is_exported_with_the_columns_of_every_game(kabuto: Kabuto, records: Path) -> None:
    printed = kabuto("export", records, "--to", "csv")
    assert printed.code == 0, printed.err
    head, *rows = records.with_suffix(".csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("game_id,game,ply,seat,option_players,option_kites,legal_count")
    assert len(rows) == 18, "three games of six moves"


def test_a_tool_asks_about_it() -> None:
    def ask(**request: object) -> dict[str, Any]:
        return answer(json.dumps(request), "en")

    record = new("kites", seed=1).record()
    legal = [str(move) for move in new("kites", seed=1).legal_moves()]
    assert list(ask(ask="games")["games"]) == ["kites", "samurai", "yedo"]
    assert [move["words"] for move in ask(ask="legal", record=record, seat=0)["moves"]] == legal
    played = ask(ask="play", record=record, move=legal[0], seat=0)
    assert played["ply"] == 1


def test_a_guest_sits_down_to_it() -> None:
    table = HostedGame("kites", {}, 0, ["random"], language="en", seed=1)
    asked = table.asked()
    assert "kites, ply 0" in asked.picture()
    assert "moves are legal" in asked.task()
    assert asked.explain("rules").startswith("Kites")


def test_what_it_lacks_is_named(kabuto: Kabuto, records: Path) -> None:
    for arguments in (("bench", "kites"), ("analyse", records, "--game", 1)):
        refused = kabuto(*arguments)
        assert refused.code == 2
        assert "kites" in refused.err
        assert "samurai" in refused.err


def test_the_table_of_a_game_is_its_own_where_it_has_one() -> None:
    assert table_class("samurai") is manifests.component("samurai", "terminal")
    assert table_class("kites") is table_class("kites")
    assert table_class("kites")(Screen(), ["you"] * 3).seat(1) == "◆ 1 you"
