"""What may happen at a table: a wish becomes events, or is refused with a reason. Nothing changes here."""

from collections.abc import Mapping
from typing import NamedTuple

from kabuto.players import names, usual
from kabuto.server import dealing
from kabuto.server.conversation import SPECTATORS, speaker
from kabuto.server.events import (
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
from kabuto.server.mercy import returned
from kabuto.server.patience import HOUR, MINUTE, absence
from kabuto.server.seating import Pending
from kabuto.server.socket_messages import (
    AnswerOffer,
    Lasting,
    MakeOffer,
    Move,
    Mute,
    Say,
    Undo,
    Why,
)
from kabuto.server.speech import No, no
from kabuto.server.table import Table
from kabuto.server.world import World
from kabuto.table import IllegalMove, Seat

MOST_TAKEN_BACK = 100
"""How many moves a seat may take back in one turn: enough to try things out, too few to grow without end."""

# Seats.


def sit(
    table: Table, person: str, name: str, invite: str | None, seat: int | None, seal: str | None = None
) -> list[Event]:
    """Take a seat; ``seal`` is what this person adds to the deal. With the last one the game can begin."""
    if table.status != "waiting":
        raise no("not_now", "no_open_seat")
    free = [number for number, state in enumerate(table.seats) if state.is_open]
    if invite is not None:
        free = [number for number in free if table.invites[number] and table.invites[number] == invite]
        if not free:
            raise no("bad_token", "bad_invite", "invite")
    elif table.created.visibility != "public" and table.created.host != person:
        raise no("not_yours", "not_public")
    if seat is not None and seat not in free:
        raise no("not_now", "seat_taken", "seat")
    if not free:
        raise no("not_now", "no_open_seat")
    if table.seats_of(person) and table.created.host != person:
        raise no("not_now", "already_here")
    return [Sat(seat=free[0] if seat is None else seat, person=person, name=name, seal=seal or "")]


def leave(table: Table, person: str) -> list[Event]:
    """Give one's seats up."""
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].left]
    if not seats or table.status not in ("waiting", "playing"):
        raise no("not_now", "only_players")
    # Whoever leaves while seals are opened must not make room for another person, and another deal.
    dealt = [dealing.begin(table)] if table.is_full else []
    return [*dealt, *(Left(seat=seat) for seat in seats)]


def rename(table: Table, person: str, old: str, name: str) -> list[Event]:
    """A new name on every seat that has the old one: at a hot seat others keep theirs."""
    return [Named(seat=seat, name=name) for seat in table.seats_of(person) if table.seats[seat].name == old]


# Moves.


def check_seat(table: Table, person: str, seat: int) -> None:
    """Refuse a wish for a seat that is not one's own, or when nothing can be played there."""
    if seat not in table.seats_of(person):
        raise no("not_yours", "not_your_seat", seat=Seat(seat))
    if table.status != "playing":
        raise no("not_now", "not_playing")
    if table.seats[seat].helper:
        raise no("not_now", "time_is_over")


def _in_time(table: Table, message: Move | Undo) -> None:
    if message.table != table.id:
        raise no("bad_request", "other_table")
    if message.seat not in table.to_move:
        raise no("not_now", "not_your_turn", seat=Seat(message.seat))
    now = table.ply_of(message.seat)
    if message.ply != now:
        raise no("late", "late", ply=message.ply, now=now)


def is_done(table: Table, person: str, message: Lasting) -> bool:
    """Whether this very message was carried out before: then it is not carried out again."""
    mine = [seat for seat, state in enumerate(table.seats) if state.person == person]  # lost ones as well
    match message:
        case Move() | Undo():
            senders: list[int | str] = [seat for seat in mine if seat == message.seat]
        case Say():
            senders = [speaker(table, person)]
        case Mute():
            senders = ["host"] if person == table.created.host else []
        case _:
            senders = [*mine]
    return any((sender, message.id) in table.done for sender in senders)


def move(table: Table, person: str, message: Move, left: int | None) -> list[Event]:
    """Play moves of one's own seat; ``left`` is what would be left of its time.

    Whether a single move is legal is seen when the table takes it. Of several, all are tried first. Whoever
    plays is back, if a program sat in.
    """
    check_seat(table, person, message.seat)
    _in_time(table, message)
    notations = [message.notation, *message.then]
    if message.then:
        _try(table, message.seat, notations)
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


def _try(table: Table, seat: int, notations: list[str]) -> None:
    assert table.game is not None
    game = table.game.copy()
    for notation in notations:
        try:
            game.play(notation, seat)
        except IllegalMove as refusal:
            raise No("illegal", refusal.reason) from None


def undo(table: Table, person: str, message: Undo) -> list[Event]:
    """Take one's last move back."""
    check_seat(table, person, message.seat)
    _in_time(table, message)
    if message.seat not in table.unseen:
        raise no("not_now", "nothing_to_undo")
    if table.taken_back[message.seat] >= MOST_TAKEN_BACK:
        raise no("not_now", "too_many_undone", most=MOST_TAKEN_BACK)
    return [*returned(table, person), Undone(seat=message.seat, id=message.id)]


def why(table: Table, person: str, message: Why) -> str | None:
    """The reason that a move is not possible."""
    check_seat(table, person, message.seat)
    if message.seat not in table.to_move:
        raise no("not_now", "not_your_turn", seat=Seat(message.seat))
    reason: str | None = table.sees(message.seat).why_not(message.notation)
    return reason


# Talk and offers.


def clean(text: str) -> str:
    """Text of a person in one line, without characters that nobody sees."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable()).strip()


def say(table: Table, person: str, name: str, message: Say) -> list[Event]:
    """Say something."""
    text = clean(message.text)
    if not text:
        raise no("bad_request", "talk_empty", "text")
    who = speaker(table, person)
    if who in table.muted:
        raise no("not_yours", "muted")
    seat = table.shown_seat(person)
    if seat is None and person != table.created.host and SPECTATORS in table.muted:
        raise no("not_yours", "muted_spectators")
    shown = name if seat is None else table.seats[seat].name
    return [Talked(seat=seat, name=shown, text=text, by=who, id=message.id)]


def mute(table: Table, person: str, message: Mute) -> list[Event]:
    """Keep somebody from talking, or let them talk again."""
    if person != table.created.host:
        raise no("not_yours", "only_host")
    if message.who == speaker(table, person):
        raise no("bad_request", "mute_self", "who")
    if message.who not in {SPECTATORS, *table.muted, *(said.who for said in table.talk)}:
        raise no("bad_request", "no_speaker", "who")
    if message.muted == (message.who in table.muted):
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
    """Whether everybody has agreed."""
    return set(voters(table, offer)) <= offer.agreed


def offer(table: Table, person: str, message: MakeOffer, away: Mapping[str, float]) -> list[Event]:
    """Offer a rematch, a pause, or a program for somebody's seat; ``away``: person → seconds not seen.

    An absence that was announced does not count.
    """
    by = table.shown_seat(person)
    if by is None:
        raise no("not_yours", "only_players")
    seat = message.seat if message.what == "replace" else None
    if message.what == "rematch":
        _check_rematch(table)
    elif table.status != "playing":
        raise no("not_now", "not_playing")
    elif message.what == "pause":
        _check_pause(table)
    else:
        _check_absence(table, message, away)
    if any(pending.what == message.what and pending.seat == seat for pending in table.offers):
        raise no("not_now", "offer_open")
    back = _players_again(table, person, away) if message.what == "rematch" else []
    seal = message.seal or ""
    return [
        *back,
        Offered(what=message.what, by=by, seat=seat, id=message.id, program=message.program, seal=seal),
    ]


def _players_again(table: Table, person: str, away: Mapping[str, float]) -> list[Event]:
    """A rematch asks whoever lost their seat and is still here, not the program that played on."""
    losers = [seat.person for seat in table.seats if seat.lost and not seat.left and seat.person not in away]
    return [event for each in dict.fromkeys([person, *losers]) for event in returned(table, each)]


def _check_rematch(table: Table) -> None:
    if table.status != "over":
        raise no("not_now", "not_over")
    if table.next:
        raise no("not_now", "next_exists")


def _check_pause(table: Table) -> None:
    if not table.left:
        raise no("not_now", "no_clock")
    if table.unready:
        raise no("not_now", "clocks_stand")


def _check_absence(table: Table, message: MakeOffer, away: Mapping[str, float]) -> None:
    """Refuse a program for a seat whose person has not been away for long enough."""
    seat, known = message.seat, names(table.created.game)
    if seat is None or seat >= len(table.seats):
        raise no("bad_request", "no_such_seat", "seat", number=len(table.seats))
    if message.program and message.program not in known:
        raise no("bad_request", "no_program", "program", name=message.program, known=", ".join(known))
    state = table.seats[seat]
    if not state.is_person:
        key = "sits_in_already" if state.person else "no_person"
        raise no("not_now", key, "seat", seat=Seat(seat))
    if state.left:
        return
    least = absence(table.created.clock)
    if away.get(state.person, 0) < least:
        if state.away_until:
            raise no("not_now", "absence_announced", "seat", seat=Seat(seat))
        unit, size = ("hours", HOUR) if least >= HOUR else ("minutes", MINUTE)
        raise no("not_now", f"not_absent_{unit}", "seat", seat=Seat(seat), number=least // size)


def sitter(table: Table, offer: Pending) -> str:
    """The program that is to sit in."""
    return offer.program or usual(table.created.game)


def answer(table: Table, person: str, message: AnswerOffer) -> list[Event]:
    """Agree to an offer, or end it."""
    mine = table.seats_of(person)
    found = [pending for pending in table.offers if pending.number == message.offer]
    if not found or not set(mine) & set(voters(table, found[0])):
        raise no("not_now", "no_offer")
    seal = message.seal or ""
    return [Answered(offer=message.offer, seat=mine[0], agree=message.agree, id=message.id, seal=seal)]


def settlement(table: Table, world: World) -> list[Event]:
    """What follows when everybody agrees: the game is dealt, a program takes a seat, a rematch is set."""
    if dealt := dealing.settled(table, world):
        return dealt
    for pending in table.offers:
        if is_agreed(table, pending):
            if pending.what == "rematch":
                return [Followed(table=world.secret())]
            if pending.seat is None:
                return [Paused()]
            return [Handed(seat=pending.seat, program=sitter(table, pending), why="agreed")]
    return []
