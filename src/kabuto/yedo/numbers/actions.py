"""Yedo's moves as action ids and back.

Every move that the notation can write with the cards of a built-in set has one id, verb by verb; each set
has a table of its own, ``Ids.blocks``, and a version of its own. Ids count seats from the mover: ``offer +1``
is an offer to the next seat, anyone who is to move. So an id means the same to every seat, as the observation
does.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

from kabuto.table import BadOption, Seat
from kabuto.table.errors import short
from kabuto.table.options import check_number
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    GATES,
    GROUPS,
    PILES,
    PLACES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
)
from kabuto.yedo.cards import CITY, HOUSE, Action, CardSet, Mission, card_set
from kabuto.yedo.cards.vocabulary import EFFECTS
from kabuto.yedo.moves import MOST_MON, Move, move
from kabuto.yedo.options import BRIEF, FREE
from kabuto.yedo.phases.districts import HONOUR, LOOKS, SELL
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.words import WORDS

VERSIONS = {HOUSE: 0, CITY: 1}
"""Card set → the version of its ids and observations: raised whenever the meaning of a number changes."""
FREE_VERSIONS = {HOUSE: 2, CITY: 3}
"""The same where trading is free: the ids are the same ones, for offers are made of the same steps."""
LOTS = (*CATEGORIES, *GROUPS)
"""What can be auctioned, with any number of players."""
OTHERS = ("+1", "+2", "+3", "+4")
"""The other seats, counted from the mover."""

_OUTSIDE = SPOTS[GATES:]
_TARGETS: dict[str, tuple[tuple[str, ...], ...]] = {
    "save": (SPOTS,),
    "bar": (LOTS,),
    "squeeze": (_OUTSIDE,),
    "recall": (PLACES,),
    "exchange": (_OUTSIDE, OTHERS, _OUTSIDE),
    "ambush": (OTHERS, SPOTS),
    "rob": (OTHERS,),
    "force-sale": (OTHERS, WEAPONS),
    "salvage": (WEAPONS,),
}
"""Effect of an action card → the words that name its target."""


def _plays(card: Action) -> Iterator[str]:
    words = next((_TARGETS[effect.op] for effect in card.effects if EFFECTS[effect.op].targeted), ())
    for target in product(*words):
        if len(set(target)) == len(target):
            yield " ".join((card.code, *target))


def _fulfilments(mission: Mission) -> Iterator[str]:
    """Every spot that the mission asks for, with the stand-ins that can be of use."""
    part = mission.standard
    spots = [SPOTS[spot] for district in dict.fromkeys(part.districts) for spot in SPOTS_OF[district]]
    yashiki = ("", " yashiki") if part.geishas else ("",)
    karesansui = ("", " karesansui") if part.blessing else ("",)
    for spot, first, second in product(spots, yashiki, karesansui):
        yield f"{mission.code} {spot}{first}{second}"


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


_AMOUNTS = _numbers(1, MOST_MON)


class Block(NamedTuple):
    """The ids of one verb."""

    verb: str
    rests: tuple[str, ...]
    """What follows the verb, id by id; one empty text for a verb that stands alone."""
    meaning: str


def _blocks(cards: CardSet) -> tuple[Block, ...]:
    """Every id of a card set, block after block."""
    actions, bonuses, missions = (
        tuple(card.code for card in kind) for kind in (cards.actions, cards.bonuses, cards.missions)
    )
    hand = (*missions, *actions, *bonuses)
    return (
        Block("take", (*COLOURS, *_numbers(1, 5)), "a mission of that deck; the weapon on that market field"),
        Block("keep", (*hand, *WEAPONS), "of the cards drawn, keep this one"),
        Block("favour", tuple(card.code for card in cards.favours), "take this favour in set-up"),
        Block("build", ANNEXES, "build this annex"),
        Block("discard", (*hand, *WEAPONS), "over a limit: this one goes"),
        Block("stay", ("",), "stay on the bidding track"),
        Block("out", ("",), "step out of the bidding"),
        Block("auction", LOTS, "name what is auctioned"),
        Block("pass", ("",), "no bid, no card, no offer"),
        Block("choose", CATEGORIES, "of the group that was won, take this"),
        Block(
            "lose",
            (*hand, *WEAPONS, *ANNEXES, "geisha", "disciple", "mon", "prestige"),
            "an event: give this up",
        ),
        Block("bless", ("",), "an event: a blessing averts the loss"),
        Block(
            "play", tuple(text for card in cards.actions for text in _plays(card)), "play this action card"
        ),
        Block("blackmail", SPOTS, "save the disciple there from the patrol"),
        Block("place", PLACES, "put a disciple there"),
        Block("offer", OTHERS, "begin an offer to that seat"),
        Block("give", (*hand, *WEAPONS, "geisha"), "an offer: give this"),
        Block("ask", (*WEAPONS, "geisha", "action", "bonus", *COLOURS), "an offer: ask for this"),
        Block("propose", ("",), "the offer is complete"),
        Block("drop", ("",), "no offer after all"),
        Block("accept", ("",), "accept the offer"),
        Block("decline", ("",), "decline the offer"),
        Block("counter", ("",), "answer with an offer of one's own"),
        Block("pick", hand, "hand over this card, of the kind that was asked for"),
        Block("recruit", ("",), "gates: a disciple from the reserve"),
        Block("sell", tuple(map(str, SELL)), "gates: so many prestige points for Mon"),
        Block(
            "look",
            tuple(f"{place} {PILES[pile]}" for place, piles in LOOKS.items() for pile in piles),
            "a disciple there looks at the top of that pile",
        ),
        Block("church", ("",), "harbor: the church's money"),
        Block("honour", tuple(map(str, HONOUR)), "harbor: so many prestige points for Mon"),
        Block("blessing", ("",), "temple: a blessing"),
        Block("geisha", ("mon", "prestige"), "red-light district: a geisha, paid with this"),
        Block("draw", ("",), "red-light district: an action card"),
        Block("buy", _numbers(1, 5), "market: the weapon on that field"),
        Block("pawn", (*actions, *bonuses), "market: money for this card"),
        Block("prestige", ("",), "castle: a prestige point"),
        Block("mission", COLOURS, "castle: a mission of that colour"),
        Block("garden", ("",), "castle: everybody in the garden chooses a position"),
        Block(
            "swap",
            (*(f"{m} {colour}" for m in missions for colour in COLOURS), *WEAPONS, *actions),
            "Yashiki: a mission for one of that deck; Dojo: a weapon; Kobudo-Ryu: an action card",
        ),
        Block("idle", PLACES, "the disciple there goes home without effect"),
        Block(
            "fulfil",
            tuple(text for mission in cards.missions for text in _fulfilments(mission)),
            "fulfil this mission with the disciple there, and these stand-ins",
        ),
        Block("bonus", ("", "yashiki", "karesansui", "yashiki karesansui"), "the bonus part as well"),
        Block("skip", ("",), "not the bonus part"),
        Block(
            "order",
            tuple(" ".join(row) for size in (2, 3) for row in permutations(_numbers(1, size))),
            "cards that were looked at, back in this order",
        ),
        Block("position", _numbers(1, 5), "garden: this position in the player order"),
        Block("bid", _AMOUNTS, "bid so many Mon"),
        Block("mon", (*_AMOUNTS, *(f"-{n}" for n in _AMOUNTS)), "an offer: Mon that are paid, or asked for"),
    )


_WITH_SEAT = ("offer", "play")
"""Verbs after which a lone digit is a seat."""


class Ids:
    """The action ids of the games with one card set."""

    def __init__(self, cards: CardSet, trading: str = BRIEF) -> None:
        self.cards = cards
        self.version = (FREE_VERSIONS if trading == FREE else VERSIONS)[cards.name]
        self.blocks = _blocks(cards)
        """Every id, block after block, in this order."""
        self.texts = tuple(f"{block.verb} {rest}".rstrip() for block in self.blocks for rest in block.rests)
        """Id → its move in notation, seats counted from the mover."""
        self.number = len(self.texts)
        """How many ids there are."""
        self._ids = {text: number for number, text in enumerate(self.texts)}
        self._block = tuple(block for block in self.blocks for _ in block.rests)
        self._names: dict[str, Any] = {
            card.code: card.name
            for kind in (cards.missions, cards.actions, cards.bonuses, cards.favours)
            for card in kind
        }

    def to_id(self, game: Any, played: Move) -> int:
        """The id of a move of the seat to move."""
        words = [played.verb, *played.words]
        if played.verb in _WITH_SEAT:
            mover, players = _mover(game), game.players
            words = [f"+{(int(word) - mover) % players}" if word.isdigit() else word for word in words]
        found = self._ids.get(" ".join(words))
        if found is None:
            raise BadOption(WORDS.say("no_action_id", move=short(str(played))), "move")
        return found

    def to_move(self, game: Any, action: int) -> Move:
        """The move that an id stands for, for the seat to move."""
        text = self.texts[check_number(action, self.number, "action")]
        return self.for_mover(action, _mover(game), game.players) if "+" in text else move(text)

    def for_mover(self, action: int, mover: int, players: int) -> Move:
        """The move that an id stands for, for this seat of so many."""
        text = self.texts[action]
        if "+" not in text:
            return move(text)
        ahead = int(text[text.index("+") + 1])
        if ahead >= players:
            raise BadOption(WORDS.say("action_seat", action=action, text=text, players=players), "action")
        return move(text.replace(f"+{ahead}", str((mover + ahead) % players)))

    def describe(self, action: int) -> str:
        """What an id means: its notation, the cards it names, and what it does."""
        text = self.texts[check_number(action, self.number, "action")]
        names = [f"{word} is {self._names[word]}" for word in text.split(" ") if word in self._names]
        return "; ".join((f"{text}: {self._block[action].meaning}", *names))


@cache
def ids(cards: str = HOUSE, trading: str = BRIEF) -> Ids:
    """The ids of a built-in card set; ``BadOption`` for any other, which has none."""
    if cards not in VERSIONS:
        raise BadOption(WORDS.say("other_cards", known=list(VERSIONS), given=short(cards)), "cards")
    return Ids(card_set(cards), trading)


def ids_of(game: Any) -> Ids:
    """The ids of a game, a view or a node of a tree."""
    return ids(str(game.options["cards"]), str(game.options["trading"]))


HOUSE_IDS = ids(HOUSE)
BLOCKS, TEXTS, ACTIONS = HOUSE_IDS.blocks, HOUSE_IDS.texts, HOUSE_IDS.number
"""The ids of the card set ``house``."""


def to_id(game: Any, played: Move | str) -> int:
    """The id of a move of the seat to move; ``game`` is a game or the view of a seat."""
    return ids_of(game).to_id(game, played if isinstance(played, Move) else Move.parse(played))


def to_move(game: Any, action: int) -> Move:
    """The move that an id stands for, for the seat to move; ``game`` is a game or the view of a seat."""
    return ids_of(game).to_move(game, action)


def legal_ids(game: Any) -> list[int]:
    """The ids of the legal moves, ascending; of a view: those of its own seat."""
    own = ids_of(game)
    return sorted(own.to_id(game, played) for played in game.legal_moves())


def describe(action: int, cards: str = HOUSE) -> str:
    """What an id means: its notation, the cards it names, and what it does."""
    return ids(cards).describe(action)


def _mover(game: Any) -> int:
    mover = game.to_move
    if mover is None:
        raise BadOption(WORDS.say("nobody_to_move"), "action")
    if isinstance(game, YedoView) and game.seat != mover:
        viewer = WORDS.say("spectator") if game.seat is None else Seat(game.seat)
        raise BadOption(WORDS.say("other_view", mover=Seat(mover), viewer=viewer), "view")
    return int(mover)
