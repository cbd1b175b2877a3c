"""Samurai in sentences: who sits where, what a move does, what happened, what there is to do."""

from collections.abc import Iterable, Sequence
from typing import Any

from kabuto.samurai import Move, SamuraiView, Verb
from kabuto.samurai.board import SETTLEMENTS, SPACES
from kabuto.samurai.events import Entry
from kabuto.samurai.moves import END
from kabuto.samurai.rules import open_settlements, supply
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.state import Phase, State
from kabuto.samurai.telling import tell_events, tell_move
from kabuto.samurai.tokens import FIGURE_NAMES, FIGURES, TOKENS
from kabuto.table import Catalogue, Mark, Text
from kabuto.table.terminal import Screen

SENTENCES = Catalogue("kabuto.samurai", "terminal")


class SamuraiWords:
    """Sentences about a game, in one language and in the words of its edition."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None:
        self.screen = screen
        self.who = who
        """Seat → who sits there."""

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence of this table in the person's language."""
        return SENTENCES.render(self.screen.language, key, "", values)

    def told(self, state: State, key: str, /, **values: Any) -> str:
        """The same in the words of the edition."""
        return SENTENCES.render(self.screen.language, key, state.setting.vocabulary, values)

    def seat(self, seat: int) -> str:
        """A seat by its mark, its number and who sits there."""
        return f"{self.screen.marks.seats[seat]} {seat} {self.who[seat]}".rstrip()

    def located(self, text: Text) -> str:
        """A sentence with the notation of every place behind its name."""
        return "".join(
            f"{piece} ({piece.value})" if isinstance(piece, Mark) and piece.kind == "space" else str(piece)
            for piece in text.parts(self.screen.language)
        )

    def vocabulary(self, state: State) -> dict[str, str]:
        """What the edition calls things."""
        return WORDS.words(self.screen.language, state.setting.vocabulary)

    def token(self, state: State, token: int) -> str:
        """A token by its name and number: ``samurai 3``."""
        return self.screen.translate(state.token(token).text)

    def about_token(self, state: State, token: int) -> str:
        """What a token is: its name and number, how it is played, what it counts for and where it goes."""
        kind, vocabulary = TOKENS[token], self.vocabulary(state)
        parts = [f"{kind.code}: {self.token(state, token)}, {vocabulary['fast' if kind.fast else 'slow']}"]
        if kind.strength:
            counts = (vocabulary[name] for bit, name in enumerate(FIGURE_NAMES) if kind.influences >> bit & 1)
            parts += [", ".join(counts), self.text(kind.terrain)]
        elif not kind.fast:  # the token exchange stays on the map, and counts for nothing there
            parts.append(self.text("no_strength"))
        return "; ".join(parts)

    def describe(self, state: State, move: Move) -> str:
        """A move in words."""
        return self.screen.translate(tell_move(state, move))

    def story(self, view: SamuraiView, turn: Sequence[Entry]) -> list[str]:
        """A turn: what was played, and why every figure went where it went."""
        seat = self.seat(turn[0].seat)
        played = [entry.move for entry in turn if entry.move != END]
        if not played:
            first = self.text("turn_passes", seat=seat)
        elif played[0].verb is Verb.CHOOSE:
            first = self.text("turn_chooses", seat=seat)
        else:
            moves = ", ".join(f"{move} ({self.describe(view.state, move)})" for move in played)
            first = self.text("turn_plays", seat=seat, moves=moves)
        return [first, *self.captures(view, turn)]

    def captures(self, view: SamuraiView, entries: Iterable[Entry]) -> list[str]:
        """Every capture of these moves, explained."""
        told = (text for entry in entries for text in tell_events(view, entry))
        return [f"  {self.located(text)}" for text in told]

    def status(self, view: SamuraiView) -> str:
        """What there is to do now, in a line."""
        text, state = self.text, view.state
        if state.phase is Phase.CHOOSE:
            return text("status_choose", number=view.state.setting.hand_size - len(view.hand))
        if state.phase is Phase.DRAFT:
            first = SPACES[SETTLEMENTS[open_settlements(state)[0]]]
            example, left = view.legal_moves()[0], self.supply(state)
            return self.told(state, f"status_draft_{first.terrain}", example=example, supply=left)
        more = list(dict.fromkeys(TOKENS[move.token].code for move in view.legal_moves() if move != END))
        if view.played:
            return text("status_more", codes=" ".join(more)) if more else text("status_end")
        return (
            text("status_turn", example=view.legal_moves()[0], code=more[0]) if more else text("status_pass")
        )

    def task(self, view: SamuraiView) -> str:
        """What there is to do now, without a word about the keyboard."""
        key = f"task_{view.state.phase}"
        if view.state.phase is Phase.TURN and view.legal_moves() == (END,):
            key = "task_end"
        elif view.played:
            key = "task_more"
        left = view.state.setting.hand_size - len(view.hand)
        return self.told(view.state, key, number=left, supply=self.supply(view.state))

    def supply(self, state: State) -> str:
        """The figures still to be put on the map."""
        return " ".join(f"{figure} {number}" for figure, number in zip(FIGURES, supply(state), strict=True))
