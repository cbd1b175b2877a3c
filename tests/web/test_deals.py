"""A deal that is verified in the browser, and forged ones that are refused."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from kabuto.table import deals

from .people import Person

People = Callable[..., Person]


def verify(who: Person, table: str) -> str:
    """What the page says about a deal."""
    page = who.page
    who.open(f"/replay/{table}")
    page.get_by_text("This deal can be verified").click()
    page.get_by_role("button", name="Verify").click()
    answer = page.locator(".deal [role=status] p:not(:empty)").filter(has_not_text="Dealing")
    expect(answer).to_be_visible()
    return answer.inner_text()


def test_a_game_is_verified_in_the_browser_and_a_forged_one_is_refused(person: People) -> None:
    host, friend, stranger = person("Host"), person("Friend"), person("Stranger")
    table = host.set_table("me", "open")
    host.sit(table)
    friend.sit(table, 0)
    for each in (host, friend):
        expect(each.page.locator(".board")).to_be_visible()  # dealt: the friend's seal was opened unasked
    commitment = friend.page.evaluate("JSON.parse(localStorage['kabuto.deals'])[0].commitment")
    friend.page.get_by_role("button", name="Menu").click()
    expect(friend.page.locator("dialog .deal code")).to_have_text(commitment)
    friend.page.locator("[data-action=resign]").click()
    friend.page.get_by_role("button", name="Resign").click()
    expect(friend.page.locator(".after")).to_be_visible()
    told = verify(friend, table["id"])
    assert told.startswith("Verified: every deal and draw follows from the proof. 1 person added to chance.")
    assert told.endswith("This browser saw the commitment before the deal.")
    assert friend.faults() == []
    proof = friend.get(f"/api/tables/{table['id']}/deal")
    assert proof["commitment"] == commitment
    forged = {**proof, "secret": "00" * 32}

    def lie(route: Route) -> None:
        route.fulfill(json=forged)

    for each in (friend, stranger):
        each.page.route(f"**/api/tables/{table['id']}/deal*", lie)
    assert "isn't the one it committed to" in verify(friend, table["id"])
    forged["commitment"] = deals.commitment("00" * 32)  # then its hashes are right
    assert "doesn't agree with what this browser saw" in verify(friend, table["id"])
    assert "its start differs" in verify(stranger, table["id"])
