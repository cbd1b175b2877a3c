"""What a disciple can do on each place of the board, and on each annex (Y173–Y194, Y200–Y209)."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kabuto.table import Word
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    COLOURS,
    DOJO,
    EVENT,
    FIRST_ANNEX,
    GARDEN,
    GATES,
    GREEN,
    HARBOR,
    KARESANSUI,
    KOBUDO,
    MARKET,
    MISSION,
    PILES,
    PRESTIGE,
    REDLIGHT,
    TAVERN,
    TEMPLE,
    WEAPON,
    WEAPONS,
    YASHIKI,
)
from kabuto.yedo.moves import BLESSING, CHURCH, DRAW, RECRUIT, Move, move
from kabuto.yedo.moves import GARDEN as TO_THE_GARDEN
from kabuto.yedo.moves import PRESTIGE as TAKE_PRESTIGE
from kabuto.yedo.phases.event_phase import price
from kabuto.yedo.phases.gains import check_limits, look
from kabuto.yedo.state.pieces import (
    annexes_to_build,
    draw,
    draw_weapon,
    drop_weapon,
    earn,
    from_reserve,
    gain_annex,
    gain_blessing,
    gain_geisha,
    gain_weapon,
    own_card,
    own_codes,
    pay,
    refuse_annex,
    score,
    take_church,
    top,
    tuck,
)
from kabuto.yedo.state.state import Fact, State, swapped
from kabuto.yedo.words import Saying

RECRUIT_PRICE, ANNEX_PRICE, GEISHA_PRICE, GEISHA_PRESTIGE, DRAW_PRICE, PAWN = 7, 11, 8, 2, 4, 2
SELL = {1: 3, 2: 5}
"""Prestige points given at the gates → Mon."""
HONOUR = {1: 4, 3: 9}
"""Prestige points bought in the harbor → Mon."""
LOOKS = {
    "gates": (ACTION,),
    "tavern": (WEAPON,),
    "harbor": (BONUS,),
    "temple": (2, 3, 4, 5, EVENT),
    "karesansui": (ACTION, BONUS, 2, 3, 4, 5, WEAPON, EVENT),
}
"""Place → the piles that can be looked at there."""


def market_price(s: State, seat: int | None, field: int) -> int:
    """What a weapon on a market field costs a seat, or who owns no school (Y189, Y190, Q49)."""
    owned = () if seat is None else s.clans[seat].annexes
    rebate = s.setting.board.school_rebate if KOBUDO in owned else 0
    return max(0, s.setting.board.prices[field] - rebate + price(s, "weapon"))


class Actions(NamedTuple):
    """What a disciple on a place can do."""

    moves: Callable[[State, int], Iterable[Move]]
    """All that are legal."""
    refuse: Callable[[State, int, Move], Saying | None]
    do: Callable[[State, int, Move], None]


def _always(moves: tuple[Move, ...]) -> Callable[[State, int], Iterable[Move]]:
    return lambda s, seat: moves


def place_of(move: Move) -> int | None:
    """The place on which the disciple stands that a move activates."""
    match move.verb:
        case "idle" | "look":
            return move.place
        case "swap":
            if move.word in WEAPONS:
                return FIRST_ANNEX + DOJO
            return FIRST_ANNEX + (YASHIKI if len(move.words) > 1 else KOBUDO)
        case verb:
            return _PLACE_OF.get(verb)


_PLACE_OF = {
    "recruit": GATES,
    "sell": GATES,
    "build": TAVERN,
    "church": HARBOR,
    "honour": HARBOR,
    "blessing": TEMPLE,
    "geisha": REDLIGHT,
    "draw": REDLIGHT,
    "buy": MARKET,
    "pawn": MARKET,
    "prestige": PRESTIGE,
    "mission": MISSION,
    "garden": GARDEN,
}
VERBS = frozenset({*_PLACE_OF, "look", "swap", "idle"})
"""The verbs of these actions."""


def _refuse_price(s: State, seat: int, mon: int) -> Saying | None:
    return s.say("too_dear", mon=mon) if s.clans[seat].mon < mon else None


def _refuse_prestige(s: State, seat: int, prestige: int) -> Saying | None:
    return s.say("too_little_prestige", number=prestige) if s.clans[seat].prestige < prestige else None


_LOOKS = {
    place: [(pile, move("look", place, PILES[pile])) for pile in piles] for place, piles in LOOKS.items()
}


def _looks(s: State, place: str) -> list[Move]:
    decks = s.decks
    return [look for pile, look in _LOOKS[place] if decks[pile] or (pile == WEAPON and s.discard)]


def _refuse_look(s: State, seat: int, move: Move) -> Saying | None:
    place, name = move.words
    pile = PILES.index(name)
    if pile not in LOOKS[place]:
        return s.say("no_look", place=Word(place))
    if not s.decks[pile] and not (pile == WEAPON and s.discard):
        return s.say("pile_empty")
    return None


def _look(s: State, seat: int, move: Move) -> None:
    look(s, seat, PILES.index(move.words[1]))


# Gates.


def recruit_price(s: State) -> int:
    """What a disciple costs at the gates."""
    return max(0, RECRUIT_PRICE + price(s, "recruit"))


def _gates_refuse(s: State, seat: int, move: Move) -> Saying | None:
    match move.verb:
        case "recruit":
            return (
                _refuse_price(s, seat, recruit_price(s)) if s.clans[seat].reserve else s.say("reserve_empty")
            )
        case "sell":
            return _refuse_prestige(s, seat, move.number)
    return _refuse_look(s, seat, move)


def _gates_do(s: State, seat: int, move: Move) -> None:
    match move.verb:
        case "recruit":
            pay(s, seat, recruit_price(s))
            from_reserve(s, seat)
        case "sell":
            score(s, seat, -move.number)
            earn(s, seat, SELL[move.number])
        case _:
            _look(s, seat, move)


_SELL = {n: move("sell", n) for n in SELL}


def _gates_moves(s: State, seat: int) -> list[Move]:
    clan = s.clans[seat]
    recruits = [RECRUIT] if clan.reserve and clan.mon >= recruit_price(s) else []
    sales = [sale for number, sale in _SELL.items() if clan.prestige >= number]
    return recruits + sales + _looks(s, "gates")


# Tavern.


def annex_price(s: State) -> int:
    """What an annex costs in the tavern."""
    return max(0, ANNEX_PRICE + price(s, "annex"))


def _tavern_refuse(s: State, seat: int, move: Move) -> Saying | None:
    if move.verb == "build":
        return refuse_annex(s, seat, move.word) or _refuse_price(s, seat, annex_price(s))
    return _refuse_look(s, seat, move)


def _tavern_do(s: State, seat: int, move: Move) -> None:
    if move.verb == "build":
        pay(s, seat, annex_price(s))
        gain_annex(s, seat, move.annex)
    else:
        _look(s, seat, move)


_BUILD = tuple(move("build", annex) for annex in ANNEXES)


def _tavern_moves(s: State, seat: int) -> list[Move]:
    can_pay = s.clans[seat].mon >= annex_price(s)
    built = [_BUILD[annex] for annex in annexes_to_build(s, seat)] if can_pay else []
    return built + _looks(s, "tavern")


# Harbor.


def _harbor_refuse(s: State, seat: int, move: Move) -> Saying | None:
    match move.verb:
        case "church":
            return None if s.church else s.say("church_empty")
        case "honour":
            return _refuse_price(s, seat, HONOUR[move.number])
    return _refuse_look(s, seat, move)


def _harbor_do(s: State, seat: int, move: Move) -> None:
    match move.verb:
        case "church":
            take_church(s, seat)
        case "honour":
            pay(s, seat, HONOUR[move.number])
            score(s, seat, move.number)
        case _:
            _look(s, seat, move)


_HONOUR = {n: move("honour", n) for n in HONOUR}


def _harbor_moves(s: State, seat: int) -> list[Move]:
    mon = s.clans[seat].mon
    bought = [move for number, move in _HONOUR.items() if mon >= HONOUR[number]]
    return ([CHURCH] if s.church else []) + bought + _looks(s, "harbor")


# Temple.


def _temple_refuse(s: State, seat: int, move: Move) -> Saying | None:
    if move.verb == "blessing":
        if s.clans[seat].blessing:
            return s.say("blessing_owned")
        return None if s.blessings else s.say("blessing_gone")
    return _refuse_look(s, seat, move)


def _temple_do(s: State, seat: int, move: Move) -> None:
    if move.verb == "blessing":
        gain_blessing(s, seat)
    else:
        _look(s, seat, move)


def _temple_moves(s: State, seat: int) -> list[Move]:
    blessed = [] if s.clans[seat].blessing or not s.blessings else [BLESSING]
    return blessed + _looks(s, "temple")


# Red light.


def geisha_price(s: State) -> int:
    """What a geisha costs."""
    return max(0, GEISHA_PRICE + price(s, "geisha"))


def draw_price(s: State) -> int:
    """What an action card costs."""
    return max(0, DRAW_PRICE + price(s, "draw"))


def _redlight_refuse(s: State, seat: int, move: Move) -> Saying | None:
    if move.verb == "draw":
        return _refuse_price(s, seat, draw_price(s))
    if s.clans[seat].geishas >= s.setting.board.max_geishas:
        return s.say("geishas_enough", number=s.setting.board.max_geishas)
    if not s.geishas:
        return s.say("geishas_gone")
    if move.word == "mon":
        return _refuse_price(s, seat, geisha_price(s))
    return _refuse_prestige(s, seat, GEISHA_PRESTIGE)


def _redlight_do(s: State, seat: int, move: Move) -> None:
    if move.verb == "draw":
        pay(s, seat, draw_price(s))
        draw(s, seat, ACTION)
        check_limits(s, seat)
        return
    if move.word == "mon":
        pay(s, seat, geisha_price(s))
    else:
        score(s, seat, -GEISHA_PRESTIGE)
    gain_geisha(s, seat)


_GEISHA_MON, _GEISHA_PRESTIGE = move("geisha", "mon"), move("geisha", "prestige")


def _redlight_moves(s: State, seat: int) -> Iterator[Move]:
    clan = s.clans[seat]
    if s.geishas and clan.geishas < s.setting.board.max_geishas:
        if clan.mon >= geisha_price(s):
            yield _GEISHA_MON
        if clan.prestige >= GEISHA_PRESTIGE:
            yield _GEISHA_PRESTIGE
    if clan.mon >= draw_price(s):
        yield DRAW


# Market.


_BUY = tuple(move("buy", field) for field in range(1, 6))


def _market_moves(s: State, seat: int) -> Iterator[Move]:
    mon = s.clans[seat].mon
    for field, weapon in enumerate(s.market):
        if weapon >= 0 and mon >= market_price(s, seat, field):
            yield _BUY[field]
    yield from (move("pawn", text) for pile in (ACTION, BONUS) for text in own_codes(s, seat, pile))


def _market_refuse(s: State, seat: int, move: Move) -> Saying | None:
    if move.verb == "buy":
        field = move.number - 1
        if s.market[field] < 0:
            return s.say("field_empty", field=field + 1)
        return _refuse_price(s, seat, market_price(s, seat, field))
    found = own_card(s, seat, move.word)
    return None if found and found[0] in (ACTION, BONUS) else s.say("pawn_what")


def _market_do(s: State, seat: int, move: Move) -> None:
    if move.verb == "buy":
        field = move.number - 1
        pay(s, seat, market_price(s, seat, field))
        gain_weapon(s, seat, s.market[field])
        s.note(Fact("buy", seat, WEAPON, (s.market[field],)))
        s.market = swapped(s.market, field, -1)
        check_limits(s, seat)
    else:
        found = own_card(s, seat, move.word)
        assert found is not None
        tuck(s, seat, *found)
        earn(s, seat, PAWN)


# Castle.


def _nothing_against(s: State, seat: int, move: Move) -> Saying | None:
    return None


def _prestige_do(s: State, seat: int, move: Move) -> None:
    score(s, seat, 1)


_MISSION = {PILES.index(colour): move("mission", colour) for colour in COLOURS}


def _mission_moves(s: State, seat: int) -> list[Move]:
    return [move for pile, move in _MISSION.items() if s.decks[pile]]


def _mission_refuse(s: State, seat: int, move: Move) -> Saying | None:
    return None if s.decks[move.pile] else s.say("deck_empty", colour=Word(move.word))


def _mission_do(s: State, seat: int, move: Move) -> None:
    draw(s, seat, move.pile)
    check_limits(s, seat)


# Annexes.


def _yashiki_moves(s: State, seat: int) -> Iterator[Move]:
    for text in own_codes(s, seat, GREEN):
        found = own_card(s, seat, text)
        for pile, colour in enumerate(COLOURS, GREEN):
            if s.decks[pile] or (found and found[0] == pile):
                yield move("swap", text, colour)


def _yashiki_refuse(s: State, seat: int, move: Move) -> Saying | None:
    text, colour = move.words
    found = own_card(s, seat, text)
    if found is None or found[0] in (ACTION, BONUS):
        return s.say("not_in_hand", card=text)
    # The mission goes back first, so the deck of its own colour is never empty.
    pile = PILES.index(colour)
    return None if s.decks[pile] or found[0] == pile else s.say("deck_empty", colour=Word(colour))


def _yashiki_do(s: State, seat: int, move: Move) -> None:
    found = own_card(s, seat, move.word)
    assert found is not None
    tuck(s, seat, *found)
    draw(s, seat, PILES.index(move.words[1]))


def _dojo_moves(s: State, seat: int) -> Iterable[Move]:
    return (move("swap", WEAPONS[weapon]) for weapon in dict.fromkeys(s.clans[seat].weapons))


def _dojo_refuse(s: State, seat: int, move: Move) -> Saying | None:
    return None if move.weapon in s.clans[seat].weapons else s.say("lacks_weapon", weapon=Word(move.word))


def _dojo_do(s: State, seat: int, move: Move) -> None:
    drop_weapon(s, seat, move.weapon)
    top(s, WEAPON, 1)
    draw_weapon(s, seat)


def _kobudo_moves(s: State, seat: int) -> Iterable[Move]:
    return (move("swap", text) for text in own_codes(s, seat, ACTION))


def _kobudo_refuse(s: State, seat: int, move: Move) -> Saying | None:
    found = own_card(s, seat, move.word)
    return None if found and found[0] == ACTION else s.say("not_in_hand", card=move.word)


def _kobudo_do(s: State, seat: int, move: Move) -> None:
    found = own_card(s, seat, move.word)
    assert found is not None
    tuck(s, seat, *found)
    draw(s, seat, ACTION)


def _changes_order(s: State, seat: int, move: Move) -> None:
    raise AssertionError("the whole garden is resolved at once")


ACTIONS: dict[int, Actions] = {
    PRESTIGE: Actions(_always((TAKE_PRESTIGE,)), _nothing_against, _prestige_do),
    MISSION: Actions(_mission_moves, _mission_refuse, _mission_do),
    GARDEN: Actions(_always((TO_THE_GARDEN,)), _nothing_against, _changes_order),
    GATES: Actions(_gates_moves, _gates_refuse, _gates_do),
    TAVERN: Actions(_tavern_moves, _tavern_refuse, _tavern_do),
    HARBOR: Actions(_harbor_moves, _harbor_refuse, _harbor_do),
    REDLIGHT: Actions(_redlight_moves, _redlight_refuse, _redlight_do),
    MARKET: Actions(_market_moves, _market_refuse, _market_do),
    TEMPLE: Actions(_temple_moves, _temple_refuse, _temple_do),
    FIRST_ANNEX + YASHIKI: Actions(_yashiki_moves, _yashiki_refuse, _yashiki_do),
    FIRST_ANNEX + KARESANSUI: Actions(lambda s, seat: _looks(s, "karesansui"), _refuse_look, _look),
    FIRST_ANNEX + DOJO: Actions(_dojo_moves, _dojo_refuse, _dojo_do),
    FIRST_ANNEX + KOBUDO: Actions(_kobudo_moves, _kobudo_refuse, _kobudo_do),
}
"""Place → what can be done there."""


def _all_looks(place: str) -> tuple[Move, ...]:
    return tuple(look for _, look in _LOOKS[place])


_OFFERED: dict[int, tuple[Move, ...]] = {
    MISSION: tuple(_MISSION.values()),
    GATES: (RECRUIT, *_SELL.values(), *_all_looks("gates")),
    TAVERN: (*_BUILD, *_all_looks("tavern")),
    HARBOR: (CHURCH, *_HONOUR.values(), *_all_looks("harbor")),
    REDLIGHT: (_GEISHA_MON, _GEISHA_PRESTIGE, DRAW),
    MARKET: _BUY,
    TEMPLE: (BLESSING, *_all_looks("temple")),
    FIRST_ANNEX + KARESANSUI: _all_looks("karesansui"),
}
"""Place → what it always offers, in the order in which it is told."""


def offered(s: State, seat: int, place: int) -> list[Move]:
    """Everything that a place offers a seat, what is refused now too."""
    always = _OFFERED.get(place, ())
    if place == MARKET:
        always = always[: len(s.market)]
    if place == FIRST_ANNEX + YASHIKI:
        always = tuple(move("swap", text, colour) for text in own_codes(s, seat, GREEN) for colour in COLOURS)
    return list(dict.fromkeys((*always, *ACTIONS[place].moves(s, seat))))
