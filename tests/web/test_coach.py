"""A first game with the coach at the table, and the legend of its signs."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .people import Person

People = Callable[..., Person]
START: dict[str, Any] = {
    "figures": {"o14": "HBR", "o8": "B", "q9": "H"},
    "tokens": {"p8": [1, "S2"]},
    "hands": [["B3", "R2", "V1"], ["S1", "R2", "V1"]],
    "draws": [["H2"], ["H2"]],
    "to_move": 0,
}
"""The village at the northern tip lacks one space, and one token of seat 0 takes its Buddha."""
WINDOWS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": {"width": 1366, "height": 768}},
}


def coach(host: Person) -> Locator:
    """What the coach says."""
    return host.page.locator(".coach p")


def test_the_coach_through_a_first_game(person: People) -> None:
    host = person("Host", coach=True)
    host.sit(host.set_position(START, "me", "level1"))
    expect(host.page.get_by_role("tab", name="Coach")).to_have_attribute("aria-selected", "true")
    expect(coach(host)).to_contain_text("put your Buddha 3 on the marked space")
    host.token("R2").click()
    expect(coach(host)).to_contain_text("Bright land is free")
    host.space("o9").hover()
    expect(coach(host)).to_contain_text("Careful")
    host.space("p8").click()
    expect(coach(host)).to_contain_text("That isn’t possible")
    host.token("B3").click()
    host.space("o9").hover()
    expect(coach(host)).to_contain_text("take the Buddha: 3 to 2")
    host.space("o9").click()
    expect(coach(host)).to_contain_text("sign 侍")
    host.token("V1").click()
    expect(coach(host)).to_contain_text("Ships go to sea")
    host.page.keyboard.press("Escape")
    host.page.locator("[data-action=end]").click()
    expect(host.page.locator(".turn.active")).to_be_visible()
    host.until("JSON.parse(localStorage['kabuto.settings']).coached === 1")
    host.page.get_by_role("button", name="No coach").click()
    expect(host.page.get_by_role("tab", name="Coach")).to_have_count(0)
    host.page.reload()
    expect(host.page.locator(".turn.active")).to_be_visible()
    expect(host.page.get_by_role("tab", name="Coach")).to_have_count(0)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_label("Coach beside the table").check()
    host.page.keyboard.press("Escape")
    expect(coach(host)).not_to_be_empty()
    assert host.faults() == []


@pytest.mark.parametrize("window", WINDOWS)
def test_the_coach_covers_no_space(person: People, window: str) -> None:
    host = person("Host", coach=True, **WINDOWS[window])
    host.sit(host.set_table("me", "level1", "level1", "level1"))
    expect(coach(host)).not_to_be_empty()
    covered = """() => [...document.querySelectorAll('[data-space]')].filter((space) => {
        const box = space.getBoundingClientRect()
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return !top?.closest('.board, .map')
    }).length"""
    host.until(f"({covered})() === 0")


def test_on_a_phone_on_its_side_the_coach_takes_one_line_that_opens(person: People) -> None:
    host = person("Host", coach=True, viewport={"width": 844, "height": 390})
    host.sit(host.set_table("me", "level1", "level1", "level1"))
    line = host.page.get_by_role("button", name="Coach", exact=True)
    expect(line).to_have_attribute("aria-expanded", "false")
    closed = coach(host).bounding_box()
    line.click()
    expect(line).to_have_attribute("aria-expanded", "true")
    opened = coach(host).bounding_box()
    assert closed is not None
    assert opened is not None
    assert opened["height"] > 2 * closed["height"]
    assert opened["y"] >= 0
    assert host.faults() == []
    host.page.locator('.hand .token[aria-disabled="false"]').first.click()
    expect(line).to_have_attribute("aria-expanded", "false")


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
