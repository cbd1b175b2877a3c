"""Samurai at the terminal: what its screen shows, and what one may ask there."""

from collections.abc import Sequence
from dataclasses import replace

from kabuto.samurai import Move, Samurai, SamuraiView, majorities
from kabuto.samurai.board import SETTLEMENT, SETTLEMENTS, SETTLEMENTS_BESIDE, SPACE, SPACES
from kabuto.samurai.events import Entry
from kabuto.samurai.moves import END
from kabuto.samurai.picture import TITLED
from kabuto.samurai.rules import is_end
from kabuto.samurai.state import NOTHING
from kabuto.samurai.terminal import input as samurai_input
from kabuto.samurai.terminal.panels import counted, draw, hands
from kabuto.samurai.terminal.wording import SENTENCES, SamuraiWords
from kabuto.samurai.tokens import ASIDE_LIMIT, FIGURES, TOKEN, TOKENS
from kabuto.table import Text
from kabuto.table.rulings import footnotes
from kabuto.table.terminal import Screen


class SamuraiTable:
    """A game of Samurai as a terminal shows it: everything comes from a view."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None:
        self.screen = screen
        self.words = SamuraiWords(screen, who)

    def show(self, view: SamuraiView) -> None:
        """Print the map and its panels."""
        self.screen.show(draw(view, self.words))

    def status(self, view: SamuraiView) -> str:
        """What there is to do now, in a line."""
        return self.words.status(view)

    def task(self, view: SamuraiView) -> str:
        """What the seat to move has to do, in a line."""
        return self.words.task(view)

    def seat(self, seat: int) -> str:
        """A seat and who sits there."""
        return self.words.seat(seat)

    def describe(self, view: SamuraiView, move: Move, past: bool = False) -> str:
        """A move in words."""
        return self.words.describe(view.state, move)

    def story(self, view: SamuraiView, turn: Sequence[Entry]) -> None:
        """Print a turn in words."""
        for line in self.words.story(view, turn):
            self.screen.words(line)

    def captures(self, view: SamuraiView, entries: Sequence[Entry]) -> None:
        """Print every capture of these moves, explained."""
        for line in self.words.captures(view, entries):
            self.screen.words(line)

    def split(self, written: str) -> list[str]:
        """The moves of a line: each is one word."""
        return written.split()

    def canonical(self, written: str) -> str:
        """A move as the notation writes it, from text in any case."""
        return samurai_input.canonical(written)

    def look(self, view: SamuraiView, written: str) -> bool:
        """Show where a token may go or how a space stands; False if the text names neither."""
        space = TITLED.get(written.capitalize(), written).lower()
        if SPACE.get(space, -1) in view.state.setting.board.spaces and written not in TOKEN:
            self._look_at_space(view, SPACE[space])
            return True
        begun = samurai_input.canonical(written)
        if begun in TOKEN:
            self.screen.words(self.words.about_token(view.state, TOKEN[begun]))
        moves = samurai_input.begun_with(view.legal_moves(), begun) if written else []
        if moves:
            self.screen.show(draw(view, self.words, set(samurai_input.targets(moves, begun))))
            self.screen.words(self.words.text("targets", begun=begun, number=len(moves), example=moves[0]))
        elif begun in TOKEN:
            self._explain_unplayable(view, begun)
        return bool(moves) or begun in TOKEN

    def _explain_unplayable(self, view: SamuraiView, code: str) -> None:
        if code in view.hand:
            self.screen.words(self.words.text("not_playable", code=code))
        else:
            reason = view.state.say("not_in_hand", code=view.state.token(TOKEN[code]))
            self.screen.words(self.screen.translate(reason))

    def _look_at_space(self, view: SamuraiView, space: int) -> None:
        if space in SETTLEMENT:
            self._look_at_settlement(view, SETTLEMENT[space])
            return
        what, laid = self.words.text(SPACES[space].terrain), view.state.tokens[space]
        if laid is not None:
            token = self.words.token(view.state, laid.token)
            what = f"{TOKENS[laid.token].code}, {token}, {self.words.seat(laid.seat)}"
        self.screen.words(f"{SPACES[space].name}: {what}")
        for settlement in SETTLEMENTS_BESIDE[space]:
            if settlement in view.state.setting.board.settlements:
                self._look_at_settlement(view, settlement)

    def _look_at_settlement(self, view: SamuraiView, settlement: int) -> None:
        report = view.settlement(SPACES[SETTLEMENTS[settlement]].name)
        titles = dict.fromkeys(filter(None, (report.title, self.words.text(report.terrain))))
        self.screen.words(f"{report.space} ({', '.join(titles)}): {report.figures or '–'}")
        contests = [contest for contest in report.contests if FIGURES[contest.figure] in report.figures]
        if any(any(contest.influence) for contest in contests):
            self.screen.table(
                ["", *(FIGURES[contest.figure] for contest in contests)],
                [
                    [f"  {self.words.seat(seat)}", *(contest.influence[seat] for contest in contests)]
                    for seat in range(view.players)
                ],
            )
        for sentence in report.sentences:
            self.screen.words(f"  {self.words.located(sentence)}")

    def moves(self, view: SamuraiView) -> None:
        """Print the legal moves in groups."""
        for begun, rest in samurai_input.grouped(view.legal_moves()):
            self.screen.words(f"{begun:<6} {' '.join(rest)}", hanging=7)

    def log(self, view: SamuraiView) -> None:
        """Print every move with its number, in notation and in words, and what it captured."""
        for number in range(1, view.ply + 1):
            self.ply(view, number)

    def ply(self, view: SamuraiView, number: int) -> None:
        """Print one move of the log, counted from 1, and what it captured."""
        entry = view.log[number - 1]
        seat = f"{self.screen.marks.seats[entry.seat]} {entry.seat}"
        words = self.words.describe(view.state, entry.move)
        self.screen.words(f"{number:>4}. {seat}  {entry.move!s:<6}  {words}")
        for line in self.words.captures(view, [entry]):
            self.screen.words(f"      {line}")

    def hand(self, view: SamuraiView) -> None:
        """Print the hand of the view's seat."""
        self.screen.lines(hands(view, self.words))

    def unplayed(self, view: SamuraiView) -> None:
        """Print which tokens each seat still has, in hand or stack."""
        for seat, pool in enumerate(view.unplayed):
            self.screen.words(f"{self.words.seat(seat)}: {' '.join(counted(pool))} ({len(pool)})")

    def score(self, view: SamuraiView) -> None:
        """Print the captured figures as far as they may be seen, and who leads."""
        known = [counts for counts in view.captured if counts is not None]
        leaders = majorities(known) if len(known) == view.players else (None,) * 3
        rows = [
            [
                self.words.seat(seat),
                *("????" if counts is None else (*counts, sum(counts))),
                "".join(FIGURES[kind] for kind in range(3) if leaders[kind] == seat),
            ]
            for seat, counts in enumerate(view.captured)
        ]
        self.screen.table(["", *FIGURES, self.words.text("total"), self.words.text("leads")], rows)
        if len(known) < view.players:
            self.screen.words(self.words.text("score_hidden"))
        self.screen.words(self.words.told(view.state, "score_end", limit=ASIDE_LIMIT))

    def result(self, view: SamuraiView) -> None:
        """Print how the game was decided, step by step, if it is over."""
        if view.outcome is None:
            return
        self.screen.say("game_over")
        captured = enumerate(view.outcome.captured)
        rows = [[self.words.seat(seat), *counts, sum(counts)] for seat, counts in captured]
        self.screen.table(["", *FIGURES, self.words.text("total")], rows)
        for number, step in enumerate(view.outcome.steps, 1):
            self.screen.words(f"{number}. {self.screen.translate(step)}")

    def help(self, view: SamuraiView) -> None:
        """Print the rules in brief, and how to read the map."""
        marks, told = self.screen.marks, self.words.told
        when = told(view.state, f"rules_when_{view.state.setting.captures}")
        shown = {"land": marks.empty, "mark": marks.seats[0], "fast_mark": marks.fast}
        equal = str(view.state.setting.null_exchange).lower()
        rules = told(view.state, "rules", **shown, when=when, limit=ASIDE_LIMIT, equal=equal)
        self.screen.words(rules)
        for line in footnotes(rules, "kabuto.samurai", self.screen.language, view.state.setting.vocabulary):
            self.screen.words(f"  {line}")

    @staticmethod
    def open_view(game: Samurai) -> SamuraiView:
        """A spectator's view that hides nothing."""
        return replace(game.view(None), state=game.state)

    @staticmethod
    def ending(game: Samurai) -> Text:
        """How a game came to its end."""
        state = game.state
        if not is_end(state):
            return SENTENCES.say("ended_passes")
        aside, gone = sum(state.aside) >= ASIDE_LIMIT, is_end(state._replace(aside=NOTHING))
        return SENTENCES.say("ended_both" if aside and gone else "ended_aside" if aside else "ended_kind")

    @staticmethod
    def turns(game: Samurai) -> int:
        """How many turns a game has had."""
        return game.moves.count(END)
