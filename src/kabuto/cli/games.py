"""``kabuto games``: the games there are, with their options and players."""

import argparse

from kabuto.cli.arguments import Parser, flag, known_players, shown_default, shown_preset
from kabuto.cli.screen import Screen
from kabuto.table import faces, game_class


def arguments(parser: Parser, game: str) -> None:
    """What the command takes: nothing of its own."""


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Print every game."""
    for game in faces.working():
        kind = game_class(game)
        screen.line([(game, "strong")])
        for option in kind.option_table:
            default = shown_default(screen.language, option)
            screen.words(f"  {flag(option.name):<20} {option.allowed} {default}")
        for preset, values in kind.presets.items():
            screen.words(f"  {flag(preset):<20} {screen.text('option_preset', chosen=shown_preset(values))}")
        screen.words(f"  {screen.text('players')}: {known_players(game, screen.language)}")
    for reason in faces.problems().values():
        screen.words(screen.translate(reason))
    return 0
