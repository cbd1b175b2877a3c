"""The sentences of the interface: the same in every language, and all of them used."""

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from kabuto import cli
from kabuto.table import faces, game_class, games

FOLDER = Path(cli.__file__).parent
FOLDERS = [FOLDER, *sorted(FOLDER.parent.glob("*/terminal"))]
"""The command, and the tables of the games."""


def read(folder: Path) -> dict[str, Any]:
    return {p.stem: tomllib.loads(p.read_text(encoding="utf-8")) for p in (folder / "words").glob("*.toml")}


FILES = read(FOLDER)
ENGLISH = FILES["en"]
OPTIONS = {f"option_{option.name}" for game in games() for option in game_class(game).option_table}
"""What English takes from the game itself, another language may say in its own words."""


def placeholders(sentence: str) -> list[str]:
    return sorted({name for _, name, _, _ in Formatter().parse(sentence) if name})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
@pytest.mark.parametrize("language", FILES)
def test_every_language_has_the_same_sentences_with_the_same_gaps(language: str, folder: Path) -> None:
    words, english = read(folder)[language], read(folder)["en"]
    assert words["messages"].keys() - OPTIONS == english["messages"].keys()
    for key, sentence in english["messages"].items():
        own = set(placeholders(words["messages"][key]))
        # Which names of things a sentence takes from the edition is up to the language.
        vocabulary = {"token", "tokens", "figure", "figures_word"}
        assert own - vocabulary == set(placeholders(sentence)) - vocabulary, key


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
    shown = words["messages"]["help_commands"].format(**commands)
    assert max(map(len, shown.split("\n"))) <= 80


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_every_sentence_is_used(folder: Path) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    strings = re.findall(r"""["']((?:[a-z_]|\{[^}"']+\})+)["']""", source)
    used = re.compile("|".join(re.sub(r"\{[^}]+\}", "[a-z_]+", text) for text in strings if text[0] != "{"))
    named_by_the_map = {"sea", "land", "village", "city", "edo"} if folder != FOLDER else set()
    of_the_command = "" if folder == FOLDER else "|(player|bench)_.+"  # see the next test
    known = re.compile(f"{used.pattern}{of_the_command}")
    unused = [key for key in read(folder)["en"]["messages"] if not known.fullmatch(key)]
    assert set(unused) <= named_by_the_map


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_a_game_explains_its_players_that_are_told_something(game: str) -> None:
    forms = {f"player_{form.removesuffix(':')}" for form in faces.faces(game).players if form.endswith(":")}
    for language, words in read(FOLDER.parent / game / "terminal").items():
        assert {key for key in words["messages"] if key.startswith("player_")} == forms, language
