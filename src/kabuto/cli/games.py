"""``kabuto games``: the games there are, with their options and players."""

import argparse

from kabuto.cli.arguments import Parser, flag, known_players, preset_meaning, shown_default
from kabuto.table import game_class, manifests
from kabuto.text_ui.screen import Screen


def arguments(parser: Parser, game: str) -> None:
    """What the command takes: nothing of its own."""


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Print every game."""
    for game in manifests.working():
        kind = game_class(game)
        screen.line([(game, "strong")])
        for option in kind.option_table:
            default = shown_default(screen.language, option)
            screen.words(f"  {flag(option.name):<20} {option.allowed} {default}")
        for preset in kind.presets:
            screen.words(f"  {flag(preset):<20} {preset_meaning(game, screen.language, preset)}", hanging=23)
        screen.words(f"  {screen.text('players')}: {known_players(game, screen.language)}")
    for reason in manifests.problems().values():
        screen.words(screen.translate(reason))
    return 0
