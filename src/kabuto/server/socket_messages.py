"""The messages over the socket of a table, typed once.

They are the same for every game. What a game has of its own (``position``, ``private``, ``events``,
``details``) is made by its wire, and typed there.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kabuto.server.messages import TALK_LENGTH, Digits, Id, Ply, Seat, Strict, TableInfo, Token
from kabuto.table.wire import Sentence

Notation = Annotated[str, Meta(min_length=1, max_length=200)]
"""A move as the game writes it."""
MOST_MOVES = 32
"""How many moves one message may bring."""
Notations = Annotated[list[Notation], Meta(max_length=MOST_MOVES)]
Position = Annotated[Any, Meta(extra_json_schema={"x-wire": "position"})]
Private = Annotated[Any, Meta(extra_json_schema={"x-wire": "private"})]
Events = Annotated[Any, Meta(extra_json_schema={"x-wire": "events"})]
Details = Annotated[Any, Meta(extra_json_schema={"x-wire": "details"})]


# What a client says.


class Move(Strict, frozen=True, tag="move"):
    """Play a move. Others see it when it can no longer be taken back."""

    table: Token
    """The table it is meant for."""
    seat: Seat
    """Who plays it."""
    ply: Ply
    """The ply of ``own`` that this answers."""
    id: Id
    """Chosen by the sender, different for each message: sending the same message again is harmless."""
    notation: Notation
    """The move, one of ``own.legal``."""
    then: Notations = []  # noqa: RUF012 - msgspec copies it
    """Further moves of the same seat: all of them are played, or none."""


class Undo(Strict, frozen=True, tag="undo"):
    """Take my last move back."""

    table: Token
    """The table it is meant for."""
    seat: Seat
    """Whose move it was."""
    ply: Ply
    """The ply of ``own`` that this answers."""
    id: Id
    """Chosen by the sender."""


class Why(Strict, frozen=True, tag="why"):
    """Ask why a move is not possible; nothing is played."""

    seat: Seat
    """Who would play it."""
    id: Id
    """Chosen by the sender."""
    notation: Notation
    """The move."""


class Say(Strict, frozen=True, tag="say"):
    """Table talk."""

    id: Id
    """Chosen by the sender."""
    text: Annotated[str, Meta(min_length=1, max_length=TALK_LENGTH)]
    """What to say."""


class Mute(Strict, frozen=True, tag="mute"):
    """As the host: stop somebody from talking at this table, or let them talk again."""

    id: Id
    """Chosen by the sender."""
    who: Annotated[str, Meta(min_length=1, max_length=64)]
    """The ``who`` of their lines; ``spectators`` for everybody who doesn't play."""
    muted: bool
    """Whether they are muted from now on."""


class MakeOffer(Strict, frozen=True, tag="offer"):
    """Offer a rematch after the game, a pause, or that a program sits in for somebody who is away."""

    id: Id
    """Chosen by the sender."""
    what: Literal["rematch", "replace", "pause"]
    """What to offer."""
    seat: Seat | None = None
    """The absent seat."""
    program: Annotated[str, Meta(max_length=64)] = ""
    """Which program is to sit in; empty: the usual one."""
    seal: Digits | None = None
    """What I add to the deal of a rematch, sealed: see ``Open``."""


class AnswerOffer(Strict, frozen=True, tag="answer"):
    """Agree to an offer, or decline it for all."""

    id: Id
    """Chosen by the sender."""
    offer: Annotated[int, Meta(ge=0, le=100_000)]
    """The number of the offer."""
    agree: bool
    """False ends the offer for everybody."""
    seal: Digits | None = None
    """What I add to the deal of a rematch, sealed: see ``Open``."""


class Back(Strict, frozen=True, tag="back"):
    """Take my seat back from the program that sits in. Opening the table, or playing a move, does it too."""

    id: Id
    """Chosen by the sender."""


class Resign(Strict, frozen=True, tag="resign"):
    """Give the game up."""

    id: Id
    """Chosen by the sender."""
    seat: Seat
    """Which of my seats loses."""


class Ready(Strict, frozen=True, tag="ready"):
    """I am ready: clocks run once everybody is."""

    id: Id
    """Chosen by the sender."""


class Away(Strict, frozen=True, tag="away"):
    """In a game of days: announce that I will be away. Playing a move ends it."""

    id: Id
    """Chosen by the sender."""
    days: Annotated[int, Meta(ge=0, le=365)]
    """For how many days from now; 0: I am back early."""


class AutoPass(Strict, frozen=True, tag="autopass"):
    """Pass by myself from now on where nobody learns why somebody passes, or decide myself again."""

    seat: Seat
    """My seat."""
    id: Id
    """Chosen by the sender."""
    on: bool
    """Whether to pass."""


class Open(Strict, frozen=True, tag="open"):
    """Open the seal of my seat, once the deal ``is_due``: here is my part. The seal is the SHA-256, in
    hexadecimal digits, of ``kabuto deal 1 person`` with a space and the part after it."""

    id: Id
    """Chosen by the sender."""
    seat: Seat
    """My seat."""
    part: Digits
    """What I add."""


class Resume(Strict, frozen=True, tag="resume"):
    """Ask for everything that happened after an event."""

    after: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The number of that event."""


Lasting = Move | Undo | Say | Mute | MakeOffer | AnswerOffer | Back | Resign | Ready | Away | Open
"""The messages that are carried out once, however often they come."""
ClientMessage = Lasting | Why | AutoPass | Resume


# What the server says.


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """One move of the log."""

    ply: int
    """Which move it was, from 0."""
    seat: int
    """Who played it."""
    move: str
    """In notation; what I may not know of it is masked."""
    events: Events
    """What it brought about, as I saw it: made by the wire."""
    by: str = ""
    """The program that played it for the person who sits there."""


class Own(Struct, frozen=True):
    """What only one seat sees and may do."""

    seat: int
    """Whose it is: with several seats (hot seat) the one that is to move."""
    ply: int
    """What the next move or undo has to name."""
    legal: list[str]
    """Every move that I may play now, in notation; none: it is not my turn."""
    turn: list[LogEntry]
    """My moves that the others do not see yet, because I can take them back. While all choose at once, what I
    chose before it was my turn is not among them: it is in no log yet."""
    can_undo: bool
    """Whether I can take the last one back."""
    private: Private
    """What only my seat has, such as a hand: made by the wire."""
    auto_pass: bool = False
    """Whether I pass by myself where nobody learns why: see ``AutoPass``."""


class Result(Struct, frozen=True):
    """How a game at a table ended: by its moves, or because somebody lost by rule or resigned (``seats``)."""

    winners: list[int]
    """The seats that won; none: somebody gave up against several programs."""
    ranking: list[list[int]]
    """Groups of seats that share a rank, best first; who lost by rule or resigned comes last."""
    details: Details | None
    """How it was decided: made by the wire. Null: the game was not played to its end."""


class Talk(Struct, frozen=True):
    """Something said at the table."""

    number: int
    """The number of the event."""
    seat: int | None
    """Null: a spectator said it."""
    name: str
    """What the speaker is called."""
    who: str
    """The speaker, whatever the name: the same for all of their lines at this table, and different elsewhere.
    Empty for lines that are older than this field."""
    text: str
    """What was said."""
    at: int
    """When, in seconds since 1970."""


class Offer(Struct, frozen=True):
    """An offer that waits for the agreement of every person who plays."""

    offer: int
    """Its number."""
    what: Literal["rematch", "replace", "pause"]
    """What is offered."""
    by: int
    """Which seat made it."""
    seat: int | None
    """The absent seat."""
    program: str
    """The program that would sit in; empty where none would."""
    agreed: list[int]
    """The seats that have agreed."""
    missing: list[int]
    """The seats that have not answered."""


class Clocks(Struct, frozen=True):
    """What is left of everybody's time, in milliseconds, when the message was sent."""

    left: list[int | None]
    """Null: a program plays there."""
    running: list[int]
    """The seats whose time runs."""


class Deal(Struct, frozen=True):
    """What is known of a deal before it is made; after the game its proof can be had."""

    commitment: str
    """What the server has committed to: the SHA-256, in hexadecimal digits, of ``kabuto deal 1 server`` with
    a space and its secret after it."""
    seals: list[str]
    """Seat → what its person adds, sealed; empty: nothing."""
    opened: list[int]
    """The seats whose seals have been opened."""
    is_due: bool
    """Whether all seats are taken, and seals are to be opened now. The game begins when all are, or soon
    after without the others: then their seals count as they are."""


class State(Struct, frozen=True, tag="state"):
    """Everything: the first message of every connection, and the answer to ``resume``."""

    number: int
    """The number of the last event."""
    wire: str
    """Which wire made ``position``, ``private``, ``events`` and ``details`` in all messages from now on."""
    table: TableInfo
    """The table from outside."""
    position: Position | None
    """What lies on the table: made by the wire. In my own turn it includes the moves that only I see yet.
    Null while the table waits for players."""
    own: Own | None
    """Null for spectators and while the table waits."""
    log_from: int
    """The log begins with this ply: 0, or what came after the event that was named."""
    log: list[LogEntry]
    """The moves that everybody has seen."""
    talk: list[Talk]
    """What was said."""
    speaker: str
    """My own ``who`` in the talk."""
    muted: list[str]
    """Who may not talk here, by their ``who``; ``spectators`` if only players and the host may."""
    offers: list[Offer]
    """The offers that wait for answers."""
    clocks: Clocks | None
    """Null: there are no clocks."""
    result: Result | None
    """Null while the game runs."""
    deal: Deal | None
    """Null: this table is older than deals that can be verified, or an uploaded record."""


class Played(Struct, frozen=True, tag="played"):
    """Moves became visible to everybody, usually because a turn ended: this is how the table looks now."""

    number: int
    """The number of this event."""
    log: list[LogEntry]
    """The moves, with what they brought about; none if somebody finished choosing while others still do."""
    to_move: list[int]
    """The seats that are to move now."""
    position: Position
    """What lies on the table: made by the wire."""
    own: Own | None
    """Null for spectators."""
    clocks: Clocks | None
    """Null: there are no clocks."""
    result: Result | None
    """Null while the game runs."""


class Turn(Struct, frozen=True, tag="turn"):
    """My own turn in progress changed: I, or I on another device, played a move or took one back."""

    position: Position
    """What lies on the table: made by the wire."""
    own: Own
    """What I may do now."""


class Accepted(Struct, frozen=True, tag="accepted"):
    """A message was carried out and is on disk."""

    id: str
    """The id of the message."""


class Refused(Struct, frozen=True, tag="refused"):
    """A message was not carried out; nothing has changed."""

    id: str
    """The id of the message; empty where it was too broken to have one, or where none was sent."""
    error: str
    """illegal, late, not_yours, not_now, too_fast, bad_message, not_stored or game_failed."""
    reason: Sentence
    """Why, in the language asked for."""


class Because(Struct, frozen=True, tag="because"):
    """The answer to ``why``."""

    id: str
    """The id of the question."""
    reason: Sentence | None
    """Null: the move is possible."""


class Said(Struct, frozen=True, tag="said"):
    """Somebody said something."""

    talk: Talk
    """What was said."""


class TableChanged(Struct, frozen=True, tag="table"):
    """Somebody came or went, a seat was taken, the game began, a rematch was set, the host muted somebody."""

    table: TableInfo
    """The table from outside."""
    muted: list[str]
    """Who may not talk here, by their ``who``."""
    offers: list[Offer]
    """The offers that wait for answers."""
    clocks: Clocks | None
    """Null: there are no clocks."""
    deal: Deal | None
    """As in ``state``."""


ServerMessage = State | Played | Turn | Accepted | Refused | Because | Said | TableChanged
