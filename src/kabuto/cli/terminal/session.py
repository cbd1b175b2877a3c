"""A game at the terminal: programs and people take their turns, and people may ask."""

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from kabuto.cli.files import check_free, write_somewhere, write_whole
from kabuto.players import Player, make, names
from kabuto.table import Game, IllegalMove, Refused
from kabuto.table.terminal import Table
from kabuto.text_ui.language import WORDS
from kabuto.text_ui.screen import Screen, to_ascii

ADVISER = "greedy"
"""The player that gives hints."""


class Leave(Exception):
    """Somebody leaves the table."""


class Session:
    """One game, from where it stands to its end or until somebody leaves."""

    def __init__(
        self,
        game: Game[Any, Any],
        table: Table,
        screen: Screen,
        programs: Mapping[int, Player],
        save: Path | None = None,
    ) -> None:
        self.game = game
        self.table = table
        self.screen = screen
        self.programs = programs
        """Seat → the program that plays it; people have the other seats."""
        self.save = save
        """Where the game is kept, if anywhere."""
        self.people = [seat for seat in range(game.players) if seat not in programs]
        self._told = dict.fromkeys((None, *self.people), game.ply)
        """Person (None: those who look on) → up to which ply they have been told what happened."""
        self._sitting: int | None = None
        self._pausing = screen.is_asked
        self.commands: dict[str, Callable[[int, list[str]], None]] = {
            "moves": lambda seat, _: table.moves(self.game.view(seat)),
            "why": self._why,
            "undo": self._undo,
            "hand": lambda seat, _: table.hand(self.game.view(seat)),
            "log": lambda seat, _: table.log(self.game.view(seat)),
            "score": lambda seat, _: table.score(self.game.view(seat)),
            "unplayed": lambda seat, _: table.unplayed(self.game.view(seat)),
            "hint": self._hint,
            "map": lambda seat, _: self._show(seat),
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        """The commands a person can type besides moves, by their English names."""

    def run(self) -> None:
        """Play to the end; ``Leave``, ``EOFError`` and ``KeyboardInterrupt`` come through."""
        while self.game.to_move is not None:
            seat = self.game.to_move
            if seat in self.programs:
                self._let_play(seat)
            else:
                self._attend(seat)
            self._autosave()
        self._tell(self._sitting)
        view = self.game.view(None)
        self.table.show(view)
        self.table.result(view)

    def keep(self) -> Path | None:
        """Save the game at the end: where that was asked for, or in a new file if a person played it."""
        if self.save or (self.screen.is_asked and self.game.ply):
            return write_somewhere(self.game, self.save)
        return None

    def _autosave(self) -> None:
        """Save after a turn; a full disk does not end the game."""
        if self.save:
            try:
                write_whole(self.save, self.game)
            except OSError as error:
                self.screen.say("not_saved", path=self.save, reason=error.strerror)

    def _play(self, move: object) -> None:
        # On a copy, so that an interruption leaves the game before or after the move, never between.
        game = self.game.copy()
        game.play(move)
        self.game = game

    # A program's turn, and how people see it.

    def _let_play(self, seat: int) -> None:
        player = self.programs[seat]
        while self.game.to_move == seat:
            self._play(player.choose(self.game.view(seat)))
        if not self.people and self.game.to_move is not None:
            self._tell(None)
            self.table.show(self.game.view(None))
            if self._pausing:
                self._pause()

    def _pause(self) -> None:
        """Give spectators time to follow."""
        written = self.screen.ask(self.screen.text("watch_prompt"))
        if written:
            self._pausing = False
        if self._command(written) == "quit":
            raise Leave

    def _tell(self, seat: int | None) -> None:
        """Tell what the others did since this person was told last."""
        view: Any = self.game.view(None)
        for mover, entries in groupby(view.log[self._told[seat] :], key=lambda entry: entry.seat):
            if mover != seat:
                self.table.story(view, list(entries))
        self._told[seat] = self.game.ply

    # A person's turn.

    def _attend(self, seat: int) -> None:
        if len(self.people) > 1 and self._sitting != seat:
            self._draw_curtain(seat)
        self._sitting = seat
        self._tell(seat)
        self._show(seat)
        while self.game.to_move == seat:
            self._obey(seat, self.screen.ask(f"{self.screen.marks.seats[seat]} {seat}> "))

    def _draw_curtain(self, seat: int) -> None:
        """Hide one person's hand before the next one looks."""
        if self.screen.is_asked and self._sitting is not None:
            self.screen.ask(self.screen.text("curtain_close"))
        self.screen.clear()
        self.screen.say("curtain", seat=self.table.seat(seat))
        if self.screen.is_asked:
            self.screen.ask(self.screen.text("curtain_open"))

    def _show(self, seat: int) -> None:
        view = self.game.view(seat)
        self.table.show(view)
        self.screen.words(self.table.status(view))

    def _obey(self, seat: int, written: str) -> None:
        """Do what a line says: a command, moves, or a look at something."""
        words = written.split()
        if not words:
            self._show(seat)
            return
        command = self._command(words[0])
        if command:
            self.commands[command](seat, words[1:])
        else:
            self._play_moves(seat, self.table.split(written))

    def _command(self, word: str) -> str | None:
        """The command that a word names, in English or in the person's language."""
        names = WORDS.words(self.screen.language, "commands")
        for key in self.commands:
            if to_ascii(word.lower()) in (key, to_ascii(names[key])):
                return key
        return None

    def _play_moves(self, seat: int, words: list[str]) -> None:
        before = self.game.ply
        for number, word in enumerate(words):
            if self.game.to_move != seat:
                self.screen.say("left_over", moves=" ".join(words[number:]))
                break
            view: Any = self.game.view(seat)
            move = self.table.canonical(word)
            reason = view.why_not(move)
            if reason is not None:
                if len(words) > 1 or not self.table.look(view, word):
                    self._refuse(word, move, reason)
                break
            self._play(move)
        if self.game.ply > before:
            view = self.game.view(seat)
            self.table.captures(view, view.log[before:])
            if self.game.to_move == seat:
                self._show(seat)

    def _refuse(self, word: str, move: str, reason: str) -> None:
        try:
            self.game.move_type.parse(move)
        except IllegalMove:
            self.screen.say("not_understood", text=word[:40])
        else:
            self.screen.words(f"{move}: {self.screen.translate(reason)}")

    # Commands.

    def _why(self, seat: int, words: list[str]) -> None:
        """Whether moves are allowed, and why not."""
        view: Any = self.game.view(seat)
        if not words:
            self.screen.say("why_what", move=next(iter(view.legal_moves()), ""))
        for word in self.table.split(" ".join(words)):
            move = self.table.canonical(word)
            reason = view.why_not(move)
            if reason is None:
                meaning = self.table.describe(view, self.game.move_type.parse(move))
                self.screen.say("why_legal", move=move, words=meaning)
            else:
                self._refuse(word, move, reason)

    def _undo(self, seat: int, _: list[str]) -> None:
        """Take the last move back if it belongs to the turn that this seat is playing."""
        before = self.game.copy()
        move = before.undo() if before.ply else None
        if move is None or before.to_move != seat:
            self.screen.say("undo_nothing")
            return
        if not self.game.can_undo(seat):
            self.screen.say("undo_revealed", move=move)
            return
        self.game = before
        self.screen.say("undone", move=move)
        self._show(seat)

    def _hint(self, seat: int, _: list[str]) -> None:
        if ADVISER not in names(self.game.name):
            self.screen.say("no_hint")
            return
        view = self.game.view(seat)
        move = make(ADVISER, self.game.name, Random(self.game.ply)).choose(view)
        self.screen.say("hint", player=ADVISER, move=move, words=self.table.describe(view, move))

    def _save(self, _: int, words: list[str]) -> None:
        """Save now, here or in the file named."""
        try:
            if words:
                path = Path(" ".join(words)).expanduser()
                if path != self.save:
                    check_free(path, "")
                write_whole(path, self.game)
                self.save = path
            else:
                self.save = write_somewhere(self.game, self.save)
        except Refused as refusal:
            self.screen.words(self.screen.translate(refusal.reason))
        except (OSError, ValueError, RuntimeError) as error:  # also a name that no file can have
            reason = getattr(error, "strerror", None) or error
            self.screen.say("not_saved", path=" ".join(words), reason=reason)
        else:
            self.screen.say("saved", path=self.save)

    def _help(self, seat: int, _: list[str]) -> None:
        commands = {key: f"{name:<9}" for key, name in WORDS.words(self.screen.language, "commands").items()}
        self.table.help(self.game.view(seat))
        self.screen.say("help_commands", **commands)

    def _quit(self, _: int, __: list[str]) -> None:
        raise Leave
