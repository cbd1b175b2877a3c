"""Why a move is good, in words: which missions it helps, what it denies others, what would be lost.

What a thing is for is decided by the same evaluation that decides how good a move is.
"""

from collections.abc import Callable, Iterator
from typing import Any

from kabuto.table import Catalogue, Mark, Seat, Text, Word
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    DISTRICT_OF,
    DISTRICTS,
    FIRST_ANNEX,
    GARDEN,
    GATES,
    HARBOR,
    MARKET,
    PLACES,
    PRESTIGE,
    REDLIGHT,
    SPOTS_OF,
    TAVERN,
    TEMPLE,
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
from kabuto.yedo.players.weights import GREEDY
from kabuto.yedo.state.state import State
from kabuto.yedo.state.wares import WEAPON_ITEM
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.prices import cost, what_it_does
from kabuto.yedo.words import NAMES, Saying, spoken

WORDS = Catalogue("kabuto.yedo", "reasons")
HOPELESS = -1.0
"""A mission that promises no more than this is out of reach."""
DARK = ("red", "black")
DARK_COLOURS = (COLOURS.index("red"), COLOURS.index("black"))
ADVICE = frozenset({"idle"})
"""Verbs of moves whose reasons hold only where a program advises them."""
MOST = 3
"""More reasons than this would hide the important ones."""


def reasons(view: YedoView, move: Move) -> tuple[Text, ...]:
    """The most important things that speak for a legal move, as sentences; at least one."""
    assert view.seat is not None
    return tuple(_found(view.state, view.seat, move))[:MOST] or (_say("quiet"),)


def grounds(view: YedoView, move: Move) -> tuple[Text, ...]:
    """Reasons for a legal move of any player; some moves have none."""
    assert view.seat is not None
    return () if move.verb in ADVICE else tuple(_found(view.state, view.seat, move))[:MOST]


def _say(key: str, **values: object) -> Text:
    return Text(WORDS, key, NAMES, **values)


def _found(s: State, seat: int, move: Move) -> Iterator[Text]:
    find = _REASONS.get(move.verb)
    return find(s, seat, move) if find else iter(())


def _wanted(s: State, seat: int, key: str, name: str) -> Iterator[Text]:
    """The missions in hand that still need something."""
    for number in s.clans[seat].missions:
        card = s.setting.cards.missions[number]
        for lack in missing(s, seat, card.standard):
            if lack.key == key and name in ("", *map(str, lack.values.values())):
                yield _say("wanted", card=card.mark)
                break


def _place(s: State, seat: int, move: Move) -> Iterator[Text]:
    place = move.place
    if place >= FIRST_ANNEX:
        yield _say("annex_safe")
        yield _does(s, place)
        return
    district = DISTRICT_OF[place]
    yield from _wanted(s, seat, "lacks_disciple", DISTRICTS[district])
    yield from _fetch(s, seat, place)
    taken = sum(other >= 0 for other in s.spaces[place])
    if s.setting.board.spaces[place] - taken == 1 and any(
        clan.home for other, clan in enumerate(s.clans) if other != seat
    ):
        yield _say("last_space")
    ring, step = s.setting.board.ring, s.setting.board.directions[s.colour]
    if ring[(ring.index(s.patrol) + step) % len(ring)] == district:
        yield _say("patrol_next", place=Mark("place", DISTRICTS[district], Word(DISTRICTS[district])))
    yield _does(s, place)


def _fetch(s: State, seat: int, place: int) -> Iterator[Text]:
    """What a place has that a mission within reach still lacks."""
    kind = {MARKET: "weapon", TAVERN: "annex", REDLIGHT: "geisha", TEMPLE: "blessing"}.get(place)
    there = {"weapon": s.market, "geisha": (0,) * bool(s.geishas), "blessing": (0,) * bool(s.blessings)}
    for goal in Worth(s, seat).goals:
        for lacking, which in goal.lacks if goal.promise > HOPELESS else ():
            if lacking == kind and which in there.get(kind, range(len(ANNEXES))):
                yield _say("fetch", thing=_thing(lacking, which), card=goal.mission.mark)
                return
    if place in (GATES, HARBOR):
        yield from _money(s, seat)


def _thing(kind: str, which: int) -> Word:
    names = {"weapon": WEAPONS, "annex": ANNEXES}
    return Word(names[kind][which]) if kind in names else Word(f"loss_{kind}")


def _money(s: State, seat: int) -> Iterator[Text]:
    """What the clan needs Mon for: first what its best missions still lack."""
    worth = Worth(s, seat)
    for goal in worth.goals:
        if goal.promise <= HOPELESS:
            continue
        if goal.mission.standard.mon > s.clans[seat].mon:
            yield _say("mon_for", card=goal.mission.mark, mon=goal.mission.standard.mon)
            return
        for kind, which in goal.lacks:
            if kind != "blessing":
                yield _say("pays_for", thing=_thing(kind, which), card=goal.mission.mark)
                return
    if worth.left:
        yield _say("pays_bids")


def _rivals(s: State, seat: int, place: int) -> Iterator[Text]:
    """Who stands on a place too, and could take what is there first."""
    others = [
        Saying("seat_among", {"seat": n}) for n in dict.fromkeys(s.spaces[place]) if n not in (-1, seat)
    ]
    if others:
        yield _say("before", players=spoken(Saying("listed", {"things": others})))


def _does(s: State, place: int) -> Text:
    return _say("does", what=spoken(what_it_does(s, place)))


def _fulfil(s: State, seat: int, move: Move) -> Iterator[Text]:
    card = s.setting.cards.missions[next(n for n in s.clans[seat].missions if _code(s, n) == move.word)]
    yield _say("brings", things=rewards_of(card.standard))
    if card.bonus and not list(missing(s, seat, card.bonus, card.standard.districts)):
        yield _say("bonus_too", things=rewards_of(card.bonus))


def _code(s: State, mission: int) -> str:
    return s.setting.cards.missions[mission].code


def _weapon(s: State, seat: int, weapon: int) -> Iterator[Text]:
    return _wanted(s, seat, "lacks_weapon", WEAPONS[weapon])


def _buy(s: State, seat: int, move: Move) -> Iterator[Text]:
    if move.word in COLOURS:
        yield from _colour(s, seat, move)
    elif move.number and s.market[move.number - 1] >= 0:
        yield from _weapon(s, seat, s.market[move.number - 1])
        yield from _rivals(s, seat, MARKET)


def _colour(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What the missions of a colour are like."""
    codes = [s.setting.cards.missions[n] for n in s.clans[seat].missions if n >= 0]
    if (
        isinstance(s.tasks[-1], Draft)
        and move.word in DARK
        and not any(m.colour in DARK_COLOURS for m in codes)
    ):
        yield _say("one_dark")
    yield _say(f"colour_{move.word}")


def _auction(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What a lot, or a category of it, is good for, and what bidding leaves."""
    task, board = s.tasks[-1], s.setting.board
    if move.verb == "choose":
        yield from _category(s, seat, CATEGORIES.index(move.word))
        return
    lot = task.lot if isinstance(task, Raise) else board.lots.index(move.word)
    for category in board.contents[lot]:
        yield from _category(s, seat, category)
    bid = move.number if move.verb == "bid" else minimum(s, lot)
    if isinstance(task, Raise):
        yield _say("else_wins", player=Seat(task.best), mon=task.bid)
    if bid <= purse(s, seat):
        yield _say("keeps", mon=purse(s, seat) - bid)


def _stay(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What there is to be won."""
    lot = _best_lot(s, seat)
    if lot is not None:
        yield _say("best_lot", lot=Word(f"lot_{s.setting.board.lots[lot]}"), mon=minimum(s, lot))
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
        yield _say("no_lot")
    yield from _priced(s, seat, move)
    if isinstance(s.tasks[-1], StepOut):
        yield from _money(s, seat)


def _pass(s: State, seat: int, move: Move) -> Iterator[Text]:
    """Why not to bid, to play a card or to trade."""
    match s.tasks[-1]:
        case Raise() as task:
            j = Judgement(s, seat, task, GREEDY)
            if purse(s, seat) <= task.bid:
                yield _say("cannot_raise", mon=purse(s, seat))
            elif lot_value(j, task.lot) <= j.worth.mon * (task.bid + 1):
                yield _say("too_dear", mon=task.bid + 1)
            lot = _best_lot(s, seat)
            if lot is not None:
                yield _say("saves_for", lot=Word(f"lot_{s.setting.board.lots[lot]}"))
                for category in s.setting.board.contents[lot]:
                    yield from _category(s, seat, category)
        case Trade():
            yield _say("no_trade")
        case Protect():
            yield _say("not_worth_saving")
        case _ if s.clans[seat].actions:
            yield _say("keeps_cards")


def _protect(s: State, seat: int) -> Iterator[Text]:
    """What an arrest would cost."""
    places = Judgement(s, seat, s.tasks[-1], GREEDY).places
    number, _ = places.needed.get(s.patrol, (0, 0.0))
    for goal in places.worth.goals:
        if s.patrol in goal.mission.standard.districts and places.worth.own[s.patrol] <= number:
            yield _say("mission_lost", card=goal.mission.mark)
            break
    if s.clans[seat].reserve < s.setting.board.reserve_limit:
        yield _say("to_reserve")
    stands = [spot for spot in SPOTS_OF[s.patrol] if seat in s.spaces[spot]]
    for spot in stands[:1]:
        yield _say("action_lost", what=spoken(what_it_does(s, spot)))


def _blackmail(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _protect(s, seat)
    yield _say("saves", points=BLACKMAIL_POINTS)


def _offer(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What the offer that is meant would bring."""
    meant = bargain(Worth(s, seat), move.number)
    if meant and meant.asks:
        yield from _weapon(s, seat, WEAPONS.index(meant.asks))
    if meant and meant.gives:
        yield from _spare(s, seat, WEAPONS.index(meant.gives), meant.gives)


def _respond(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What one would get, or would have to give up."""
    task: Any = s.tasks[-1]
    gets, gives = ([which for kind, which in side if kind == WEAPON_ITEM] for side in (task.gives, task.asks))
    if move.verb == "accept":
        for weapon in gets:
            yield from _weapon(s, seat, weapon)
        if task.mon > 0:
            yield from _money(s, seat)
        for weapon in gives:
            yield from _spare(s, seat, weapon, WEAPONS[weapon])
        return
    for number in s.clans[seat].missions:
        card = s.setting.cards.missions[number]
        for weapon in gives:
            if weapon in card.standard.weapons and s.clans[seat].weapons.count(weapon) == 1:
                yield _say("would_lose", thing=Word(WEAPONS[weapon]), card=card.mark)
                return
    yield _say("worth_more")


def _position(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield _say("chooses", number=move.number - 1)


def _category(s: State, seat: int, category: int) -> Iterator[Text]:
    match CATEGORIES[category]:
        case "weapon":
            yield from _wanted(s, seat, "lacks_weapon", "")
        case "annex":
            yield from _wanted(s, seat, "lacks_annex", "")
            yield _say("prestige_too", points=PRESTIGE_WON)
        case "geisha":
            yield from _wanted(s, seat, "lacks_geishas", "")
            yield _say("prestige_too", points=PRESTIGE_WON)
        case "disciple" if s.clans[seat].reserve:
            yield _say("one_more")
        case "mission":
            yield _say("missions", number=len(s.clans[seat].missions), most=s.setting.board.max_missions)


def _build(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _wanted(s, seat, "lacks_annex", ANNEXES[move.annex])
    yield _does(s, FIRST_ANNEX + move.annex)


def _keep(s: State, seat: int, move: Move) -> Iterator[Text]:
    if move.word in WEAPONS:
        yield from _weapon(s, seat, WEAPONS.index(move.word))
        return
    found = s.setting.cards.find(move.word)
    if found is None:
        return
    card = s.setting.cards.card(*found)
    if isinstance(card, Mission):
        yield _say("lacks", number=len(list(missing(s, seat, card.standard))))
        yield _say("brings", things=rewards_of(card.standard))
    else:
        yield from _rules(s, seat, found[1], card)


def _rules(s: State, seat: int, number: int, card: Card) -> Iterator[Text]:
    yield from rules_of(card)
    if card.code.startswith("B") and how_met(s, seat, number) != "no":
        yield _say("met_now")


def _play(s: State, seat: int, move: Move) -> Iterator[Text]:
    if isinstance(s.tasks[-1], Protect):
        yield from _protect(s, seat)
    found = s.setting.cards.find(move.word)
    yield from rules_of(s.setting.cards.card(*found)) if found else ()


def _give_up(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What can be missed."""
    if move.word in WEAPONS:
        yield from _spare(s, seat, WEAPONS.index(move.word))
        return
    found = s.setting.cards.find(move.word)
    card = s.setting.cards.card(*found) if found else None
    if isinstance(card, Mission):
        yield _say("lacks", number=len(list(missing(s, seat, card.standard))))
    yield _say("least")


def _spare(s: State, seat: int, weapon: int, name: str = "") -> Iterator[Text]:
    """Whether a weapon can be missed."""
    needed = [n for n in s.clans[seat].missions if weapon in s.setting.cards.missions[n].standard.weapons]
    if not needed or s.clans[seat].weapons.count(weapon) > 1:
        yield _say("spare_this", thing=Word(name)) if name else _say("spare")
    elif not name:
        yield _say("least")


def _sold(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What brings Mon, and what for."""
    yield from _priced(s, seat, move)
    yield from _money(s, seat)
    if move.verb == "church":
        yield from _rivals(s, seat, HARBOR)


def _pawn(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield _say("least")
    yield from _money(s, seat)


def _priced(s: State, seat: int, move: Move) -> Iterator[Text]:
    told = cost(s, move)
    if told and "number" in told.values:
        yield _say("that", cost=spoken(told))


def _favour(s: State, seat: int, move: Move) -> Iterator[Text]:
    card = next(each for each in s.setting.cards.favours if each.code == move.word)
    yield _say("brings", things=rules_of(card))


def _geisha(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _wanted(s, seat, "lacks_geishas", "")
    if s.geishas == 1:
        yield _say("last_one")
    yield from _priced(s, seat, move)


def _honour(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield _say("points", number=move.number, mon=HONOUR[move.number])
    if not Worth(s, seat).left:
        yield _say("mon_ends")


def _blessing(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _wanted(s, seat, "lacks_blessing", "")
    if s.blessings == 1:
        yield _say("last_one")
    yield _say("averts")


def _saying(key: str, **values: object) -> Callable[[State, int, Move], Iterator[Text]]:
    return lambda s, seat, move: iter([_say(key, **values)])


def _idle(s: State, seat: int, move: Move) -> Iterator[Text]:
    if isinstance(s.tasks[-1], Activate):
        yield _say("nothing_here", place=Mark("place", move.word, Word(PLACES[move.place])))


def _here(place: int) -> Callable[[State, int, Move], Iterator[Text]]:
    return lambda s, seat, move: iter([_does(s, place)])


def _bonus(s: State, seat: int, move: Move) -> Iterator[Text]:
    task = s.tasks[-1]
    if isinstance(task, BonusPart) and (part := s.setting.cards.missions[task.mission].bonus):
        yield _say("brings", things=rewards_of(part))


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
    "accept": _respond,
    "decline": _respond,
    "position": _position,
    "skip": _saying("worth_more"),
    "look": _saying("learns"),
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
