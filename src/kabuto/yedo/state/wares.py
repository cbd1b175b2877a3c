"""What is traded: weapons, geishas and cards, as the things of an offer, and their limits (Y154, Q44)."""

from kabuto.yedo.board import ACTION, BONUS, COLOURS, GREEN, WARES, WEAPONS
from kabuto.yedo.state.pieces import HANDS, hand, own_card, pile_of_mission
from kabuto.yedo.state.state import Clan, Fact, State, inserted, unknown, without

Item = tuple[int, int]
"""A thing in an offer: its kind, and which weapon or card it is (``ANY`` if that is open)."""
ANY = -99
KINDS = ("weapon", "geisha", "action", "bonus", *COLOURS)
"""The kinds of things, in the order in which an offer names them."""
WEAPON_ITEM, GEISHA_ITEM, CARD_ITEM = 0, 1, 2
MOST_THINGS = 16
"""No clan has more things that can be traded: that is what the limits of the clan board come to."""


def pile_of(kind: int) -> int:
    """The pile of a kind of card."""
    return ACTION if kind == CARD_ITEM else BONUS if kind == CARD_ITEM + 1 else GREEN + kind - CARD_ITEM - 2


def kind_of(pile: int) -> int:
    """The inverse of ``pile_of``."""
    return CARD_ITEM if pile == ACTION else CARD_ITEM + 1 if pile == BONUS else CARD_ITEM + 2 + pile - GREEN


def can_take_back(s: State, seat: int, items: tuple[Item, ...]) -> bool:
    """Whether the cards among these came from a hand within its limits."""
    return over_limit(s, seat, (), tuple(item for item in items if item[0] >= CARD_ITEM), laid=True) is None


def asked(text: str) -> Item:
    """What a seat asks for by this word."""
    return (WEAPON_ITEM, WEAPONS.index(text)) if text in WEAPONS else (KINDS.index(text), ANY)


def named(s: State, seat: int, text: str) -> Item | None:
    """What a seat gives by this word."""
    if text == "geisha":
        return GEISHA_ITEM, ANY
    if text in WEAPONS:
        return WEAPON_ITEM, WEAPONS.index(text)
    found = own_card(s, seat, text)
    return found and (kind_of(found[0]), found[1])


def owned(clan: Clan, item: Item, s: State | None = None) -> int:
    """How many such things a clan has."""
    kind, which = item
    if kind == WEAPON_ITEM:
        return clan.weapons.count(which)
    if kind == GEISHA_ITEM:
        return clan.geishas
    pile = pile_of(kind)
    if pile >= GREEN:
        assert s is not None
        return sum(pile_of_mission(s, mission) == pile for mission in clan.missions)
    return len(hand(clan, pile))


def over_limit(
    s: State, seat: int, loses: tuple[Item, ...], gains: tuple[Item, ...], laid: bool
) -> str | None:
    """The kind of which a seat would have too many; cards that are laid down have left the hand."""
    clan, board = s.clans[seat], s.setting.board
    table = (
        ("weapon", (WEAPON_ITEM,), len(clan.weapons), board.max_weapons),
        ("geisha", (GEISHA_ITEM,), clan.geishas, board.max_geishas),
        ("action", (CARD_ITEM,), len(clan.actions), board.max_actions),
        ("bonus", (CARD_ITEM + 1,), len(clan.bonuses), board.max_bonuses),
        ("green", tuple(range(CARD_ITEM + 2, CARD_ITEM + 6)), len(clan.missions), board.max_missions),
    )
    for name, kinds, number, limit in table:
        lost = sum(item[0] in kinds for item in loses if not (laid and item[0] >= CARD_ITEM))
        if number - lost + sum(item[0] in kinds for item in gains) > limit:
            return name
    return None


def seen(items: tuple[Item, ...]) -> tuple[int, ...]:
    """The things of an offer as ``WARES``, sorted: what all seats see of them."""
    return tuple(sorted(WARES.index(WEAPONS[n] if k == WEAPON_ITEM else KINDS[k]) for k, n in items))


def hidden(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The things of an offer as others see them: cards face down."""
    return tuple((k, unknown(pile_of(k))) if k >= CARD_ITEM else (k, which) for k, which in items)


def laid(items: tuple[Item, ...]) -> list[tuple[int, int]]:
    """Pile and number of the cards among the things of an offer: they have been laid down."""
    return [(pile_of(kind), card) for kind, card in items if kind >= CARD_ITEM]


def lay(s: State, seat: int, item: Item) -> None:
    """A card is laid down on the table, face down."""
    clan, pile = s.edit(seat), pile_of(item[0])
    setattr(clan, HANDS[pile], without(hand(clan, pile), item[1]))
    s.note(Fact("lay", seat, pile, (item[1],), sees=1 << seat))


def take_back(s: State, seat: int, items: tuple[Item, ...]) -> None:
    """Cards that were laid down go back to the hand."""
    for kind, card in items:
        if kind >= CARD_ITEM:
            clan, pile = s.edit(seat), pile_of(kind)
            setattr(clan, HANDS[pile], inserted(hand(clan, pile), card))
            s.note(Fact("back", seat, pile, (card,), sees=1 << seat))
