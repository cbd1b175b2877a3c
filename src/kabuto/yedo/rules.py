"""The rules of Yedo, as functions of one state.

``legal_moves`` lists what may be done, ``why_not`` says why something may not, and ``after`` does it. The
game goes through its phases in steps; what players decide along the way are tasks.
"""

from collections.abc import Callable
from functools import partial

from kabuto.table import Text
from kabuto.yedo.board import MARKET, TAVERN
from kabuto.yedo.moves import Move
from kabuto.yedo.phases import (
    action_cards,
    activation,
    auction,
    event_phase,
    patrol,
    placement,
    scoring,
    setup,
    trade,
)
from kabuto.yedo.state.state import Shuffle, State
from kabuto.yedo.words import spoken

STEPS: dict[str, Callable[[State], None]] = {
    "begin": setup.begin_missions,
    "missions": setup.missions,
    "opening": setup.opening,
    "favours": setup.favours,
    "prepare": auction.prepare,
    "bidding": auction.begin_bidding,
    "stepping": auction.stepping,
    "auction": auction.auction,
    "market": event_phase.market,
    "event": event_phase.event,
    "event-cards": action_cards.event_cards,
    "assign": placement.assign,
    "patrol": patrol.patrol,
    "5b": patrol.influence,
    "5c": patrol.protection,
    "arrest": patrol.arrest,
    "trade-market": partial(trade.begin_trade, place=MARKET),
    "trade-market-1": partial(trade.trade, place=MARKET, lap=1),
    "trade-market-2": partial(trade.trade, place=MARKET, lap=2),
    "trade-tavern": partial(trade.begin_trade, place=TAVERN),
    "trade-tavern-1": partial(trade.trade, place=TAVERN, lap=1),
    "trade-tavern-2": partial(trade.trade, place=TAVERN, lap=2),
    "activate": activation.activate,
    "end": scoring.end_round,
}
"""Step → what happens when it is reached and no task is left."""
OVER = "over"


def to_move(state: State) -> int | None:
    """The seat to move, None when the game is over."""
    return state.tasks[-1].seat if state.tasks else None


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move, once."""
    return tuple(state.tasks[-1].legal(state)) if state.tasks else ()


def why_not(state: State, move: Move) -> Text | None:
    """The reason a move is refused; None when it is legal."""
    if not state.tasks:
        return spoken(state.say("over"))
    task = state.tasks[-1]
    if move.verb not in task.verbs:
        return spoken(state.say(f"now_{task.name}"))
    if "?" in move.words:
        return spoken(state.say("unseen_card"))
    is_listed = move in task.candidates(state)
    if is_listed and task.all_legal:
        return None
    refusal = task.refuse(state, move)
    if refusal is not None:
        return spoken(refusal)
    return None if is_listed else spoken(state.say("no_such_choice"))


def after(state: State, move: Move, chance: Shuffle) -> State:
    """The state that a legal move leads to; it is not checked here."""
    s = state.copy()
    carry_out(s, move, chance)
    return s


def carry_out(s: State, move: Move, chance: Shuffle) -> None:
    """Change a state in place by a legal move: only for a state held once, as in a search."""
    s.facts, s.chance = (), chance
    task = s.tasks[-1]
    s.tasks = s.tasks[:-1]
    task.apply(s, move)
    advance(s)
    s.chance = None


def advance(s: State) -> None:
    """Go on until a seat has to decide something, or the game is over."""
    while True:
        if s.tasks:
            task = s.tasks[-1]
            s.tasks = s.tasks[:-1]
            if not task.run(s):
                s.tasks = (*s.tasks, task)
                return
        elif s.step == OVER:
            return
        else:
            STEPS[s.step](s)
