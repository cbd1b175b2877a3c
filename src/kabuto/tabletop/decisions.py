"""What may happen at a table: a wish becomes events, or is refused with a reason. Nothing changes here."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kabuto.players import names, usual
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.socket import (
    AnswerOffer,
    AskPreview,
    Lasting,
    MakeOffer,
    Move,
    Mute,
    Say,
    Undo,
    Why,
)
from kabuto.table import Game, Seat
from kabuto.table.game import read_move
from kabuto.table.wire import Wire
from kabuto.tabletop import deal
from kabuto.tabletop.absence import returned
from kabuto.tabletop.conversation import SPECTATORS
from kabuto.tabletop.outside import Chance
from kabuto.tabletop.seats import Pending
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import (
    Answered,
    Event,
    Followed,
    Handed,
    Left,
    Moved,
    Muted,
    Named,
    Offered,
    Paused,
    Sat,
    Talked,
    Undone,
)
from kabuto.tabletop.time_limits import HOUR, MINUTE, absence

MOST_TAKEN_BACK = 100
"""How many moves a seat may take back in one turn: enough to try things out, too few to grow without end."""

# Seats.


def sit(
    table: Table,
    person: str,
    name: str,
    invite: str | None,
    seat: int | None,
    seal: str | None = None,
    will_seal: bool = False,
) -> list[Event]:
    """Take a seat. With the last one the game can begin.

    What this person adds to the deal is ``seal`` in its first version; in the second the page ``will_seal``.
    """
    if table.status != "waiting":
        raise refuse("not_now", "no_open_seat")
    free = [number for number, state in enumerate(table.seats) if state.is_open]
    if invite is not None:
        free = [number for number in free if table.invites[number] and table.invites[number] == invite]
        if not free:
            raise refuse("bad_token", "bad_invite", "invite")
    elif table.created.visibility != "public" and table.created.host != person:
        raise refuse("not_yours", "not_public")
    if seat is not None and seat not in free:
        raise refuse("not_now", "seat_taken", "seat")
    if not free:
        raise refuse("not_now", "no_open_seat")
    if table.seats_of(person) and table.created.host != person:
        raise refuse("not_now", "already_here")
    taken = free[0] if seat is None else seat
    if table.deal.bond:
        return [Sat(seat=taken, person=person, name=name, will_seal=will_seal)]
    return [Sat(seat=taken, person=person, name=name, seal=seal or "")]


def leave(table: Table, person: str) -> list[Event]:
    """Give one's seats up."""
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].left]
    if not seats or table.status not in ("waiting", "playing"):
        raise refuse("not_now", "only_players")
    # Anyone who leaves while seals are opened must not make room for another person, and another deal.
    is_due = table.is_full and (table.deal.bond is None or table.deal.is_told)
    dealt = [deal.begin(table)] if is_due else []
    return [*dealt, *(Left(seat=seat) for seat in seats)]


def rename(table: Table, person: str, old: str, name: str) -> list[Event]:
    """A new name on every seat that has the old one: at a hot seat others keep theirs."""
    return [Named(seat=seat, name=name) for seat in table.seats_of(person) if table.seats[seat].name == old]


# Moves.


def check_seat(table: Table, person: str, seat: int) -> None:
    """Refuse a wish for a seat that is not one's own, or when nothing can be played there."""
    if seat not in table.seats_of(person):
        raise refuse("not_yours", "not_your_seat", seat=Seat(seat))
    if table.status != "playing":
        raise refuse("not_now", "not_playing")
    if table.seats[seat].helper:
        raise refuse("not_now", "time_is_over")


def _in_time(table: Table, message: Move | Undo) -> None:
    if message.table != table.id:
        raise refuse("bad_request", "other_table")
    if message.seat not in table.to_move:
        raise refuse("not_now", "not_your_turn", seat=Seat(message.seat))
    now = table.ply_of(message.seat)
    if message.ply != now:
        raise refuse("late", "late", ply=message.ply, now=now)


def is_done(table: Table, person: str, message: Lasting) -> bool:
    """Whether this very message was carried out before: then it is not carried out again."""
    mine = [seat for seat, state in enumerate(table.seats) if state.person == person]  # lost ones as well
    match message:
        case Move() | Undo():
            senders: list[int | str] = [seat for seat in mine if seat == message.seat]
        case Say():
            senders = [table.speaker(person)]
        case Mute():
            senders = ["host"] if person == table.created.host else []
        case _:
            senders = [*mine]
    return any((sender, message.id) in table.done for sender in senders)


def move(table: Table, person: str, message: Move, left: int | None) -> list[Event]:
    """Play moves of one's own seat; ``left`` is what would be left of its time.

    Whether they are legal is seen when a copy of the table takes them. Anyone who plays is back, if a program
    sat in.
    """
    check_seat(table, person, message.seat)
    _in_time(table, message)
    notations = (message.notation, *message.then)
    played = [Moved(seat=message.seat, notation=each, id=message.id, left=left) for each in notations]
    return [*returned(table, person), *played]


class Thought(NamedTuple):
    """What a program is to think about."""

    seat: int
    program: str
    ply: int
    """What the next move of the seat has to name."""


def next_thought(table: Table) -> Thought | None:
    """The next turn of a program, if one is to move."""
    found = (Thought(seat, table.seats[seat].mover, table.ply_of(seat)) for seat in table.to_move)
    return next((thought for thought in found if thought.program), None)


def moves(table: Table, thought: Thought, notations: list[str]) -> list[Event]:
    """The moves that a program found; none if the person is back, or the game went on without them."""
    seat, program, ply = thought
    if seat not in table.to_move or table.seats[seat].mover != program or table.ply_of(seat) != ply:
        return []
    by = program if table.seats[seat].person else ""
    return [Moved(seat=seat, notation=notation, program=by) for notation in notations]


def undo(table: Table, person: str, message: Undo) -> list[Event]:
    """Take one's last move back."""
    check_seat(table, person, message.seat)
    _in_time(table, message)
    if message.seat not in table.unseen:
        raise refuse("not_now", "nothing_to_undo")
    if table.taken_back[message.seat] >= MOST_TAKEN_BACK:
        raise refuse("not_now", "too_many_undone", most=MOST_TAKEN_BACK)
    return [*returned(table, person), Undone(seat=message.seat, id=message.id)]


def why(table: Table, person: str, message: Why | AskPreview) -> str | None:
    """The reason that a move is not possible."""
    check_seat(table, person, message.seat)
    if message.seat not in table.to_move:
        raise refuse("not_now", "not_your_turn", seat=Seat(message.seat))
    reason: str | None = table.sees(message.seat).why_not(message.notation)
    return reason


def preview(table: Table, person: str, message: AskPreview, wire: Wire, language: str) -> Any:
    """What a move would bring about, as its seat can foresee it; None where the game does not say."""
    if (reason := why(table, person, message)) is not None:
        raise Refusal("illegal", reason)
    view = table.sees(message.seat)
    move = read_move(view.move_type, message.notation)
    return wire.preview(view, move, language) if wire.preview else None


def finished(table: Table) -> Game[Any, Any]:
    """The game of a table where it is over; refused while it runs."""
    if table.status not in ("over", "record") or table.game is None:
        raise refuse("not_now", "not_finished")
    return table.game


# Talk and offers.


def clean(text: str) -> str:
    """Text of a person in one line, without characters that no one sees."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable()).strip()


def say(table: Table, person: str, name: str, message: Say) -> list[Event]:
    """Say something."""
    text = clean(message.text)
    if not text:
        raise refuse("bad_request", "talk_empty", "text")
    who = table.speaker(person)
    if who in table.chat.muted:
        raise refuse("not_yours", "muted")
    seat = table.shown_seat(person)
    if seat is None and person != table.created.host and SPECTATORS in table.chat.muted:
        raise refuse("not_yours", "muted_spectators")
    shown = name if seat is None else table.seats[seat].name
    return [Talked(seat=seat, name=shown, text=text, by=who, id=message.id)]


def mute(table: Table, person: str, message: Mute) -> list[Event]:
    """Keep a person from talking, or let them talk again."""
    if person != table.created.host:
        raise refuse("not_yours", "only_host")
    if message.who == table.speaker(person):
        raise refuse("bad_request", "mute_self", "who")
    if message.who not in {SPECTATORS, *table.chat.muted, *(said.who for said in table.chat.talk)}:
        raise refuse("bad_request", "no_speaker", "who")
    if message.muted == (message.who in table.chat.muted):
        return []
    return [Muted(who=message.who, muted=message.muted, id=message.id)]


def voters(table: Table, offer: Pending) -> list[int]:
    """The seats whose persons have to agree."""
    absent = "" if offer.seat is None else table.seats[offer.seat].person
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.is_person and not seat.left and seat.person != absent
    ]


def is_agreed(table: Table, offer: Pending) -> bool:
    """Whether everyone has agreed."""
    return set(voters(table, offer)) <= offer.agreed


def offer(
    table: Table, person: str, message: MakeOffer, away: Mapping[str, float], will_seal: bool = False
) -> list[Event]:
    """Offer a rematch, a pause, or a program for a person's seat; ``away``: person → seconds not seen.

    An absence that was announced does not count. ``will_seal``: the page seals at the rematch.
    """
    by = table.shown_seat(person)
    if by is None:
        raise refuse("not_yours", "only_players")
    seat = message.seat if message.what == "replace" else None
    if message.what == "rematch":
        _check_rematch(table)
    elif table.status != "playing":
        raise refuse("not_now", "not_playing")
    elif message.what == "pause":
        _check_pause(table)
    else:
        _check_absence(table, message, away)
    if any(pending.what == message.what and pending.seat == seat for pending in table.offers.pending):
        raise refuse("not_now", "offer_open")
    back = _players_again(table, person, away) if message.what == "rematch" else []
    offered = Offered(
        what=message.what,
        by=by,
        seat=seat,
        id=message.id,
        program=message.program,
        seal=message.seal or "",
        will_seal=will_seal and message.what == "rematch",
    )
    return [*back, offered]


def _players_again(table: Table, person: str, away: Mapping[str, float]) -> list[Event]:
    """A rematch asks anyone who lost their seat and is still here, not the program that played on."""
    losers = [seat.person for seat in table.seats if seat.lost and not seat.left and seat.person not in away]
    return [event for each in dict.fromkeys([person, *losers]) for event in returned(table, each)]


def _check_rematch(table: Table) -> None:
    if table.status != "over":
        raise refuse("not_now", "not_over")
    if table.next:
        raise refuse("not_now", "next_exists")


def _check_pause(table: Table) -> None:
    if not table.left:
        raise refuse("not_now", "no_clock")
    if table.unready:
        raise refuse("not_now", "clocks_stand")


def _check_absence(table: Table, message: MakeOffer, away: Mapping[str, float]) -> None:
    """Refuse a program for a seat whose person has not been away for long enough."""
    seat, known = message.seat, names(table.created.game)
    if seat is None or seat >= len(table.seats):
        raise refuse("bad_request", "no_such_seat", "seat", number=len(table.seats))
    if message.program and message.program not in known:
        raise refuse("bad_request", "no_program", "program", name=message.program, known=", ".join(known))
    state = table.seats[seat]
    if not state.is_person:
        key = "sits_in_already" if state.person else "no_person"
        raise refuse("not_now", key, "seat", seat=Seat(seat))
    if state.left:
        return
    least = absence(table.created.clock)
    if away.get(state.person, 0) < least:
        if state.away_until:
            raise refuse("not_now", "absence_announced", "seat", seat=Seat(seat))
        unit, size = ("hours", HOUR) if least >= HOUR else ("minutes", MINUTE)
        raise refuse("not_now", f"not_absent_{unit}", "seat", seat=Seat(seat), number=least // size)


def sitter(table: Table, offer: Pending) -> str:
    """The program that is to sit in."""
    return offer.program or usual(table.created.game)


def answer(table: Table, person: str, message: AnswerOffer, will_seal: bool = False) -> list[Event]:
    """Agree to an offer, or end it; ``will_seal``: the page seals at the rematch."""
    mine = table.seats_of(person)
    found = [pending for pending in table.offers.pending if pending.number == message.offer]
    if not found or not set(mine) & set(voters(table, found[0])):
        raise refuse("not_now", "no_offer")
    return [
        Answered(
            offer=message.offer,
            seat=mine[0],
            agree=message.agree,
            id=message.id,
            seal=message.seal or "",
            will_seal=will_seal and found[0].what == "rematch",
        )
    ]


def settlement(table: Table, chance: Chance) -> list[Event]:
    """What follows when everyone agrees: the game is dealt, a program takes a seat, a rematch is set."""
    if dealt := deal.settled(table, chance):
        return dealt
    for pending in table.offers.pending:
        if is_agreed(table, pending):
            if pending.what == "rematch":
                return [Followed(table=chance.secret())]
            if pending.seat is None:
                return [Paused()]
            return [Handed(seat=pending.seat, program=sitter(table, pending), why="agreed")]
    return []
