"""A table where a guest plays one seat against programs: it keeps the truth, and the guest gets views."""

from collections.abc import Mapping, Sequence
from random import Random
from secrets import randbits
from typing import Any

from kabuto.cli.asking import Asked, check_player
from kabuto.cli.compiling import Prepared
from kabuto.cli.paper import Paper
from kabuto.cli.speech import sentence
from kabuto.players import is_compiled, make
from kabuto.table import BadOption, Game, IllegalMove, new
from kabuto.table.errors import label

LISTED = 60
"""So many moves are listed in one answer."""


class GuestTable:
    """One game with a guest; programs move as soon as it is their turn."""

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
        """The seed is the table's alone: whoever knows it can work out every hand."""
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
        """Up to which ply the guest has been told what happened."""
        self._let_play()

    def asked(self) -> Asked:
        """The game as the guest sees it, to ask about."""
        return Asked(self.game.name, self.game.view(self.seat), self.language, self.who)

    def state(self) -> dict[str, Any]:
        """How the game stands, and what happened since the guest was told last."""
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
        """Play moves of the guest, one after the other up to the first that is refused; then the programs.

        A move that has been played stays: taking it back would show what it brought to light.
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
        """The record of a finished game: before, it would show what is hidden."""
        if self.game.outcome is None:
            raise BadOption(sentence("record_later"), "record")
        return self.game.record()

    def _seated(self, game: str, opponents: Sequence[str]) -> list[str]:
        """Seat → name: the guest, and the opponents in the order of their seats; one name stands for all."""
        others = self.game.players - 1
        if len(opponents) not in (1, others):
            numbers = sentence("opponents_number", number=others, given=len(opponents))
            raise BadOption(numbers, "opponents")
        names = [check_player(name, game) for name in opponents]
        names = names * others if len(names) == 1 else names
        return [*names[: self.seat], Paper(self.language).text("you"), *names[self.seat :]]

    def _program(self, name: str, chance: Random) -> Any:
        player = make(name, self.game.name, chance)
        if is_compiled(name, self.game.name):
            return Prepared(player, Paper(self.language), self.game.name)
        return player

    def _let_play(self) -> None:
        while (mover := self.game.to_move) is not None and mover != self.seat:
            self.game.play(self._programs[mover].choose(self.game.view(mover)))
