"""The messages over HTTP, typed once; those over the socket are in ``socket``.

``python -m kabuto.protocol.openapi`` writes the OpenAPI document and the TypeScript types from these modules.
The line under a field is its description there. A body or message from outside is checked against its type
before anything looks at it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kabuto.table import manifests

NAME_LENGTH = 30
TALK_LENGTH = 300
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the sender, another one for every message: repeating a message with its id is harmless."""
HIGHEST_SEAT = 7
HIGHEST_DEAL = 999_999_999
Seat = Annotated[int, Meta(ge=0, le=HIGHEST_SEAT)]
Ply = Annotated[int, Meta(ge=0, le=100_000)]
Token = Annotated[str, Meta(max_length=200)]
Value = bool | int | str
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""256 bits in hexadecimal digits."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside: a field that is not known is refused."""


class Rating(Struct, frozen=True):
    """How strong a person is, on the scale of the levels: 400 points more are odds of 10 to 1."""

    value: int
    """The most likely Elo."""
    low: int
    """With 95 % it is more than this."""
    high: int
    """With 95 % it is less than this."""
    games: int
    """How many results it comes from."""


# Who I am.


class NewKey(Struct, frozen=True):
    """A recovery phrase or passkey that another device of mine has made: anyone who has it can become me."""

    what: Literal["phrase", "passkey"]
    """A new phrase ends the one before."""
    browser: str
    """Where it was made, such as Firefox; empty: not known."""
    system: str
    """Such as Linux; empty: not known."""
    since: str
    """The day on which it was made, such as 2026-11-17."""


class Me(Struct, frozen=True):
    """The person behind a cookie."""

    name: str
    """What others see me called."""
    is_guest: bool
    """Whether I have not chosen that name."""
    before: str | None
    """Who this browser was before it opened a personal link, if it can go back."""
    signed_out: bool
    """Whether this browser was just signed out by another device, and is a new guest now."""
    public_url: str
    """What links for others begin with; empty: use the address in the browser."""
    news: list[NewKey]
    """Phrases and passkeys that my other devices have made; ``/api/me/news/seen`` ends that."""


class Rename(Strict, frozen=True):
    """Change my display name."""

    name: Name
    """The new name; leave it empty to go back to being a guest."""


class PersonalLink(Struct, frozen=True):
    """A secret that makes another device the same person: open ``/#me=TOKEN`` there. It works once."""

    token: str
    """The secret."""
    expires: int
    """Until when it works, in seconds since 1970."""


class Claim(Strict, frozen=True):
    """Become the person of a personal link."""

    token: Token
    """The token of the link."""


class LinkOwner(Struct, frozen=True):
    """What a personal link would do here."""

    name: str
    """Who made it."""
    me: str
    """Who I am now."""
    is_mine: bool
    """Whether both are the same person."""
    games: int
    """My open games. While there are any, this browser cannot become another person."""


class Device(Struct, frozen=True):
    """A browser that is signed in as me."""

    id: str
    """What to name it by when it is signed out."""
    browser: str
    """Such as Firefox; empty: not known."""
    system: str
    """Such as Linux; empty: not known."""
    since: str
    """The day it was first seen, such as 2026-11-17."""
    seen: str
    """The day it was last seen."""
    is_this: bool
    """Whether it is the one that asks."""
    is_legacy: bool
    """Whether it stands for all devices that have not been back since devices are listed."""


class DeviceList(Struct, frozen=True):
    """My devices."""

    devices: list[Device]
    """This one, then the others by when they were last seen."""
    since: str
    """The day since which others may have made phrases or passkeys of mine; empty: none."""


class SignOut(Strict, frozen=True):
    """Sign one of my other devices out."""

    device: Token
    """Its ``id``."""


class SignOutEverywhere(Strict, frozen=True):
    """Sign all my other devices out, and end links, and phrases and passkeys that were made since a day."""

    since: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
    """That day, such as ``DeviceList.since``; empty: phrases and passkeys stay."""


# What can be played.


class ValueInfo(Struct, frozen=True):
    """A value of an option."""

    value: Value
    """What a new table names."""
    label: str
    """The value in words, in the language asked for."""


class DependentDefault(Struct, frozen=True):
    """What an option is by default, given the options before it."""

    when: dict[str, Value]
    """Option → the value it must have."""
    value: Value
    """The default then."""


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    """What a new table names."""
    label: str
    """A short heading, in the language asked for."""
    help: str
    """What it decides, in a line."""
    values: list[ValueInfo]
    """Everything it can be."""
    default: Value | None
    """What it is if it is left out; null: that depends on other options, see ``defaults``."""
    defaults: list[DependentDefault]
    """The default for each combination of the options it depends on; empty where ``default`` says it."""


class PresetInfo(Struct, frozen=True):
    """A named set of options, such as one for a first game."""

    name: str
    """What the game calls it."""
    label: str
    """The same in words, in the language asked for."""
    about: str
    """What it is for, in a sentence; empty: not given."""
    options: dict[str, Value]
    """Its options, but for those in ``depending``."""
    depending: dict[str, list[DependentDefault]]
    """What it sets other options to, for each combination of the options that this depends on."""


class CharacterInfo(Struct, frozen=True):
    """A character as which a program sits at a table."""

    name: str
    """Which face to show."""
    label: str
    """The character's name."""
    about: str
    """Who that is, in a line, in the language asked for."""


class ProgramInfo(Struct, frozen=True):
    """A program that can take a seat."""

    name: str
    """What a new table names."""
    label: str
    """What to call it, in the language asked for."""
    help: str
    """How it plays, in a few words; empty: not given."""
    level: int
    """Its place among the programs of this game, from 0, the weakest first."""
    is_compiled: bool
    """Whether it needs the compiled engine, which takes a while to start for the first time."""
    character: str
    """As whom it sits at a table, unless that one is taken; empty: as none."""


class GameInfo(Struct, frozen=True):
    """A game that can be played here: everything that a page needs to offer it."""

    name: str
    """What a new table names."""
    title: str
    """What to call it, in the language asked for."""
    about: str
    """What it is like, in a sentence or two; empty: not given."""
    duration: str
    """How long a game takes, in words; empty: not given."""
    begins: str
    """Who begins, and why, in a sentence; empty: not given."""
    players: list[int]
    """How many can play."""
    options: list[OptionInfo]
    """What can be chosen, without the number of players."""
    presets: list[PresetInfo]
    """Named sets of options."""
    programs: list[ProgramInfo]
    """Who can take a seat, the weakest first."""
    usual_program: str
    """A program for an experienced player."""
    characters: list[CharacterInfo]
    """As whom programs sit at a table: each there is a different character."""
    wires: list[str]
    """How its tables can be sent: the game's own wire, if it has one, and ``plain``."""
    hints: bool
    """Whether the server can say what is good in a position."""
    reviews: bool
    """Whether the server can review a finished game."""
    puzzles: bool
    """Whether the game brings puzzles to solve."""


class Catalogue(Struct, frozen=True):
    """What this server offers."""

    version: str
    """The version of Kabuto."""
    languages: list[str]
    """The languages that can be asked for."""
    default: str
    """The game to offer first."""
    games: list[GameInfo]
    """Every game that can be played here."""


class Preparation(Struct, frozen=True):
    """The compiled engine of a game, which strong programs, hints and reviews need."""

    progress: float | None
    """How much of it is compiled, from 0 to 1; null: there is nothing to wait for."""


# Setting a table.


class Myself(Strict, frozen=True, tag="me", tag_field="who"):
    """I sit here; on several seats (hot seat) each may have a name of its own."""

    name: Name = ""
    """Empty: my own."""


class Friend(Strict, frozen=True, tag="open", tag_field="who"):
    """Free for anyone who has the invite link, or for anyone at a public table."""


class Program(Strict, frozen=True, tag="program", tag_field="who"):
    """A program sits here."""

    program: Annotated[str, Meta(max_length=64)]
    """Its name, as ``GameInfo`` lists it."""


SeatPlan = Myself | Friend | Program


class Clock(Strict, frozen=True):
    """Time to think; a turn whose time is over is played by a program."""

    per: Literal["move", "game"]
    """For each turn, or for all turns together."""
    seconds: Annotated[int, Meta(ge=10, le=1_209_600)]
    """How much."""
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    """For all turns together: how many seconds each turn that ends in time adds."""


class Moment(Strict, frozen=True):
    """A finished game or uploaded record after so many moves: where a "what if" begins."""

    table: Token
    """The table it is at."""
    ply: Ply
    """After how many moves."""


class NewTable(Strict, frozen=True):
    """A table to be set."""

    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=HIGHEST_SEAT + 1)]
    """Who sits where: as many as there are players."""
    game: Annotated[str, Meta(max_length=32)] = manifests.default()
    """The name of a game."""
    options: dict[str, Value] = {}
    """Options of the game; the rest have their defaults. ``players`` follows from the seats."""
    clock: Clock | None = None
    """Time to think; null: as much as you like."""
    visibility: Literal["public", "link"] = "link"
    """Public tables are listed: anyone may take an open seat or look on."""
    hints: bool = False
    """Whether a seat may ask for a hint."""
    start: Moment | None = None
    """Begin there instead; the options are then those of that game."""
    seal: Digits | None = None
    """What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and
    send ``Seal``."""


class NextPerson(Strict, frozen=True):
    """Play the next person: a table where a person waits for the same, or a new one to wait at."""

    game: Annotated[str, Meta(max_length=32)]
    """The name of a game."""
    players: Annotated[int, Meta(ge=2, le=HIGHEST_SEAT + 1)]
    """How many are to play."""
    clock: Clock | None = None
    """Time to think; null: as much as you like."""
    options: dict[str, Value] = {}
    """Options of the game, such as its edition; the rest have their defaults. Those I meet want the same."""
    seal: Digits | None = None
    """What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and
    send ``Seal``."""


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat."""

    who: Literal["person", "program", "open"]
    """A person, a program, or no one yet."""
    name: str
    """Of the person, or of the program."""
    here: bool
    """Whether that person has the table open; programs always do."""
    left: bool
    """Whether that person has left the running game; anyone who opens the table again is back."""
    program: str = ""
    """The program that sits in for that person now; empty: the person plays."""
    once: bool = False
    """Whether it plays this turn alone, because the time ran out."""
    overdue: int = 0
    """How many turns in a row ran out of time."""
    lost: Literal["", "time", "resigned"] = ""
    """Why that person has lost, whatever the game says."""
    away_until: int = 0
    """Until when that person announced to be away, in seconds since 1970: the clock stands still."""
    days_off: int = 0
    """How many days of absence that person may still announce; 0 in games that do not take days."""


class Invite(Struct, frozen=True):
    """The secret of an open seat: send the link ``/table/ID#invite=TOKEN``."""

    seat: int
    """The seat."""
    token: str
    """Its secret."""


class TableInfo(Struct, frozen=True):
    """A table from outside."""

    id: str
    """Its address is ``/table/ID``."""
    game: str
    """The name of the game."""
    options: dict[str, Value]
    """The options of the game."""
    status: Literal["waiting", "playing", "over", "record", "closed"]
    """``record``: no table, but an uploaded game to replay; ``closed``: everyone left before it began."""
    seats: list[SeatInfo]
    """Who sits where."""
    clock: Clock | None
    """Time to think; null: there are no clocks."""
    visibility: Literal["public", "link"]
    """Whether it is listed for everyone, or open to those who know its address."""
    hints: bool
    """Whether a seat may ask for a hint."""
    mine: list[int]
    """My seats; none: I look on."""
    given_up: list[int]
    """My seats that I have lost while the others play on."""
    host: bool
    """Whether I set the table."""
    invites: list[Invite]
    """For the host: the links of the seats that are still open."""
    ply: int
    """Moves played, without those of a turn that is not ended."""
    to_move: list[int]
    """The seats that are to move: one, or several where all choose at once."""
    unready: list[int]
    """The seats that the clocks wait for: they run once everyone has said ``ready``, or played."""
    is_paused: bool
    """Whether they wait because everyone agreed to a pause; or else the game has just begun."""
    winners: list[int]
    """The seats that won, when it is over."""
    created: int
    """When it was set, in seconds since 1970."""
    updated: int
    """When something last happened that everyone saw, in seconds since 1970."""
    start: Moment | None
    """Where a "what if" began, for those who know that table."""
    next: str | None
    """The table of the rematch."""
    is_matched: bool = False
    """Whether it was set for the next person."""
    strength: Rating | None = None
    """How strong its host was when the table was set; null: not known, or the table isn't public."""
    puzzles: int | None = None
    """How many puzzles were found in the finished game; null: not searched."""


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
    """The token of the invite; at a public table none is needed."""
    seat: Seat | None = None
    """Which seat; null: the first that is open."""
    seal: Digits | None = None
    """What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and
    send ``Seal``."""


class Problem(Struct, frozen=True):
    """Something was refused."""

    error: str
    """What kind of problem, one word: bad_request, not_found, not_yours, too_fast, too_many, …"""
    reason: str
    """Why, in the language asked for."""
    place: str = ""
    """What was wrong: a field, an option, a move of a record."""
    again: int = 0
    """Seconds after which it is worth trying again; 0: unknown."""
