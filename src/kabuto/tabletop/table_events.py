"""What happens at a table, as it is stored: append-only. A table is what its events make of it.

What was stored has to stay readable: these types may learn new things, but never refuse what they once took.
"""

from typing import Any, Literal, get_args

from msgspec import Struct, ValidationError
from msgspec.json import Decoder, Encoder
from msgspec.json import decode as plain

from kabuto.protocol.errors import Refusal, refuse, sentence
from kabuto.protocol.http import Clock, Moment, Rating, SeatPlan, Value


class Happened(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event and when it was."""

    at: int = 0
    """Milliseconds since 1970."""


class Created(Happened, frozen=True, tag="created"):
    """A table was set, or a record uploaded."""

    host: str
    game: str
    options: dict[str, Value]
    seats: list[SeatPlan]
    invites: list[str]
    """Seat → the secret of its invitation; nothing where none is needed."""
    clock: Clock | None = None
    visibility: Literal["public", "link"] = "link"
    hints: bool = False
    start: Moment | None = None
    start_for: list[str] | None = []
    """Who besides the host may see ``start``: the people at that table; null: everyone, it is public."""
    record: dict[str, Any] | None = None
    """What the game goes on from, or the uploaded record itself."""
    is_record: bool = False
    seal: str = ""
    """What the host adds to the deal, sealed: in its first version."""
    will_seal: bool = False
    """Whether the host's page seals in a message of its own, in the second version."""
    is_matched: bool = False
    """Whether the host wants to play the next person."""
    strength: Rating | None = None
    """How strong the host was then, where everyone may see the table."""


class Committed(Happened, frozen=True, tag="committed"):
    """The server committed to its part of a deal by the first version; the oldest tables have none."""

    secret: str
    """What no one may know before the game is over."""


class Pledged(Happened, frozen=True, tag="pledged"):
    """The server committed to its part of a deal by the second version.

    An older server does not know this event, so it leaves the table alone instead of dealing it otherwise.
    """

    secret: str
    """What no one may know before the game is over."""


class Sat(Happened, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    seal: str = ""
    """What that person adds to the deal, sealed: in its first version."""
    will_seal: bool = False
    """Whether that person's page seals in a message of its own, in the second version."""


class Named(Happened, frozen=True, tag="named"):
    """A person changed the name."""

    seat: int
    name: str


class Left(Happened, frozen=True, tag="left"):
    """A person gave a seat up."""

    seat: int


class Sealed(Happened, frozen=True, tag="sealed"):
    """A person sealed what they add to the deal."""

    seat: int
    seal: str
    id: str = ""


class SealsTold(Happened, frozen=True, tag="seals_told"):
    """All seats are taken, and these are all seals: none is taken any more, and parts are shown."""


class Opened(Happened, frozen=True, tag="opened"):
    """All seats are taken, and a person opened the seal of one."""

    seat: int
    part: str
    id: str = ""


class Began(Happened, frozen=True, tag="began"):
    """The last seat was taken, seals were opened, and the game dealt."""

    record: dict[str, Any]
    seed: str
    """For chance that is still to come, in hexadecimal digits."""
    asks_ready: bool = False
    """Whether the clocks wait until everyone is ready."""


class Moved(Happened, frozen=True, tag="moved"):
    """A move was played: it is part of a turn until that is ended."""

    seat: int
    notation: str
    id: str = ""
    """What the client called it; nothing for a program."""
    left: int | None = None
    """What was left of the seat's time, in milliseconds; it counts at the end of a turn."""
    program: str = ""
    """The program that played it for a person."""


class Undone(Happened, frozen=True, tag="undone"):
    """The last move of the turn was taken back."""

    seat: int
    id: str


class Chosen(Happened, frozen=True, tag="chosen"):
    """All opening hands are chosen: this is the game with them, and with the stacks that chance formed."""

    record: dict[str, Any]


class Handed(Happened, frozen=True, tag="handed"):
    """A program sits in for a person."""

    seat: int
    program: str
    why: Literal["time", "agreed"]
    """``time``: an older version did so when the time ran out."""


class Returned(Happened, frozen=True, tag="returned"):
    """A person came back to the seat."""

    seat: int
    id: str = ""
    """What the client called it; nothing if the person just opened the table."""


class Overdue(Happened, frozen=True, tag="overdue"):
    """A seat ran out of time: a program plays this turn."""

    seat: int
    program: str


class Lost(Happened, frozen=True, tag="lost"):
    """A person has lost by rule, or resigned."""

    seat: int
    why: Literal["time", "resigned"]
    program: str = ""
    """The program that plays on there; nothing if the game is over."""
    id: str = ""


class Ready(Happened, frozen=True, tag="ready"):
    """A person is ready for the clocks to run."""

    seat: int
    id: str = ""


class Paused(Happened, frozen=True, tag="paused"):
    """Everyone agreed to a pause: the clocks wait until everyone is ready again."""


class Started(Happened, frozen=True, tag="started"):
    """The clocks have waited long enough."""


class Away(Happened, frozen=True, tag="away"):
    """A person announced to be away for some days, or is back early."""

    seat: int
    days: int
    id: str = ""


class Talked(Happened, frozen=True, tag="talked"):
    """A person said something."""

    seat: int | None
    name: str
    text: str
    by: str = ""
    """Who said it, as others know them at this table; older events do not tell."""
    id: str = ""
    """What the client called it."""


class Muted(Happened, frozen=True, tag="muted"):
    """The host muted a person, or no longer does."""

    who: str
    muted: bool
    id: str = ""
    """What the client called it."""


class Offered(Happened, frozen=True, tag="offered"):
    """A person offered something."""

    what: Literal["rematch", "replace", "pause"]
    by: int
    seat: int | None = None
    id: str = ""
    program: str = ""
    """The program that would sit in; nothing: the usual one."""
    seal: str = ""
    """What that seat adds to the deal of a rematch, sealed: in its first version."""
    will_seal: bool = False
    """Whether that seat's page seals at the rematch, in the second version."""


class Answered(Happened, frozen=True, tag="answered"):
    """A seat agreed to an offer, or ended it."""

    offer: int
    seat: int | None
    """Null: it ended by itself."""
    agree: bool
    id: str = ""
    seal: str = ""
    """What that seat adds to the deal of a rematch, sealed: in its first version."""
    will_seal: bool = False
    """Whether that seat's page seals at the rematch, in the second version."""


class Followed(Happened, frozen=True, tag="followed"):
    """The rematch was set."""

    table: str


class Puzzled(Happened, frozen=True, tag="puzzled"):
    """The game was looked through for puzzles, after it was over."""

    puzzles: list[dict[str, Any]]
    """All that were found, as their game writes them."""


Event = (
    Created
    | Committed
    | Pledged
    | Sat
    | Named
    | Left
    | Sealed
    | SealsTold
    | Opened
    | Began
    | Moved
    | Undone
    | Chosen
    | Handed
    | Returned
    | Overdue
    | Lost
    | Ready
    | Paused
    | Started
    | Away
    | Talked
    | Muted
    | Offered
    | Answered
    | Followed
    | Puzzled
)
_DECODER: Decoder[Event] = Decoder(Event)
_FIELDS = {
    str(kind.__struct_config__.tag): {"type", *kind.__struct_encode_fields__} for kind in get_args(Event)
}


class _Kind(Struct):
    """What every event has, of whatever version."""

    type: str


_KIND = Decoder(_Kind)
_ENCODER = Encoder()


def encode(event: Event) -> bytes:
    """An event as it is stored."""
    return _ENCODER.encode(event)


def decode(body: bytes) -> Event:
    """An event from the store; refused if only a newer version knows it."""
    try:
        return _DECODER.decode(body)
    except ValidationError:
        if _KIND.decode(body).type not in _FIELDS:
            raise newer() from None
        raise


def newer() -> Refusal:
    """Why a table is refused that a newer server has changed; another server may take the page."""
    return refuse("not_now", "table_changed", reason=sentence("event_newer"))


def is_known(body: bytes) -> bool:
    """Whether this version knows everything about an event; a newer one may have stored more."""
    found = plain(body)
    return bool(found.keys() <= _FIELDS[found["type"]])


def kind_of(event: Event) -> str:
    """What an event counts as: all moves of a turn are one turn."""
    return "turn" if isinstance(event, Moved | Undone) else type(event).__name__.lower()
