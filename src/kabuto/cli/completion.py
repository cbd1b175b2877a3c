"""``kabuto completion``: lets a shell complete commands, games, options and what they can be."""

import argparse
from collections.abc import Iterable, Sequence

from kabuto import players
from kabuto.cli.arguments import Parser
from kabuto.cli.command import COMMANDS, parser_of
from kabuto.table import BadOption, manifests
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

SCRIPTS = {
    "bash": r"""_kabuto() {
    local IFS=$'\n'
    COMPREPLY=($(kabuto completion --words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _kabuto kabuto""",
    "zsh": r"""_kabuto() {
    local -a found
    found=(${(f)"$(kabuto completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    (( $#found )) && compadd -Q -- $found || _files
}
compdef _kabuto kabuto""",
    "fish": r"""function __kabuto
    kabuto completion --words (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c kabuto -a '(__kabuto)'""",
}
"""Shell → what it reads. Each asks by ``--words`` what may come; if that is nothing, it completes files."""
PLAYERS = ("--entrants", "--opponents", "--seats")
"""The options that take a list of players."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("shell", nargs="?", metavar="|".join(SCRIPTS), help=parser.text("option_shell"))
    parser.add_argument("--words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Print the script for a shell, or what may come next in a line of its."""
    if args.words is not None:
        print("\n".join(completions(args.words, screen.language)))
        return 0
    if args.shell not in SCRIPTS:
        given = (args.shell or "")[:40]
        raise BadOption(sentence("one_of", known=list(SCRIPTS), text=given), "SHELL")
    print(SCRIPTS[args.shell])
    return 0


def completions(words: Sequence[str], language: str) -> list[str]:
    """What the last of the words after ``kabuto`` may become."""
    *before, typed = words or [""]
    return [each for each in _possible(before, typed, language) if each.startswith(typed)]


def _possible(before: Sequence[str], typed: str, language: str) -> Iterable[str]:
    if not before:
        return (*COMMANDS, "--help", "--version")
    command, *rest = before
    if command not in COMMANDS:
        return ()
    game = manifests.default()
    if COMMANDS[command].takes_game:
        if not rest and not typed.startswith("-"):
            return manifests.names()
        if rest and not rest[0].startswith("-"):
            game = rest[0]
        if not manifests.is_game(game):
            return ()
    actions = parser_of(command, game, language)._actions
    options = {name: action for action in actions for name in action.option_strings}
    action = options.get(before[-1])
    if action is not None and action.nargs != 0:
        return _values(before[-1], action, game, typed)
    return options if typed.startswith("-") else ()


def _values(option: str, action: argparse.Action, game: str, typed: str) -> Iterable[str]:
    """What an option can be, as far as it is a choice."""
    if option in PLAYERS:
        first = typed[: typed.rfind(",") + 1]
        return (first + name for name in players.names(game))
    metavar = str(action.metavar or "")
    return metavar.split("|") if "|" in metavar else ()
