"""A first game with the coach at the table, and the legend of its signs."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from kabuto.samurai.board import SEA, SPACES

from .people import Person, clipped

People = Callable[..., Person]
START: dict[str, Any] = {
    "figures": {"o14": "HBR", "o8": "B", "o10": "BR", "q9": "H"},
    "tokens": {"p8": [1, "S2"]},
    "hands": [["B3", "R2"], ["S1", "R2"]],
    "draws": [["H2"], ["H2"]],
    "to_move": 0,
}
"""The village at the northern tip lacks one space, and one token of seat 0 takes its Buddha."""
WINDOWS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": {"width": 1366, "height": 768}},
}
LAND = [space.name for space in SPACES if space.terrain != SEA]


def sat_down(host: Person, start: dict[str, Any] = START) -> Locator:
    """What the coach says at a table with hints."""
    record = {"format": 1, "game": "samurai", "options": {"players": 2}, "start": start, "moves": []}
    kept = host.post("/api/records", {"record": record})
    host.sit(host.set_table("me", "level1", hints=True, start={"table": kept["id"], "ply": 0}))
    return host.page.locator(".guide-slip")


@pytest.mark.parametrize("window", ["phone", pytest.param("laptop", marks=pytest.mark.prove)])
def test_the_coach_leads_to_the_first_capture(person: People, window: str) -> None:
    host = person("Host", coach=True, **WINDOWS[window])
    slip, page = sat_down(host), host.page
    expect(slip).to_contain_text("Have the most of two kinds and you win.")
    expect(page.locator(".kinds.ringed")).to_have_count(2)
    assert host.faults() == []
    slip.get_by_role("button", name="How do I get them?").click()
    expect(slip).to_contain_text("Pick up your Buddha 3.")
    assert "pointed" in str(host.token("B3").get_attribute("class")).split()
    slip.get_by_role("button", name="Why?").click()
    expect(slip).to_contain_text("Captures Buddha in the village north of Akita (3:2).")
    host.token("R2").click()
    expect(slip).to_contain_text("Place your rice field 2 on any bright space.")
    host.token("B3").click()
    expect(slip).to_contain_text("Place it on the marked space.")
    expect(slip).to_contain_text("the village north of Akita surrounded")
    expect(slip.locator(".yours")).to_have_count(1)
    expect(slip).to_contain_text("Akita")
    expect(slip.locator(".neighbours li")).to_have_count(2)
    assert clipped(page) == []
    assert host.faults() == []
    slip.get_by_role("button", name="Place it").click()
    expect(page.locator(".news")).to_contain_text("you get it")
    expect(slip).to_have_count(0)
    host.until("JSON.parse(localStorage['kabuto.settings']).coach.samurai === false")
    assert host.faults() == []


def test_the_coach_says_one_thing_at_a_time_until_the_turn_is_over(person: People) -> None:
    host = person("Host", coach=True)
    slip = sat_down(host, {**START, "hands": [["R2", "B2"], ["S1"]], "tokens": {}})
    slip.get_by_role("button", name="How do I get them?").click()
    expect(slip).to_contain_text("Pick up your")
    host.lay("R2", "p9")
    expect(slip).to_contain_text("End your turn to draw new tokens.")
    host.page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    host.page.get_by_role("button", name="Ask the coach").click()
    expect(slip).to_contain_text("End your turn")
    slip.get_by_role("button", name="I know the game").click()
    expect(slip).to_have_count(0)
    host.page.reload()
    host.await_turn()
    expect(slip).to_have_count(0)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_label("Coach beside the table").check()
    host.page.keyboard.press("Escape")
    expect(slip).to_be_visible()


@pytest.mark.parametrize("window", WINDOWS)
def test_the_coach_covers_no_land(person: People, window: str) -> None:
    host = person("Host", coach=True, locale="de-DE", **WINDOWS[window])
    host.sit(host.set_table("me", "level1", "level1", "level1"))
    expect(host.page.locator(".guide-slip")).to_contain_text(
        "Hab von zwei Arten am meisten, und du gewinnst."
    )
    covered = """(land) => [...document.querySelectorAll('[data-space]')].filter((space) => {
        if (!land.includes(space.dataset.space)) return false
        const box = space.getBoundingClientRect()
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return !top?.closest('.board, .map') || top.closest('.note')
    }).length"""
    host.until(f"({covered})({LAND}) === 0")
    host.until("clipped().length === 0")


def test_the_legend_explains_every_sign_from_the_table(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table("me", "level1"))
    for token in host.page.locator(".hand [data-token]").all():
        assert token.get_attribute("title"), "every token of the hand has a tooltip"
    host.page.get_by_role("button", name="Legend").click()
    dialog = host.page.get_by_role("dialog")
    for words in ("Banner", "Crest on a figure", "Marked corners", "Fast", "Two bars"):
        expect(dialog).to_contain_text(words)
    assert host.faults() == []
