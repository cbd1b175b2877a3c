"""At a server's page: games that a browser keeps go on when no server is in sight."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from ..people import Person, running
from .site import Made


def test_without_a_connection_the_page_of_a_server_leads_to_the_games_on_this_device(
    person: Callable[..., Person], made: Made, tmp_path: Path
) -> None:
    with running(tmp_path / "data", folder=str(made.place)) as server:
        host = person("Host", server=server, service_workers="allow")
        page = host.page
        table = host.set_table("me", "open")
        host.open("/you")
        page.get_by_role("button", name="Keep games on this device").click()
        page.get_by_role("link", name="Games on this device").wait_for()
        friend = person("Friend", server=server)
        friend.sit(table, invite=0)
        host.open(f"/table/{table['id']}")
        host.await_turn()
        server.kill()
        expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
        token = page.locator('.hand .token[aria-disabled="false"]').first
        token.click()
        host.space(host.lit()[0]).click()
        expect(page.get_by_text("so this move wasn’t sent")).to_be_visible()
        expect(page.locator(".hand .chosen")).to_have_count(1)  # the draft stays
        expect(page.locator(".laid li")).to_have_count(0)

        host.open("/")
        expect(page.get_by_role("alert").filter(has_text="No server in sight")).to_be_visible()
        expect(page.get_by_role("button", name="Play Samurai")).to_have_count(0)
        assert host.faults() == []
        page.get_by_role("link", name="Games on this device").click()
        page.get_by_role("button", name="Play Samurai").click()
        host.await_turn()
        host.play_turn()
        host.await_turn()
        page.goto(f"{server.address}/device/")
        expect(page.locator("#mine li")).to_have_count(1)
        server.start()
        page.get_by_role("link", name="Look for the server").click()
        expect(page.get_by_role("button", name="Invite a friend")).to_be_visible()
