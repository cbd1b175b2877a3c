"""Replay and study, in a real browser."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import kabuto
from kabuto.players import make, play_out

from .people import Person
from .test_pages import finished_record

People = Callable[..., Person]


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A whole game of two."""
    return finished_record()


@pytest.fixture
def host(person: People, record: dict[str, Any]) -> Person:
    """Somebody who looks at a finished game."""
    return at_replay(person, record)


def short_record() -> dict[str, Any]:
    """The end of a game between beginners, who make mistakes."""
    game: Any = kabuto.load(finished_record())
    while game.ply > 46:
        game.undo()
    start = {"format": 1, "game": "samurai", "options": {"players": 2}, "start": game.position(), "moves": []}
    end = kabuto.load(start)
    play_out(end, [make("level1", "samurai", Random(seat)) for seat in range(2)])
    return end.record()


def at_replay(person: People, record: dict[str, Any]) -> Person:
    """Somebody who looks at this game."""
    host = person("Host")
    table = host.post("/api/records", {"record": record})
    host.open(f"/replay/{table['id']}")
    expect(host.page.locator(".board")).to_be_visible()
    return host


def lying(host: Person) -> set[str]:
    """The spaces on which tokens lie, as the page names them."""
    return set(host.page.locator("[data-laid]").evaluate_all("all => all.map(each => each.dataset.laid)"))


def moment(record: dict[str, Any], ply: int) -> Any:
    """The game after so many moves."""
    rest = {key: value for key, value in record.items() if key != "outcome"}
    return kabuto.load({**rest, "moves": record["moves"][:ply]})


def at(record: dict[str, Any], ply: int) -> set[str]:
    """The same, by the rules."""
    return set(moment(record, ply).position()["tokens"])


def test_every_way_to_step_shows_the_position_of_the_rules(host: Person, record: dict[str, Any]) -> None:
    page, moves = host.page, len(record["moves"])
    shown = page.locator("output")
    for name, ply in (
        ("Next move", 1),
        ("Next move", 2),
        ("Go to the end", moves),
        ("Previous move", moves - 1),
    ):
        page.get_by_role("button", name=name).click()
        expect(shown).to_have_text(f"{ply}/{moves}")
        assert lying(host) == at(record, ply)
    page.get_by_role("button", name="Go to the start").click()
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", moves), ("Home", 0)):
        page.keyboard.press(key)
        expect(shown).to_have_text(f"{ply}/{moves}")
    page.keyboard.press("PageDown")  # to the end of the first turn
    ply = record["moves"].index("/") + 1
    expect(shown).to_have_text(f"{ply}/{moves}")
    assert lying(host) == at(record, ply)
    page.get_by_label("Moves").first.fill("9")
    expect(shown).to_have_text(f"9/{moves}")


def test_it_plays_by_itself_until_the_end(host: Person, record: dict[str, Any]) -> None:
    moves = len(record["moves"])
    host.page.get_by_label("Moves").first.fill(str(moves - 2))
    host.page.get_by_role("button", name="Autoplay").click()
    expect(host.page.locator("output")).to_have_text(f"{moves}/{moves}")
    expect(host.page.get_by_role("button", name="Autoplay")).to_be_visible()


def test_a_seats_view_hides_what_that_seat_did_not_see(host: Person, record: dict[str, Any]) -> None:
    hands = host.page.locator(".hand[role=img]")
    expect(hands).to_have_count(2)
    host.page.get_by_label("View").select_option("Blue")
    expect(hands).to_have_count(1)
    shown = hands.get_attribute("aria-label") or ""
    assert len(shown.split(", ")) == len(moment(record, 0).view(1).hand)


def test_a_link_leads_to_a_moment(host: Person, person: People, record: dict[str, Any]) -> None:
    host.page.get_by_label("Moves").first.fill("12")
    host.page.get_by_role("button", name="Link to this position").click()
    link = host.page.get_by_role("dialog").get_by_label("Link to this position").input_value()
    assert link.endswith("#12")
    friend = person("Friend")
    friend.open(link)
    expect(friend.page.locator("output")).to_have_text(f"12/{len(record['moves'])}")
    assert lying(friend) == at(record, 12)


def test_the_record_that_is_saved_is_the_one_that_was_opened(host: Person, record: dict[str, Any]) -> None:
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Save record").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved == record


def test_what_if_begins_a_table_with_the_position(host: Person, record: dict[str, Any]) -> None:
    host.page.get_by_label("Moves").first.fill("10")
    host.page.get_by_role("button", name="What if?").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Play from here").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.await_turn()
    table = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")
    assert table["start"]["ply"] == 10
    assert at(record, 10) <= lying(host)


def test_the_analysis_draws_the_chances_and_shows_a_costly_move_beside_the_better_one(person: People) -> None:
    record = short_record()
    host, moves = at_replay(person, record), len(record["moves"])
    page = host.page
    page.get_by_role("button", name="Analyze game").click()
    curve = page.locator("figure svg[role=img]")
    expect(curve).to_be_visible()
    expect(curve.locator("polyline")).to_have_count(2)
    expect(curve).to_have_attribute("aria-label", re.compile(r"Red: \d+ %, Blue: \d+ %"))
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] / 2, "y": 20})
    expect(page.locator("output")).not_to_have_text(re.compile(rf"^(0|{moves})/"))
    page.get_by_role("button", name="Show the turning points").click()
    expect(page.get_by_text("Turning point 1 of")).to_be_visible()
    page.locator(".tour [aria-pressed=true]").click()  # stop going on by itself
    costly = page.locator(".moves button:has-text('?')").first
    ply = int(costly.get_attribute("data-at") or "") - 1
    costly.click()
    expect(page.locator(".played .badge, .better .badge").first).to_be_visible()
    assert lying(host) == at(record, ply)
    verdict = page.locator(".caption")
    expect(verdict).to_contain_text("Better")
    assert "/" not in verdict.locator(".better").inner_text()
    fits = "each => each.scrollHeight <= each.clientHeight + 1"
    assert page.locator(".below").evaluate(fits), "never cut off"
    assert host.faults() == []
    page.get_by_role("button", name="What if?").click()
    page.get_by_role("dialog").get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile("/table/"))
    assert host.get(f"/api/tables/{page.url.split('/')[-1]}")["start"]["ply"] == ply


def test_good_moves_of_a_moment_are_drawn_on_the_map(host: Person) -> None:
    host.page.get_by_role("button", name="Best move").click()
    expect(host.page.get_by_role("region", name="A good turn")).to_contain_text("games in 100")
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    host.page.get_by_role("button", name="Next move").click()
    expect(host.page.locator("[data-ghost]")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
def test_a_replay_fits_small_phones(person: People, record: dict[str, Any], width: int) -> None:
    host = person("Host", viewport={"width": width, "height": 700}, has_touch=True)
    table = host.post("/api/records", {"record": record})
    host.open(f"/replay/{table['id']}#9")
    slider = host.page.get_by_label("Moves").first
    expect(slider).to_be_visible()
    assert host.page.evaluate("document.documentElement.scrollWidth") <= width
    box = slider.bounding_box()
    assert box is not None
    assert box["width"] > 0.8 * width


def test_a_settlement_tells_how_it_stood(host: Person) -> None:
    host.page.get_by_label("Moves").first.fill("14")
    host.space("o14").click()
    expect(host.page.get_by_role("region", name="Influence: Edo")).to_be_visible()


def test_a_running_game_is_not_shown_but_leads_to_its_table(person: People) -> None:
    host = person("Host")
    table = host.set_table("me", "greedy")
    host.open(f"/replay/{table['id']}")
    expect(host.page.get_by_text("This game is still in progress.")).to_be_visible()
    host.page.get_by_role("link", name="Go to the table").click()
    host.page.wait_for_url(f"**/table/{table['id']}")
    host.complaints.clear()  # browsers report the refusal


def test_a_game_that_does_not_exist_is_told(person: People) -> None:
    host = person("Host")
    host.open("/replay/nothing")
    expect(host.page.get_by_role("alert")).not_to_be_empty()
    expect(host.page.get_by_role("link", name="Back to the start page")).to_be_visible()
    host.complaints.clear()  # browsers report the refusal


def test_four_players_fit_a_phone(person: People) -> None:
    host = person("Host", viewport={"width": 390, "height": 844}, has_touch=True)
    table = host.post("/api/records", {"record": finished_record(4, hands="choose", figures="draft")})
    host.open(f"/replay/{table['id']}#70")
    expect(host.page.locator(".board")).to_be_visible()
    assert host.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert host.faults() == []
