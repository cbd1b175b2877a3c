"""The closed vocabulary of cards: every word that a card may use, where, and what must follow it."""

from dataclasses import dataclass

from kabuto.yedo.board import ANNEXES, DISTRICTS

MEASURES = (
    "mon",
    "prestige",
    "weapons",
    "weapon-kinds",
    "geishas",
    "annexes",
    "disciples",
    "reserve",
    "blessing",
    "finished",
    "green",
    "yellow",
    "red",
    "black",
    "unfinished",
    "actions",
    "bonuses",
)
"""What can be counted about a clan, all of it in plain sight."""
AIDS = ("weapon", "geisha", "annex", "disciple")
"""What a blessing keeps from being lost (Q27)."""
LOSSES = (*AIDS, "action", "bonus", "mission", "mon", "prestige")
GAINS = ("mon", "prestige", "action", "bonus", "blessing", "disciple")
WHO = ("all", "richest", "poorest", "leader", "behind", "first", "last")
PRICED = ("weapon", "recruit", "annex", "geisha", "draw", "bid")
TIMINGS = ("auction", "event", "place", "5b", "5c", "act", "reaction")


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary."""

    where: tuple[str, ...]
    """On which cards it may stand."""
    args: tuple[str | tuple[str, ...], ...] = ()
    """What follows it: words to choose from, ``n`` (1 or more) or ``z`` (any whole number but 0)."""
    timings: tuple[str, ...] = TIMINGS
    """On an action card: when it can be played."""
    targeted: bool = False
    """Whether the player has to name a target."""


CONDITIONS = {
    "at-least": Word(("mission", "action", "bonus"), (MEASURES, "n")),
    "at-most": Word(("mission", "action", "bonus"), (MEASURES, "n")),
    "none": Word(("mission", "action", "bonus"), (MEASURES,)),
    "most": Word(("mission", "action", "bonus"), (MEASURES,)),
    "fewest": Word(("mission", "action", "bonus"), (MEASURES,)),
    "first": Word(("mission", "action", "bonus")),
    "last": Word(("mission", "action", "bonus")),
    "disciple-in": Word(("action",), (DISTRICTS,)),
    "annex": Word(("action", "bonus"), (ANNEXES,)),
    "patrol-in": Word(("mission",), (DISTRICTS,)),
}

REWARDS = {
    "prestige": Word(("mission", "favour"), ("n",)),
    "mon": Word(("mission", "favour"), ("n",)),
    "blessing": Word(("mission", "favour")),
    "action": Word(("mission", "favour")),
    "bonus": Word(("mission", "favour")),
    "mission": Word(("mission",)),
    "weapon": Word(("mission",)),
    "stack-weapon": Word(("favour",)),
    "reserve": Word(("mission",)),
    "swap-patrol": Word(("mission",)),
    "church": Word(("mission",)),
    "shogun": Word(("mission",)),
}

EFFECTS = {
    # events
    "close": Word(("event",), (DISTRICTS,)),
    "lose": Word(("event",), (LOSSES, "n", WHO)),
    "lose-or-bless": Word(("event",), (LOSSES, "n", WHO)),
    "give": Word(("event",), (GAINS, "n", WHO)),
    "income": Word(("event",), (MEASURES, "n")),
    "price": Word(("event",), (PRICED, "z")),
    "patrol-steps": Word(("event",), ("n",)),
    "no-patrol": Word(("event",)),
    "no-trade": Word(("event",)),
    # action cards
    "cancel": Word(("action",), (), ("reaction",)),
    "patrol-step": Word(("action",), ("z",), ("5b",)),
    "save": Word(("action",), (), ("5c",), True),
    "save-all": Word(("action",), (), ("5c",)),
    "flee": Word(("action",), (), ("5c",)),
    "gain": Word(("action",), (GAINS, "n"), ("auction", "event", "place", "act")),
    "rebate": Word(("action",), ("n",), ("auction",)),
    "bar": Word(("action",), (), ("auction",), True),
    "reopen": Word(("action",), (), ("event", "place")),
    "refresh": Word(("action",), (), ("event", "act")),
    "squeeze": Word(("action",), (), ("place",), True),
    "recall": Word(("action",), (), ("place",), True),
    "exchange": Word(("action",), (), ("place",), True),
    "ambush": Word(("action",), (), ("act",), True),
    "rob": Word(("action",), ("n",), ("act",), True),
    "force-sale": Word(("action",), ("n",), ("act",), True),
    "salvage": Word(("action",), (), ("act",), True),
    "borrow": Word(("action",), (), ("act",)),
    # both
    "patrol-swap": Word(("event", "action"), (), ("5b",)),
    "church-money": Word(("event", "action"), ("n",), ("event", "act")),
}
