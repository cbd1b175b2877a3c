"""What does not change in a game: the cards and the board, once for each reader's language."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from kabuto.table import Value
from kabuto.table.text import parts, translate
from kabuto.table.wire import Sentence
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    COPIES,
    DISCIPLES,
    DISTRICTS,
    GROUPS,
    PILES,
    PLACES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
    board,
)
from kabuto.yedo.cards import Action, Bonus, CardSet, Event, Favour, Mission, card_set
from kabuto.yedo.cards import Card as AnyCard
from kabuto.yedo.cards import Part as PartCard
from kabuto.yedo.cards.card_text import rewards_of, rules_of, say_effect
from kabuto.yedo.options import OPTIONS
from kabuto.yedo.phases.auction import PRESTIGE_WON
from kabuto.yedo.phases.districts import (
    ANNEX_PRICE,
    DRAW_PRICE,
    GEISHA_PRESTIGE,
    GEISHA_PRICE,
    HONOUR,
    PAWN,
    RECRUIT_PRICE,
    SELL,
)
from kabuto.yedo.phases.event_phase import DEAR
from kabuto.yedo.phases.gains import CARDS_DRAWN
from kabuto.yedo.phases.scoring import BLACKMAIL_POINTS
from kabuto.yedo.phases.setup import OPENING_MISSIONS
from kabuto.yedo.phases.trade import MOST, MOST_OFFERS
from kabuto.yedo.wire.topics import districts_of, weapons_of
from kabuto.yedo.wire.types import Lot, Need
from kabuto.yedo.words import NAMES, WORDS, spoken


class CardPart(Struct, frozen=True):
    """A part of a mission as it is printed."""

    needs: list[Need]
    """Everything it asks for, districts first."""
    rewards: list[Sentence]
    """What it brings."""
    gains: list[tuple[str, int]]
    """The same as words of the card files and numbers: ``prestige``, ``mon``, ``action``, …"""


class Card(Struct, frozen=True, omit_defaults=True):
    """A card as it is printed. Fields that do not belong to its kind are left out."""

    code: str
    """How moves name it."""
    kind: Literal["mission", "action", "bonus", "event", "favour"]
    """What kind of card."""
    name: str
    """Its name."""
    text: str
    """A line in the mood of the period."""
    rules: list[Sentence] = []
    """What it does, or its condition."""
    lasting: list[Sentence] = []
    """Event: those rules that hold until the next one."""
    copies: int = 1
    """How many there are."""
    time: str = ""
    """Action: when it is played: ``auction``, ``event``, ``place``, ``5b``, ``5c``, ``act``, ``reaction``."""
    when: str = ""
    """The same in words."""
    colour: str = ""
    """Mission: its colour."""
    standard: CardPart | None = None
    """Mission: its standard part."""
    bonus: CardPart | None = None
    """Mission: its bonus part, if it has one."""
    alone: int = 0
    """Bonus: the points if the owner alone meets it."""
    shared: int = 0
    """Bonus: the points if others do too."""
    districts: list[str] = []
    """The districts that it names or acts on."""
    weapons: list[str] = []
    """The weapons that it needs, gives or takes; all of them where it does not say which."""


class District(Struct, frozen=True):
    """A district of the city."""

    name: str
    """Its name in the notation."""
    label: str
    """Its name in words."""
    places: dict[str, int]
    """Its places for disciples → how many find room."""
    fenced: dict[str, int]
    """Place → how many spaces more it has with other numbers of players."""


class Board(Struct, frozen=True):
    """The numbers of the board for one number of players."""

    players: int
    """How many players."""
    rounds: int
    """How many rounds."""
    districts: list[District]
    """In the order in which the blue patrol passes them; the red one goes the other way."""
    lots: list[Lot]
    """What is auctioned, with the printed minimum bids."""
    market: list[int]
    """Market field → its printed price."""
    prices: dict[str, int]
    """Printed prices: ``recruit``, ``annex``, ``geisha``, ``geisha_prestige``, ``draw``, ``pawn``,
    ``school`` (what a Kobudo-Ryu takes off a weapon)."""
    sells: dict[str, int]
    """Prestige sold at the gates → Mon."""
    honours: dict[str, int]
    """Prestige bought in the harbor → Mon."""
    limits: dict[str, int]
    """The most that a clan may have: ``missions``, ``actions``, ``bonuses``, ``weapons``, ``geishas``,
    ``reserve``; ``trade``: things on each side of a brief offer; ``offers``: free ones in one place;
    ``reserve_always``: 1 if the limit of the reserve holds for more than arrests."""
    start: dict[str, int]
    """``money``, ``prestige``, ``church``, ``step_out``, ``blessings``, ``geishas``, ``annexes`` (of each),
    ``disciples``, ``copies`` (of each weapon), ``missions`` (dealt to a clan), ``dear`` (market fields that
    are filled every round), ``drawn`` (cards that are drawn or looked at together), ``won`` (prestige
    that comes with an annex or a geisha from an auction), ``blackmail`` (its points at the end)."""
    patrol_start: str
    """Where the patrol begins."""
    patrol_from: int
    """The round in which it first moves."""


class Reference(Struct, frozen=True):
    """What does not change in a game: asked for once, in the reader's language."""

    cards: list[Card]
    """Every card of the card set."""
    board: Board
    """The board for this number of players."""
    names: dict[str, str]
    """Everything that moves and messages name → what it is called: places, weapons, colours, lots, piles."""


LASTING = frozenset({"close", "price", "patrol-steps", "no-patrol", "no-trade"})
"""What an event does until the next one comes."""


def reference(options: Mapping[str, Value], language: str = "en") -> Reference:
    """What does not change in a game with these options."""
    cards = card_set(str(options["cards"]))
    return _reference(cards, int(options["players"]), language)


@lru_cache(maxsize=64)
def _reference(cards: CardSet, players: int, language: str) -> Reference:
    kinds = (cards.missions, cards.actions, cards.bonuses, cards.events, cards.favours)
    return Reference(
        cards=[_card(card, language) for kind in kinds for card in kind],
        board=_board(players, language),
        names=_names(language),
    )


def _card(card: AnyCard, language: str) -> Card:
    told: dict[str, Any] = {
        "code": card.code,
        "name": translate(card.name, language),
        "text": translate(card.text, language),
        "districts": districts_of(card),
        "weapons": weapons_of(card),
        "rules": [] if isinstance(card, Mission) else [parts(rule, language) for rule in rules_of(card)],
    }
    match card:
        case Mission():
            return Card(
                kind="mission",
                **told,
                colour=COLOURS[card.colour],
                standard=_part(card.standard, language),
                bonus=_part(card.bonus, language) if card.bonus else None,
            )
        case Action():
            when = WORDS.words(language, NAMES)[f"time_{card.timing}"]
            return Card(kind="action", **told, copies=card.copies, time=card.timing, when=when)
        case Bonus():
            return Card(kind="bonus", **told, alone=card.alone, shared=card.shared)
        case Event():
            lasting = [each for each in card.effects if each.op in LASTING]
            return Card(
                kind="event", **told, lasting=[parts(spoken(say_effect(each)), language) for each in lasting]
            )
        case Favour():
            return Card(kind="favour", **told)
    raise TypeError(card)


def _part(card: PartCard, language: str) -> CardPart:
    return CardPart(
        needs=list(_needs(card, language)),
        rewards=[parts(text, language) for text in rewards_of(card)],
        gains=[(reward.op, int(reward.args[0]) if reward.args else 1) for reward in card.rewards],
    )


def _needs(card: PartCard, language: str) -> Iterator[Need]:
    """What a part asks for, in the order of ``hand.part``."""
    for kind, names, things in (
        ("district", DISTRICTS, card.districts),
        ("weapon", WEAPONS, card.weapons),
        ("annex", ANNEXES, card.annexes),
    ):
        for thing in dict.fromkeys(things):
            yield Need(kind, names[thing], things.count(thing))  # type: ignore[arg-type]
    for kind, number in (("geisha", card.geishas), ("blessing", card.blessing), ("mon", card.mon)):
        if number:
            yield Need(kind, "", number)  # type: ignore[arg-type]
    for condition in card.special:
        yield Need("special", text=parts(spoken(say_effect(condition)), language))


def _board(players: int, language: str) -> Board:
    own = board(players)
    words = WORDS.words(language, NAMES)
    most = [max(board(n).spaces[spot] for n in OPTIONS[0].values) for spot in range(len(SPOTS))]
    return Board(
        players=players,
        rounds=own.rounds,
        districts=[
            District(
                name=DISTRICTS[district],
                label=words[DISTRICTS[district]],
                places={SPOTS[spot]: own.spaces[spot] for spot in SPOTS_OF[district]},
                fenced={
                    SPOTS[spot]: most[spot] - own.spaces[spot]
                    for spot in SPOTS_OF[district]
                    if most[spot] > own.spaces[spot]
                },
            )
            for district in own.ring
        ],
        lots=[
            Lot(name, [CATEGORIES[n] for n in own.contents[number]], own.minimum[number], None, False)
            for number, name in enumerate(own.lots)
        ],
        market=list(own.prices),
        prices={
            "recruit": RECRUIT_PRICE,
            "annex": ANNEX_PRICE,
            "geisha": GEISHA_PRICE,
            "geisha_prestige": GEISHA_PRESTIGE,
            "draw": DRAW_PRICE,
            "pawn": PAWN,
            "school": own.school_rebate,
        },
        sells={str(prestige): mon for prestige, mon in SELL.items()},
        honours={str(prestige): mon for prestige, mon in HONOUR.items()},
        limits={
            "missions": own.max_missions,
            "actions": own.max_actions,
            "bonuses": own.max_bonuses,
            "weapons": own.max_weapons,
            "geishas": own.max_geishas,
            "reserve": own.reserve_limit,
            "trade": MOST,
            "offers": MOST_OFFERS,
            "reserve_always": int(own.reserve_limit_always),
        },
        start={
            "money": own.money,
            "prestige": own.prestige,
            "church": own.church,
            "step_out": own.step_out,
            "blessings": own.blessings,
            "geishas": own.geishas,
            "annexes": own.annexes,
            "disciples": DISCIPLES,
            "copies": COPIES,
            "missions": OPENING_MISSIONS,
            "dear": DEAR,
            "drawn": CARDS_DRAWN,
            "won": PRESTIGE_WON,
            "blackmail": BLACKMAIL_POINTS,
        },
        patrol_start=DISTRICTS[own.patrol_start],
        patrol_from=own.first_move_round,
    )


def _names(language: str) -> dict[str, str]:
    words = WORDS.words(language, NAMES)
    plain = dict.fromkeys((*DISTRICTS, *PLACES, *WEAPONS, *COLOURS))
    found = {name: words[name] for name in plain}
    lots = {f"lot_{lot}": words[f"lot_{lot}"] for lot in (*CATEGORIES, *GROUPS)}
    piles = {f"kind_{pile}": words[f"kind_{pile}"] for pile in PILES}
    return {**found, **lots, **piles}
