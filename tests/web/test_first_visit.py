"""The first visit: a first game, its analysis, a puzzle, and a table with somebody else.

``pytest tests/web/test_first_visit.py -s`` prints the time of each step.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from playwright.sync_api import expect

from .people import Person
from .test_people import PHONE
from .test_table import START

People = Callable[..., Person]
SAID = {
    "en-GB": {
        "begin": "Start",
        "first": "Your first game",
        "menu": "Menu",
        "resign": "Resign",
        "mine": "Your games",
        "solve": "Solve it",
        "show": "Show the turn",
        "next": "Next puzzle",
        "invite": "Invite a friend",
        "link": "Link for seat 2",
        "sit": "Take this seat",
    },
    "de-DE": {
        "begin": "Beginnen",
        "first": "Deine erste Partie",
        "menu": "Menü",
        "resign": "Aufgeben",
        "mine": "Deine Partien",
        "solve": "Lösen",
        "show": "Zug zeigen",
        "next": "Nächste Aufgabe",
        "invite": "Freund einladen",
        "link": "Link für Platz 2",
        "sit": "Platz nehmen",
    },
}
"""What is clicked, by language."""
LONG, HEBREW = "W" * 30, "שלום ".strip() * 6
"""The widest name that is allowed, and one that is read from right to left."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print how long something took."""
    begin = monotonic()
    yield
    print(f"{name}: {monotonic() - begin:.2f} s")


@pytest.mark.parametrize("language", ["en-GB", pytest.param("de-DE", marks=pytest.mark.prove)])
def test_a_first_visit_leads_from_a_game_to_a_table_with_a_friend(person: People, language: str) -> None:
    said = SAID[language]
    visitor, friend = person(locale=language, coach=True), person("Mara", locale=language)
    page = visitor.page
    with step(f"{language} start page"):
        visitor.open("/")
        expect(page.get_by_role("heading", name=said["first"])).to_be_visible()
    with step(f"{language} first game"):
        page.get_by_role("button", name=said["begin"], exact=True).click()
        page.wait_for_url(re.compile("/table/"))
        visitor.await_turn()
    with step(f"{language} first turn, with the coach"):
        page.locator("[data-action=coach]").click()  # the goal is told
        expect(page.locator(".guide-slip h2")).not_to_be_empty()
        visitor.play_turn()
        visitor.await_turn()
    with step(f"{language} end"):
        page.get_by_role("button", name=said["menu"]).click()
        page.locator("[data-action=resign]").click()
        page.get_by_role("button", name=said["resign"]).click()
        page.locator(".after").wait_for()
    with step(f"{language} analysis"):
        page.locator(".after .primary").click()
        page.wait_for_url(re.compile("/replay/.*#"))
        chances = re.compile("%")
        expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", chances)
        expect(page.locator(".board").first).to_be_visible()
    with step(f"{language} back at the start, with a game to review"):
        visitor.open("/")
        expect(page.get_by_role("heading", name=said["mine"])).to_be_visible()
        expect(page.locator("#mine li").first).to_contain_text("Samurai")
    with step(f"{language} puzzle"):
        visitor.open("/")
        page.get_by_role("link", name=said["solve"], exact=True).click()
        page.get_by_role("button", name=said["show"]).click()
        expect(page.locator(".said li").first).to_be_visible()
        expect(page.get_by_role("button", name=said["next"])).to_be_visible()
    with step(f"{language} a table with a friend"):
        visitor.open("/")
        page.get_by_role("button", name=said["invite"]).click()
        friend.open(page.get_by_label(said["link"]).input_value())
        friend.page.get_by_role("button", name=said["sit"]).click()
        for each in (visitor, friend):
            expect(each.page.locator(".board")).to_be_visible()
    with step(f"{language} a turn of each"):
        table = visitor.page.url.split("/")[-1]
        for _ in range(2):
            mover = (visitor, friend)[visitor.get(f"/api/tables/{table}")["to_move"][0]]
            mover.await_turn()
            mover.play_turn()


SIZES = (("390", 390, 844), ("1366", 1366, 768), ("zoom", 683, 384))
"""Phone, laptop, and the laptop at 200 %."""


@pytest.mark.parametrize("name", [LONG, HEBREW], ids=["wide letters", "right to left"])
def test_names_of_any_kind_leave_every_page_whole(person: People, name: str) -> None:
    host = person(name, locale="de-DE")
    host.set_position(START, "me", "random")
    host.set_table("me", "open", visibility="public")
    for path in ("/", "/games", "/new", "/you", "/watch"):
        host.open(path)
        host.page.get_by_role("heading", level=1).wait_for()
        host.page.wait_for_load_state("networkidle")
        for _, width, height in SIZES:
            host.page.set_viewport_size({"width": width, "height": height})
            assert host.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    host.page.set_viewport_size({"width": 390, "height": 844})
    host.open("/")
    host.page.get_by_role("button", name=re.compile("^Du: ")).click()
    box = host.page.locator("#account .name").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert host.faults() == []


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_pages_of_somebody_who_returns(
    person: People, device: dict[str, object]
) -> None:
    host = person("Hanako", color_scheme="dark", **device)
    host.set_position(START, "me", "random")
    for path in ("/", "/games", "/watch", "/games/samurai/puzzles"):
        host.open(path)
        host.page.get_by_role("heading", level=1).wait_for()
        host.page.wait_for_load_state("networkidle")
        assert host.faults() == [], path


def test_without_a_server_the_start_page_says_so_and_comes_back(person: People) -> None:
    host = person("Hanako")
    host.open("/")
    host.page.get_by_role("button", name="Play Samurai").wait_for()
    host.context.set_offline(True)
    for name in ("Play Samurai", "Invite a friend", "Find a player"):
        host.page.get_by_role("button", name=name).click()
        expect(host.page.get_by_role("alert").filter(has_text="isn’t answering").first).to_be_visible()
        expect(host.page.get_by_role("button", name=name)).to_be_enabled()
    host.context.set_offline(False)
    host.complaints.clear()  # the browser reports every request that fails
    host.page.get_by_role("button", name="Invite a friend").click()
    host.page.wait_for_url(re.compile("/table/"))
