"""What a screen that knows no rules is sent about Yedo, typed.

Things are called as in the notation: places (``gates``, ``castle-mission``, ``dojo``), weapons, colours,
lots, and cards by their codes (``M17``). A card whose face the reader may not see is ``?``.
"""

from typing import Literal

from msgspec import Struct

from kabuto.table.wire import Sentence

Phase = Literal["setup", "bidding", "event", "assignment", "patrol", "trading", "action", "over"]


class Way(Struct, frozen=True, omit_defaults=True):
    """A way to meet the bonus part of a mission: what it costs, and what it leads to."""

    move: str
    """Its notation."""
    mon: int
    """Mon to hand over."""
    blessing: bool
    """Whether the blessing is handed over."""
    left: int
    """Mon left after paying, before the reward."""
    prestige: int
    """Prestige points that it brings."""


class Task(Struct, frozen=True, omit_defaults=True):
    """The decision that the game waits for. Fields that do not belong to its kind are left out."""

    kind: str
    """``draft``, ``keep``, ``takefavour``, ``stepout``, ``begin``, ``raise``, ``category``, ``deck``,
    ``build``, ``discard``, ``lose``, ``window``, ``answer``, ``place``, ``protect``, ``trade``, ``offer``,
    ``respond``, ``handover``, ``activate``, ``order``, ``position``, ``marketweapon`` or ``bonuspart``."""
    seat: int
    """Who decides."""
    pile: str = ""
    """``keep``, ``discard``, ``order``: the pile of the cards; of any mission to discard ``green``."""
    cards: list[str] = []
    """``keep``, ``order``: the cards drawn or looked at, ``?`` for everyone but their owner."""
    number: int = 0
    """``deck``: how many are drawn to keep one; ``lose``: how many have to be given up."""
    what: str = ""
    """``lose``: a weapon, geisha, annex, disciple, action, bonus, mission, mon or prestige."""
    averted: bool = False
    """``lose``: whether a blessing averts it."""
    time: str = ""
    """``window``: when its cards are played, ``event`` or ``5b``."""
    lot: str = ""
    """``raise``, ``category``: the lot."""
    player: int | None = None
    """``answer``: who played the card that may be answered."""
    card: str = ""
    """``answer``: that card; ``bonuspart``: the mission."""
    target: list[str] = []
    """``answer``: what the card is aimed at, in the words of the notation."""
    answers: list[tuple[int, str]] = []
    """``answer``: seat and card of every answer so far, each to the one before."""
    works: bool = False
    """``answer``: whether the card takes effect if no one answers any more."""
    rest: list[int] = []
    """``answer``, ``raise``, ``position``: who is asked after this seat."""
    place: str = ""
    """``trade``, ``offer``, ``respond``: the market or the tavern."""
    maker: int | None = None
    """``offer``, ``respond``, ``handover``: who makes the offer."""
    left: int | None = None
    """``trade``: how many offers this seat can still begin here; null where trading is brief."""
    things: int | None = None
    """``trade``, ``offer``: the most things on each side, both of which give something; null: any offer."""
    partner: int | None = None
    """``offer``, ``respond``, ``handover``: to whom it is made."""
    gives: list[str] = []
    """What the maker gives: weapons, ``geisha``, cards; a card face down by its pile, such as ``action``."""
    asks: list[str] = []
    """What the maker asks for: weapons, ``geisha``, or piles of which the partner picks a card."""
    picked: list[str] = []
    """``handover``: what the partner has picked so far."""
    mon: int = 0
    """Mon that the maker pays; negative: that it asks for."""
    is_counter: bool = False
    """``offer``, ``respond``: whether the offer answers another one."""
    ways: list[Way] = []
    """``bonuspart``: the ways to meet it."""
    positions: list[int | None] = []
    """``position``: the new player order so far, null where it is open."""
    orders: list[list[int]] = []
    """``position``: the player order as it will be, first if no one chooses any more, then with position 1,
    2, … for this seat; empty where that is taken."""


class Danger(Struct, frozen=True):
    """Disciples that will be arrested, as things stand."""

    seat: int
    """Whose they are."""
    place: str
    """Where they stand."""
    number: int
    """How many."""


class Patrol(Struct, frozen=True):
    """The patrol on duty."""

    colour: str
    """``red`` or ``blue``: they go opposite ways."""
    district: str
    """Where it stands."""
    has_moved: bool
    """Whether it has moved in this round."""
    ahead: list[str]
    """The districts it enters with its next move, the last one being where it stops; none: it stays."""
    danger: list[Danger]
    """Who will be arrested in this round, as things stand."""
    saved: list[tuple[int, str]]
    """Seat and place of every disciple that a card or Blackmail keeps from arrest."""


class Stall(Struct, frozen=True):
    """A field of the market."""

    weapon: str | None
    """The weapon on it; null: none."""
    price: int
    """What it costs a clan without a Kobudo-Ryu."""
    next: Literal["", "stays", "slides", "goes"]
    """What happens to the weapon in the next round: it moves to a cheap field, or to the discard."""


class Lot(Struct, frozen=True):
    """Something that is auctioned: a category, or with two or three players a group of them."""

    lot: str
    """Its name in the notation."""
    contents: list[str]
    """Its categories."""
    minimum: int
    """The lowest bid, with the present event."""
    winner: int | None
    """Who has won it in this round."""
    is_barred: bool
    """Whether a card keeps it out of this round."""


class Egress(Struct, frozen=True):
    """A seat that has left the bidding without winning."""

    seat: int
    """Which one."""
    mon: int
    """What it got for stepping out before the first auction."""
    is_default: bool
    """Whether it had to, because it could not pay its bid."""


class Bidding(Struct, frozen=True, omit_defaults=True):
    """The bidding of this round. While a lot is auctioned, ``lot`` and what follows it tell how it stands."""

    lots: list[Lot]
    """Everything that can be won."""
    track: list[int]
    """Who may still win an auction, foremost first."""
    egress: list[Egress]
    """Who has left without winning."""
    rebates: list[int]
    """Seat → Mon that a card takes off what it pays."""
    lot: str = ""
    """What is being auctioned; empty: nothing yet."""
    beginner: int | None = None
    """Who named it."""
    best: int | None = None
    """Who bids most."""
    bid: int = 0
    """The highest bid."""
    asked: list[int] = []
    """Who is still to be asked, the seat to move first; the beginner comes last, if a person raises."""


class Clan(Struct, frozen=True):
    """What a clan has, as all seats see it."""

    prestige: int
    """Points on the track."""
    mon: int
    """Money."""
    home: int
    """Disciples in the clan house."""
    reserve: int
    """Disciples in the reserve."""
    weapons: list[str]
    """Its weapons."""
    geishas: int
    """How many geishas."""
    blessing: bool
    """Whether it has a blessing."""
    annexes: list[str]
    """Its annexes."""
    manned: list[str]
    """The annexes with a disciple on them."""
    blackmail: bool
    """Whether its Blackmail is unused."""
    actions: int
    """How many action cards it holds."""
    bonuses: int
    """How many bonus cards it holds."""
    missions: list[str]
    """The colours of its unfinished missions."""
    finished: list[str]
    """Its finished missions."""
    shown: list[str]
    """At the end of the game: its bonus cards."""


class Position(Struct, frozen=True):
    """What lies on the table, as all seats see it."""

    ply: int
    """How many moves have been played."""
    round: int
    """The round, from 1; 0 during set-up."""
    phase: Phase
    """The phase."""
    step: str
    """The step within it, as the rules call it: ``stepping``, ``auction``, ``event-cards``, ``5b``, ``5c``,
    ``trade-market-1``, ``trade-tavern-2``, …"""
    to_move: int | None
    """The seat to move; null when the game is over."""
    order: list[int]
    """The player order."""
    lap: list[int]
    """Whose turn is still to come in the present lap."""
    shogun: bool
    """Whether the Shogun was killed: this round is the last."""
    event: str | None
    """The present event."""
    past: list[str]
    """The events before it, the first one first."""
    closed: str | None
    """The closed district."""
    patrol: Patrol
    """The patrol."""
    disciples: dict[str, list[int | None]]
    """Place on the board → the seats of the disciples on it; the garden house has a place for each position,
    null where it is free."""
    market: list[Stall]
    """The market from the left, the dear fields first."""
    prices: dict[str, int]
    """What things cost now: ``recruit``, ``annex``, ``geisha``, ``draw``."""
    discard: list[str]
    """The discarded weapons."""
    church: int
    """Mon on the church."""
    blessings: int
    """Blessings left in the temple."""
    geishas: int
    """Geishas left."""
    annexes: dict[str, int]
    """Annex → how many are left."""
    piles: dict[str, int]
    """Pile → how many cards are in it."""
    favours: list[str]
    """The favours that can be taken, during set-up."""
    bidding: Bidding | None
    """Null during set-up."""
    clans: list[Clan]
    """Seat → its clan."""
    task: Task | None
    """What has to be decided, as all seats see it; null when the game is over."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move."""

    move: str
    """Its notation: what a client plays."""
    text: Sentence
    """The move in words, with what it costs or brings."""
    group: str
    """What the move is about: moves of one group belong together."""
    warnings: list[Sentence] = []
    """What speaks against it: winning would be useless, or could not be paid."""


class Need(Struct, frozen=True, omit_defaults=True):
    """Something that a part of a mission asks for."""

    kind: Literal["district", "weapon", "annex", "geisha", "special", "blessing", "mon"]
    """What kind of thing."""
    name: str = ""
    """Which district, weapon or annex."""
    number: int = 1
    """How many are needed; in a bonus part together with what the standard part needs there."""
    have: int = 0
    """How many of them the clan has, stand-ins included."""
    met: bool = False
    """Whether that is enough."""
    by: str = ""
    """What stands in, if that takes it: ``yashiki``, ``karesansui`` or ``card``."""
    text: Sentence = []
    """A special condition in words."""


class Part(Struct, frozen=True):
    """How a part of a mission stands."""

    needs: list[Need]
    """Everything it asks for, districts first."""
    met: bool
    """Whether all of it is there."""


class Mission(Struct, frozen=True):
    """A mission in hand."""

    code: str
    """Which one; the reference has its words and rewards."""
    colour: str
    """Its colour."""
    standard: Part
    """Its standard part."""
    bonus: Part | None
    """Its bonus part, if it has one."""
    missing: int | None
    """How many more disciples have to be placed to fulfil it; null: something else is missing too."""
    moves: list[str]
    """The legal moves that fulfil it now."""


class ActionCard(Struct, frozen=True, omit_defaults=True):
    """An action card in hand."""

    code: str
    """Which one; the reference has its words."""
    playable: bool
    """Whether it can be played now."""
    why: Sentence = []
    """Why it can't, while this seat decides something."""
    leads: str = ""
    """Where the patrol would stand after it, for a card that moves it."""


class BonusCard(Struct, frozen=True):
    """A bonus card in hand."""

    code: str
    """Which one; the reference has its words."""
    met: Literal["no", "alone", "shared"]
    """Whether its condition is met now: by this clan alone, or by others too."""
    points: int
    """What it would bring now."""


class Line(Struct, frozen=True, omit_defaults=True):
    """Something that a disciple of this seat can do on a place, or could with more money."""

    move: str
    """Its notation."""
    mon: int = 0
    """What it changes: Mon."""
    prestige: int = 0
    """What it changes: prestige."""
    why: Sentence = []
    """Why it is impossible now, anyone who stands there; left out: it is possible."""


class Known(Struct, frozen=True, omit_defaults=True):
    """What a seat knows of a pile."""

    top: list[str] = []
    """Its top cards, the uppermost first."""
    mixed: list[str] = []
    """The cards below those, in an order that another person chose."""


class Goods(Struct, frozen=True):
    """What an offer of this seat can name, as often as it is there, in the order of the notation."""

    gives: list[str]
    """What it can give."""
    asks: dict[str, list[str]]
    """The seat that it can trade with → what it can ask for."""


class Private(Struct, frozen=True, omit_defaults=True):
    """What one seat alone sees."""

    prompt: Sentence
    """What to do now; empty: it is another seat's turn."""
    task: Task | None
    """The decision as this seat sees it, with the cards that it drew."""
    moves: list[Choice]
    """The legal moves, in the order of ``own.legal``."""
    missions: list[Mission]
    """Unfinished missions."""
    actions: list[ActionCard]
    """Action cards."""
    bonuses: list[BonusCard]
    """Bonus cards."""
    lines: dict[str, list[Line]]
    """Place → what can be done there; of the annexes those that the clan has."""
    prices: list[int]
    """Market field → what a weapon there costs this clan."""
    purse: int
    """The highest bid that this clan can pay."""
    known: dict[str, Known]
    """Pile → what this seat knows of its top; piles of which it knows nothing are left out."""
    goods: Goods | None = None
    """``trade``, ``offer``: what an offer can be made of."""
    drawn: list[Mission] = []
    """``keep``: of missions that were drawn, how they would stand."""


class Fact(Struct, frozen=True, omit_defaults=True):
    """One thing that a move brought about. Fields that do not belong to its kind are left out."""

    what: str
    """What happened, such as ``CardsDrawn``, ``DiscipleArrested``, ``MonChanged``: the class of the event."""
    seat: int | None = None
    """Who it happened to."""
    other: int | None = None
    """Another seat: to whom a card went, with whom a trade was made."""
    pile: str = ""
    """Of which pile the cards are."""
    cards: list[str] = []
    """Cards, or weapons; ``?`` is one that the reader may not see."""
    place: str = ""
    """Where: a place or a district; empty: none."""
    lot: str = ""
    """Which lot."""
    number: int = 0
    """How many more; negative if fewer. Of a round or a market field its number."""
    gained: list[str] = []
    """Weapons or annexes gained."""
    lost: list[str] = []
    """Weapons or annexes lost."""
    things: list[str | None] = []
    """The market, field by field; weapons discarded; favours left."""
    order: list[int] = []
    """The new player order."""
    colour: str = ""
    """The patrol that takes over."""
    line: int = -1
    """Which sentence of ``story`` tells it; -1: none."""


class Told(Struct, frozen=True, omit_defaults=True):
    """A move of the log, and what it brought about."""

    text: Sentence
    """The move in words."""
    facts: list[Fact]
    """What came of it: first what happened, then what changed on the open table."""
    story: list[Sentence]
    """The same in sentences."""
    city: list[int] = []
    """Those of the sentences that tell of the city, not of the move: a new round, the event, the patrol."""
    phase: str = ""
    """The phase that began with it, if one did."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One step of the final scoring."""

    kind: Literal["end", "track", "blackmail", "bonus", "total", "winner"]
    """What is counted."""
    text: Sentence
    """The step in words."""
    seat: int | None = None
    """Whose points."""
    card: str = ""
    """``bonus``: which card."""
    points: int = 0
    """How many."""
    met: Literal["", "no", "alone", "shared"] = ""
    """``bonus``: whether its condition is met, by this clan alone or by others too."""


class Details(Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    """Seat → prestige points after the final scoring."""
    steps: list[Step]
    """How they came about, one step after the other; the first says why the game is over."""


class Hand(Struct, frozen=True):
    """The cards of a seat in a replay."""

    missions: list[str]
    """Unfinished missions."""
    actions: list[str]
    """Action cards."""
    bonuses: list[str]
    """Bonus cards."""


class Frame(Struct, frozen=True):
    """One moment of a replay."""

    position: Position
    """The table; its task with everything that the seats of this view know together."""
    hands: list[Hand | None]
    """Seat → its cards, as far as the chosen view shows them."""
