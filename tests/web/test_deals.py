"""A deal that is verified in the browser, and forged ones that are refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from kabuto.table import deals, receipts

from .people import Person

People = Callable[..., Person]


def verify(who: Person, table: str) -> str:
    """What the page says about a deal."""
    page = who.page
    who.open(f"/replay/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Provably fair deal").click()
    page.get_by_role("button", name="Verify").click()
    answer = page.locator(".deal [role=status] p:not(:empty)").filter(has_not_text="Dealing")
    expect(answer).to_be_visible()
    return answer.inner_text()


def dealt(host: Person, friend: Person) -> dict[str, Any]:
    """A table at which both have opened what they sealed."""
    table = host.set_table("me", "open")
    host.sit(table)
    friend.sit(table, 0)
    for each in (host, friend):
        expect(each.page.locator(".board")).to_be_visible()  # sealed and opened, unasked
    return table


def resign(who: Person) -> None:
    """End the game."""
    who.page.get_by_role("button", name="Menu").click()
    who.page.locator("[data-action=resign]").click()
    who.page.get_by_role("button", name="Resign").click()
    expect(who.page.locator(".after")).to_be_visible()


def lying(who: Person, table: dict[str, Any], proof: dict[str, Any]) -> None:
    """From now on the server tells this person another proof; what it is may still change."""

    def lie(route: Route) -> None:
        route.fulfill(json=proof)

    who.page.route(f"**/api/tables/{table['id']}/deal*", lie)


def test_a_game_is_verified_in_the_browser_and_a_forged_one_is_refused(person: People) -> None:
    host, friend, stranger = person("Host"), person("Friend"), person("Stranger")
    table = dealt(host, friend)
    (kept,) = friend.page.evaluate("JSON.parse(localStorage['kabuto.receipts'])")
    friend.page.get_by_role("button", name="Menu").click()
    expect(friend.page.locator("dialog .deal code")).to_have_text(kept["commitment"])
    expect(friend.page.locator("dialog .deal")).to_contain_text("Dealt by version 2.")
    friend.page.keyboard.press("Escape")
    resign(friend)
    told = verify(friend, table["id"])
    assert told.startswith("Verified: every deal and draw follows from the proof. 2 player seeds were added.")
    assert told.endswith(
        "This browser’s seed is among them. This browser saw the server’s hash before the deal."
    )
    assert friend.faults() == []
    proof = friend.get(f"/api/tables/{table['id']}/deal")
    assert (proof["deal"], proof["commitment"]) == (2, kept["commitment"])
    with friend.page.expect_download() as saved:
        friend.page.get_by_role("button", name="Save receipt").click()
    receipt = receipts.read(json.loads(Path(saved.value.path()).read_text()))
    assert receipts.compare(receipt, deals.read(proof)) == [1]
    forged = {**proof, "secret": "00" * 32}
    for each in (friend, stranger):
        lying(each, table, forged)
    assert "hash is of something else" in verify(friend, table["id"])
    bond = deals.Bond.of(proof["table"], kept["start"], "00" * 32)
    forged |= {"commitment": bond.commitment, "seats": [None, None]}  # then its hashes are right
    assert "doesn’t match what this browser saw" in verify(friend, table["id"])
    assert "its start differs" in verify(stranger, table["id"])


def test_s1_s3_the_page_names_a_lost_part_and_a_start_that_was_chosen(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    table = dealt(host, friend)
    friend.page.reload()  # what was sealed and shown outlives the page
    expect(friend.page.locator(".board")).to_be_visible()
    resign(host)
    proof = friend.get(f"/api/tables/{table['id']}/deal")
    forged = {**proof, "seats": [proof["seats"][0], {**proof["seats"][1], "part": None}]}
    lying(friend, table, forged)
    assert "Friend’s seed was lost: the server accepted it" in verify(friend, table["id"])
    forged |= {"seats": proof["seats"], "start": {"moves": []}}
    assert "that deal was chosen" in verify(friend, table["id"])


def test_s2_a_table_set_with_an_older_page_is_dealt_by_version_1_and_says_so(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    part = "a1" * 32
    table = host.set_table("me", "open", seal=deals.seal(part))
    host.open("/")
    host.page.evaluate(
        "([seal, part]) => localStorage.setItem('kabuto.parts', JSON.stringify([{seal, part}]))",
        [deals.seal(part), part],
    )
    host.sit(table)
    friend.sit(table, 0)
    expect(friend.page.locator(".board")).to_be_visible(timeout=20_000)
    resign(friend)
    told = verify(friend, table["id"])
    assert told.startswith("Every deal and draw follows from the proof, as far as version 1 goes.")
    assert "No player seed was added. 1 seed was withheld" in told
    assert "Version 1 shows that nothing was changed after the server’s hash was published." in told
    expect(friend.page.locator(".deal")).to_contain_text("Dealt by version 1. The table was created")
    assert friend.get(f"/api/tables/{table['id']}/deal")["deal"] == 1
