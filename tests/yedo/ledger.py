"""Money between two plies: what the rules say must come from the bank or go there, and not a Mon more."""

from kabuto.yedo.moves import Move
from kabuto.yedo.phases.auction import Begin, Raise, StepOut, minimum
from kabuto.yedo.phases.districts import (
    HONOUR,
    PAWN,
    SELL,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    recruit_price,
)
from kabuto.yedo.state.state import State

UNSEEN_HERE = frozenset({"Reward", "BonusPart", "Answer", "Lose", "Build"})
"""While such a task waits, or a card is played, money may come of it that tests of their own look at."""


def money(s: State) -> int:
    """All money of the table."""
    return s.church + sum(clan.mon for clan in s.clans)


def check_money(before: State, move: Move, after: State) -> None:
    """A move within a phase changes the money of the table by exactly what its action costs or brings."""
    tasks = {type(task).__name__ for task in (*before.tasks, *after.tasks)}
    same = (before.round, before.event) == (after.round, after.event)
    if before.round and same and move.verb not in ("play", "fulfil") and not tasks & UNSEEN_HERE:
        assert money(after) - money(before) == _flow(before, move, after), move


def _flow(s: State, move: Move, after: State) -> int:
    """From the bank to the table."""
    task, word = s.tasks[-1], move.word
    match move.verb:
        case "out" if isinstance(task, StepOut):
            return s.setting.board.step_out
        case "auction" | "bid" | "pass" | "out":
            return -_paid(s, move, after)
        case "recruit":
            return -recruit_price(s)
        case "build":
            return -annex_price(s)
        case "draw":
            return -draw_price(s)
        case "geisha" if word == "mon":
            return -geisha_price(s)
        case "buy":
            return -market_price(s, task.seat, move.number - 1)
        case "honour":
            return -HONOUR[move.number]
        case "sell":
            return SELL[move.number]
        case "pawn":
            return PAWN
    return 0


def _paid(s: State, move: Move, after: State) -> int:
    """What an auction that ends with this move brings the bank."""
    task, lots = s.tasks[-1], s.setting.board.lots
    for fact in after.facts:
        if fact.what == "default":
            return s.clans[fact.seat].mon
        if fact.what == "won":
            if isinstance(task, Begin):
                bid = minimum(s, lots.index(move.words[0]))
            else:
                assert isinstance(task, Raise)
                bid = int(move.words[0]) if move.verb == "bid" else task.bid
            return max(0, bid - s.rebate[fact.seat])
    return 0
