"""The command line: what every command takes, and the options of a game made from its own table."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from kabuto import players
from kabuto.table import BadOption, Option, Preset, Refused, Value, game_class, games, manifests
from kabuto.table.options import check_seed, preset_values
from kabuto.text_ui.language import WORDS, game_text, sentence, text_of


class Parser(argparse.ArgumentParser):
    """A command line that refuses like the rest of the table: with a reason, by an exception."""

    def __init__(self, program: str, language: str) -> None:
        super().__init__(prog=program, allow_abbrev=False, add_help=False)
        self.language = language
        self.description = self.text(f"command_{program.split()[1]}")
        general = self.add_argument_group(self.text("group_general"))
        general.add_argument("-h", "--help", action="help", help=self.text("option_help"))
        languages = "|".join(WORDS.languages())
        general.add_argument("--language", metavar=languages, help=self.text("option_language"))
        general.add_argument("--no-color", action="store_true", help=self.text("option_no_color"))
        general.add_argument("--ascii", action="store_true", help=self.text("option_ascii"))

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence for the help, in the person's language."""
        return text_of(self.language, key, **values)

    def add_game_options(self, game: str) -> None:
        """One option per line of the game's table, and a flag for each of its presets."""
        kind = game_class(game)
        group = self.add_argument_group(self.text("group_game", game=game.capitalize()))
        for option in kind.option_table:
            group.add_argument(
                flag(option.name),
                dest=f"game_{option.name}",
                metavar="|".join(str(value).lower() for value in option.values),
                help=f"{self._help(game, option)} {shown_default(self.language, option)}",
            )
        for preset in kind.presets:
            meaning = preset_meaning(game, self.language, preset)
            group.add_argument(flag(preset), dest=f"preset_{preset}", action="store_true", help=meaning)
        group.add_argument("--seed", metavar="N", help=self.text("option_seed"))

    def add_cards(self) -> None:
        """Where the cards are that a record names, if they are not the house's."""
        self.add_argument("--cards", metavar="DIR", help=self.text("option_record_cards"))

    def _help(self, game: str, option: Option) -> str:
        """What an option decides: in the person's language where the game has a sentence for it."""
        return game_text(game, self.language, f"option_{option.name}") or option.help

    def error(self, message: str) -> NoReturn:
        """Refuse what argparse refuses."""
        raise Refused(f"{message}\n{self.text('see_help', command=self.prog)}")


def shown_default(language: str, option: Option) -> str:
    """What an option is when nobody chooses."""
    if callable(option.default):
        return text_of(language, "default_depends")
    return text_of(language, "default", value=str(option.default).lower())


def preset_meaning(game: str, language: str, preset: str) -> str:
    """What a preset is for, in the words of the game, or else the options that it stands for."""
    found = game_text(game, language, f"about_preset_{preset}")
    return found or text_of(language, "option_preset", chosen=_shown(game_class(game).presets[preset]))


def _shown(values: Preset) -> str:
    return ", ".join(
        f"{flag(name)} {'…' if callable(value) else str(value).lower()}" for name, value in values.items()
    )


def flag(name: str) -> str:
    """The name of an option on the command line."""
    return f"--{name.replace('_', '-')}"


def game_options(
    args: argparse.Namespace, game: str, known: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """The options of the game that were given, read and checked; presets included.

    ``known`` are those of a game that goes on: a preset means what it means there.
    """
    kind = game_class(game)
    given: dict[str, Value] = {}
    for option in kind.option_table:
        text = getattr(args, f"game_{option.name}")
        if text is not None:
            try:
                given[option.name] = option.parse(text)
            except BadOption as refusal:
                raise BadOption(refusal.reason, flag(option.name)) from None
    by = {name: flag(name) for name in given}
    for preset, values in kind.presets.items():
        if getattr(args, f"preset_{preset}"):
            found = preset_values(kind.option_table, values, {**(known or {}), **given})
            _add_preset(given, by, preset, found)
    return given


def load_cards(folder: str | None) -> None:
    """Make the card set of a folder known to the records that name it."""
    if folder is not None:
        if not Path(folder).expanduser().is_dir():
            raise BadOption(sentence("no_folder", path=folder[:200]), "--cards")
        try:
            for game in manifests.having("card_folder"):
                manifests.component(game, "card_folder")(folder)
        except BadOption as refusal:
            raise BadOption(refusal.reason, "--cards") from None


def _add_preset(
    given: dict[str, Value], by: dict[str, str], preset: str, values: Mapping[str, Value]
) -> None:
    """Add what a preset means; refused if something else was given, with the flag that gave it."""
    for name, value in values.items():
        source = by.setdefault(name, flag(preset))
        if given.setdefault(name, value) != value:
            meant = _shown({name: value})
            other = str(given[name]).lower()
            reason = sentence("contradicts", preset=flag(preset), meant=meant, given=other)
            raise BadOption(reason, source)


def number(text: str | None, name: str, least: int, most: int) -> int | None:
    """A whole number that somebody wrote, if it lies between these."""
    if text is None:
        return None
    try:
        value = int(text)
    except ValueError:  # also a number of thousands of digits
        value = least - 1
    if least <= value <= most:
        return value
    raise BadOption(sentence("number_between", least=least, most=most, text=text[:40]), name)


def seed(text: str | None) -> int | None:
    """The seed that somebody wrote; None for one that nobody knows."""
    if text is None:
        return None
    try:
        return check_seed(int(text))
    except ValueError:  # also a number of thousands of digits, and one that is refused
        raise BadOption(sentence("bad_seed", text=text[:40]), "--seed") from None


def names(text: str, game: str, name: str) -> list[str]:
    """A list such as ``greedy,random``, of players that can sit down to the game."""
    try:
        found = players.split(text)
        for part in found:
            if not players.knows(part, game):
                known = [*players.names(game), *(f"{form}…" for form in players.forms(game))]
                raise BadOption(sentence("no_player", name=part[:40], known=known), name)
            players.make(part, game, Random(0))
    except BadOption as refusal:
        raise BadOption(refusal.reason, name) from None
    return found


def known_players(game: str, language: str) -> str:
    """The players of a game, for the help: their names, and how to write those that take an argument."""
    return ", ".join(
        [*players.names(game), *(_shown_form(game, form, language) for form in players.forms(game))]
    )


def _shown_form(game: str, form: str, language: str) -> str:
    """How to write a player that takes an argument."""
    kind = form.removesuffix(":")
    if form in players.ANY_GAME:
        return text_of(language, f"player_{kind}")
    return game_text(game, language, f"player_{kind}") or f"{form}…"


def general_help(language: str, commands: Sequence[str]) -> str:
    """What ``kabuto --help`` says."""
    lines = [f"  kabuto {name:<10} {text_of(language, f'command_{name}')}" for name in commands]
    return "\n".join(
        [
            text_of(language, "help_head"),
            "",
            *lines,
            "",
            text_of(language, "help_foot", games=", ".join(games())),
        ]
    )
