"""A step of a table: it happens to a copy, whole or not at all."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import to_builtins

from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Friend, Myself, Program
from kabuto.protocol.socket import Lasting, MakeOffer, Move, Resign, Say, Undo
from kabuto.samurai import Samurai
from kabuto.table import deals
from kabuto.tabletop import table_events
from kabuto.tabletop.decide import Caller, Outside, Step, decide, happen
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Began, Created, Event, Moved, Sat
from tests.corpus import counts


class Fixed:
    """Chance that is none."""

    @property
    def secret(self) -> Any:
        return lambda: "next"

    @property
    def part(self) -> Any:
        return lambda: "part"


OUTSIDE = Outside(5000, Fixed(), lambda seat: None, dict)


def table(game: str = "samurai", program: bool = False, **options: Any) -> Table:
    """A game of two that has just begun."""
    made = Created(
        host="one",
        game=game,
        options={"players": 2, **options},
        seats=[Myself("One"), Program("random") if program else Friend()],
        invites=["", "" if program else "come"],
    )
    begun = Began(record=deals.begin(game, made.options, None, 1).record(), seed="1")
    sat = [] if program else [Sat(seat=1, person="two", name="Two")]
    return Table("t", [made, *sat, begun])


def facts(table: Table) -> Any:
    """All of a table that can change."""
    return json.dumps(
        [
            to_builtins(table.summary(), order="deterministic"),
            [table.seq, table.number, table.base, table.plies, table.left, sorted(map(str, table.done))],
            [to_builtins(table.chat.talk), sorted(table.chat.muted), sorted(table.chat.speakers)],
            to_builtins(table.offers.pending, order="deterministic"),
            [table.deal.secret, [[each.seal, each.part] for each in table.deal.shares], table.deal.is_told],
            sorted(table.deal.sealing),
            sorted(table.unseen.items()),
            [sorted(map(repr, each.items())) for each in (table.turns, table.taken_back, table.played_by)],
            [table.invites, table.lost, sorted(table.unready), table.ply_of(0), sorted(table.next_sealing)],
            None if table.game is None else [table.game.record(), table.public.ply],
        ],
        sort_keys=True,
        default=str,
    )


def tables() -> Iterator[tuple[str, list[Event]]]:
    """The tables of the corpus: every kind of event."""
    for batch, _, entries in counts.batches():
        if batch.kind == "tables":
            for entry in entries:
                yield (
                    entry["id"],
                    [table_events.decode(json.dumps(each).encode()) for each in entry["events"]],
                )


def test_what_happens_at_a_copy_leaves_the_table_as_it_is() -> None:
    kinds = set[type]()
    for name, events in list(tables())[::9]:
        there = Table(name, [])
        for event in events:
            before, twin = facts(there) if there.seq else "", there.copy()
            twin.apply(event)
            assert not before or facts(there) == before
            there = twin
            kinds.add(type(event))
        assert facts(there) == facts(Table(name, events))
    assert len(kinds) > 20


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (Move("t", 0, 0, "id", "S3n99"), "illegal"),
        (Move("t", 0, 0, "id", "{first}", ["{first}"]), "illegal"),
        (Move("t", 0, 4, "id", "{first}"), "late"),
        (Undo("t", 0, 0, "id"), "not_now"),
        (Say("id", " "), "bad_request"),
        (MakeOffer("id", "rematch"), "not_now"),
        (Resign("id", 1), "not_yours"),
    ],
)
def test_what_is_refused_has_not_happened(message: Any, error: str) -> None:
    there = table()
    if isinstance(message, Move):
        first = next(str(move) for move in there.sees(0).legal_moves() if str(move)[0] in "HBR")
        then = [each.format(first=first) for each in message.then]
        message = Move(message.table, 0, message.ply, "id", message.notation.format(first=first), then)
    before = facts(there)
    with pytest.raises(Refusal) as refusal:
        decide(there, Caller("one", "One"), message, OUTSIDE)
    assert (refusal.value.error, facts(there)) == (error, before)


def test_a_decision_brings_the_table_that_its_events_make() -> None:
    there, said = table(), list[Event]()
    messages: list[tuple[str, Lasting]] = [
        ("one", Say("a", "Hello")),
        ("two", MakeOffer("b", "replace", seat=0)),
        ("two", Resign("c", 1)),
    ]
    start = there
    for person, message in messages:
        try:
            step = decide(there, Caller(person, person.title()), message, OUTSIDE)
        except Refusal:
            continue
        there, said = step.after, [*said, *step.events]
    assert {each.at for each in said} == {5000}
    assert there.status == "over"
    for event in said:
        start.apply(event, is_new=True)
    assert facts(start) == facts(there)


def test_nothing_to_do_is_the_same_table() -> None:
    there = table()
    assert happen(there, [], OUTSIDE) == Step(there, [])


def test_a_programs_secret_pass_after_other_moves_comes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    there = table(program=True)
    first, second = next(str(move) for move in there.sees(0).legal_moves() if str(move)[0] in "HBR"), "/"
    turn = [Moved(seat=0, notation=each) for each in (first, second)]
    monkeypatch.setattr(Samurai, "secret_pass", second)
    assert len(happen(there, turn, OUTSIDE).events) == 2  # a person's: both were sent
    there.seats[0].program = "greedy"
    step = happen(there, turn, OUTSIDE)
    assert [each.notation for each in step.events if isinstance(each, Moved)] == [first]
    assert len(happen(step.after, turn[1:], OUTSIDE).events) == 1


def test_two_who_chose_at_the_same_time_are_taken_back_in_the_order_of_the_record() -> None:
    there = table(hands="choose")
    for seat in (1, 0):
        for number in range(5):
            notation = str(there.sees(seat).legal_moves()[0])
            there.apply(Moved(seat=seat, notation=notation, id=f"{seat} {number}"))
    assert there.game is not None
    moves = there.game.record()["moves"]
    assert [there.before(ply).record()["moves"] for ply in range(len(moves) + 1)] == [
        moves[:ply] for ply in range(len(moves) + 1)
    ]
