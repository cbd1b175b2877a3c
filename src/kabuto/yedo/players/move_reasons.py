"""Why a move is good, in words: which missions it helps, what it denies others, what would be lost.

What a thing is for is decided by the same evaluation that decides how good a move is.
"""

from collections.abc import Callable, Iterator
from typing import Any

from kabuto.table import Mark, Seat, Text, Word
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    DISTRICT_OF,
    DISTRICTS,
    FIRST_ANNEX,
    GARDEN,
    HARBOR,
    MARKET,
    PLACE,
    PLACES,
    PRESTIGE,
    SPOTS_OF,
    WEAPON,
    WEAPONS,
)
from kabuto.yedo.cards import Card, Mission
from kabuto.yedo.cards.card_text import rewards_of, rules_of
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.activation import Activate
from kabuto.yedo.phases.auction import PRESTIGE_WON, Raise, StepOut, minimum, open_lots, purse
from kabuto.yedo.phases.districts import HONOUR
from kabuto.yedo.phases.missions import BonusPart, missing
from kabuto.yedo.phases.patrol import Protect
from kabuto.yedo.phases.scoring import BLACKMAIL_POINTS, how_met
from kabuto.yedo.phases.setup import Draft
from kabuto.yedo.phases.trade import Trade
from kabuto.yedo.players.bargain import bargain
from kabuto.yedo.players.bids import lot_value
from kabuto.yedo.players.decision import Judgement
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.players.shared_reasons import fetch, money, rivals, say, spare, wanted, weapon_wanted
from kabuto.yedo.players.weights import GREEDY
from kabuto.yedo.state.state import State
from kabuto.yedo.state.wares import WEAPON_ITEM, Item
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.prices import cost, what_it_does
from kabuto.yedo.words import spoken

DARK = ("red", "black")
DARK_COLOURS = (COLOURS.index("red"), COLOURS.index("black"))
ADVICE = frozenset({"idle"})
"""Verbs of moves whose reasons hold only where a program advises them."""
Things = tuple[Item, ...]
MOST = 3
"""More reasons than this would hide the important ones."""


def reasons(view: YedoView, move: Move) -> tuple[Text, ...]:
    """The most important things that speak for a legal move, as sentences; at least one."""
    assert view.seat is not None
    return tuple(_found(view.state, view.seat, move))[:MOST] or (say("quiet"),)


def grounds(view: YedoView, move: Move) -> tuple[Text, ...]:
    """Reasons for a legal move of any player; some moves have none."""
    assert view.seat is not None
    return () if move.verb in ADVICE else tuple(_found(view.state, view.seat, move))[:MOST]


def _found(s: State, seat: int, move: Move) -> Iterator[Text]:
    find = _REASONS.get(move.verb)
    return find(s, seat, move) if find else iter(())


def _place(s: State, seat: int, move: Move) -> Iterator[Text]:
    place = move.place
    if place >= FIRST_ANNEX:
        yield say("annex_safe")
        yield _does(s, place)
        return
    district = DISTRICT_OF[place]
    yield from wanted(s, seat, "lacks_disciple", DISTRICTS[district])
    yield from fetch(s, seat, place)
    taken = sum(other >= 0 for other in s.spaces[place])
    if s.setting.board.spaces[place] - taken == 1 and any(
        clan.home for other, clan in enumerate(s.clans) if other != seat
    ):
        yield say("last_space")
    if Worth(s, seat).next_patrol == district:
        yield say("patrol_next", place=Mark("place", DISTRICTS[district], Word(DISTRICTS[district])))
    yield _does(s, place)


def _does(s: State, place: int) -> Text:
    return say("does", what=spoken(what_it_does(s, place)))


def _fulfil(s: State, seat: int, move: Move) -> Iterator[Text]:
    card = s.setting.cards.missions[next(n for n in s.clans[seat].missions if _code(s, n) == move.word)]
    yield say("brings", things=rewards_of(card.standard))
    if card.bonus and not list(missing(s, seat, card.bonus, card.standard.districts)):
        yield say("bonus_too", things=rewards_of(card.bonus))
    yield say("unused", what=spoken(what_it_does(s, PLACE[move.words[1]])))


def _code(s: State, mission: int) -> str:
    return s.setting.cards.missions[mission].code


def _buy(s: State, seat: int, move: Move) -> Iterator[Text]:
    if move.word in COLOURS:
        yield from _colour(s, seat, move)
    elif move.number and s.market[move.number - 1] >= 0:
        yield from weapon_wanted(s, seat, s.market[move.number - 1])
        yield from rivals(s, seat, MARKET)


def _colour(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What the missions of a colour are like."""
    codes = [s.setting.cards.missions[n] for n in s.clans[seat].missions if n >= 0]
    if (
        isinstance(s.tasks[-1], Draft)
        and move.word in DARK
        and not any(m.colour in DARK_COLOURS for m in codes)
    ):
        yield say("one_dark")
    yield say(f"colour_{move.word}")


def _auction(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What a lot, or a category of it, is good for, and what bidding leaves."""
    task, board = s.tasks[-1], s.setting.board
    if move.verb == "choose":
        yield from _category(s, seat, CATEGORIES.index(move.word))
        if move.word == "action":
            yield say("actions", number=len(s.clans[seat].actions), most=board.max_actions)
        elif move.word == "bonus":
            yield say("bonuses", number=len(s.clans[seat].bonuses), most=board.max_bonuses)
        return
    lot = task.lot if isinstance(task, Raise) else board.lots.index(move.word)
    for category in board.contents[lot]:
        yield from _category(s, seat, category)
    bid = move.number if move.verb == "bid" else minimum(s, lot)
    if isinstance(task, Raise):
        yield say("else_wins", player=Seat(task.best), mon=task.bid)
    if bid <= purse(s, seat):
        yield say("keeps", mon=purse(s, seat) - bid)


def _stay(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What there is to be won."""
    lot = _best_lot(s, seat)
    if lot is not None:
        yield say("best_lot", lot=Word(f"lot_{s.setting.board.lots[lot]}"), mon=minimum(s, lot))
        for category in s.setting.board.contents[lot]:
            yield from _category(s, seat, category)


def _best_lot(s: State, seat: int) -> int | None:
    """What gains the clan most at its minimum; None if nothing does."""
    j = Judgement(s, seat, s.tasks[-1], GREEDY)
    now = s.tasks[-1].lot if isinstance(s.tasks[-1], Raise) else -1
    gains = [
        (lot_value(j, lot) - j.worth.mon * minimum(s, lot), -lot)
        for lot in open_lots(s)
        if lot != now and minimum(s, lot) <= purse(s, seat)
    ]
    best = max(gains, default=(0.0, 0))
    return -best[1] if best[0] > 0 else None


def _out(s: State, seat: int, move: Move) -> Iterator[Text]:
    if isinstance(s.tasks[-1], StepOut) or _best_lot(s, seat) is None:
        yield say("no_lot")
    yield from _priced(s, seat, move)
    if isinstance(s.tasks[-1], StepOut):
        yield from money(s, seat)


def _pass(s: State, seat: int, move: Move) -> Iterator[Text]:
    """Why not to bid, to play a card or to trade."""
    match s.tasks[-1]:
        case Raise() as task:
            j = Judgement(s, seat, task, GREEDY)
            if purse(s, seat) <= task.bid:
                yield say("cannot_raise", mon=purse(s, seat))
            elif lot_value(j, task.lot) <= j.worth.mon * (task.bid + 1):
                yield say("too_dear", mon=task.bid + 1)
            lot = _best_lot(s, seat)
            if lot is not None:
                yield say("saves_for", lot=Word(f"lot_{s.setting.board.lots[lot]}"))
                for category in s.setting.board.contents[lot]:
                    yield from _category(s, seat, category)
        case Trade():
            yield say("no_trade")
        case Protect():
            yield say("not_worth_saving")
        case _ if s.clans[seat].actions:
            yield say("keeps_cards")


def _protect(s: State, seat: int) -> Iterator[Text]:
    """What an arrest would cost."""
    places = Judgement(s, seat, s.tasks[-1], GREEDY).places
    number, _ = places.needed.get(s.patrol, (0, 0.0))
    for goal in places.worth.goals:
        if s.patrol in goal.mission.standard.districts and places.worth.own[s.patrol] <= number:
            yield say("mission_lost", card=goal.mission.mark)
            break
    if s.clans[seat].reserve < s.setting.board.reserve_limit:
        yield say("to_reserve")
    stands = [spot for spot in SPOTS_OF[s.patrol] if seat in s.spaces[spot]]
    for spot in stands[:1]:
        yield say("action_lost", what=spoken(what_it_does(s, spot)))


def _blackmail(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _protect(s, seat)
    yield say("saves", points=BLACKMAIL_POINTS)


def _offer(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What the offer that is meant would bring."""
    meant = bargain(Worth(s, seat), move.number)
    if meant and meant.asks:
        yield from weapon_wanted(s, seat, WEAPONS.index(meant.asks))
    if meant and meant.gives:
        yield from spare(s, seat, WEAPONS.index(meant.gives), meant.gives)


def _step(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What a part of an offer is for, or all of it."""
    task: Any = s.tasks[-1]
    match move.verb:
        case "give" if move.word in WEAPONS:
            yield from spare(s, seat, move.weapon, move.word)
        case "ask" if move.word in WEAPONS:
            yield from weapon_wanted(s, seat, move.weapon)
        case "mon" if move.number < 0:
            yield from money(s, seat)
        case "mon":
            yield say("keeps", mon=s.clans[seat].mon - move.number)
        case "propose":
            yield from _exchange(s, seat, task.asks, task.gives, -task.mon)


def _exchange(s: State, seat: int, gets: Things, gives: Things, paid: int) -> Iterator[Text]:
    """What a trade brings, and that what it takes can be missed."""
    for weapon in _weapons(gets):
        yield from weapon_wanted(s, seat, weapon)
    if paid > 0:
        yield from money(s, seat)
    for weapon in _weapons(gives):
        yield from spare(s, seat, weapon, WEAPONS[weapon])


def _weapons(things: Things) -> list[int]:
    return [which for kind, which in things if kind == WEAPON_ITEM]


def _respond(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What one would get, or would have to give up."""
    task: Any = s.tasks[-1]
    if move.verb == "accept":
        yield from _exchange(s, seat, task.gives, task.asks, task.mon)
        return
    for number in s.clans[seat].missions:
        card = s.setting.cards.missions[number]
        for weapon in _weapons(task.asks):
            if weapon in card.standard.weapons and s.clans[seat].weapons.count(weapon) == 1:
                yield say("would_lose", thing=Word(WEAPONS[weapon]), card=card.mark)
                return
    yield say("worth_more")


def _position(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield say("chooses", number=move.number - 1)


def _category(s: State, seat: int, category: int) -> Iterator[Text]:
    match CATEGORIES[category]:
        case "weapon":
            yield from wanted(s, seat, "lacks_weapon", "")
        case "annex":
            yield from wanted(s, seat, "lacks_annex", "")
            yield say("prestige_too", points=PRESTIGE_WON)
        case "geisha":
            yield from wanted(s, seat, "lacks_geishas", "")
            yield say("prestige_too", points=PRESTIGE_WON)
        case "disciple" if s.clans[seat].reserve:
            yield say("one_more")
        case "mission":
            yield say("missions", number=len(s.clans[seat].missions), most=s.setting.board.max_missions)


def _build(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from wanted(s, seat, "lacks_annex", ANNEXES[move.annex])
    if s.annexes[move.annex] == 1:
        yield say("last_one")
    yield _does(s, FIRST_ANNEX + move.annex)


def _keep(s: State, seat: int, move: Move) -> Iterator[Text]:
    if move.word in WEAPONS:
        yield from weapon_wanted(s, seat, WEAPONS.index(move.word))
        return
    found = s.setting.cards.find(move.word)
    if found is None:
        return
    card = s.setting.cards.card(*found)
    if isinstance(card, Mission):
        yield say("lacks", number=len(list(missing(s, seat, card.standard))))
        yield say("brings", things=rewards_of(card.standard))
    else:
        yield from _rules(s, seat, found[1], card)


def _rules(s: State, seat: int, number: int, card: Card) -> Iterator[Text]:
    yield from rules_of(card)
    if card.code.startswith("B") and how_met(s, seat, number) != "no":
        yield say("met_now")


def _play(s: State, seat: int, move: Move) -> Iterator[Text]:
    if isinstance(s.tasks[-1], Protect):
        yield from _protect(s, seat)
    found = s.setting.cards.find(move.word)
    yield from rules_of(s.setting.cards.card(*found)) if found else ()


def _give_up(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What can be missed."""
    if move.word in WEAPONS:
        yield from spare(s, seat, WEAPONS.index(move.word))
        return
    found = s.setting.cards.find(move.word)
    card = s.setting.cards.card(*found) if found else None
    if isinstance(card, Mission):
        yield say("lacks", number=len(list(missing(s, seat, card.standard))))
    yield say("least")


def _swap(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What is given up, and what comes for it."""
    yield from _give_up(s, seat, move)
    for colour in move.words[1:]:
        yield say(f"colour_{colour}")


def _order(s: State, seat: int, move: Move) -> Iterator[Text]:
    """The card that comes next, and who wants it."""
    task: Any = s.tasks[-1]
    number = task.cards[move.number - 1]
    if task.pile == WEAPON:
        yield say("next_card", card=Word(WEAPONS[number]))
        yield from weapon_wanted(s, seat, number)
        return
    card = s.setting.cards.card(task.pile, number)
    yield say("next_card", card=card.mark)
    if isinstance(card, Mission):
        yield say("lacks", number=len(list(missing(s, seat, card.standard))))


def _sold(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What brings Mon, and what for."""
    yield from _priced(s, seat, move)
    yield from money(s, seat)
    if move.verb == "church":
        yield from rivals(s, seat, HARBOR)


def _pawn(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield say("least")
    yield from money(s, seat)


def _priced(s: State, seat: int, move: Move) -> Iterator[Text]:
    told = cost(s, move)
    if told and "number" in told.values:
        yield say("that", cost=spoken(told))


def _favour(s: State, seat: int, move: Move) -> Iterator[Text]:
    card = next(each for each in s.setting.cards.favours if each.code == move.word)
    yield say("brings", things=rules_of(card))


def _geisha(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from wanted(s, seat, "lacks_geishas", "")
    if s.geishas == 1:
        yield say("last_one")
    yield from _priced(s, seat, move)


def _honour(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield say("points", number=move.number, mon=HONOUR[move.number])
    if not Worth(s, seat).left:
        yield say("mon_ends")


def _blessing(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from wanted(s, seat, "lacks_blessing", "")
    if s.blessings == 1:
        yield say("last_one")
    yield say("averts")


def _saying(key: str, **values: object) -> Callable[[State, int, Move], Iterator[Text]]:
    return lambda s, seat, move: iter([say(key, **values)])


def _idle(s: State, seat: int, move: Move) -> Iterator[Text]:
    if isinstance(s.tasks[-1], Activate):
        yield say("nothing_here", place=Mark("place", move.word, Word(PLACES[move.place])))


def _here(place: int) -> Callable[[State, int, Move], Iterator[Text]]:
    return lambda s, seat, move: iter([_does(s, place)])


def _bonus(s: State, seat: int, move: Move) -> Iterator[Text]:
    task = s.tasks[-1]
    if isinstance(task, BonusPart) and (part := s.setting.cards.missions[task.mission].bonus):
        yield say("brings", things=rewards_of(part))


_REASONS: dict[str, Callable[[State, int, Move], Iterator[Text]]] = {
    "place": _place,
    "fulfil": _fulfil,
    "buy": _buy,
    "take": _buy,
    "auction": _auction,
    "bid": _auction,
    "choose": _auction,
    "build": _build,
    "keep": _keep,
    "play": _play,
    "blackmail": _blackmail,
    "lose": _give_up,
    "discard": _give_up,
    "geisha": _geisha,
    "blessing": _blessing,
    "bless": _saying("nothing_lost"),
    "recruit": _saying("one_more"),
    "honour": _honour,
    "church": _sold,
    "sell": _sold,
    "pawn": _pawn,
    "stay": _stay,
    "pass": _pass,
    "offer": _offer,
    "give": _step,
    "ask": _step,
    "mon": _step,
    "propose": _step,
    "accept": _respond,
    "decline": _respond,
    "position": _position,
    "skip": _saying("worth_more"),
    "look": _saying("learns"),
    "order": _order,
    "swap": _swap,
    "favour": _favour,
    "out": _out,
    "idle": _idle,
    "prestige": _here(PRESTIGE),
    "garden": _here(GARDEN),
    "mission": lambda s, seat, move: _category(s, seat, CATEGORIES.index("mission")),
    "draw": _priced,
    "bonus": _bonus,
}
"""Verb → what speaks for its moves."""
