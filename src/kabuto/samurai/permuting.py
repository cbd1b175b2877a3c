"""The same game of Samurai, but for tokens that a seat has not seen: made without ``view.sample``."""

from random import Random
from typing import Any

from kabuto.samurai.game import Samurai
from kabuto.samurai.tokens import codes
from kabuto.samurai.view import PLAYS
from kabuto.table import Game, load


def permute(game: Game[Any, Any], seat: int | None, rng: Random) -> Samurai:
    """The same game of Samurai, but the tokens that a seat cannot see, its own stack too, are dealt anew."""
    assert isinstance(game, Samurai)
    record, table = game.record(), game.view(None)
    start, moves, setting = record["start"], record["moves"], game.state.setting
    size = setting.hand_size
    for owner in range(game.players):
        hand = start["hands"][owner] if "hands" in start else []
        draws = start["draws"][owner] if "draws" in start else []
        chosen = [n for n in range(len(moves)) if moves[n].startswith("+") and n // size == owner]
        got = [*hand, *(moves[n].removeprefix("+") for n in chosen), *draws]
        unseen = list(range(len(got)))
        if owner == seat:
            unseen = unseen[len(got) - table.stack_sizes[seat] :] if draws else []
        for entry in table.log:
            if owner == entry.seat != seat and entry.move.verb in PLAYS:
                unseen.remove(next(n for n in unseen if [got[n]] == codes((entry.move.token,))))
        tokens = [got[n] for n in unseen] if draws else codes(setting.full_set)
        for n, token in zip(unseen, rng.sample(tokens, len(unseen)), strict=True):
            got[n] = token
        for n, token in zip(chosen, got, strict=False):
            moves[n] = f"+{token}"
        hand[:], draws[:] = got[: len(hand)], got[len(got) - len(draws) :]
    again = load(record)
    assert isinstance(again, Samurai)
    return again
