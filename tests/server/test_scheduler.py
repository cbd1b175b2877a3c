"""Workers are shared fairly: among people and their tables; and short turns never wait for long ones."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from kabuto.host.backend import Job
from kabuto.host.rate_limits import Limits
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Myself, NewTable, Program
from kabuto.server.services import build
from kabuto.server.workers.scheduler import SHORT, Lane, Scheduler, Ticket

from .persons import Person, running

LONG, QUICK = ("samurai", "level8"), ("samurai", "greedy")


class Desk:
    """A scheduler with a clock that goes on when it is told to, and a list of who was served."""

    def __init__(self, workers: int = 2, on_one_core: bool = False) -> None:
        self.now = 100.0
        self.scheduler = Scheduler(workers, lambda: self.now, on_one_core)
        self.served: list[Job] = []
        self.running: list[Ticket] = []

    def ask(self, person: str, table: str = "t", kind: tuple[str, str] = LONG) -> Ticket:
        job = Job(person, table, kind)
        ticket = self.scheduler.request(job, lambda: self.served.append(job))
        self.running.append(ticket)
        return ticket

    def finish(self, seconds: float = 1.0) -> None:
        """The job that runs longest on a main worker is done."""
        self.now += seconds
        done = min((each for each in self.running if each.lane == "main"), key=lambda each: each.began)
        self.running.remove(done)
        self.scheduler.release(done)

    def lanes(self) -> list[Lane | None]:
        return [ticket.lane for ticket in self.running]


def besieged() -> Desk:
    """Two people have all workers busy, and 20 tables each with three long turns waiting."""
    desk = Desk()
    for table in range(20):
        for person in ("a", "b"):
            for _ in range(3):
                desk.ask(person, f"{person}{table}")
    assert len(desk.served) == 2
    return desk


def test_reviews_leave_a_worker_for_programs() -> None:
    desk = Desk(workers=2)
    for person in ("a", "b"):
        for _ in range(3):
            desk.ask(person, kind=("", "review"))
    assert len(desk.served) == 1
    desk.ask("c")
    assert desk.served[-1].person == "c"  # at once
    desk.finish()
    desk.finish()
    assert [job.person for job in desk.served] == ["a", "c", "b"]


def test_a_short_turn_does_not_wait_for_long_ones() -> None:
    desk = besieged()
    assert desk.ask("c", kind=QUICK).lane == "spare"


def test_a_newcomer_waits_for_one_turn_of_everybody_else_at_most() -> None:
    desk = besieged()
    for _ in range(7):
        desk.finish()
    served = len(desk.served)
    desk.ask("c")
    for _ in range(3):
        desk.finish()
    assert "c" in [job.person for job in desk.served[served:]]


def test_people_get_the_same_time_however_many_tables_they_have() -> None:
    desk = Desk(workers=1)
    for table in range(30):
        desk.ask("a", f"a{table}")
    desk.ask("b", "b0")
    desk.ask("b", "b1")
    for _ in range(5):
        desk.finish()
    assert [job.person for job in desk.served] == ["a", "b", "a", "b", "a", "a"]


def test_longer_turns_come_round_less_often() -> None:
    desk, spent = Desk(workers=1), Counter[str]()
    for table in range(100):
        desk.ask("slow", f"s{table}")
        desk.ask("fast", f"f{table}")
    for _ in range(60):
        seconds = 8.0 if desk.served[-1].person == "slow" else 1.0
        spent[desk.served[-1].person] += seconds  # type: ignore[assignment]
        desk.finish(seconds)
    assert 0.7 < spent["slow"] / spent["fast"] < 1.5


def test_the_tables_of_a_person_take_turns() -> None:
    desk = Desk(workers=1)
    desk.ask("a", "first")
    for table in ("x", "y", "z"):
        for _ in range(3):
            desk.ask("a", table)
    for _ in range(9):
        desk.finish()
    assert [job.table for job in desk.served] == ["first", *"xyz" * 3]


def test_one_worker_is_left_for_others() -> None:
    desk = Desk(workers=3)
    for table in range(5):
        desk.ask("a", f"a{table}")
    assert desk.lanes() == ["main", "main", None, None, None]
    assert desk.ask("b").lane == "main"
    assert Desk(workers=1).ask("a").lane == "main"


def test_a_free_worker_goes_to_the_person_who_has_fewest() -> None:
    desk = Desk(workers=4)
    for table in range(3):
        desk.ask("a", f"a{table}")
    first = desk.ask("b", "b0")
    desk.ask("a", "a4")
    desk.now += 5
    second = desk.ask("b", "b1")
    desk.scheduler.release(first)
    assert second.lane == "main"  # though a has waited longer


def test_long_turns_are_never_starved_by_short_ones() -> None:
    desk = Desk(workers=1)
    desk.ask("a")
    waiting = desk.ask("a", "other")
    for number in range(50):
        desk.ask(f"p{number}", kind=QUICK)
    desk.finish()
    assert waiting.lane == "main"


def test_a_stream_of_newcomers_does_not_starve_anybody() -> None:
    desk = Desk(workers=1)
    desk.ask("regular")
    desk.finish(5.0)
    desk.ask("n", "n")
    waiting = desk.ask("regular", "later")
    for number in range(20):
        desk.ask(f"new{number}", "x")
        desk.finish()
        if waiting.lane:
            return
    raise AssertionError("the regular never came to think")


def test_the_spare_worker_is_for_short_turns_alone() -> None:
    desk = Desk(workers=1)
    for number in range(5):
        desk.ask(f"p{number}")
    assert desk.lanes() == ["main", None, None, None, None]
    assert [desk.ask(f"q{number}", kind=QUICK).lane for number in range(2)] == ["spare", None]


def test_short_turns_use_a_main_worker_if_one_is_free() -> None:
    desk = Desk(workers=2)
    assert [desk.ask(f"p{number}", kind=QUICK).lane for number in range(3)] == ["main", "main", "spare"]


def test_on_one_core_the_spare_worker_works_beside_a_review_alone() -> None:
    desk = Desk(workers=1, on_one_core=True)
    assert [desk.ask(person, kind=kind).lane for person, kind in (("a", LONG), ("b", QUICK))] == [
        "main",
        None,
    ]
    desk.finish()
    desk.finish()
    assert desk.ask("c", kind=("", "review")).lane == "main"
    assert desk.ask("d", kind=QUICK).lane == "spare"


def test_what_is_short_is_learned() -> None:
    scheduler = Scheduler(1)
    assert scheduler.is_short(QUICK)
    assert scheduler.is_short(("yedo", "random"))
    assert not scheduler.is_short(("samurai", "level7"))
    scheduler.learn(("samurai", "level7"), 0.8)  # it had to load first
    for _ in range(5):
        scheduler.learn(("samurai", "level7"), 0.03)
    assert scheduler.is_short(("samurai", "level7"))
    scheduler.learn(("samurai", "level7"), SHORT)  # one turn that was long is enough
    assert not scheduler.is_short(("samurai", "level7"))


def test_a_turn_that_is_no_longer_waited_for_frees_nothing() -> None:
    desk = Desk(workers=1)
    first, second, third = (desk.ask(person) for person in "abc")
    desk.scheduler.release(second)
    assert desk.lanes() == ["main", None, None]
    desk.scheduler.release(first)
    assert [first.lane, second.lane, third.lane] == ["main", None, "main"]
    assert desk.ask("d").lane is None


def test_places_are_neither_lost_nor_made() -> None:
    rng, desk = Random(3), Desk(workers=3)
    tickets: list[Ticket] = []
    for _ in range(5000):
        desk.now += rng.random()
        if tickets and rng.random() < 0.5:
            desk.scheduler.release(tickets.pop(rng.randrange(len(tickets))))
        else:
            kind = rng.choice([LONG, QUICK])
            tickets.append(desk.ask(rng.choice("abcdef"), rng.choice("xyz"), kind))
        lanes = Counter(ticket.lane for ticket in tickets)
        assert lanes["main"] <= 3
        assert lanes["spare"] <= 1
        persons = Counter(ticket.job.person for ticket in tickets if ticket.lane == "main")
        assert not persons or max(persons.values()) <= 2
        waiting = {ticket.job.person for ticket in tickets if ticket.lane is None}
        assert lanes["main"] == 3 or all(persons[each] == 2 for each in waiting)
        assert desk.scheduler.waiting == lanes[None]
    for ticket in tickets:
        desk.scheduler.release(ticket)
    assert desk.scheduler.waiting == 0
    assert not desk.scheduler._jobs
    assert len(desk.scheduler._due) <= 6


def test_what_was_used_long_ago_is_forgotten() -> None:
    desk = Desk()
    for number in range(100):
        desk.scheduler.release(desk.ask(f"p{number}"))
        desk.now += 1
    assert len(desk.scheduler._due) <= 2


async def test_a_person_whose_programs_have_much_to_do_sets_no_more_tables_with_programs(
    tmp_path: Path,
) -> None:
    home = build(tmp_path, Limits(thinking=3))
    granted = asyncio.Event()
    tickets = [home.workers.scheduler.request(Job("me", f"{n}", LONG), granted.set) for n in range(3)]
    wish = NewTable([Myself(), Program("level8")])
    with pytest.raises(Refusal, match="3 turns to play"):
        await home.host.creation.set_table("me", "Me", wish)
    await home.host.creation.set_table("me", "Me", NewTable([Myself(), Myself()]))
    home.workers.scheduler.release(tickets[0])
    await home.host.creation.set_table("me", "Me", wish)
    await home.close()


def test_somebody_elses_greedy_is_not_behind_the_long_turns_of_two_people(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        crowd, other = [Person(server), Person(server)], Person(server)
        tables = [(each, each.set_table(*["level8"] * 3, "me")["id"]) for _ in range(10) for each in crowd]
        client = other.open(other.set_table("greedy", "me")["id"])
        while not (client.own and client.own["legal"]):
            client.receive()
        # First come, first served: all twenty would have moved before.
        moved = [table for each, table in tables if each.get(f"/api/tables/{table}")["ply"]]
        assert len(moved) < len(tables) / 2
        client.close()
        for person in (*crowd, other):
            person.close()
