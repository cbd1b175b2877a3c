"""Questions about a game, answered from a view, so that no answer can hold what its seat may not know."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from kabuto import players
from kabuto.agents.captured_screen import CapturedScreen
from kabuto.table import BadOption, IllegalMove, Seat, game_class, manifests
from kabuto.table.errors import short
from kabuto.table.terminal import Table
from kabuto.text_ui.language import sentence
from kabuto.text_ui.tables import table_class

_BEGINNING = re.compile(r"[a-z]+|[A-Z][0-9*]?|.")
"""How a move begins: a verb, a token, a sign."""
TOPICS = ("rules", "map", "hand", "score", "unplayed", "log", "result")
"""What can be explained, apart from moves and things in the game."""


class Queries:
    """Answers questions about a view, in one language."""

    def __init__(self, game: str, view: Any, language: str, who: Sequence[str] = ()) -> None:
        self.game = game
        self.view = view
        self.language = language
        self._screen = CapturedScreen(language)
        self._table: Table = table_class(game)(self._screen, who or [""] * view.players)

    def picture(self) -> str:
        """The whole table as a text picture."""
        return self._screen.capture(lambda: self._table.show(self.view))

    def task(self) -> str:
        """What the seat has to do now, in a sentence."""
        if self.view.to_move is None:
            return self._screen.text("game_over")
        if self.view.seat != self.view.to_move:
            return self._screen.text("others_turn", seat=Seat(self.view.to_move))
        return self._table.task(self.view)

    def legal(self, begin: str = "", most: int | None = None, why: bool = False) -> dict[str, Any]:
        """The legal moves that start with some text, in words, and how many of each kind there are."""
        moves = [move for move in self.view.legal_moves() if str(move).startswith(begin)]
        kinds = Counter(_BEGINNING.match(str(move))[0] for move in moves)  # type: ignore[index]
        return {
            "to_move": self.view.to_move,
            "number": len(moves),
            "kinds": dict(kinds),
            "moves": [self._told(move, why) for move in moves[:most]],
        }

    def why_not(self, move: object) -> dict[str, Any]:
        """Whether a move is legal: what it does, or the reason why it is refused."""
        if not isinstance(move, str):
            raise IllegalMove(sentence("move_text", given=short(move)))
        reason = self.view.why_not(move)
        if reason is not None:
            return {"move": move, "legal": False, "reason": self._screen.translate(reason)}
        return {"legal": True, **self._told(game_class(self.game).move_type.parse(move), True)}

    def explain(self, about: str) -> str:
        """Explain a topic, a thing in the game or a move."""
        show: Mapping[str, Callable[[Any], None]] = {
            "rules": self._table.help,
            "map": self._table.show,
            "hand": self._table.hand,
            "score": self._table.score,
            "unplayed": self._table.unplayed,
            "log": self._table.log,
            "result": self._table.result,
        }
        if about in show:
            missing = "game_runs" if about == "result" else "nothing_to_tell"
            return self._screen.capture(partial(show[about], self.view)) or self._screen.text(missing)
        if self._is_move(about):
            found = self.why_not(about)
            return "\n".join([found["words"], *found["why"]] if found["legal"] else [found["reason"]])
        text = self._screen.capture(lambda: self._table.look(self.view, about))
        if not text:
            raise BadOption(sentence("nothing_called", text=about[:40], topics=list(TOPICS)), "about")
        return text

    def hint(self, player: str, rng: Random) -> dict[str, Any]:
        """What one of the built-in players would do here."""
        check_player(player, self.game)
        if self.view.seat is None or self.view.seat != self.view.to_move:
            raise BadOption(sentence("no_hint_now"), "seat")
        move = players.make(player, self.game, rng).choose(self.view)
        return {"player": player, **self._told(move, True)}

    def since(self, ply: int) -> list[dict[str, Any]]:
        """What has happened since a ply: every move in words, and what came of it."""
        return [
            {
                "ply": number,
                "seat": entry.seat,
                "move": str(entry.move),
                "words": self._words(entry.move, past=True),
                "came_of_it": self._came(entry),
            }
            for number, entry in enumerate(self.view.log[ply:], ply)
        ]

    def outcome(self) -> dict[str, Any] | None:
        """How the game ended and why, step by step; None while it is being played."""
        found = self.view.outcome
        if found is None:
            return None
        return {**found.to_json(), "steps": [self._screen.translate(step) for step in found.steps]}

    def _came(self, entry: Any) -> list[str]:
        story = manifests.component(self.game, "story")
        return [self._screen.translate(text) for text in story(self.view, entry)] if story else []

    def _told(self, move: Any, why: bool) -> dict[str, Any]:
        """A legal move in notation and in words and, if asked for, what it changes."""
        told = {"move": str(move), "words": self._words(move)}
        return {**told, "why": self._reasons(move)} if why else told

    def _words(self, move: Any, past: bool = False) -> str:
        telling = manifests.component(self.game, "telling")
        return self._screen.translate(telling(self.view, move, past)) if telling else str(move)

    def _reasons(self, move: Any) -> list[str]:
        reasons = manifests.component(self.game, "reasons")
        return [self._screen.translate(text) for text in reasons(self.view, move)] if reasons else []

    def _is_move(self, text: str) -> bool:
        try:
            game_class(self.game).move_type.parse(text)
        except IllegalMove:
            return False
        return True


def check_player(name: object, game: str) -> str:
    """A built-in player by name; never an outside program, or a client could start anything."""
    known = players.names(game)
    if name not in known:
        raise BadOption(sentence("no_player", name=str(name)[:40], known=known), "player")
    return str(name)
