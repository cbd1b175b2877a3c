"""A game that a client plays from one seat against programs: the client only ever gets views."""

from collections.abc import Mapping, Sequence
from random import Random
from secrets import randbits
from typing import Any

from kabuto.agents.captured_screen import CapturedScreen
from kabuto.agents.queries import Queries, check_player
from kabuto.players import is_compiled, make
from kabuto.table import BadOption, Game, IllegalMove, new
from kabuto.table.errors import label
from kabuto.text_ui.compiling import Prepared
from kabuto.text_ui.language import sentence

LISTED = 60
"""The most moves listed in one answer."""


class HostedGame:
    """One game of a client; the programs move as soon as it is their turn."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any],
        seat: int,
        opponents: Sequence[str],
        *,
        language: str,
        seed: int | None = None,
    ) -> None:
        """The seed stays here: anyone who knows it can work out every hand."""
        chance = randbits(128) if seed is None else seed
        if "seed" in options:
            raise BadOption(sentence("own_chance"), "options.seed")
        self.game: Game[Any, Any] = new(game, seed=chance, **options)
        if seat not in range(self.game.players):
            most = self.game.players - 1
            raise BadOption(sentence("number_between", least=0, most=most, text=seat), "seat")
        self.seat, self.language = seat, language
        self.who = self._seated(game, opponents)
        """Seat → who sits there."""
        self._programs = {
            other: self._program(name, Random(f"{chance}/seat {other}"))
            for other, name in enumerate(self.who)
            if other != seat
        }
        self._told = 0
        """The ply up to which the client has been told what happened."""
        self._let_play()

    def asked(self) -> Queries:
        """The game as the client sees it."""
        return Queries(self.game.name, self.game.view(self.seat), self.language, self.who)

    def state(self) -> dict[str, Any]:
        """How the game stands, and what has happened since the last answer."""
        asked = self.asked()
        happened, self._told = asked.since(self._told), self.game.ply
        return {
            "your_seat": self.seat,
            "to_move": self.game.to_move,
            "task": asked.task(),
            "happened": happened,
            "outcome": asked.outcome(),
        }

    def play(self, moves: Sequence[str]) -> dict[str, Any]:
        """Play the client's moves in order, up to the first that is refused; then let the programs move.

        A move can't be taken back: the client has seen what it revealed.
        """
        if not moves:
            raise IllegalMove(sentence("no_moves"))
        played: list[str] = []
        refused = None
        for move in moves:
            reason = self.asked().why_not(move).get("reason")
            if reason is not None:
                refused = {"move": move, "reason": reason}
                break
            self.game.play(move, self.seat)
            played.append(move)
        if refused and not played:
            raise IllegalMove(refused["reason"], label(refused["move"]))
        self._let_play()
        return {"played": played, "refused": refused, **self.state()}

    def record(self) -> dict[str, Any]:
        """The record of a finished game; before that it would show hidden information."""
        if self.game.outcome is None:
            raise BadOption(sentence("record_later"), "record")
        return self.game.record()

    def _seated(self, game: str, opponents: Sequence[str]) -> list[str]:
        """Seat → name: the client, and the opponents in seat order; a single name stands for all."""
        others = self.game.players - 1
        if len(opponents) not in (1, others):
            numbers = sentence("opponents_number", number=others, given=len(opponents))
            raise BadOption(numbers, "opponents")
        names = [check_player(name, game) for name in opponents]
        names = names * others if len(names) == 1 else names
        return [*names[: self.seat], CapturedScreen(self.language).text("you"), *names[self.seat :]]

    def _program(self, name: str, chance: Random) -> Any:
        player = make(name, self.game.name, chance)
        if is_compiled(name, self.game.name):
            return Prepared(player, CapturedScreen(self.language), self.game.name)
        return player

    def _let_play(self) -> None:
        while (mover := self.game.to_move) is not None and mover != self.seat:
            self.game.play(self._programs[mover].choose(self.game.view(mover)))
