"""Whether a position can be: pieces and cards are all there, and its tasks fit the moment."""

from collections import Counter
from collections.abc import Iterable

from kabuto.table import BadRecord
from kabuto.yedo.board import ACTION, ANNEXES, BONUS, DISCIPLES, EVENT, PILES, WEAPON
from kabuto.yedo.cards import CardSet
from kabuto.yedo.rules import OVER, legal_moves
from kabuto.yedo.sentences import WORDS
from kabuto.yedo.state import State
from kabuto.yedo.task import Task
from kabuto.yedo.trading import CARD_ITEM, pile_of

_REWARDS = {"keep", "deck", "build", "discard", "category"}
_MISSION = {"reward", "bonuspart", "file", "marketweapon"}
_TRADE = {"trade", "offer", "respond", "handover"}
FITTING = {
    "missions": {"draft"},
    "opening": {"keep"},
    "favours": {"takefavour"},
    "stepping": {"stepout"},
    "auction": {"begin", "raise", "answer", *_REWARDS},
    "event-cards": {"lose", "window", "answer", "discard"},
    "assign": {"place", "answer", "discard"},
    "5b": {"window", "answer"},
    "5c": {"protect", "answer"},
    "trade-market-1": _TRADE,
    "trade-market-2": _TRADE,
    "trade-tavern-1": _TRADE,
    "trade-tavern-2": _TRADE,
    "activate": {"activate", "answer", "order", "position", *_REWARDS, *_MISSION},
    OVER: set(),
}
"""Step → the tasks that there can be at it."""


def check(s: State) -> None:
    """Refuse a position that cannot be; ``BadRecord`` names the place and the reason."""
    check_pieces(s)
    check_cards(s)
    check_tasks(s)


def same_cards(cards: CardSet, pile: int, found: Iterable[int], there: Iterable[int]) -> None:
    """Refuse a card of a pile that is too much or missing."""
    some, all_ = Counter(found), Counter(there)
    for card in sorted(some | all_):
        if some[card] != all_[card]:
            text = cards.codes[pile][card]
            place = f"start.decks.{PILES[pile]}"
            raise BadRecord(WORDS.say("card_count", found=some[card], card=text, there=all_[card]), place)


def _at_most(number: int, limit: int, place: str) -> None:
    if number > limit:
        raise BadRecord(WORDS.say("at_most", limit=limit), place)


def check_pieces(s: State) -> None:
    """Disciples, geishas, annexes and blessings are all there, and no limit of a clan is broken."""
    board = s.setting.board
    waiting = {type(task).__name__.lower() for task in s.tasks} & {"discard", "file", "keep"}
    room = 3 if waiting else 0
    for seat, clan in enumerate(s.clans):
        place = f"start.clans[{seat}]"
        out = sum(row.count(seat) for row in s.spaces) + len(clan.manned)
        found = clan.home + clan.reserve + out
        if found != DISCIPLES:
            raise BadRecord(WORDS.say("disciple_count", found=found, there=DISCIPLES), place)
        for key, limit in (
            ("reserve", board.reserve_limit),
            ("blessing", 1),
            ("blackmail", 1),
            ("geishas", board.max_geishas),
        ):
            _at_most(getattr(clan, key), limit, f"{place}.{key}")
        for key, limit in (
            ("missions", board.max_missions + room),
            ("actions", board.max_actions + room),
            ("bonuses", board.max_bonuses + room),
            ("weapons", board.max_weapons + room),
        ):
            _at_most(len(getattr(clan, key)), limit, f"{place}.{key}")
        if len(set(clan.annexes)) < len(clan.annexes) or not set(clan.manned) <= set(clan.annexes):
            raise BadRecord(WORDS.say("own_annexes"), f"{place}.annexes")
        if len(set(clan.manned)) < len(clan.manned):
            raise BadRecord(WORDS.say("manned_once"), f"{place}.manned")
    for key, found, there in (
        ("geishas", s.geishas + sum(clan.geishas for clan in s.clans), board.geishas),
        ("blessings", s.blessings + sum(clan.blessing for clan in s.clans), board.blessings),
        *(
            (f"annexes.{name}", s.annexes[n] + sum(n in clan.annexes for clan in s.clans), board.annexes)
            for n, name in enumerate(ANNEXES)
        ),
    ):
        if found != there:
            raise BadRecord(WORDS.say("piece_count", found=found, there=there), f"start.{key}")


def check_cards(s: State) -> None:
    """Every card and weapon is in exactly one place."""
    places: list[list[int]] = [list(deck) for deck in s.decks]
    piles = s.setting.cards.mission_pile
    for clan in s.clans:
        places[ACTION] += clan.actions
        places[BONUS] += clan.bonuses
        places[WEAPON] += clan.weapons
        for mission in clan.missions + clan.finished:
            places[piles[mission]].append(mission)
    places[WEAPON] += [w for w in (*s.market, *s.discard) if w >= 0]
    places[EVENT] += [*s.past, *([s.event] if s.event >= 0 else [])]
    for pile, card in limbo(s, s.tasks):
        places[pile].append(card)
    for pile, found in enumerate(places):
        same_cards(s.setting.cards, pile, found, s.setting.cards.deck_faces[pile])
    if len(s.decks[EVENT]) < s.setting.board.rounds - s.round:
        raise BadRecord(WORDS.say("few_events"), "start.decks.event")


def check_tasks(s: State) -> None:
    """The tasks fit the step, and somebody can do something."""
    names = [type(task).__name__.lower() for task in s.tasks]
    fitting = FITTING.get(s.step)
    if fitting is None or bool(names) != bool(fitting):
        raise BadRecord(WORDS.say("no_stop"), "start.step")
    for n, name in enumerate(names):
        if name not in fitting:
            raise BadRecord(WORDS.say("task_elsewhere", task=name, step=s.step), f"start.tasks[{n}].task")
    if (s.round == 0) != (s.step in ("missions", "opening", "favours")):
        raise BadRecord(WORDS.say("round_elsewhere", round=s.round, step=s.step), "start.round")
    check_mission(s)
    for n, task in enumerate(s.tasks):
        if not task.fits(s):
            raise BadRecord(WORDS.say("task_unfit", task=names[n]), f"start.tasks[{n}]")
    try:
        stuck = bool(s.tasks) and not legal_moves(s)
    except (AssertionError, LookupError, ValueError, TypeError, AttributeError):
        stuck = True
    if stuck:
        raise BadRecord(WORDS.say("stuck"), "start.tasks")


def check_mission(s: State) -> None:
    """What belongs to a mission that is being fulfilled lies above its filing, and means the same one."""
    filing = None
    for n, task in enumerate(s.tasks):
        name = type(task).__name__.lower()
        place = f"start.tasks[{n}]"
        if name == "file":
            if filing:
                raise BadRecord(WORDS.say("two_filed"), place)
            filing = (task.seat, task.mission)  # type: ignore[attr-defined]
        elif name in ("reward", "bonuspart") and (task.seat, task.mission) != filing:  # type: ignore[attr-defined]
            raise BadRecord(WORDS.say("other_filed"), place)
        elif name == "marketweapon" and filing is None:
            raise BadRecord(WORDS.say("none_filed"), place)


def limbo(s: State, tasks: Iterable[Task]) -> Iterable[tuple[int, int]]:
    """Pile and number of every card that is in nobody's hand and in no pile: it belongs to a task."""
    for task in tasks:
        match type(task).__name__:
            case "Keep":
                yield from ((task.pile, card) for card in task.cards)  # type: ignore[attr-defined]
            case "Answer":
                yield ACTION, task.card  # type: ignore[attr-defined]
                yield from ((ACTION, card) for card in task.answers)  # type: ignore[attr-defined]
            case "File":
                mission = task.mission  # type: ignore[attr-defined]
                yield s.setting.cards.mission_pile[mission], mission
            case "Offer" | "Respond" | "HandOver":
                laid = task.gives + getattr(task, "picked", ())  # type: ignore[attr-defined]
                yield from ((pile_of(kind), card) for kind, card in laid if kind >= CARD_ITEM)
