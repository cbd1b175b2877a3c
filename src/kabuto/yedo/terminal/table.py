"""Yedo at the terminal: what its screen shows, and what one may ask there."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from kabuto.table import Text
from kabuto.table.drawing import WIDTH
from kabuto.table.rulings import footnotes
from kabuto.table.terminal import Screen
from kabuto.yedo import Move, Yedo, YedoView, explain
from kabuto.yedo.state.pieces import code
from kabuto.yedo.terminal.panels import clans, draw, hand
from kabuto.yedo.terminal.situation import codes, situation
from kabuto.yedo.terminal.wording import SENTENCES, YedoWords
from kabuto.yedo.views.log_entry import Entry

MENU = 24
"""How many moves the menu lists; ``moves`` shows the rest."""
MEANING = 32
"""The column of the menu in which moves are explained."""


class YedoTable:
    """A game of Yedo as a terminal shows it: everything comes from a view."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None:
        self.screen = screen
        self.words = YedoWords(screen, who)
        self._menu: list[str] = []
        """The moves as they were last numbered."""
        self._codes: dict[str, str] = {}
        """Name of a card in any language → its code."""

    def show(self, view: YedoView) -> None:
        """Print the city, the clans and the own cards."""
        self.screen.line()
        for drawn in draw(view, self.words):
            if len(drawn) == 1 and len(self.screen.fit(drawn[0][0])) > WIDTH:
                self.screen.words(drawn[0][0], hanging=6)
            else:
                self.screen.line(drawn)
        for line in hand(view, self.words):
            self.screen.words(line, hanging=6)

    def status(self, view: YedoView) -> str:
        """What there is to do now, with a numbered list of moves."""
        if view.seat != view.to_move or view.to_move is None:
            return self.words.status(view)
        lines = [line for told in self.task(view).splitlines() for line in self._indented(told)]
        self._number(view)
        lines.append(self.words.text("menu"))
        lines += self._listed(view, MENU)
        if len(self._menu) > MENU:
            lines.append("  " + self.words.text("menu_more", number=len(self._menu) - MENU))
        return "\n".join(lines)

    def task(self, view: YedoView) -> str:
        """What the seat to move has to do, and what it has to know for that."""
        return "\n".join([*situation(view, self.words), self.words.status(view)])

    def _number(self, view: YedoView) -> None:
        self._menu = [str(move) for move in view.legal_moves()]
        self._codes = codes(view.state.setting.cards)

    def _listed(self, view: YedoView, most: int) -> list[str]:
        """The moves with their numbers and meanings; a warning follows the last of the moves it is about."""
        moves = [Move.parse(text) for text in self._menu[:most]]
        lines = list[str]()
        for warnings, about in groupby(enumerate(moves, 1), lambda pair: explain(view.state, pair[1])):
            for number, move in about:
                told = self.words.describe(view.state, move)
                lines += self._hung(f"  {number:>3}. {move!s:<24} ", f"{told} !" if warnings else told)
            for warning in warnings:
                lines += self._hung(" " * MEANING, f"! {self.words.read(warning)}")
        return lines

    def _hung(self, head: str, text: str, column: int = MEANING) -> list[str]:
        """Words after a head, wrapped so that they stay right of a column."""
        indent = " " * column
        fitted = self.screen.fit(text)
        return textwrap.wrap(
            fitted, WIDTH, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False
        )

    def _indented(self, line: str) -> list[str]:
        """A line about a card, wrapped like those of the hand; the screen wraps any other."""
        return self._hung("", line, 6) if line.startswith(" ") else [line]

    def seat(self, seat: int) -> str:
        """A seat and who sits there."""
        return self.words.seat(seat)

    def describe(self, view: YedoView, move: Move, past: bool = False) -> str:
        """A move in words."""
        return self.words.describe(view.state, move, past)

    def story(self, view: YedoView, turn: Sequence[Entry]) -> None:
        """Print some moves in words."""
        for line in self.words.story(view, turn):
            self.screen.words(line)

    def captures(self, view: YedoView, entries: Sequence[Entry]) -> None:
        """Print what came of these moves."""
        for line in self.words.happened(view, entries):
            self.screen.words(line)

    def split(self, written: str) -> list[str]:
        """The moves of a line, with semicolons between them."""
        return [" ".join(part.split()) for part in written.split(";") if part.strip()]

    def canonical(self, written: str) -> str:
        """A move as the notation writes it: from its number in the list, or from text in any case.

        Cards may be called by their names.
        """
        if written.isascii() and written.isdigit() and 0 < int(written[:6]) <= len(self._menu):
            return self._menu[int(written[:6]) - 1]
        folded = " ".join(written.casefold().split())
        for name, called in self._codes.items():
            folded = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", called, folded)
        words = folded.lower().split()
        return " ".join(word.upper() if word[1:].isdigit() and word[0].isalpha() else word for word in words)

    def look(self, view: YedoView, written: str) -> bool:
        """Show a card, or the moves that begin so; False if the text names neither."""
        cards = view.state.setting.cards
        self._codes = codes(cards)
        begun = self.canonical(written)
        for kind, all_cards in (
            ("kind_mission", cards.missions),
            ("kind_action", cards.actions),
            ("kind_bonus", cards.bonuses),
            ("kind_event", cards.events),
            ("kind_favour", cards.favours),
        ):
            for card in all_cards:
                if card.code == begun:
                    for line in self.words.card(card, self.words.name(kind)):
                        self.screen.words(line)
                    return True
        moves = [str(move) for move in view.legal_moves() if str(move).startswith(begun)] if begun else []
        if moves:
            self.screen.words(
                self.words.text("legal", number=len(moves), begun=begun, moves=", ".join(moves))
            )
        return bool(moves)

    def moves(self, view: YedoView) -> None:
        """Print all legal moves with their numbers."""
        self._number(view)
        for line in self._listed(view, len(self._menu)):
            self.screen.words(line)

    def log(self, view: YedoView) -> None:
        """Print every move with its number, in words, and what came of it."""
        for number in range(1, view.ply + 1):
            self.ply(view, number)

    def ply(self, view: YedoView, number: int) -> None:
        """Print one move of the log, counted from 1, and what came of it."""
        entry = view.log[number - 1]
        words = self.words.describe(view.state, entry.move, past=True)
        mark = self.screen.marks.seats[entry.seat]
        self.screen.words(f"{number:>4}. {mark} {entry.seat}  {entry.move!s:<20}  {words}", hanging=8)
        for line in self.words.happened(view, [entry]):
            self.screen.words(f"      {line}")

    def hand(self, view: YedoView) -> None:
        """Print the own cards."""
        for line in hand(view, self.words):
            self.screen.words(line, hanging=6)

    def unplayed(self, view: YedoView) -> None:
        """Print how many missions every seat still has, and which ones it has finished."""
        for seat, clan in enumerate(view.state.clans):
            done = [code(view.state, 2, mission) for mission in clan.finished]
            told = self.words.text("unplayed", number=len(clan.missions), done=done or "–")
            self.screen.words(f"{self.words.seat(seat)}: {told}")

    def score(self, view: YedoView) -> None:
        """Print how the clans stand."""
        self.screen.lines(clans(view, self.words))

    def result(self, view: YedoView) -> None:
        """Print how the game was decided, step by step, if it is over."""
        if view.outcome is None:
            return
        self.screen.say("game_over")
        for number, step in enumerate(view.outcome.steps, 1):
            self.screen.words(f"{number}. {self.screen.translate(step)}")

    def help(self, view: YedoView) -> None:
        """Print the rules in brief."""
        rules = self.words.text("rules")
        self.screen.words(rules)
        for line in footnotes(rules, "kabuto.yedo", self.screen.language):
            self.screen.words(f"  {line}")

    @staticmethod
    def open_view(game: Yedo) -> YedoView:
        """A spectator's view that hides nothing."""
        return replace(game.view(None), state=game.state)

    @staticmethod
    def ending(game: Yedo) -> Text:
        """How a game came to its end."""
        return SENTENCES.say("ended_shogun" if game.state.shogun else "ended_rounds")

    @staticmethod
    def turns(game: Yedo) -> int:
        """How many rounds a game has had."""
        return game.state.round
