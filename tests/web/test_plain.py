"""The plain table: any game as text, with its legal moves as buttons."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

import kabuto
from kabuto.players import make, play_out

from .people import Person
from .test_people import PHONE

People = Callable[..., Person]
GAME = "yedo"
LAST_MOVES = 16
"""A game that is shown as text here, because its people chose that."""


@pytest.fixture
def person(person: People) -> People:
    """Somebody who wants tables as text."""
    return lambda name="", **settings: person(name, **{"plain": True, **settings})


def at_table(person: People, *seats: str, **settings: Any) -> Person:
    """Somebody at a table of the game, whose turn it is."""
    host: Person = person("Host", **settings)
    host.sit(host.set_table(*seats, game=GAME))
    if seats.count("me") == 1:
        host.await_turn()
    return host


@pytest.mark.parametrize(
    "device", [pytest.param({}, marks=pytest.mark.prove), PHONE], ids=["desktop", "phone"]
)
def test_a_game_is_played_to_its_end_and_replayed(person: People, device: dict[str, Any]) -> None:
    game = kabuto.new(GAME, players=2, seed=1)
    play_out(game, [make("random", GAME, Random(seat)) for seat in range(2)])
    host = person("Host", **device)
    kept = host.post("/api/records", {"record": game.record()})
    start = {"table": kept["id"], "ply": game.ply - LAST_MOVES}
    host.sit(host.set_table("me", "random", game=GAME, start=start))
    host.await_turn()
    assert host.faults() == []
    while not host.is_over:
        host.play_button()
        host.await_turn()
    expect(host.page.locator(".after").get_by_role("listitem").first).to_be_visible()
    assert host.faults() == []
    host.page.locator(".after a.primary").click()
    picture = host.page.get_by_role("region", name="The table")
    expect(picture).to_contain_text("Round 0")
    host.page.locator("h1").click()
    host.page.keyboard.press("End")
    expect(picture).to_contain_text("Round 11")
    assert host.faults() == []


def test_a_move_is_found_and_played_with_the_keyboard_alone(person: People) -> None:
    host = at_table(person, "me", "random")
    page, keyboard = host.page, host.page.keyboard
    field = page.get_by_role("searchbox", name="Find a move")
    buttons = page.locator(".moves [data-move]")
    total = buttons.count()
    assert total > 2
    keyboard.type("black")
    expect(field).to_be_focused()
    expect(field).to_have_value("black")
    expect(page.get_by_text("1 move", exact=True)).to_be_visible()
    expect(buttons).to_have_count(1)
    keyboard.press("Escape")
    expect(buttons).to_have_count(total)
    keyboard.press("ArrowDown")
    expect(buttons.first).to_be_focused()
    keyboard.press("ArrowDown")
    expect(buttons.nth(1)).to_be_focused()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    keyboard.type("no such move")
    expect(page.get_by_text("No move matches.")).to_be_visible()
    keyboard.press("Escape")
    keyboard.type("black")
    move = buttons.first.get_attribute("data-move")
    keyboard.press("Enter")
    expect(page.get_by_role("list", name="Log").or_(page.locator(".so-far"))).to_contain_text(str(move))


def test_a_move_that_can_be_taken_back_is(person: People) -> None:
    host = at_table(person, "me", "random")
    undo, so_far = host.page.locator("[data-action=undo]"), host.page.locator(".so-far p:not(.more)")
    while not (undo.count() and so_far.count()):
        host.play_button()
        host.await_turn()
    before = so_far.count()
    undo.click()
    expect(so_far).to_have_count(before - 1)


def test_two_people_at_one_screen_see_only_what_is_theirs(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table("me", {"who": "me", "name": "Friend"}, game=GAME))
    seen = set[str | None]()
    while len(seen) < 2:
        cover = host.page.get_by_role("dialog", name="it’s your turn")
        expect(cover).to_be_visible()
        seen.add(cover.get_attribute("aria-label"))
        expect(host.page.locator(".moves")).to_have_count(0)
        cover.get_by_role("button").click()
        while not host.page.get_by_role("dialog", name="it’s your turn").count():
            ply = host.page.locator("main").get_attribute("data-ply")
            host.page.locator(".moves [data-move]").first.click()
            host.page.locator(f".hand-cover, main:not([data-ply='{ply}'])").first.wait_for()
    assert seen == {"Host, it’s\xa0your\xa0turn", "Friend, it’s\xa0your\xa0turn"}


def test_everything_is_said_in_german(person: People) -> None:
    host = at_table(person, "me", "random", locale="de-DE")
    expect(host.guide).to_have_text("Du bist am Zug. Wähle einen Zug.")
    expect(host.page.get_by_role("searchbox", name="Zug suchen")).to_be_visible()
    expect(host.page.get_by_role("region", name="Der Tisch")).to_be_visible()


def test_the_start_page_offers_every_game(person: People) -> None:
    host = person("Host")
    host.open("/")
    for game in host.get("/api/games")["games"]:
        expect(host.page.get_by_role("region", name=game["title"], exact=True)).to_be_visible()
    assert host.faults() == []
    yedo = host.page.get_by_role("region", name="Yedo", exact=True)
    for level in (2, 3, 4):
        yedo.get_by_role("button", name=f"Level {level}").click()
    yedo.get_by_role("button", name="Play Yedo").click()
    host.page.wait_for_url("**/table/*")
    expect(host.page.locator(".picture")).to_be_visible()
    expect(host.page.locator(".players .seat")).to_have_count(5)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_a_new_table_is_set_with_the_options_of_its_game(person: People, device: dict[str, Any]) -> None:
    host = person("Host", **device)
    host.open("/new")
    host.page.get_by_role("button", name="Yedo").click()
    host.page.locator("summary").click()
    expect(host.page.get_by_role("button", name="Add a seat")).to_be_visible()
    game = next(game for game in host.get("/api/games")["games"] if game["name"] == GAME)
    shown = [option for option in game["options"] if len(option["values"]) > 1]
    assert shown
    for option in shown:
        group = host.page.get_by_role("group", name=option["label"], exact=True)
        expect(group.get_by_role("radio")).to_have_count(len(option["values"]))
    last = host.page.get_by_role("group", name=shown[0]["label"], exact=True).get_by_role("radio").last
    last.focus()
    host.page.keyboard.press("Space")
    expect(last).to_be_checked()
    assert host.faults() == []
    host.page.locator("button.primary").click()
    expect(host.page).to_have_url(re.compile("/table/"))
    expect(host.page.locator(".picture")).to_be_visible()
    table = host.get("/api/tables")["mine"][0]
    assert (table["game"], table["options"][shown[0]["name"]]) == (GAME, shown[0]["values"][-1]["value"])


def test_a_table_that_this_page_cannot_show_says_so(person: People) -> None:
    host = person("Host")
    table = host.set_table("me", "random")

    def from_the_future(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def change(message: str | bytes) -> None:
            said = json.loads(message)
            route.send(json.dumps({**said, "wire": "future"} if said["type"] == "state" else said))

        server.on_message(change)

    host.page.route_web_socket("**/socket?*", from_the_future)
    host.open(f"/table/{table['id']}")
    expect(host.page.get_by_role("alert")).to_contain_text("This page is out of date")
    assert host.faults() == []
    host.page.unroute_all()
    with host.page.expect_navigation():
        host.page.get_by_role("button", name="Reload the page").click()


def test_a_replay_that_this_page_cannot_show_says_so(person: People) -> None:
    host = person("Host")
    record = kabuto.new(GAME, seed=1).record()
    kept = host.post("/api/records", {"record": record})

    def from_the_future(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "wire": "future"})

    host.page.route("**/replay?*", from_the_future)
    host.open(f"/replay/{kept['id']}")
    expect(host.page.get_by_role("alert")).to_contain_text("This page is out of date")
