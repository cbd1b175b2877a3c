"""Whether a position fits its moment: round and step, laps and tracks, what cards left behind, the tasks."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kabuto.table import BadRecord
from kabuto.yedo.board import DISTRICT_OF, DISTRICTS, GARDEN, GATES, SPOTS, SPOTS_OF
from kabuto.yedo.cards import Effect, Mission
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.activation import Position
from kabuto.yedo.phases.auction import open_lots
from kabuto.yedo.phases.event_phase import Lose
from kabuto.yedo.phases.gains import Discard
from kabuto.yedo.phases.missions import BonusPart, File, MarketWeapon, Reward
from kabuto.yedo.phases.setup import OPENING_MISSIONS
from kabuto.yedo.phases.trade import (
    FREE_SESSIONS,
    MOST_OFFERS,
    SESSIONS,
    HandOver,
    Offer,
    Respond,
    Trade,
    traders,
)
from kabuto.yedo.phases.trade import STEPS as PLACES
from kabuto.yedo.rules import OVER, legal_moves
from kabuto.yedo.state.pieces import stood_on
from kabuto.yedo.state.state import TASKS, State
from kabuto.yedo.words import WORDS

STOPS = frozenset(step for kind in TASKS.values() for step in kind.steps)
"""The steps at which the game waits for a decision."""
SETUP = ("missions", "opening", "favours")
BEFORE_EVENT = (*SETUP, "stepping", "auction")
"""The steps of a round at which its event is still to come."""
AT_HOME = (*BEFORE_EVENT, "event-cards", OVER)
"""The steps at which no disciple is out."""
SEVERAL = frozenset({Discard, Lose})
"""The tasks of which several can be waiting."""
_CARDS = "( answer|( discard)+)?"
_REWARD = "reward (deck|marketweapon)"
STACKS: dict[str, str] = {
    "missions": "draft",
    "opening": "keep",
    "favours": "takefavour",
    "stepping": "stepout",
    "auction": f"begin{_CARDS}|raise|category|keep|deck|build|discard",
    "event-cards": f"lose( lose)*( discard)*|discard( discard)*|window{_CARDS}",
    "assign": f"place{_CARDS}",
    "5b": "window|answer",
    "5c": "protect|answer",
    **dict.fromkeys(SESSIONS, "trade|offer|respond|handover"),
    "activate": f"activate{_CARDS}|order|position|discard( discard)*|file( bonuspart)?( {_REWARD})?",
}
"""Step → the tasks that can be waiting there, the most urgent last."""


def _fault(place: str, key: str, **values: Any) -> BadRecord:
    return BadRecord(WORDS.say(key, **values), f"start.{place}")


def check_moment(s: State) -> None:
    """Refuse what cannot be at this step of this round."""
    _check_lap(s)
    _check_offers(s)
    _check_setup(s)
    _check_bidding(s)
    _check_event(s)
    _check_board(s)
    _check_end(s)


def _check_lap(s: State) -> None:
    order = tuple(reversed(s.order)) if s.step in SETUP and s.step != "opening" else s.order
    if s.step == "missions":
        order *= OPENING_MISSIONS
        fits = s.lap == order[len(order) - len(s.lap) :]
    else:
        fits = _is_part(s.lap, order) or (bool(s.begun) and len(set(s.lap)) == len(s.lap))
    for place, step in PLACES.items():
        fits = fits and (not s.step.startswith(step) or set(s.lap) <= set(traders(s, place)))
    if not fits or (s.lap and s.step in ("auction", OVER)):
        raise _fault("lap", "bad_lap", step=s.step)
    untouched = s.step not in ("missions", "opening") or len(s.favours) == len(s.setting.cards.favours)
    if len(s.favours) != len(set(s.favours)) or bool(s.favours) != (s.step in SETUP) or not untouched:
        raise _fault("favours", "favours_only_before")


def _check_offers(s: State) -> None:
    """Offers are counted where trading is free and under way, and those that were made can have been."""
    free = s.setting.free_trade and s.step in SESSIONS
    if free and s.step not in FREE_SESSIONS:
        raise _fault("step", "no_stop")
    if bool(s.begun) != free or any(number > MOST_OFFERS for number in s.begun):
        raise _fault("begun", "bad_offers", most=MOST_OFFERS)
    place = next((place for place, step in PLACES.items() if s.step.startswith(step)), -1)
    there = traders(s, place) if free else ()
    if any(number and seat not in there for seat, number in enumerate(s.begun)):
        raise _fault("begun", "bad_offers", most=MOST_OFFERS)
    pairs = [(made.seat, made.partner) for made in s.proposed]
    apart = all(seat != partner and {seat, partner} <= set(there) for seat, partner in pairs)
    if not apart or len(set(s.proposed)) < len(s.proposed) or len(pairs) > 2 * sum(s.begun):
        raise _fault("proposed", "bad_proposed")


def _check_setup(s: State) -> None:
    """Before round 1 every clan has what set-up has brought it so far."""
    waiting = {*s.lap, *(task.seat for task in s.tasks)}
    for seat, clan in enumerate(s.clans) if s.step in SETUP else ():
        done = seat not in waiting and s.step != "missions"
        actions = int(s.step == "favours" or done)
        favoured = done and s.step == "favours"
        owned = clan.bonuses, clan.weapons, clan.geishas, clan.annexes, clan.blessing, clan.finished
        plain = len(clan.actions) == actions and not any(owned)
        if clan.blackmail != favoured or not (favoured or plain):
            raise _fault(f"clans[{seat}]", "bad_setup", step=s.step)


def _is_part(some: Sequence[int], row: Sequence[int]) -> bool:
    """Whether these come one after the other in a row, each once."""
    rest = iter(row)
    return all(each in rest for each in some)


def _check_bidding(s: State) -> None:
    """No seat on the track has won; there is a category for each; cards barred only what they can."""
    fair = all(s.won[seat] < 0 for seat in s.track) and len(open_lots(s)) >= len(s.track)
    in_time = not s.track or s.step in ("stepping", "auction")
    if not (fair and in_time and _is_part(s.track, s.order)):
        raise _fault("track", "bad_track", step=s.step)
    sold = [lot for lot in s.won if lot >= 0]
    if len(set(sold)) < len(sold):
        raise _fault("won", "lot_twice")
    begun = s.step not in (*SETUP, "stepping")
    if sold and not begun:
        raise _fault("won", "before_auctions", step=s.step)
    actions = s.setting.cards.actions
    can_bar = any(effect.op == "bar" for card in actions for effect in card.effects)
    if s.barred >= 0 and (not begun or not can_bar or s.barred in s.won):
        raise _fault("barred", "bad_barred")
    sums = {0}
    for card in actions:
        for effect in card.effects:
            if effect.op == "rebate":
                sums = {each + n * effect.args[0] for each in sums for n in range(card.copies + 1)}
    if not {*s.rebate, sum(s.rebate)} <= (sums if begun else {0}):
        raise _fault("rebate", "bad_rebate")


def _check_event(s: State) -> None:
    flipped = s.round - (s.step in BEFORE_EVENT) if s.round else 0
    if (s.event >= 0) != (flipped > 0):
        raise _fault("event", "event_missing" if flipped else "event_early")
    if len(s.past) != max(0, flipped - 1):
        raise _fault("past", "past_events", number=max(0, flipped - 1))
    if s.closed >= 0:
        closes = Effect("close", (DISTRICTS[s.closed],))
        if s.event < 0 or closes not in s.setting.cards.events[s.event].effects:
            raise _fault("closed", "nothing_closes")


def _check_board(s: State) -> None:
    """Disciples find room, and only where they can be; those that are saved are there."""
    if s.step in AT_HOME and any(stood_on(s, seat) for seat in s.order):
        raise _fault("spaces", "nobody_out", step=s.step)
    extra = 0
    for spot, row in enumerate(s.spaces):
        if spot == GARDEN:
            continue
        if row and DISTRICT_OF[spot] == s.closed:
            raise _fault(f"spaces.{SPOTS[spot]}", "closed_to_all")
        too_many = max(0, len(row) - s.setting.board.spaces[spot])
        extra += too_many
        mats = sum(card.copies for card in s.setting.cards.actions for e in card.effects if e.op == "squeeze")
        if too_many and (spot < GATES or extra > mats):
            raise _fault(f"spaces.{SPOTS[spot]}", "no_room", number=s.setting.board.spaces[spot])
    if any(seat >= 0 for seat in s.spaces[GARDEN]) and s.closed == DISTRICT_OF[GARDEN]:
        raise _fault("spaces.garden", "closed_to_all")
    for (seat, spot), number in Counter(s.saved).items():
        there = s.spaces[spot].count(seat) if spot in SPOTS_OF[s.patrol] else 0
        if s.step != "5c" or number > there:
            raise _fault("saved", "not_to_be_saved")
    owners = [seat for seat, _ in s.borrowed]
    filing = {task.seat for task in s.tasks if isinstance(task, File)}
    stray = any(weapon >= 0 and seat not in filing for seat, weapon in s.borrowed)
    if owners and (s.step != "activate" or len(set(owners)) < len(owners) or stray):
        raise _fault("borrowed", "bad_borrowed")


def _check_end(s: State) -> None:
    missions = s.setting.cards.missions
    done = [missions[n] for clan in s.clans for n in clan.finished]
    filed = [missions[task.mission] for task in s.tasks if isinstance(task, File)]
    must = any(_kills(mission, bonus=False) for mission in done)
    can = must or any(_kills(mission, bonus=True) for mission in (*done, *filed))
    if s.shogun < must or s.shogun > can or (s.shogun and s.step not in ("activate", OVER)):
        raise _fault("shogun", "bad_shogun")
    if s.step == OVER and not s.shogun and s.round < s.setting.board.rounds:
        raise _fault("step", "not_over", round=s.round)


def _kills(mission: Mission, bonus: bool) -> bool:
    parts = [mission.standard, *([mission.bonus] if bonus and mission.bonus else [])]
    return any(reward.op == "shogun" for part in parts for reward in part.rewards)


# Tasks.


def check_tasks(s: State) -> None:
    """The tasks fit the step and each other, and the topmost one asks a seat that can answer."""
    if (s.step == OVER) == bool(s.tasks) or (s.step != OVER and s.step not in STOPS):
        raise _fault("step", "no_stop")
    for n, task in enumerate(s.tasks):
        if s.step not in task.steps:
            raise _fault(f"tasks[{n}].task", "task_elsewhere", task=task.name, step=s.step)
    if (s.round == 0) != (s.step in SETUP):
        raise _fault("round", "round_elsewhere", round=s.round, step=s.step)
    check_mission(s)
    for n, task in enumerate(s.tasks):
        if type(task) not in SEVERAL and any(type(task) is type(other) for other in s.tasks[:n]):
            raise _fault(f"tasks[{n}]", "task_twice", task=task.name)
        if not task.fits(s):
            raise _fault(f"tasks[{n}]", "task_unfit", task=task.name)
        if isinstance(task, Lose) and _lost_before(s, n) >= task.times(s):
            raise _fault(f"tasks[{n}]", "lost_twice")
    names = [task.name for task in s.tasks]
    if s.tasks and not re.fullmatch(STACKS[s.step], " ".join(names)):
        raise _fault("tasks", "tasks_together", tasks=names, step=s.step)
    _check_turn(s)
    if s.tasks and not (s.tasks[-1].verbs and _waits(s) and legal_moves(s)):
        raise _fault("tasks", "stuck")


def _lost_before(s: State, n: int) -> int:
    """How many of the tasks below the n-th take the same kind of thing from the same seat."""
    of = [(task.seat, task.what) for task in s.tasks[: n + 1] if isinstance(task, Lose)]
    return of.count(of[-1]) - 1


def _check_turn(s: State) -> None:
    """One seat has the turn, and it is not asked again in the same lap."""
    if s.step == "missions" or not s.tasks or any(type(task) in SEVERAL for task in s.tasks[:1]):
        return
    turns = {task.player if isinstance(task, Answer) else task.seat for task in s.tasks}
    if len(turns) > 1:
        raise _fault("tasks", "two_turns")
    task = s.tasks[0]
    if isinstance(task, (Offer, Respond)):
        made = task.seat if isinstance(task, Offer) else task.partner
        turns = {made if not task.countered else task.seat + task.partner - made}
    elif isinstance(task, HandOver):
        turns = {task.seat, task.partner} - (set() if s.begun else set(s.lap))
    if s.begun and not isinstance(task, Trade):  # who made the offer is asked again, after the others
        turns = turns if s.lap and s.lap[-1] in turns and s.begun[s.lap[-1]] else set()
    elif turns & set(s.lap) and not isinstance(task, Position):
        turns = set()
    if not turns:
        raise _fault("lap", "asked_again")
    if isinstance(task, (Trade, Offer, Respond)) and not s.step.startswith(PLACES[task.place]):
        raise _fault("tasks", "trade_elsewhere")


def _waits(s: State) -> bool:
    """Whether the topmost task has something to decide, instead of being done by itself."""
    twin = s.copy()
    twin.chance = lambda _, weapons: weapons
    return not s.tasks[-1].run(twin)


def check_mission(s: State) -> None:
    """What belongs to a mission that is being fulfilled lies above its filing, and means the same one."""
    filing = None
    for n, task in enumerate(s.tasks):
        place = f"tasks[{n}]"
        if isinstance(task, File):
            if filing:
                raise _fault(place, "two_filed")
            filing = (task.seat, task.mission)
        elif isinstance(task, (Reward, BonusPart)) and (task.seat, task.mission) != filing:
            raise _fault(place, "other_filed")
        elif isinstance(task, MarketWeapon) and filing is None:
            raise _fault(place, "none_filed")
