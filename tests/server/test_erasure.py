"""One's data: what is exported of it, and what stays when somebody deletes themselves."""

from pathlib import Path

from kabuto.host.rooms.persons import without
from kabuto.protocol.http import Friend, Myself, Rating
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created, Event, Named, Sat, Talked

from .browsers import Browser, opened


async def begun(host: Browser, friend: Browser) -> str:
    """A game of two people."""
    table = await host.set_table("me", "open")
    token = table["invites"][0]["token"]
    await friend.post(f"/api/tables/{table['id']}/join", {"invite": token})
    return str(table["id"])


async def test_a_person_takes_everything_along_and_leaves_no_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Hanako")
        friend = await (await place.browser()).called("Friend")
        name = await begun(host, friend)
        phrase = (await host.post("/api/me/recovery/phrase"))["phrase"]
        second = await place.browser()
        await second.claim(await host.link())

        found = await host.get("/api/me/export")
        assert (found["name"], len(found["devices"]), found["recovery"]["has_phrase"]) == ("Hanako", 2, True)
        assert [table["id"] for table in found["tables"]] == [name]
        assert found["tables"][0]["record"] is None, "the game still runs: nobody's hand is exported"

        await host.post("/api/me/delete", {"name": "Somebody"}, 409)
        left = await host.post("/api/me/delete", {"name": "Hanako"})
        assert left["name"] != "Hanako"
        assert (await host.get("/api/tables"))["mine"] == []
        assert (await second.get("/api/me"))["signed_out"]
        await friend.post("/api/recover", {"phrase": phrase}, 401)

        seats = (await friend.get(f"/api/tables/{name}"))["seats"]
        assert [seat["name"] for seat in seats] == ["N. N.", "Friend"]
        for table in ("persons", "events", "tables", "devices", "phrases", "links", "sitting"):
            assert b"Hanako" not in repr(await place.rows(f"SELECT * FROM {table}")).encode(), table
        assert (await place.services.host.tables.read(name))[0].status == "playing"


def test_names_and_talk_of_one_person_are_replaced_and_nobody_else_s() -> None:
    created = Created(
        host="me",
        game="samurai",
        options={"players": 2},
        seats=[Myself("Hanako"), Friend()],
        invites=["", "x"],
        strength=Rating(1777, 1700, 1850, 9),
    )
    table = Table("table", [created])
    mine, other = table.speaker("me"), table.speaker("you")
    events: list[Event] = [
        created,
        Sat(seat=1, person="you", name="Friend"),
        Named(seat=0, name="Hana"),
        Named(seat=1, name="Frida"),
        Talked(seat=0, name="Hana", text="mine", by=mine),
        Talked(seat=1, name="Frida", text="yours", by=other),
        Talked(seat=0, name="Hana", text="old"),
    ]
    left = list(without(table, events, "me"))
    assert "Hana" not in repr(left)
    assert "1777" not in repr(left)
    assert [each for each in events if isinstance(each, Named | Talked | Sat) and "Fri" in each.name] == [
        left[1],
        left[3],
        left[5],
    ]
    assert [each.text for each in left if isinstance(each, Talked)] == ["…", "yours", "…"]
