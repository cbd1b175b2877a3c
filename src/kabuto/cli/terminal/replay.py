"""``kabuto replay``: step through a record or a study, from any seat's view or with everything open."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kabuto.cli.arguments import Parser, load_cards, number
from kabuto.cli.files import lines_to, load_at, read_one
from kabuto.cli.terminal.study import is_study, load_study
from kabuto.table import BadOption, Game, Refused
from kabuto.table.record import dumps
from kabuto.table.terminal import Table
from kabuto.text_ui.language import WORDS, sentence
from kabuto.text_ui.screen import Screen, to_ascii
from kabuto.text_ui.tables import table_class

OPEN = "open"
PAUSE = 1.0
"""Seconds between two moves in automatic play."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help=parser.text("option_replay_file"))
    parser.add_argument("--ply", metavar="N", help=parser.text("option_ply"))
    parser.add_argument("--seat", metavar="S|open", default=OPEN, help=parser.text("option_view"))
    parser.add_argument("--game", dest="number", metavar="K", help=parser.text("option_game"))
    parser.add_argument("--print", action="store_true", help=parser.text("option_print"))
    parser.add_argument("--out", metavar="RECORD", help=parser.text("option_replay_out"))
    parser.add_argument("--force", action="store_true", help=parser.text("option_force"))
    parser.add_cards()


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Show the game: one position, or all of them at a person's pace."""
    load_cards(args.cards)
    chosen = number(args.number, "--game", 1, 10**9)
    place, record = read_one(args.file, chosen, "--game")
    game = load_study(place, record, screen) if is_study(record) else load_at(place, record)
    with lines_to(args.out, args.force) as write:
        write(dumps(game.record()) + "\n")
    table = table_class(game.name)(screen, [""] * game.players)
    replay = Replay(game, table, screen, _seat(args.seat, game, "--seat"))
    ply = number(args.ply, "--ply", 0, game.ply)
    replay.ply = ply if ply is not None else game.ply if args.print else 0
    replay.show()
    if not args.print:
        replay.run()
    return 0


def _seat(text: str, game: Game[Any, Any], name: str) -> int | str:
    """A seat to look from, or ``open``."""
    if text == OPEN:
        return OPEN
    if text.isdecimal() and len(text) < 4 and int(text) < game.players:
        return int(text)
    raise BadOption(sentence("seat_or_open", most=game.players - 1, text=text[:40]), name)


class Replay:
    """A finished or broken-off game, looked at ply by ply."""

    def __init__(self, game: Game[Any, Any], table: Table, screen: Screen, seat: int | str) -> None:
        self.game = game
        self.table = table
        self.screen = screen
        self.seat = seat
        """From where it is looked at: a seat, or ``open``."""
        self.ply = 0
        """How many moves have been shown."""
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "next": lambda words: self._go(self.ply + 1),
            "previous": lambda words: self._go(self.ply - 1),
            "first": lambda words: self._go(0),
            "last": lambda words: self._go(self.game.ply),
            "turn": lambda words: self._go(self._end_of_turn()),
            "jump": self._jump,
            "auto": self._auto,
            "seat": self._look_from,
            "log": lambda words: self.table.log(self._view()),
            "help": lambda words: self._help(),
        }

    def run(self) -> None:
        """Do what is written, until there is nothing more or ``quit``."""
        self.screen.say("replay_help_short")
        while True:
            try:
                words = self.screen.ask(f"{self.ply}/{self.game.ply}> ").split()
            except (EOFError, KeyboardInterrupt):
                self.screen.line()
                return
            name = self._command(words[0]) if words else "next"
            if name == "quit":
                return
            if name == "jump" and words[0].lstrip("-").isdecimal():
                words.insert(0, name)
            try:
                if name is None:
                    self.screen.say("not_understood", text=words[0][:40])
                else:
                    self.commands[name](words[1:])
            except Refused as refusal:
                self.screen.words(self.screen.translate(refusal.reason))

    def show(self) -> None:
        """Print the position, the move that led to it, and at the end how the game was decided."""
        view = self._view()
        self.table.show(view)
        if self.ply:
            self.table.ply(view, self.ply)
        self.table.result(view)

    def _at(self, ply: int) -> Game[Any, Any]:
        game = self.game.copy()
        while game.ply > ply:
            game.undo()
        return game

    def _view(self) -> Any:
        game = self._at(self.ply)
        return self.table.open_view(game) if isinstance(self.seat, str) else game.view(self.seat)

    def _go(self, ply: int) -> None:
        self.ply = min(max(ply, 0), self.game.ply)
        self.show()

    def _end_of_turn(self) -> int:
        """The ply after which another seat is to move."""
        ply, seat = self.ply, self._at(self.ply).to_move
        while ply < self.game.ply and self._at(ply).to_move == seat:
            ply += 1
        return ply

    def _command(self, word: str) -> str | None:
        """The command that a word or its first letter names, in English or in the person's language."""
        if word.lstrip("-").isdecimal():
            return "jump"
        keys, word = (*self.commands, "quit"), to_ascii(word.lower())
        translated = WORDS.words(self.screen.language, "replay")
        names = [(key, key) for key in keys] + [(to_ascii(translated[key]), key) for key in keys]
        return next((key for name, key in names if word in (name, name[0])), None)

    def _jump(self, words: list[str]) -> None:
        ply = number(words[0] if words else "", "", 0, self.game.ply)
        self._go(self.ply if ply is None else ply)

    def _auto(self, words: list[str]) -> None:
        """Play automatically until Ctrl-C."""
        try:
            while self.ply < self.game.ply:
                self._go(self.ply + 1)
                if self.screen.is_asked:
                    time.sleep(PAUSE)
        except KeyboardInterrupt:
            self.screen.line()

    def _look_from(self, words: list[str]) -> None:
        self.seat = _seat(words[0] if words else OPEN, self.game, "")
        self.show()

    def _help(self) -> None:
        self.screen.say("replay_help", **WORDS.words(self.screen.language, "replay"))
