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


def turn_ends(record: dict[str, Any]) -> list[int]:
    """After how many moves each turn is over."""
    return [ply for ply, move in enumerate(record["moves"], 1) if move == "/"]


def slide(host: Person, ply: int) -> None:
    """Go to a moment."""
    host.page.get_by_role("slider", name="Moves").fill(str(ply))


def test_every_way_to_step_shows_the_position_of_the_rules(host: Person, record: dict[str, Any]) -> None:
    page, moves, ends = host.page, len(record["moves"]), turn_ends(record)
    shown = page.locator("output")
    page.get_by_role("button", name="Next turn", exact=True).click()
    expect(shown).to_have_text(f"Turn 1 of {len(ends)}")
    assert lying(host) == at(record, ends[0])
    page.locator("h1").click()  # nothing has the focus
    for key, ply in (
        ("ArrowRight", ends[1]),
        ("ArrowUp", ends[1] - 1),
        ("ArrowDown", ends[1]),
        ("ArrowLeft", ends[0]),
        ("End", moves),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        page.wait_for_url(f"**#{ply}")
        assert lying(host) == at(record, ply), key
    slide(host, 9)
    page.wait_for_url("**#9")
    assert lying(host) == at(record, 9)
    page.get_by_role("button", name="Previous turn").click()
    page.wait_for_url(f"**#{max(end for end in ends if end < 9)}")
    assert host.faults() == []


def test_it_plays_by_itself_until_the_end(host: Person, record: dict[str, Any]) -> None:
    moves = len(record["moves"])
    slide(host, moves - 2)
    host.page.locator("h1").click()
    host.page.keyboard.press(" ")
    host.page.wait_for_url(f"**#{moves}")
    expect(host.page.get_by_role("button", name="Play it through").first).to_be_visible()


def test_a_seats_view_hides_what_that_seat_did_not_see(host: Person, record: dict[str, Any]) -> None:
    hands = host.page.locator(".hand[role=img]")
    expect(hands).to_have_count(2)
    host.page.get_by_label("View").select_option("Blue")
    expect(hands).to_have_count(1)
    shown = hands.get_attribute("aria-label") or ""
    assert len(shown.split(", ")) == len(moment(record, 0).view(1).hand)


def open_menu(host: Person, entry: str) -> None:
    """Choose something from the menu."""
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("dialog").get_by_role("button", name=entry).click()


def test_a_link_leads_to_a_moment(host: Person, person: People, record: dict[str, Any]) -> None:
    slide(host, 12)
    open_menu(host, "Link to this position")
    link = host.page.get_by_role("dialog").get_by_label("Link to this position").input_value()
    assert link.endswith("#12")
    friend = person("Friend")
    friend.open(link)
    expect(friend.page.locator(".board")).to_be_visible()
    assert lying(friend) == at(record, 12)


def test_the_record_that_is_saved_is_the_one_that_was_opened(host: Person, record: dict[str, Any]) -> None:
    with host.page.expect_download() as download:
        open_menu(host, "Save record")
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved == record


def test_what_if_begins_a_table_with_the_position(host: Person, record: dict[str, Any]) -> None:
    slide(host, 10)
    host.page.get_by_role("button", name="What if?").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Play from here").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.await_turn()
    table = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")
    assert table["start"]["ply"] == 10
    assert at(record, 10) <= lying(host)


def test_the_analysis_shows_turning_points_on_the_map_beside_the_better_turn(person: People) -> None:
    record = short_record()
    host, page = person("Host", locale="de-DE"), None
    kept = host.post("/api/records", {"record": record})
    host.open(f"/replay/{kept['id']}")
    page, ends = host.page, turn_ends(record)
    page.get_by_role("button", name="Partie analysieren").click()
    mark = page.locator("figure .mark")
    mark.first.wait_for()  # and with it the first turning point is on the map
    expect(page.locator(".verdict h2")).to_contain_text("%")
    expect(page.get_by_text("Jeder Zug wird betrachtet")).to_have_count(0)
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"Zug \d+ von \d+, Rot: \d+ %, Blau: \d+ %")
    )
    found = host.post(f"/api/tables/{kept['id']}/review/turns", {"turns": list(range(len(ends)))})["turns"]
    stops = [turn["until"] for turn in found if turn["mark"]]
    assert mark.count() == len(stops), "a mark judges a whole turn"
    assert set(stops) <= set(ends)
    page.locator("h1").click()
    page.keyboard.press("Home")
    for stop in stops:  # all of it by keyboard alone
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_url(f"**#{stop}")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_url(f"**#{stops[-2]}")
    mistake = next(turn for turn in found if turn["mark"] == "mistake")
    slider.fill(str(mistake["until"]))
    expect(page.locator(".plans .played .badge").first).to_be_visible()
    expect(page.locator(".plans .better .badge").first).to_be_visible()
    assert lying(host) == at(record, mistake["since"]), "the turn begins on the same map"
    for way, there in (("played", mistake["played"]), ("better", mistake["better"])):
        section = page.locator(f".verdict section.{way}")
        assert section.locator("p").count() >= 1 + len(there["why"])
        assert "beendet" not in section.locator(".turn").inner_text(), "the end of a turn goes without saying"
    assert host.faults() == []
    page.get_by_role("button", name="Was wäre, wenn?").click()
    page.get_by_role("dialog").locator("button.primary").click()
    page.wait_for_url(re.compile("/table/"))
    assert host.get(f"/api/tables/{page.url.split('/')[-1]}")["start"]["ply"] == mistake["since"]


def test_a_record_says_where_it_stops(person: People, record: dict[str, Any]) -> None:
    two = {key: value for key, value in record.items() if key != "outcome"}
    host = at_replay(person, {**two, "moves": record["moves"][:2]})
    host.page.get_by_role("button", name="Analyse this game").click()
    expect(host.page.get_by_role("button", name=re.compile("turning point"))).to_be_visible()
    host.page.locator("h1").click()
    host.page.keyboard.press("End")
    expect(host.page.locator(".verdict")).to_contain_text(
        "The record stops here, before the end of the game."
    )
    host.open("/")
    middle = next(ply for ply, move in enumerate(record["moves"]) if move == "/" and ply > 3)
    kept = host.post("/api/records", {"record": {**two, "moves": record["moves"][:middle]}})
    host.open(f"/replay/{kept['id']}#{middle}")
    expect(host.page.locator(".verdict")).to_contain_text("this turn was not ended")
    none = host.post("/api/records", {"record": {**two, "moves": []}})
    host.open(f"/replay/{none['id']}")
    expect(host.page.locator(".verdict")).to_contain_text("No move was played.")


def test_a_server_that_is_away_during_the_analysis_is_told_and_asked_again(person: People) -> None:
    record = short_record()
    host = at_replay(person, record)
    page = host.page
    page.route("**/review/turns?*", lambda route: route.abort())
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator(".verdict .trouble")).not_to_be_empty()
    page.unroute("**/review/turns?*")
    page.get_by_role("button", name="Analyse this game").click()
    page.locator("figure .mark").first.wait_for()
    expect(page.locator(".verdict .trouble")).to_be_empty()
    host.complaints.clear()  # browsers report what was lost


def test_good_moves_of_a_moment_are_drawn_on_the_map(host: Person) -> None:
    open_menu(host, "Best move")
    expect(host.page.get_by_role("region", name="A good turn")).to_contain_text("% of games")
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    host.page.get_by_role("button", name="Next turn", exact=True).click()
    expect(host.page.locator("[data-ghost]")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
def test_a_replay_fits_small_phones(person: People, record: dict[str, Any], width: int) -> None:
    host = person("Host", viewport={"width": width, "height": 700}, has_touch=True)
    table = host.post("/api/records", {"record": record})
    host.open(f"/replay/{table['id']}#9")
    slider = host.page.get_by_role("slider", name="Moves")
    slider.wait_for()
    assert host.page.evaluate("document.documentElement.scrollWidth") <= width
    box = slider.bounding_box()
    assert box is not None
    assert box["width"] > 0.8 * width


def test_a_settlement_tells_how_it_stood(host: Person) -> None:
    slide(host, 14)
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
