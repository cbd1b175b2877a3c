"""Why a move is good, in words: what it brings, and which missions it helps."""

from collections.abc import Callable, Iterator

from kabuto.table import Catalogue, Mark, Text, Word
from kabuto.yedo.activation import Activate
from kabuto.yedo.bidding import PRESTIGE_WON, Raise, minimum, purse
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    DISTRICT_OF,
    DISTRICTS,
    FIRST_ANNEX,
    GARDEN,
    PLACES,
    PRESTIGE,
    WEAPONS,
)
from kabuto.yedo.cards import Card, Mission
from kabuto.yedo.costs import cost, what_it_does
from kabuto.yedo.districts import HONOUR
from kabuto.yedo.ending import BLACKMAIL_POINTS, how_met
from kabuto.yedo.missions import BonusPart, missing
from kabuto.yedo.moves import Move
from kabuto.yedo.sentences import NAMES, spoken
from kabuto.yedo.state import State
from kabuto.yedo.texts import rewards_of, rules_of
from kabuto.yedo.view import YedoView

WORDS = Catalogue("kabuto.yedo", "reasons")
ADVICE = frozenset({"idle"})
"""Verbs of moves whose reasons hold only where a program advises them."""
MOST = 3
"""More reasons than this would hide the important ones."""


def reasons(view: YedoView, move: Move) -> tuple[Text, ...]:
    """The most important things that speak for a legal move, as sentences; at least one."""
    assert view.seat is not None
    return tuple(_found(view.state, view.seat, move))[:MOST] or (_say("quiet"),)


def grounds(view: YedoView, move: Move) -> tuple[Text, ...]:
    """What can be said of a legal move, whoever made it; of some there is nothing to say."""
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
    ring, step = s.setting.board.ring, s.setting.board.directions[s.colour]
    if ring[(ring.index(s.patrol) + step) % len(ring)] == district:
        yield _say("patrol_next", place=Mark("place", DISTRICTS[district], Word(DISTRICTS[district])))
    yield _does(s, place)


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
    if move.number and s.market[move.number - 1] >= 0:
        yield from _weapon(s, seat, s.market[move.number - 1])


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
    if bid <= purse(s, seat):
        yield _say("keeps", mon=purse(s, seat) - bid)


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
    found = s.setting.cards.find(move.word)
    return iter(rules_of(s.setting.cards.card(*found)) if found else ())


def _give_up(s: State, seat: int, move: Move) -> Iterator[Text]:
    """What can be missed."""
    if move.word in WEAPONS:
        owned = s.clans[seat].weapons
        weapon = WEAPONS.index(move.word)
        needed = [n for n in s.clans[seat].missions if weapon in s.setting.cards.missions[n].standard.weapons]
        if not needed or owned.count(weapon) > 1:
            yield _say("spare")


def _priced(s: State, seat: int, move: Move) -> Iterator[Text]:
    told = cost(s, move)
    if told and "number" in told.values:
        yield _say("that", cost=spoken(told))


def _favour(s: State, seat: int, move: Move) -> Iterator[Text]:
    card = next(each for each in s.setting.cards.favours if each.code == move.word)
    yield _say("brings", things=rules_of(card))


def _geisha(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield from _wanted(s, seat, "lacks_geishas", "")
    yield from _priced(s, seat, move)


def _honour(s: State, seat: int, move: Move) -> Iterator[Text]:
    yield _say("points", number=move.number, mon=HONOUR[move.number])


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
    "blackmail": _saying("saves", points=BLACKMAIL_POINTS),
    "lose": _give_up,
    "discard": _give_up,
    "geisha": _geisha,
    "blessing": lambda s, seat, move: iter([*_wanted(s, seat, "lacks_blessing", ""), _say("averts")]),
    "bless": _saying("nothing_lost"),
    "recruit": _saying("one_more"),
    "honour": _honour,
    "church": _priced,
    "sell": _priced,
    "favour": _favour,
    "out": _priced,
    "idle": _idle,
    "prestige": _here(PRESTIGE),
    "garden": _here(GARDEN),
    "mission": lambda s, seat, move: _category(s, seat, CATEGORIES.index("mission")),
    "draw": _priced,
    "bonus": _bonus,
}
"""Verb → what speaks for its moves."""
