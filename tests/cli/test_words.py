"""The words that a person writes at the terminal, and what the command says about a game."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kabuto import text_ui
from kabuto.table import game_class, manifests
from kabuto.text_ui.language import WORDS

FOLDER = Path(text_ui.__file__).parent


def read(folder: Path) -> dict[str, Any]:
    return {p.stem: tomllib.loads(p.read_text(encoding="utf-8")) for p in (folder / "words").glob("*.toml")}


FILES = read(FOLDER)
ENGLISH = FILES["en"]


@pytest.mark.parametrize("language", FILES)
def test_every_command_has_a_name_of_its_own(language: str) -> None:
    for group in ("commands", "replay"):
        names = FILES[language]["words"][group]
        assert names.keys() == ENGLISH["words"][group].keys()
        assert len(set(names.values())) == len(names)


@pytest.mark.parametrize("language", FILES)
def test_the_list_of_commands_fits_the_screen(language: str) -> None:
    words = FILES[language]
    commands = {key: f"{name:<9}" for key, name in words["words"]["commands"].items()}
    shown = WORDS.render(language, "help_commands", "", commands)
    assert max(map(len, shown.split("\n"))) <= 80


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_a_game_explains_its_players_that_are_told_something(game: str) -> None:
    forms = {
        f"player_{form.removesuffix(':')}" for form in manifests.manifest(game).players if form.endswith(":")
    }
    for language, words in read(FOLDER.parent / game).items():
        assert {key for key in words["game"] if key.startswith("player_")} == forms, language


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_other_languages_explain_every_option_of_a_game(game: str) -> None:
    options = {f"option_{option.name}" for option in game_class(game).option_table}
    for language, words in read(FOLDER.parent / game).items():
        if language != "en":
            assert {key for key in words["game"] if key.startswith("option_")} == options, language
