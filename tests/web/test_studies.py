"""Studies: made from a game, written, shared by a link, read and copied by strangers, and never lost."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import kabuto
from kabuto.players import make, play_out
from tests.server.test_study import record

from .people import Person
from .test_pages import finished_record
from .test_table import START

People = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TRIED = [{}, {"move": "B4o9"}, {"parent": 1, "move": "/"}, {"move": "S1o9", "comment": "or <b>this</b>"}]


def study(**changes: Any) -> dict[str, Any]:
    """A village that one more token surrounds, tried in two ways."""
    return {"record": record(["B4o9"]), "nodes": TRIED, "title": "The village", **changes}


def at_study(person: Person, **changes: Any) -> str:
    """Somebody at a new study of theirs; its name."""
    made = person.post("/api/studies", {"study": study(**changes)})
    person.open(f"/study/{made['id']}")
    expect(person.page.locator("ol.lines")).to_be_visible()
    return str(made["id"])


def is_at(page: Page, text: str) -> None:
    """Wait until the list shows this move as the present one."""
    expect(page.locator("ol.lines [aria-current]")).to_contain_text(text)


def await_saved(page: Page) -> None:
    expect(page.locator("[data-saving=saved]")).to_be_visible()


def drag(person: Person, start: str, end: str, button: Any = "left") -> None:
    """Drag from one space of the map to another."""
    for name, step in ((start, "down"), (end, "up")):
        box = person.space(name).bounding_box()
        assert box is not None
        person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        getattr(person.page.mouse, step)(button=button)


def test_a_study_of_a_game_is_written_shared_and_read_by_a_stranger(person: People) -> None:
    host = person("Host")
    page = host.page
    game = host.post("/api/records", {"record": finished_record()})
    host.open(f"/replay/{game['id']}#12")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Study this").click()
    expect(page.locator("output")).to_have_text("12/62")
    page.locator('.hand .token[aria-disabled="false"]').first.click(force=True)
    page.locator(".spot.lit").first.click(force=True)
    expect(page.locator("output")).to_have_text("13/13")
    expect(page.locator("li.variation")).to_have_count(1)
    page.get_by_label("Comment").fill("Why not here?\n<b>bold</b> <script>alert(1)</script>")
    drag(host, "o14", "l16", "right")
    page.get_by_role("button", name="Draw").click()
    page.get_by_label("Means").select_option("Problem")
    host.space("o10").click()
    expect(page.locator("[data-shape]")).to_have_count(2)
    expect(page.get_by_role("list", name="Drawn here")).to_contain_text("Circle around Akita (o10) (Problem)")
    page.get_by_label("Title").fill("An exchange")
    await_saved(page)
    assert host.faults() == []
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Share").input_value()

    reader = person("Leser", locale="de-DE", color_scheme="dark", **PHONE)
    there = reader.page
    there.goto(link)
    expect(there.get_by_role("heading", name="An exchange")).to_be_visible()
    expect(there.get_by_text("Eine Studie von Host")).to_be_visible()
    expect(there.locator(".said")).to_have_text("Why not here?\n<b>bold</b> <script>alert(1)</script>")
    expect(there.get_by_role("img", name="Kreis um Akita (o10) (Problem)")).to_be_attached()
    for nothing in ("section.turn", "textarea", "[data-saving]"):
        expect(there.locator(nothing)).to_have_count(0)
    assert there.evaluate("document.documentElement.scrollWidth") == 390
    assert reader.faults() == []
    there.get_by_role("button", name="Zu meinen Studien kopieren").click()
    there.get_by_label("Kommentar").fill("Meine Meinung")
    await_saved(there)
    assert there.url.partition("#")[0] != link.partition("#")[0]
    assert reader.faults() == []
    there.get_by_role("link", name="Meine Studien").click()
    expect(there.get_by_role("link", name="An exchange")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("Comment")).to_have_value("Why not here?\n<b>bold</b> <script>alert(1)</script>")


def test_the_keyboard_walks_through_variations_promotes_draws_and_deletes(person: People) -> None:
    host = person("Host", color_scheme="dark")
    page = host.page
    at_study(host)
    expect(page.locator("ol.lines")).to_contain_text("or <b>this</b>")
    page.keyboard.press("ArrowRight")
    is_at(page, "Buddha 4")
    page.keyboard.press("ArrowDown")
    is_at(page, "samurai 1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text("2/2")
    page.keyboard.press("Home")
    is_at(page, "Start")
    page.locator('section.turn [data-token="S1"][aria-disabled="false"]').wait_for()
    page.keyboard.press("2")  # the second token of the hand goes where it went before
    host.space("o9").focus()
    page.keyboard.press("Enter")
    is_at(page, "samurai 1")
    page.get_by_role("button", name="Make main line").press("Enter")
    expect(page.locator("li.variation")).to_contain_text("Buddha 4")
    page.get_by_role("button", name="Draw").press("Enter")
    page.get_by_label("Circle around").select_option("o8")
    page.get_by_label("Arrow to").select_option("o9")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    expect(page.locator("[data-shape=idea]")).to_have_count(1)
    assert host.faults() == []
    page.get_by_role("button", name="Remove: Arrow").press("Enter")
    expect(page.locator("[data-shape]")).to_have_count(0)
    page.locator("ol.lines").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("dialog")).to_contain_text("This deletes this move.")
    page.keyboard.press("Enter")
    expect(page.locator("li.variation")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    is_at(page, "Buddha 4")
    await_saved(page)


def test_a_position_is_evaluated_and_the_best_turn_becomes_a_variation(person: People) -> None:
    host = person("Host")
    page = host.page
    chances = [{"mean": mean, "low": mean - 0.05, "high": mean + 0.05} for mean in (0.7, 0.3)]
    best = {"move": "B4o9", "chance": chances[0], "why": [], "line": ["B4o9", "/", "R2n8"]}
    hint = {"ply": 0, "chances": chances, "moves": [best]}  # what it takes to find that is tested elsewhere
    page.route("**/api/study/hint*", lambda route: route.fulfill(json=hint))
    at_study(host, nodes=[{}])
    page.get_by_role("button", name="Evaluate position").click()
    expect(page.get_by_role("img", name="Red: 70%, Blue: 30%")).to_be_visible()
    page.get_by_role("button", name="Add as a variation").click()
    expect(page.locator("output")).to_have_text("2/2")  # the turn, and not what the other seat may answer
    await_saved(page)
    page.keyboard.press("Home")
    page.reload()
    expect(page.get_by_role("img", name="Red: 70%, Blue: 30%")).to_be_visible()


def unless_saving(route: Route) -> None:
    """Let everything through to the server but what is to be saved."""
    route.abort() if route.request.method == "POST" else route.continue_()


def test_two_tabs_a_server_that_is_away_and_full_storage_lose_nothing(person: People) -> None:
    host = person("Host")
    page = host.page
    name = at_study(host)
    other = host.context.new_page()
    other.goto(f"/study/{name}")
    other.get_by_label("Comment").fill("from the other tab")
    await_saved(other)
    page.get_by_label("Comment").fill("from this tab")
    expect(page.locator("[data-saving=late]")).to_contain_text("changed somewhere else")
    page.get_by_role("button", name="Keep mine as a copy").click()
    await_saved(page)
    assert name not in page.url
    expect(page.get_by_label("Comment")).to_have_value("from this tab")

    page.route("**/api/studies/*", unless_saving)
    page.get_by_label("Comment").fill("while the server was away")
    expect(page.locator("[data-saving=away]")).to_contain_text("kept in this browser")
    page.reload()
    expect(page.get_by_text("Your unsaved changes are back")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("while the server was away")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full') } }")
    page.get_by_label("Comment").fill("and no room here")
    expect(page.get_by_role("alert").filter(has_text="no room")).to_be_visible()
    page.unroute("**/api/studies/*")
    await_saved(page)
    page.reload()
    expect(page.get_by_label("Comment")).to_have_value("and no room here")
    host.complaints.clear()  # the browser reports the 409 and what was not answered


def test_a_study_is_saved_as_a_file_and_opened_again(person: People, tmp_path: Path) -> None:
    host = person("Host")
    page = host.page
    at_study(host)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save study").click()
    found = json.loads(saved.value.path().read_text())
    assert (found["kabuto"], found["format"], found["nodes"]) == ("study", 1, TRIED)
    with page.expect_download() as written:
        page.get_by_role("button", name="Save main line as a record").click()
    assert kabuto.load(json.loads(written.value.path().read_text())).ply == 2
    host.open("/studies")
    page.locator("input[type=file]").set_input_files(saved.value.path())
    expect(page.locator("li.variation")).to_contain_text("samurai 1")
    long = tmp_path / "long.json"
    nodes = [{}, *({"parent": n, "move": "/"} for n in range(10_000))]
    long.write_text(json.dumps({**found, "nodes": nodes}))
    host.open("/studies")
    assert host.faults() == []
    page.locator("input[type=file]").set_input_files(long)
    expect(page.get_by_role("alert")).to_contain_text("This study has 10000 moves. A study has room for 5000")
    host.open("/study/nothing")
    expect(page.get_by_role("alert")).to_contain_text("There is no such study")
    host.complaints.clear()  # the browser reports what was refused


@pytest.mark.parametrize("plain", [False, True], ids=["city", "plain"])
def test_yedo_is_studied_on_its_map_and_as_text(person: People, plain: bool) -> None:
    game: Any = kabuto.new("yedo", seed=3)
    play_out(game, [make("greedy", "yedo", Random(seat)) for seat in range(2)])
    nodes = [{}, *({"parent": n, "move": move} for n, move in enumerate(game.record()["moves"][:9]))]
    host = person("Host", plain=plain)
    page = host.page
    at_study(host, record=game.record(), nodes=nodes)
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text("9/9")
    if not plain:
        page.locator("section.turn.active").wait_for()
        page.get_by_role("button", name="as a list").click()
    page.locator(".moves [data-move]").first.click()
    expect(page.locator("output")).to_have_text("10/10")
    await_saved(page)
    assert host.faults() == []


def test_a_finished_table_and_a_lesson_lead_into_a_study(person: People) -> None:
    host = person("Host")
    page = host.page
    host.open("/learn")
    page.locator("ol a, li a").first.click()
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Study this").click()
    expect(page.locator("ol.lines")).to_be_visible()
    await_saved(page)
    host.sit(host.set_position(START, "me", "random"))
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=resign]").click()
    page.get_by_role("button", name="Resign").click()
    page.locator(".after").get_by_role("button", name="Study this").click()
    expect(page.locator("ol.lines")).to_be_visible()
