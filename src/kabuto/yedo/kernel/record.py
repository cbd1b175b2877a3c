"""The record of one game: everything a position holds, in numbers and bits.

Two things that a readable state has can be derived and are not here: who is asked after a seat, in an auction
and in a lap of answers, and in which order disciples came to a space, which no rule reads.
"""

from kabuto.compiling.records import Spec
from kabuto.yedo.state.wares import MOST_THINGS

SEATS, SPOTS, PLACES, PILES = 5, 9, 13, 8
PILE_ROOM = 64
"""Cards in a pile, which is a ring."""
HAND_ROOM = 20
"""Cards in a hand: what the limits allow, or a position, and what one card gains on top of that."""
HELD_AT_MOST, GAINED_AT_MOST = 12, 8
LAP_ROOM = 32
"""Seats in a lap, a ring too."""
STACK = 40
"""Tasks that wait."""
CHAIN_ROOM = 64
"""Answers to a card."""
PROPOSALS = 120
"""Offers since something changed hands: twelve begun by each seat, each answered by one more."""
MISSIONS = 96
MOST_MON = 999
"""The largest amount that a move can name."""
LEGAL = 4096
"""No position has more legal moves than this."""

STATE: Spec = [
    ("rng", "i8"),  # state of the random generator, never 0
    ("weapons", "i8", SEATS),  # seat → how many of each kind, four bits each
    ("discard", "i8"),  # discarded weapons, eight bits a kind
    ("stand", "i8", SEATS),  # seat → its disciples in each district, four bits each
    ("mon", "i8", SEATS),
    ("points", "i4", SEATS),
    ("rebate", "i4", SEATS),
    ("church", "i4"),
    ("on", "i4", SEATS),  # seat → places where it has a disciple, as bits
    ("full", "i4"),  # spots without room, as bits
    ("favours", "i4"),  # those still to be taken, as bits
    ("bid", "i4"),
    ("pays", "i4"),  # Mon that the offer's seat pays, negative what it asks
    ("players", "i1"),
    ("round_no", "i1"),
    ("step", "i1"),
    ("order", "i1", SEATS),
    ("lap", "i1", LAP_ROOM),
    ("lap_top", "i1"),
    ("lap_size", "i1"),
    ("track", "i1", SEATS),
    ("tracks", "i1"),
    ("won", "i1", SEATS),
    ("barred", "i1"),
    ("colour", "i1"),
    ("patrol", "i1"),
    ("saved", "i1", (SEATS, SPOTS)),
    ("market", "i1", 5),
    ("event", "i1"),
    ("closed", "i1"),
    ("past", "i1", PILE_ROOM),
    ("pasts", "i1"),
    ("annexes", "i1", 4),
    ("geishas", "i1"),
    ("blessings", "i1"),
    ("traded", "i1"),
    ("shogun", "i1"),
    ("filing", "i1"),  # 1 while a mission is being fulfilled: limits are checked after it
    ("here", "i1", (SEATS, PLACES)),  # disciples of a seat on each place
    ("taken", "i1", SPOTS),  # disciples on each spot
    ("garden", "i1", SEATS),  # its places, -1 if free
    ("home", "i1", SEATS),
    ("reserve", "i1", SEATS),
    ("ladies", "i1", SEATS),  # geishas of a seat
    ("blessed", "i1", SEATS),
    ("blackmail", "i1", SEATS),
    ("owned", "i1", SEATS),  # annexes, as bits
    ("loan", "i1", SEATS),  # 0 none, 1 for any weapon, 2 + the weapon that it has stood in for
    ("hand", "i1", (SEATS, 3, HAND_ROOM)),  # sorted; 0 behind the last card
    ("hands", "i1", (SEATS, 3)),  # how many
    ("finished", "i1", (SEATS, 4)),  # missions by colour
    ("done_by", "i1", MISSIONS),  # mission → 1 + the seat that finished it
    # No field has the name of an attribute of NumPy: the simulator of a GPU would find that one.
    ("deck", "i1", (PILES, PILE_ROOM)),
    ("top", "i1", PILES),
    ("height", "i1", PILES),
    ("task", "i1", (STACK, 5)),  # kind, seat and three numbers; the most urgent one last
    ("tasks", "i1"),
    ("cards", "i1", 3),  # drawn to keep one of them, or looked at
    ("number", "i1"),  # how many
    ("beginner", "i1"),  # of the auction, and its highest bidder
    ("best", "i1"),
    ("player", "i1"),  # anyone who played the card that is being answered
    ("card", "i1"),
    ("aim", "i4"),  # its target
    ("by", "i1", CHAIN_ROOM),  # who answered it, and with which card
    ("answers", "i1", CHAIN_ROOM),
    ("chain", "i1"),  # how many answers
    ("positions", "i1", SEATS),  # chosen in the garden, -1 where it is open
    ("giver", "i1"),  # the seat whose offer it is, the other side, and where
    ("taker", "i1"),
    ("place", "i1"),
    ("countered", "i1"),
    ("give", "i1", (MOST_THINGS, 2)),  # kind of thing, and which weapon or card
    ("gives", "i1"),
    ("ask", "i1", (MOST_THINGS, 2)),
    ("asks", "i1"),
    ("pick", "i1", (MOST_THINGS, 2)),
    ("picked", "i1"),
    ("begun", "i1", SEATS),  # offers that a seat has begun in this place, where trading is free
    ("proposals", "i1"),
    ("proposed", "i8", (PROPOSALS, 2)),  # what is given and by whom; what is asked for (see ``trade``)
]
"""One game. What belongs to a question that is not asked is 0."""
