"""What a page keeps: events before they count, lists that follow, damage that is noticed."""

from collections.abc import Sequence

import pytest

from kabuto.folder.kept import Change, NotKept, Shelf, Taken
from kabuto.folder.local_store import EVENT, TABLE, LocalStore, Unkept, event_name
from kabuto.folder.local_studies import LocalStudies
from kabuto.folder.rehearsal import steady
from kabuto.host.store import Batch, Behind, Damaged, Row, Unfinished
from kabuto.protocol.errors import Refusal
from tests.support.loops import run

BODIES = [b'{"n":1}', b'{"n":2}', b'{"n":3}']


def row(
    table: str = "t", status: str = "playing", updated: int = 1, persons: tuple[str, ...] = ("me",)
) -> Row:
    return Row(table, status, "link", status == "playing", updated, b'{"summary":1}', persons)


async def filled(shelf: Shelf) -> LocalStore:
    store = LocalStore(shelf)
    await store.open()
    await store.append(Batch("t", 0, BODIES[:2], row()))
    await store.append(Batch("t", 2, BODIES[2:], None))
    return store


class Full(Shelf):
    """Keeps nothing more, whatever the reason."""

    async def write(self, changes: Sequence[Change]) -> None:
        raise NotKept("QuotaExceededError")


def test_what_was_appended_is_there_after_the_page_was_closed() -> None:
    async def work() -> None:
        shelf = Shelf()
        await filled(shelf)
        again = LocalStore(shelf)
        await again.open()
        assert await again.events("t") == BODIES
        assert await again.events_after("t", 1) == BODIES[1:]
        assert await again.awake() == ["t"]
        assert [each.id for each in await again.summaries("me", ("playing",), 5)] == ["t"]
        assert await again.is_listed(row())
        assert not await again.is_listed(row(status="over"))

    run(work())


def test_events_that_do_not_follow_are_refused_and_change_nothing() -> None:
    async def work() -> None:
        shelf = Shelf()
        store = await filled(shelf)
        before = dict(shelf.things)
        for batch in (Batch("t", 2, BODIES, None), Batch("u", 1, BODIES, row("u"))):
            with pytest.raises(Behind):
                await store.append(Batch("fresh", 0, BODIES, row("fresh")), batch)
        assert shelf.things == before

    run(work())


def test_another_page_that_wrote_first_is_noticed() -> None:
    async def work() -> None:
        shelf = Shelf()
        one = await filled(shelf)
        other = LocalStore(shelf)
        await other.open()
        await one.append(Batch("t", 3, BODIES[:1], None))
        with pytest.raises(Behind):
            await other.append(Batch("t", 3, BODIES[1:2], None))
        assert await one.events("t") == [*BODIES, BODIES[0]]

    run(work())


def test_a_full_storage_is_told_and_nothing_is_pretended() -> None:
    async def work() -> None:
        shelf = Shelf()
        store = await filled(shelf)
        full = Full()
        full.things = shelf.things
        store._keeper = full
        with pytest.raises(Unkept) as refusal:
            await store.append(Batch("t", 3, BODIES[:1], row(status="over")))
        assert "browser" in str(refusal.value)
        assert await store.awake() == ["t"]
        assert await store.events("t") == BODIES
        with pytest.raises(Unkept):
            await store.rename("me", "Somebody")
        assert await store.name("me") == ""

    run(work())


@pytest.mark.parametrize("harm", ["cut", "changed", "swapped", "missing", "line"])
def test_damage_is_noticed(harm: str) -> None:
    async def work() -> None:
        shelf = Shelf()
        await filled(shelf)
        first, second, third = (event_name("t", seq) for seq in range(3))
        match harm:
            case "cut":
                del shelf.things[third]
            case "missing":
                del shelf.things[second]
            case "changed":
                shelf.things[second] = shelf.things[second][:-2] + b"9}"
            case "swapped":
                shelf.things[first], shelf.things[second] = shelf.things[second], shelf.things[first]
            case "line":
                shelf.things[f"{TABLE}t"] = b"nonsense"
        store = LocalStore(shelf)
        await store.open()
        with pytest.raises(Damaged):
            await store.events("t")
        assert await store.next_table("") == "t"

    run(work())


def test_a_line_that_cannot_be_read_is_made_again_from_the_events() -> None:
    async def work() -> None:
        shelf = Shelf()
        await filled(shelf)
        shelf.things[f"{TABLE}t"] = b"nonsense"
        store = LocalStore(shelf)
        await store.open()
        await store.relist(row())
        assert await store.events("t") == BODIES

    run(work())


def test_a_table_goes_with_everything_that_belongs_to_it() -> None:
    async def work() -> None:
        shelf = Shelf()
        store = await filled(shelf)
        with pytest.raises(Behind):
            await store.remove(["t"], length=2)
        await store.remove(["t"], length=3, unfinished=[Unfinished("me", "t", 5, b"left")])
        assert [name for name in shelf.things if name.startswith((TABLE, EVENT))] == []
        assert await store.events("t") == []
        again = LocalStore(shelf)
        await again.open()
        assert await again.unfinished("me", 5) == [b"left"]

    run(work())


def test_events_are_replaced_all_or_none() -> None:
    async def work() -> None:
        shelf = Shelf()
        store = await filled(shelf)
        with pytest.raises(Behind):
            await store.rewrite("t", BODIES[:2], BODIES[:2], row())
        await store.rewrite("t", BODIES, BODIES[::-1], row(status="over"))
        assert await store.events("t") == BODIES[::-1]
        await store.append(Batch("t", 3, BODIES[:1], None))
        assert len(await store.events("t")) == 4

    run(work())


def test_a_shelf_takes_what_is_new_once() -> None:
    async def work() -> None:
        shelf = Shelf()
        await shelf.write([Change("a", b"1", is_new=True)])
        with pytest.raises(Taken):
            await shelf.write([Change("b", b"2"), Change("a", b"3", is_new=True)])
        assert shelf.things == {"a": b"1"}

    run(work())


def test_studies_are_kept_for_their_author_and_replaced_once() -> None:
    async def work() -> None:
        shelf = Shelf()
        studies = LocalStudies(shelf, *steady(1))
        saved = await studies.add("me", ("A study", "samurai", 3), b"{}")
        changed = await studies.change(saved.id, "me", 0, ("Renamed", "samurai", 4), b"{1}")
        assert await studies.change(saved.id, "me", 0, ("Renamed", "samurai", 4), b"{1}") == changed
        with pytest.raises(Refusal):
            await studies.change(saved.id, "me", 0, ("Late", "samurai", 4), b"{2}")
        with pytest.raises(Refusal):
            await studies.remove(saved.id, "somebody")
        assert await LocalStudies(shelf, *steady(1)).of("me") == [changed]
        await studies.remove(saved.id, "me")
        with pytest.raises(Refusal):
            await studies.read(saved.id)

    run(work())
