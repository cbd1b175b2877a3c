"""The options of a game in words: what a table at the terminal plays."""

from typing import Any

from kabuto.players.characters import spaced
from kabuto.table import Game, Option, Value
from kabuto.table.options import preset_of
from kabuto.text_ui.language import game_text, text_of

PLAYERS = "players"


def title(game: str, language: str) -> str:
    """What a game is called."""
    return game_text(game, language, "title") or spaced(game)


def options_in_words(game: Game[Any, Any], language: str) -> list[str]:
    """Players, every other option with its value, and the preset that these are, if they are one."""
    said = [text_of(language, "number_of_players", number=game.players)]
    said += [
        _option(game.name, option, game.options[option.name], language)
        for option in game.option_table
        if option.name != PLAYERS and option.name in game.options
    ]
    preset = preset_of(game.option_table, game.offered_presets(), game.options)
    if preset:
        name = game_text(game.name, language, f"preset_{preset}") or spaced(preset)
        said.append(text_of(language, "plays_preset", name=name))
    return said


def _option(game: str, option: Option, value: Value, language: str) -> str:
    label = game_text(game, language, f"label_{option.name}") or spaced(option.name)
    key = str(value).lower()
    return f"{label}: {game_text(game, language, f'label_{option.name}_{key}') or _value(value, language)}"


def _value(value: Value, language: str) -> str:
    """A value that the game has no words for."""
    return text_of(language, "yes" if value else "no") if isinstance(value, bool) else spaced(str(value))
