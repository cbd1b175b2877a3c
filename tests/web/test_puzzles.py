"""Find the turn: puzzles solved, failed and explained, with a streak and a rating."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kabuto.table.record import dumps
from tests.samurai.analysis.test_puzzles import record
from tests.samurai.test_shipped_puzzles import puzzle

from .people import Person, Server, running

People = Callable[..., Person]
PAGE = "/games/samurai/puzzles"
VILLAGE = replace(puzzle(), worth=0.93, second_worth=0.41)
HARDER = replace(
    VILLAGE, id="harder", record=record(hands=[["B4", "S2"], ["R2"]]), themes=["ship"], rating=1200
)
INSTEAD = """
import importlib
from pathlib import Path
importlib.import_module("kabuto.samurai.puzzles.shipped").SHIPPED = Path({file!r})
from kabuto.server.workers.pool import Workers
async def look(self, bill, record, plies):
    return [{puzzle!r}] if record["moves"] == {moves!r} and 0 in plies else []
Workers.puzzles = look
"""
PLAYED = record("S1o13", "/")
"""A game whose first turn should have taken the village: the server knows that at once."""


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two puzzles of its own."""
    with serving(tmp_path_factory.mktemp("puzzles")) as server:
        yield server


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server with two puzzles of its own; the file of puzzles that comes with the package may change."""
    lines = "".join(dumps(each.to_json()) + "\n" for each in (VILLAGE, HARDER))
    (folder / "two.gz").write_bytes(gzip.compress(lines.encode()))
    known = {"puzzle": VILLAGE.to_json(), "moves": PLAYED["moves"]}
    first = INSTEAD.format(file=str(folder / "two.gz"), **known)
    with running(folder / "data", first=first) as server:
        yield server


def rating(page: Page) -> int:
    """The solver's rating."""
    return int(page.locator("[data-rating]").inner_text())


def turn(solver: Person, token: str, space: str) -> None:
    """Make a turn of one token, and have it checked."""
    solver.token(token).click()
    solver.space(space).click()
    expect(solver.page.locator(".laid li")).to_have_count(1)
    solver.page.get_by_role("button", name="Check my turn").click()


def test_a_puzzle_is_failed_explained_and_another_solved(person: People, puzzles: Server) -> None:
    solver = person(server=puzzles)
    page = solver.page
    solver.open("/")
    page.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("heading", name="Find the turn")).to_be_visible()
    expect(page.locator(".tags")).to_contain_text("Puzzle of the day")
    before = rating(page)
    assert solver.faults() == []
    solver.open(f"{PAGE}/village")
    turn(solver, "S1", "o9")
    expect(page.get_by_role("heading", name="Not the best turn")).to_be_focused()
    expect(page.locator(".said")).to_contain_text("the second best: it wins 41% of games, the best turn 93%")
    assert rating(page) < before
    assert solver.faults() == []
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".laid li")).to_have_count(0)
    page.get_by_role("button", name="Show the turn").click()
    expect(page.locator(".laid li").first).to_have_text(
        "Buddha 4 between Akita and the village to the north"
    )  # played out on the board, before it is explained
    expect(page.locator(".said")).to_contain_text("Captures Buddha in the village north of Akita (4:3)")
    failed = rating(page)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Find the turn")).to_be_visible()
    expect(page.locator(".tags")).to_contain_text("rated 1200")
    expect(solver.token("B4")).to_be_visible()
    page.keyboard.press("1")  # by keyboard this time
    expect(page.locator(".spot.lit:focus")).to_be_attached()
    solver.space("o9").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_count(1)
    page.keyboard.press("e")
    expect(page.get_by_role("heading", name="Solved")).to_be_focused()
    assert rating(page) > failed
    page.reload()
    expect(page.locator(".standing")).to_contain_text("1 puzzle solved")
    page.get_by_role("button", name="Show the turn").click()
    page.get_by_role("button", name="Study this").click()
    expect(page.get_by_label("View")).to_have_value("0")  # what its player knows
    page.go_back()
    page.get_by_role("button", name="Show the turn").click()
    page.get_by_role("button", name="Analyse this position").click()
    page.wait_for_url("**/replay/**")


def test_the_puzzle_of_the_day_makes_a_streak_on_a_phone_in_german(person: People, puzzles: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    solver = person(server=puzzles, locale="de-DE", **phone)
    page = solver.page
    solver.open(PAGE)
    expect(page.get_by_role("heading", name="Finde den Zug")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Wo?").click()
    expect(page.get_by_text("Es zählt nur der erste Versuch")).to_be_visible()
    solver.token("B4").tap()
    solver.space("o9").tap()
    page.get_by_role("button", name="Zug prüfen").tap()
    expect(page.get_by_role("heading", name="Gelöst", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Ein Tag in Folge")).to_be_visible()
    assert solver.faults() == []
    solver.open("/")
    expect(page.get_by_text("Ein Tag in Folge")).to_be_visible()


def test_a_puzzle_that_is_not_there_leads_to_the_one_of_the_day(person: People, puzzles: Server) -> None:
    solver = person(server=puzzles)
    solver.open(f"{PAGE}/nothing")
    expect(solver.page.get_by_role("alert")).to_have_text("There is no such puzzle.")
    solver.complaints.clear()  # the browser reports the 404
    solver.page.get_by_role("link", name="To the puzzle of the day").click()
    expect(solver.page.get_by_role("heading", name="Find the turn")).to_be_visible()


def test_ones_own_game_yields_a_puzzle(person: People, puzzles: Server) -> None:
    solver = person(server=puzzles)
    page = solver.page
    played = solver.post("/api/records", {"record": PLAYED})
    close = solver.post("/api/records", {"record": record("B4o9", "/", hands=[["B4", "S3"], ["R2"]])})
    solver.open(f"/replay/{played['id']}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Puzzles from this game").click()
    page.get_by_role("button", name="Find puzzles in this game").click()
    page.get_by_role("link", name="Puzzle 1").click()
    expect(page.get_by_role("link", name="From your game", exact=True)).to_be_visible()
    before = rating(page)
    turn(solver, "B4", "o9")
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    assert rating(page) == before  # it was one's own
    assert solver.faults() == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="From your games")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle 1")).to_be_visible()
    page.get_by_role("button", name="Find puzzles in this game").click()
    expect(page.get_by_text("No puzzles in this game").first).to_be_visible()
    assert solver.faults() == []
    assert solver.get(f"/api/tables/{close['id']}/puzzles")["puzzles"] == []


def test_puzzles_are_solved_without_a_connection(person: People, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        solver = person(server=server, service_workers="allow")
        page = solver.page
        solver.open("/you")
        expect(page.get_by_text("other pages work offline")).to_be_visible()
        solver.open(PAGE)
        solver.until("(localStorage['kabuto.offline'] ?? '').includes('puzzles samurai')")
        server.kill()
        try:
            solver.open(PAGE)
            expect(page.locator(".tags")).to_contain_text("Puzzle of the day")
            solver.open(f"{PAGE}/village")
            turn(solver, "S1", "o9")
            expect(page.get_by_role("heading", name="Not the best turn")).to_be_focused()
            expect(page.locator(".said")).to_contain_text("when you’re back online")
            expect(page.locator(".said")).to_contain_text("the second best")
            assert solver.faults() == []
            page.get_by_role("button", name="Try again").click()
            turn(solver, "B4", "o9")
            expect(page.get_by_role("heading", name="Solved")).to_be_focused()
            expect(page.locator(".said")).to_contain_text("Captures Buddha in the village north of Akita")
            page.get_by_role("button", name="Next puzzle").click()
            expect(page.locator(".tags")).to_contain_text("rated 1200")
            solver.open(f"{PAGE}/unknown")  # not kept: another one is shown
            expect(page.get_by_role("heading", name="Find the turn")).to_be_visible()
            solver.complaints.clear()  # the browser reports every request that fails
        finally:
            server.start()
