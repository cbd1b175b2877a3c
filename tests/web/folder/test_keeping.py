"""What a browser keeps of the tables: through kills, in two tabs, in a full storage, and as a file."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from ..people import Person
from .conftest import People
from .site import Alone, FileServer, Profile

KILLS = 3


@pytest.fixture
def profile(browser: Browser, tmp_path: Path) -> Profile:
    """A browser that can be killed."""
    return Profile(browser.browser_type, tmp_path / "profile")


def killed_in_play(profile: Profile, files: FileServer, times: int) -> None:
    """Kill the browser again and again: after a move was acknowledged, and while one is on its way."""
    address, ply = "", 0
    for number in range(times):
        host = Alone(profile, files)
        if address:
            host.page.goto(address)
            host.page.locator("main[data-ply]").wait_for()
            assert host.ply >= ply
            host.await_turn()
        if not address or host.is_over:
            host.begin()
            host.await_turn()
        if number % 2:
            host.token_that_can().click(force=True)
            host.space(host.lit()[0]).click(force=True)
        else:
            host.play_turn()
        address, ply = host.page.url, host.ply
        profile.kill()


def test_every_move_that_was_acknowledged_is_there_after_the_browser_was_killed(
    profile: Profile, files: FileServer
) -> None:
    killed_in_play(profile, files, KILLS)


@pytest.mark.prove
def test_two_hundred_kills_lose_nothing_that_was_acknowledged(profile: Profile, files: FileServer) -> None:
    killed_in_play(profile, files, 200)


def test_two_tabs_of_one_browser_play_the_same_tables(alone: People) -> None:
    host = alone()
    host.begin()
    host.await_turn()
    table = host.page.url
    other = host.second()
    other.page.goto(table)
    other.await_turn()
    other.play_turn()
    host.await_turn()
    plies = [each.page.locator("main[data-ply]").get_attribute("data-ply") for each in (host, other)]
    assert plies[0] == plies[1] != "0"
    host.page.close()  # it held the tables
    other.await_turn()
    other.play_turn()


def test_a_storage_that_is_full_or_emptied_is_said_and_the_move_does_not_count(alone: People) -> None:
    host = alone()
    host.begin()
    host.await_turn()
    ply = host.ply
    host.refuse_storage(True)
    host.token_that_can().click(force=True)
    host.space(host.lit()[0]).click(force=True)
    expect(host.alert("storage is full")).to_be_visible()
    host.refuse_storage(False)
    host.page.reload()
    host.await_turn()
    assert host.ply == ply
    expect(host.page.locator(".laid li")).to_have_count(0)
    host.play_turn()
    host.await_turn()
    host.empty_storage()
    expect(host.alert("emptied or closed")).to_be_visible()
    host.token_that_can().click(force=True)
    host.space(host.lit()[0]).click(force=True)
    expect(host.page.locator(".laid li")).to_have_count(0)
    host.alert("emptied or closed").get_by_role("button", name="Reload").click()
    expect(host.page.get_by_text("This table doesn’t exist")).to_be_visible()
    host.done_with()


def bring(host: Person, label: str, save: str) -> None:
    """Choose a file with a save."""
    file = FilePayload(name="kabuto.json", mimeType="application/json", buffer=save.encode())
    host.page.get_by_label(label).set_input_files(file)


def test_the_first_finished_game_says_that_a_browser_may_forget_and_a_save_brings_it_back(
    alone: People, person: Callable[..., Person]
) -> None:
    host = alone()
    host.begin(level=1)
    host.await_turn()
    host.page.get_by_role("button", name="Menu").click()
    host.page.locator("[data-action=resign]").click()
    host.page.get_by_role("button", name="Resign").click()
    expect(host.page.get_by_text("a browser may forget")).to_be_visible()
    assert host.faults() == []
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Save everything").click()
    save = Path(download.value.path()).read_text("utf-8")
    expect(host.page.get_by_text("a browser may forget")).to_have_count(0)
    host.page.reload()
    host.page.locator(".after").wait_for()
    expect(host.page.get_by_text("a browser may forget")).to_have_count(0)

    other = alone()
    other.open("/you")
    bring(other, "Bring back a save", save)
    expect(other.page.get_by_text("Brought back: 1 table, 0 studies; 0 were here already")).to_be_visible()
    bring(other, "Bring back a save", save)
    expect(other.page.get_by_text("Brought back: 0 tables, 0 studies; 1 were here already")).to_be_visible()
    for harm, words in (("not a save", "save"), (json.dumps({**json.loads(save), "format": 9}), "newer")):
        bring(other, "Bring back a save", harm)
        expect(other.alert(words)).to_be_visible()
    assert other.faults() == []
    other.open("/")
    other.page.locator("#mine li a").first.click()
    expect(other.page.locator("[data-space]").first).to_be_visible()

    elsewhere = person("Elsewhere")
    elsewhere.open("/")
    bring(elsewhere, "Open a record", save)
    expect(elsewhere.page.get_by_text("The server has 1 more game or study; 0 were there")).to_be_visible()
    bring(elsewhere, "Open a record", save)
    expect(elsewhere.page.get_by_text("0 more games and studies; 1 were there already")).to_be_visible()
