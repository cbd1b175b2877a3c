"""Every message between browser and server, typed once.

``python -m kabuto.server.schema`` writes the OpenAPI document and the TypeScript types from what is here.
A body or message from outside is checked against its type before anything looks at it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kabuto.server.samurai import LogEntry, Result, SamuraiPosition

NAME_LENGTH = 30
TALK_LENGTH = 300
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the sender, another one for every message: repeating a message with its id is harmless."""
HIGHEST_SEAT = 7
Seat = Annotated[int, Meta(ge=0, le=HIGHEST_SEAT)]
Ply = Annotated[int, Meta(ge=0, le=100_000)]
Token = Annotated[str, Meta(max_length=200)]
Value = bool | int | str


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside: a field that is not known is refused."""


# Who I am.


class Me(Struct, frozen=True):
    """The person behind a cookie."""

    name: str
    before: str | None
    """Who this browser was before it opened a personal link, if it can go back."""
    signed_out: bool
    """Whether this browser was just signed out by another device, and is a new guest now."""
    public_url: str
    """What links for others begin with; empty: the address in the browser will do."""


class Rename(Strict, frozen=True):
    """What others shall see me called; nothing to see makes me a guest again."""

    name: Name


class PersonalLink(Struct, frozen=True):
    """A secret that makes another device the same person: open ``/#me=TOKEN`` there. It works once."""

    token: str
    expires: int
    """Seconds since 1970."""


class Claim(Strict, frozen=True):
    """The token of a personal link."""

    token: Token


class LinkOwner(Struct, frozen=True):
    """What a personal link would do here."""

    name: str
    """Who made it."""
    me: str
    """Who I am now."""
    is_mine: bool
    """Whether both are the same person."""
    games: int
    """My open games. While there are any, this browser cannot become somebody else."""


class Device(Struct, frozen=True):
    """A browser that is signed in as me."""

    id: str
    browser: str
    system: str
    """Such as Firefox and Linux; empty: not known."""
    since: str
    seen: str
    """Days, such as 2026-11-17."""
    is_this: bool
    """Whether it is the one that asks."""
    is_legacy: bool
    """Whether it stands for all devices that have not been here since devices are listed."""


class DeviceList(Struct, frozen=True):
    """My devices: this one, and the others by when they were last seen."""

    devices: list[Device]


class SignOut(Strict, frozen=True):
    """Sign one of my other devices out."""

    device: Token


# What can be played.


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    values: list[Value]
    default: Value | None
    """Null: it depends on the options before it (the edition); leave it out to get what is usual."""


class GameInfo(Struct, frozen=True):
    """A game that can be played."""

    name: str
    options: list[OptionInfo]
    presets: dict[str, dict[str, Value]]
    programs: list[str]
    """Who can take a seat."""


class Catalogue(Struct, frozen=True):
    """What this server offers."""

    version: str
    languages: list[str]
    games: list[GameInfo]


# Setting a table.


class Myself(Strict, frozen=True, tag="me", tag_field="who"):
    """I sit here; on several seats (hot seat) each may have a name of its own."""

    name: Name = ""


class Friend(Strict, frozen=True, tag="open", tag_field="who"):
    """Free for whoever has the invite link, or for anybody at a public table."""


class Program(Strict, frozen=True, tag="program", tag_field="who"):
    """A program sits here."""

    program: Annotated[str, Meta(max_length=64)]


SeatPlan = Myself | Friend | Program


class Clock(Strict, frozen=True):
    """Time to think; a seat whose time is over is played on by a program."""

    per: Literal["move", "game"]
    """For every turn anew, or for all turns together."""
    seconds: Annotated[int, Meta(ge=10, le=1_209_600)]


class Moment(Strict, frozen=True):
    """A finished game or uploaded record after so many moves: where a "what if" begins."""

    table: Token
    ply: Ply


class NewTable(Strict, frozen=True):
    """A table to be set."""

    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    game: Annotated[str, Meta(max_length=32)] = "samurai"
    options: dict[str, Value] = {}
    """Options of the game; what is left out is as usual. ``players`` follows from the seats."""
    clock: Clock | None = None
    visibility: Literal["public", "link"] = "link"
    """Public tables are listed: anybody may take an open seat or look on."""
    hints: bool = False
    """Whether a seat may ask for a hint."""
    start: Moment | None = None
    """Begin there instead; the options are then those of that game."""


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat."""

    who: Literal["person", "program", "open"]
    name: str
    """Of the person, or of the program."""
    here: bool
    """Whether that person has the table open; programs always do."""
    left: bool
    """Whether that person has left the running game for good."""


class Invite(Struct, frozen=True):
    """The secret of an open seat: send the link ``/table/ID#invite=TOKEN``."""

    seat: int
    token: str


class TableInfo(Struct, frozen=True):
    """A table from outside."""

    id: str
    game: str
    options: dict[str, Value]
    status: Literal["waiting", "playing", "over", "record", "closed"]
    """``record``: no table, but an uploaded game to replay; ``closed``: everybody left before it began."""
    seats: list[SeatInfo]
    clock: Clock | None
    visibility: Literal["public", "link"]
    hints: bool
    mine: list[int]
    """My seats; none: I look on."""
    host: bool
    """Whether I set the table."""
    invites: list[Invite]
    """For the host: the links of the seats that are still open."""
    ply: int
    """Moves played, without those of a turn that is not ended."""
    to_move: list[int]
    """The seats that are to move: one, or all who still choose their opening hand."""
    winners: list[int]
    created: int
    updated: int
    """Seconds since 1970."""
    start: Moment | None
    """Where a "what if" began, for those who know that table."""
    next: str | None
    """The table of the rematch."""


class Lobby(Struct, frozen=True):
    """The tables a person may want, the newest first."""

    mine: list[TableInfo]
    """My games that wait or run."""
    waiting: list[TableInfo]
    """Public tables with an open seat."""
    watch: list[TableInfo]
    """Public games that run without me."""
    finished: list[TableInfo]
    """My finished games and records, and public ones."""
    damaged: list[str]
    """My tables that cannot be read any more."""


class Join(Strict, frozen=True):
    """Take a seat: by the token of an invite, or, at a public table, any open one."""

    invite: Token | None = None
    seat: Seat | None = None


class Problem(Struct, frozen=True):
    """Something was refused."""

    error: str
    """What kind of problem, one word: bad_request, not_found, not_yours, too_fast, too_many, …"""
    reason: str
    """Why, in the language asked for."""
    place: str = ""
    """What was wrong: a field, an option, a move of a record."""


# Over the socket: what a client says.


class Move(Strict, frozen=True, tag="move"):
    """Play a move. It counts for the others when the turn is ended with ``/``."""

    table: Token
    seat: Seat
    ply: Ply
    """The ply of ``own`` that this answers."""
    id: Id
    notation: Annotated[str, Meta(max_length=64)]


class Undo(Strict, frozen=True, tag="undo"):
    """Take the last move of the turn in progress back."""

    table: Token
    seat: Seat
    ply: Ply
    id: Id


class Why(Strict, frozen=True, tag="why"):
    """Ask why a move is not possible; nothing is played."""

    seat: Seat
    id: Id
    notation: Annotated[str, Meta(max_length=64)]


class Say(Strict, frozen=True, tag="say"):
    """Table talk."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=TALK_LENGTH)]


class Mute(Strict, frozen=True, tag="mute"):
    """As the host: stop somebody from talking at this table, or let them talk again."""

    id: Id
    who: Annotated[str, Meta(min_length=1, max_length=64)]
    """The ``who`` of their lines."""
    muted: bool


class MakeOffer(Strict, frozen=True, tag="offer"):
    """Offer a rematch after the game, or that a program takes an absent seat."""

    id: Id
    what: Literal["rematch", "replace"]
    seat: Seat | None = None
    """The absent seat."""


class AnswerOffer(Strict, frozen=True, tag="answer"):
    """Agree to an offer, or decline it for all."""

    id: Id
    offer: Annotated[int, Meta(ge=0, le=100_000)]
    agree: bool


class Resume(Strict, frozen=True, tag="resume"):
    """Ask for everything that happened after an event."""

    after: Annotated[int, Meta(ge=0, le=1_000_000)]


ClientMessage = Move | Undo | Why | Say | Mute | MakeOffer | AnswerOffer | Resume


# Over the socket: what the server says.


class Own(Struct, frozen=True):
    """What only one seat sees and may do."""

    seat: int
    """Whose it is: with several seats (hot seat) the one that is to move."""
    ply: int
    """What the next move or undo has to name."""
    hand: list[str]
    captured: list[int] | None
    """My helmets, Buddhas, rice fields, also when they are behind my screen."""
    legal: list[str]
    """Every move that I may play now; ``/`` ends the turn, or confirms the opening hand."""
    turn: list[LogEntry]
    """The moves of my turn so far, which the others do not see yet; the last one can be taken back."""


class Talk(Struct, frozen=True):
    """Something said at the table."""

    number: int
    seat: int | None
    """Null: a spectator said it."""
    name: str
    who: str
    """The speaker, whatever the name: the same for all of their lines at this table, and different elsewhere.
    Empty for lines that are older than this field."""
    text: str
    at: int
    """Seconds since 1970."""


class Offer(Struct, frozen=True):
    """An offer that waits for the agreement of every person who plays."""

    offer: int
    what: Literal["rematch", "replace"]
    by: int
    """Which seat made it."""
    seat: int | None
    """The absent seat."""
    agreed: list[int]
    """The seats that have agreed."""
    missing: list[int]
    """The seats that have not answered."""


class Clocks(Struct, frozen=True):
    """What is left of everybody's time, in milliseconds, when the message was sent."""

    left: list[int | None]
    """Null: a program, or no time any more."""
    running: list[int]
    """The seats whose time runs."""


class State(Struct, frozen=True, tag="state"):
    """Everything: the first message of every connection, and the answer to ``resume``."""

    number: int
    """The number of the last event."""
    table: TableInfo
    position: SamuraiPosition | None
    """Null as long as the table waits for players. In my own turn: with the tokens I have laid."""
    own: Own | None
    """Null for spectators and while the table waits."""
    ready: list[bool]
    """Seat → whether it has chosen its opening hand."""
    log_from: int
    """The log begins with this ply: 0, or what came after the event that was named."""
    log: list[LogEntry]
    talk: list[Talk]
    speaker: str
    """My own ``who`` in the talk."""
    muted: list[str]
    """Who may not talk here, by their ``who``."""
    offers: list[Offer]
    clocks: Clocks | None
    result: Result | None


class Played(Struct, frozen=True, tag="played"):
    """A turn was ended (or a figure put, or all hands chosen): this is how the table looks now."""

    number: int
    log: list[LogEntry]
    """The moves of the turn, with what they captured."""
    position: SamuraiPosition
    own: Own | None
    ready: list[bool]
    clocks: Clocks | None
    result: Result | None


class Turn(Struct, frozen=True, tag="turn"):
    """My own turn in progress changed: I, or I on another device, laid or took back a token."""

    position: SamuraiPosition
    own: Own


class Accepted(Struct, frozen=True, tag="accepted"):
    """The message with this id was carried out and is on disk."""

    id: str


class Refused(Struct, frozen=True, tag="refused"):
    """The message with this id was not carried out; nothing has changed."""

    id: str
    """Empty where the message was too broken to have one."""
    error: str
    """illegal, late, not_yours, not_now, too_fast, bad_message or not_stored."""
    reason: str
    """Why, in the language asked for."""


class Because(Struct, frozen=True, tag="because"):
    """The answer to ``why``."""

    id: str
    reason: str | None
    """Null: the move is possible."""


class Said(Struct, frozen=True, tag="said"):
    """Somebody said something."""

    talk: Talk


class TableChanged(Struct, frozen=True, tag="table"):
    """Somebody came or went, a seat was taken, the game began, a rematch was set, the host muted somebody."""

    table: TableInfo
    muted: list[str]
    offers: list[Offer]
    ready: list[bool]
    clocks: Clocks | None


ServerMessage = State | Played | Turn | Accepted | Refused | Because | Said | TableChanged
