"""The messages over the socket of a table, typed once.

They are the same for every game. What a game has of its own (``position``, ``private``, ``events``,
``details``) is made by its wire, and typed there.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kabuto.protocol.http import TALK_LENGTH, Digits, Id, Ply, Seat, Strict, TableInfo, Token
from kabuto.table.wire import Sentence

Notation = Annotated[str, Meta(min_length=1, max_length=200)]
"""A move as the game writes it."""
MOST_MOVES = 40
"""How many moves one message may bring."""
Notations = Annotated[list[Notation], Meta(max_length=MOST_MOVES)]
Position = Annotated[Any, Meta(extra_json_schema={"x-wire": "position"})]
Private = Annotated[Any, Meta(extra_json_schema={"x-wire": "private"})]
Events = Annotated[Any, Meta(extra_json_schema={"x-wire": "events"})]
Details = Annotated[Any, Meta(extra_json_schema={"x-wire": "details"})]
Preview = Annotated[Any, Meta(extra_json_schema={"x-wire": "preview"})]
Change = list[Any]
"""See ``Reached``."""


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


class AskPreview(Strict, frozen=True, tag="preview"):
    """Ask what a move would bring about; nothing is played."""

    seat: Seat
    """Who would play it."""
    id: Id
    """Chosen by the sender."""
    notation: Notation
    """The move, one of ``own.legal``."""


class Recall(Strict, frozen=True, tag="recall"):
    """Ask how moves of the log changed the table, to show them once more."""

    id: Id
    """Chosen by the sender."""
    ply: Ply
    """The first of these moves."""
    until: Ply
    """The move after the last of them: at most 40 are recalled."""


class Say(Strict, frozen=True, tag="say"):
    """Table talk."""

    id: Id
    """Chosen by the sender."""
    text: Annotated[str, Meta(min_length=1, max_length=TALK_LENGTH)]
    """What to say."""


class Mute(Strict, frozen=True, tag="mute"):
    """As the host: stop a person from talking at this table, or let them talk again."""

    id: Id
    """Chosen by the sender."""
    who: Annotated[str, Meta(min_length=1, max_length=64)]
    """The ``who`` of their lines; ``spectators`` for everyone who doesn't play."""
    muted: bool
    """Whether they are muted from now on."""


class MakeOffer(Strict, frozen=True, tag="offer"):
    """Offer a rematch after the game, a pause, or that a program sits in for a person who is away."""

    id: Id
    """Chosen by the sender."""
    what: Literal["rematch", "replace", "pause"]
    """What to offer."""
    seat: Seat | None = None
    """The absent seat."""
    program: Annotated[str, Meta(max_length=64)] = ""
    """Which program is to sit in; empty: the usual one."""
    seal: Digits | None = None
    """What I add to the deal of a rematch by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in
    the address of the socket instead."""


class AnswerOffer(Strict, frozen=True, tag="answer"):
    """Agree to an offer, or decline it for all."""

    id: Id
    """Chosen by the sender."""
    offer: Annotated[int, Meta(ge=0, le=100_000)]
    """The number of the offer."""
    agree: bool
    """False ends the offer for everyone."""
    seal: Digits | None = None
    """What I add to the deal of a rematch by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in
    the address of the socket instead."""


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
    """I am ready: clocks run once everyone is."""

    id: Id
    """Chosen by the sender."""


class Away(Strict, frozen=True, tag="away"):
    """In a game of days: announce that I will be away. Playing a move ends it."""

    id: Id
    """Chosen by the sender."""
    days: Annotated[int, Meta(ge=0, le=365)]
    """For how many days from now; 0: I am back early."""


class AutoPass(Strict, frozen=True, tag="autopass"):
    """Pass by myself from now on where no one learns why a person passes, or decide myself again."""

    seat: Seat
    """My seat."""
    id: Id
    """Chosen by the sender."""
    on: bool
    """Whether to pass."""


class Seal(Strict, frozen=True, tag="seal"):
    """Seal what I add to a deal by version 2, knowing what it is bound to. The seal is the SHA-256, in
    hexadecimal digits, of ``kabuto deal 2 person TABLE SEAT START COMMITMENT PART``, in which ``TABLE`` is
    that of ``kabuto deal 2 table ID``."""

    id: Id
    """Chosen by the sender."""
    table: Token
    """The table it is meant for."""
    seat: Seat
    """My seat."""
    commitment: Digits
    """What the server committed to, as it told me."""
    start: Digits
    """How the game will begin, hashed, as it told me."""
    seal: Digits
    """What I add, sealed."""


class Open(Strict, frozen=True, tag="open"):
    """Open the seal of my seat, once the deal ``is_due`` and ``is_sealed``: here is my part. By version 1
    the seal is the SHA-256, in hexadecimal digits, of ``kabuto deal 1 person`` with a space and the part
    after it; ``Seal`` says what it is by version 2."""

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


Lasting = Move | Undo | Say | Mute | MakeOffer | AnswerOffer | Back | Resign | Ready | Away | Seal | Open
"""The messages that are carried out once, however often they come."""
Question = AskPreview | Recall
"""The messages that change nothing and wait for nothing: they have a rate of their own."""
Wish = Lasting | Why | AutoPass | Resume
"""The messages that are carried out one after the other."""
ClientMessage = Wish | Question


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
    changes: list[Change] = []
    """How the position was after it, where a message brings several moves: the first such entry changes the
    ``position`` of its message, every other one what the one before it made. The last ones have none: they
    made that ``position``. Written as in ``Reached``."""


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
    """Whether I pass by myself where no one learns why: see ``AutoPass``."""


class Result(Struct, frozen=True):
    """How a game at a table ended: by its moves, or because a person lost by rule or resigned (``seats``)."""

    winners: list[int]
    """The seats that won; none: a person gave up against several programs."""
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
    """What is left of everyone's time, in milliseconds, when the message was sent."""

    left: list[int | None]
    """Null: a program plays there."""
    running: list[int]
    """The seats whose time runs."""


class Deal(Struct, frozen=True):
    """What is known of a deal before it is made; after the game its proof can be had."""

    commitment: str
    """What the server has committed to, in hexadecimal digits: by version 2 the SHA-256 of
    ``kabuto deal 2 server TABLE START SECRET``, by version 1 that of ``kabuto deal 1 server SECRET``."""
    seals: list[str]
    """Seat → what its person adds, sealed; empty: nothing."""
    opened: list[int]
    """The seats whose seals have been opened."""
    is_due: bool
    """Whether all seats are taken. If it ``is_sealed`` too, seals are to be opened now. The game begins when
    all are, or soon after without the others: then their seals count as they are."""
    version: int
    """By which version it is dealt: 2, or 1 if an older page set the table."""
    start: str
    """What the deal is bound to: the hash of game, options and what it goes on from; empty: nothing."""
    to_seal: list[int]
    """The seats whose seals are still to come; it ``is_sealed`` when all are there, or soon after the last
    seat is taken without the others."""
    is_sealed: bool
    """Whether these are all seals: none is taken any more."""
    goes_on: bool
    """Whether the game does not begin with a deal, but goes on from a record."""


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
    """The moves that everyone has seen."""
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
    """Moves became visible to everyone, usually because a turn ended: this is how the table looks now."""

    number: int
    """The number of this event."""
    log: list[LogEntry]
    """The moves, with what they brought about; none if a person finished choosing while others still do."""
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


class Refused(Struct, frozen=True, tag="refused", omit_defaults=True):
    """A message was not carried out; nothing has changed."""

    id: str
    """The id of the message; empty where it was too broken to have one, or where none was sent."""
    error: str
    """illegal, late, not_yours, not_now, too_fast, bad_message, not_stored or game_failed."""
    reason: Sentence
    """Why, in the language asked for."""
    again: int = 0
    """Seconds after which it is worth trying again; 0: unknown."""


class Because(Struct, frozen=True, tag="because"):
    """The answer to ``why``."""

    id: str
    """The id of the question."""
    reason: Sentence | None
    """Null: the move is possible."""


class Previewed(Struct, frozen=True, tag="previewed"):
    """The answer to ``preview``."""

    id: str
    """The id of the question."""
    preview: Preview | None
    """What the move would bring about: made by the wire. Null: this game does not say."""


class Recalled(Struct, frozen=True, tag="recalled"):
    """The answer to ``recall``."""

    id: str
    """The id of the question."""
    position: Position | None
    """What lay on the table before the first of these moves. Null: they were made by all at once."""
    log: list[LogEntry]
    """The moves, with what each changed."""


class Said(Struct, frozen=True, tag="said"):
    """A person said something."""

    talk: Talk
    """What was said."""


class TableChanged(Struct, frozen=True, tag="table"):
    """A person came or went, a seat was taken, the game began, a rematch was set, the host muted a person."""

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


ServerMessage = (
    State | Played | Turn | Accepted | Refused | Because | Previewed | Recalled | Said | TableChanged
)
