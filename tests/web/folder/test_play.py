"""The table in a folder: any web server of files, or none at all once the page was there."""

import json
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kabuto.folder.making.build import tool
from kabuto.protocol.errors import LANGUAGES
from tests.folder.test_local_host import native

from .conftest import People
from .site import FileServer, Made


def test_messages_are_those_of_native_python_to_the_byte(made: Made) -> None:
    said = json.loads(made.rehearsal.read_text("utf-8"))["said"]
    assert len(said) == len(LANGUAGES)
    for page, host in zip(said, native(*range(1, len(LANGUAGES) + 1)), strict=True):
        assert len(page) == len(host) > 300
        assert [pair for pair in zip(page, host, strict=True) if pair[0] != pair[1]] == []


def test_a_game_goes_on_to_its_end_when_the_file_server_is_stopped(alone: People, files: FileServer) -> None:
    host = alone()
    page = host.page
    host.begin()
    assert page.url.startswith(f"{files.address}#/table/")
    for _ in range(4):
        host.await_turn()
        host.play_turn()
    host.await_turn()
    host.await_copy()
    before = page.locator("main[data-ply]").get_attribute("data-ply")
    files.stop()
    page.reload()
    expect(page.locator("main[data-ply]")).to_have_attribute("data-ply", str(before))
    host.play_on()
    page.get_by_role("button", name="Puzzles from this game").click()
    page.get_by_role("button", name="Find puzzles in this game").click()
    expect(page.get_by_text("Looking for puzzles")).to_be_visible()
    host.open("/learn")
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page.locator("[data-space]").first).to_be_visible()


def test_the_highest_level_plays_and_a_hint_comes_when_no_server_is_running(
    alone: People, files: FileServer
) -> None:
    host = alone()
    host.begin(level=10)
    host.await_turn()
    host.await_copy()
    files.stop()
    host.play_turn()
    host.await_turn()
    host.page.get_by_role("button", name="Hint").click()
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    expect(host.page.get_by_role("alert").filter(has_text="lower level")).to_have_count(0)


def test_the_highest_level_of_yedo_plays_against_hints_when_no_server_is_running(
    alone: People, files: FileServer
) -> None:
    host = alone()
    host.begin("Yedo", level=9)
    host.await_turn()
    host.await_copy()
    files.stop()
    for _ in range(3):
        before = host.page.locator("section.turn").get_attribute("data-ply")
        host.page.get_by_role("button", name="Hint").click()
        host.page.locator("[data-action='play-hint']").click()
        host.page.locator(f"section.turn.active:not([data-ply='{before}'])").wait_for()
    expect(host.page.get_by_role("alert").filter(has_text="lower level")).to_have_count(0)


@pytest.mark.prove
def test_both_games_are_played_to_their_end_against_the_highest_level(alone: People) -> None:
    host = alone(viewport={"width": 390, "height": 844}, locale="de-DE")
    page = host.page
    host.open("/")
    page.get_by_role("button", name="Samurai").last.wait_for()
    assert host.faults() == []
    host.against("Spielen Samurai", 5)
    for _ in range(40):
        host.await_turn()
        if host.is_over:
            break
        assert host.faults() == []
        host.play_turn()
    assert host.is_over
    city = alone(viewport={"width": 390, "height": 844}, locale="de-DE", plain=True)
    city.open("/")
    city.against("Spielen Yedo", 9)
    for _ in range(400):
        city.await_turn()
        if city.is_over:
            break
        city.play_button()
    assert city.is_over
    assert city.faults() == []


@pytest.mark.prove
def test_fifty_games_of_each_are_those_of_native_python(made: Made) -> None:
    seeds = range(3, 53)
    script = Path(__file__).parents[2] / "folder" / "rehearse.mjs"
    command = [*tool("node"), str(script), str(made.place), *map(str, seeds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    for page, host in zip(said, native(*seeds), strict=True):
        assert [pair for pair in zip(page, host, strict=True) if pair[0] != pair[1]] == []
