"""How cards, weapons, money and disciples change places: every rule moves them with these functions."""

from collections.abc import Callable
from functools import partial

from kabuto.table import Word
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    FIRST_ANNEX,
    GARDEN,
    MISSION_PILES,
    WEAPON,
)
from kabuto.yedo.cards import Effect
from kabuto.yedo.state.state import Clan, Fact, State, Undrawn, inserted, swapped, unknown, without
from kabuto.yedo.words import Saying

HANDS = {ACTION: "actions", BONUS: "bonuses", **dict.fromkeys(MISSION_PILES, "missions")}
"""Pile → the hand that its cards are kept in."""


def hand(clan: Clan, pile: int) -> tuple[int, ...]:
    """The hand that cards of a pile are kept in."""
    found: tuple[int, ...] = getattr(clan, HANDS[pile])
    return found


def pile_of_mission(s: State, mission: int) -> int:
    """The pile of a mission, seen or unseen."""
    return -1 - mission if mission < 0 else s.setting.cards.mission_pile[mission]


def code(s: State, pile: int, card: int) -> str:
    """How a card of a pile is written."""
    return "?" if card < 0 else s.setting.cards.codes[pile][card]


def own_card(s: State, seat: int, text: str) -> tuple[int, int] | None:
    """Pile and number of the card that a seat holds under this code."""
    found = s.setting.cards.find(text)
    if found is None or found[1] not in hand(s.clans[seat], found[0]):
        return None
    return found


def own_codes(s: State, seat: int, pile: int) -> list[str]:
    """The codes of the cards in a hand, each once."""
    return [code(s, pile, card) for card in dict.fromkeys(hand(s.clans[seat], pile))]


# Piles.


def top(s: State, pile: int, number: int) -> tuple[int, ...]:
    """The top cards of a pile, as many as there are; a short weapon stack gets the shuffled discard (Q7)."""
    if pile == WEAPON and len(s.decks[pile]) < number and s.discard:
        assert s.chance is not None
        beneath = s.chance(s, s.discard)
        s.note(Fact("shuffle", pile=WEAPON, cards=s.discard))
        s.reshuffles = (*s.reshuffles, beneath)
        s.decks = swapped(s.decks, WEAPON, s.decks[WEAPON] + beneath)
        s.discard = ()
    cards = s.decks[pile][:number]
    if unknown(pile) in cards:
        raise Undrawn(pile)
    return cards


def lift(s: State, pile: int, number: int) -> tuple[int, ...]:
    """Take the top cards off a pile."""
    cards = top(s, pile, number)
    s.decks = swapped(s.decks, pile, s.decks[pile][len(cards) :])
    return cards


def under(s: State, pile: int, cards: tuple[int, ...]) -> None:
    """Put cards under a pile, the first one uppermost (Q6)."""
    s.decks = swapped(s.decks, pile, s.decks[pile] + cards)


def draw(s: State, seat: int, pile: int) -> None:
    """The top card of a pile goes to a hand; from an empty pile nothing does (Q48)."""
    cards = lift(s, pile, 1)
    if cards:
        hold(s, seat, pile, cards[0])
        s.note(Fact("draw", seat, pile, cards, sees=1 << seat))


def draw_weapon(s: State, seat: int) -> None:
    """The top weapon of the stack, openly."""
    cards = lift(s, WEAPON, 1)
    s.note(Fact("flip", seat, WEAPON, cards))
    for weapon in cards:
        gain_weapon(s, seat, weapon)


def tuck(s: State, seat: int, pile: int, card: int) -> None:
    """A card of a hand goes face down under its pile."""
    clan = s.edit(seat)
    setattr(clan, HANDS[pile], without(hand(clan, pile), card))
    under(s, pile, (card,))
    s.note(Fact("tuck", seat, pile, (card,), sees=1 << seat))


def hold(s: State, seat: int, pile: int, card: int) -> None:
    clan = s.edit(seat)
    setattr(clan, HANDS[pile], inserted(hand(clan, pile), card))


# What a clan owns.


def pay(s: State, seat: int, mon: int) -> None:
    """Money to the bank."""
    s.edit(seat).mon -= mon


def earn(s: State, seat: int, mon: int) -> None:
    """Money from the bank."""
    s.edit(seat).mon += mon


def score(s: State, seat: int, prestige: int) -> None:
    """Prestige points; never below 0 (Q5)."""
    clan = s.edit(seat)
    clan.prestige = max(0, clan.prestige + prestige)


def gain_weapon(s: State, seat: int, weapon: int) -> None:
    """A weapon comes to the clan board."""
    clan = s.edit(seat)
    clan.weapons = inserted(clan.weapons, weapon)


def drop_weapon(s: State, seat: int, weapon: int) -> None:
    """A weapon goes face up onto the discard."""
    clan = s.edit(seat)
    clan.weapons = without(clan.weapons, weapon)
    s.discard = inserted(s.discard, weapon)


def gain_blessing(s: State, seat: int) -> None:
    """A blessing from the temple, if the seat has none (Q46)."""
    if not s.clans[seat].blessing and s.blessings:
        s.edit(seat).blessing = 1
        s.blessings -= 1


def drop_blessing(s: State, seat: int) -> None:
    """A blessing goes back to the temple."""
    s.edit(seat).blessing = 0
    s.blessings += 1


def gain_geisha(s: State, seat: int) -> bool:
    """A geisha from the supply, if there is one and room for her."""
    if not s.geishas or s.clans[seat].geishas >= s.setting.board.max_geishas:
        return False
    s.edit(seat).geishas += 1
    s.geishas -= 1
    return True


def annexes_to_build(s: State, seat: int) -> list[int]:
    """The types that are in the supply and that the clan does not own."""
    owned = s.clans[seat].annexes
    return [annex for annex in range(len(ANNEXES)) if s.annexes[annex] and annex not in owned]


def gain_annex(s: State, seat: int, annex: int) -> None:
    """An annex from the supply."""
    clan = s.edit(seat)
    clan.annexes = inserted(clan.annexes, annex)
    s.annexes = swapped(s.annexes, annex, s.annexes[annex] - 1)


def take_church(s: State, seat: int) -> None:
    """All money of the church."""
    earn(s, seat, s.church)
    s.church = 0


_AWARDS: dict[str, Callable[..., None]] = {
    "prestige": score,
    "mon": earn,
    "blessing": gain_blessing,
    "action": partial(draw, pile=ACTION),
    "bonus": partial(draw, pile=BONUS),
    "church": take_church,
    "stack-weapon": draw_weapon,
}


def award(s: State, seat: int, reward: Effect) -> bool:
    """Give a seat a reward that leaves nothing to decide; False if it is none of these."""
    if reward.op not in _AWARDS:
        return False
    _AWARDS[reward.op](s, seat, *reward.args)
    return True


# Disciples.


def from_reserve(s: State, seat: int) -> None:
    """A disciple comes from the reserve to the clan house, if there is one."""
    clan = s.edit(seat)
    if clan.reserve:
        clan.reserve -= 1
        clan.home += 1


def has_reserve(s: State, seat: int, arrested: bool = False) -> bool:
    """Whether the reserve has room for another disciple of a clan (Y152, Q40)."""
    board = s.setting.board
    return s.clans[seat].reserve < board.reserve_limit or not (arrested or board.reserve_limit_always)


def to_reserve(s: State, seat: int, arrested: bool = False) -> None:
    """A disciple goes to the reserve, or home if there is no room."""
    there, clan = has_reserve(s, seat, arrested), s.edit(seat)
    clan.reserve += there
    clan.home += not there


def stands(s: State, seat: int, place: int) -> int:
    """How many disciples of a seat stand on a place."""
    if place >= FIRST_ANNEX:
        return int(place - FIRST_ANNEX in s.clans[seat].manned)
    return s.spaces[place].count(seat)


def stood_on(s: State, seat: int) -> list[int]:
    """The places on which disciples of a seat stand."""
    spots = [spot for spot, row in enumerate(s.spaces) if seat in row]
    return spots + [FIRST_ANNEX + annex for annex in s.clans[seat].manned]


def put(s: State, seat: int, place: int) -> None:
    """A disciple onto a place; in the garden onto the first free space (Q35)."""
    if place >= FIRST_ANNEX:
        clan = s.edit(seat)
        clan.manned = inserted(clan.manned, place - FIRST_ANNEX)
    elif place == GARDEN:
        row = s.spaces[GARDEN]
        s.spaces = swapped(s.spaces, GARDEN, swapped(row, row.index(-1), seat))
    else:
        s.spaces = swapped(s.spaces, place, (*s.spaces[place], seat))


def leave(s: State, seat: int, place: int) -> None:
    """A disciple leaves a place."""
    if place >= FIRST_ANNEX:
        clan = s.edit(seat)
        clan.manned = without(clan.manned, place - FIRST_ANNEX)
    elif place == GARDEN:
        row = s.spaces[GARDEN]
        s.spaces = swapped(s.spaces, GARDEN, swapped(row, row.index(seat), -1))
    else:
        s.spaces = swapped(s.spaces, place, without(s.spaces[place], seat))


def go_home(s: State, seat: int, place: int) -> None:
    """A disciple goes from a place to the clan house."""
    leave(s, seat, place)
    s.edit(seat).home += 1


def refuse_annex(s: State, seat: int, name: str) -> Saying | None:
    """Why a clan cannot get this annex."""
    annex = ANNEXES.index(name)
    if annex in s.clans[seat].annexes:
        return s.say("annex_owned", annex=Word(name))
    return None if s.annexes[annex] else s.say("annex_gone", annex=Word(name))
