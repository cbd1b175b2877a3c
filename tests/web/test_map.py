"""The map in a real browser: how large it is, that nothing covers it, and that it can be zoomed and moved."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

from .people import FRAMES, PATIENCE, Person
from .test_table import START

People = Callable[..., Person]
WINDOWS = {
    2: [(1366, 768, 74), (1920, 1080, 104)],
    3: [(1366, 768, 65)],
    4: [
        (1366, 768, 56),
        (1920, 1080, 80),
        (2560, 1440, 104),
        (1280, 720, 50),
        (1024, 768, 42),
        (844, 390, 35),
        (667, 375, 26),
        (683, 384, 28),
        (390, 844, 26),
    ],
}
"""Players → windows, and how wide a space is at least, in pixels."""
COVERED = """() => {
  const on = [...document.querySelectorAll('[data-panel], .note, .aids .slip, .aids .compass circle')]
  const panels = on.map((panel) => panel.getBoundingClientRect()).filter(({ width }) => width)
  return [...document.querySelectorAll('[data-space]')].filter((space) => {
    const { x, y, width, height } = space.getBoundingClientRect()
    const [a, b, reach] = [x + width / 2, y + height / 2, 0.47 * Math.min(width, height)]
    return panels.some(({ left, right, top, bottom }) =>
      Math.hypot(Math.max(left - a, 0, a - right), Math.max(top - b, 0, b - bottom)) < reach)
  }).map((space) => space.dataset.space)
}"""
"""The spaces that something lies on."""
SMALLEST = """(within) => {
  const all = (inner) => [...document.querySelectorAll(`${within} ${inner}`)]
  const size = (box) => Math.max(box.width, box.height)
  return [
    Math.min(...all('[data-figure^=o14]').map((figure) => size(figure.getBoundingClientRect()))),
    Math.min(...all('.cartouche text').map((text) =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
  ]
}"""
"""Pixels of the smallest figure in Edo and of the smallest name."""
LETTERS = "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
LARGE = {1920: (80, 13), 2560: (100, 15.5)}
"""Width of the window → how wide tokens of the hand and how large letters are at least."""


def sat_down(person: People, width: int, height: int, players: int, **settings: Any) -> Person:
    someone = person("Host", viewport={"width": width, "height": height}, **settings)
    someone.sit(someone.set_table("me", *["random"] * (players - 1)))
    someone.await_turn()
    return someone


def hex_width(someone: Person) -> float:
    box = someone.space("o14").locator("polygon").bounding_box()
    assert box is not None
    return box["width"]


def await_width(someone: Person, least: float) -> None:
    """Wait until the map has taken the size of its window: a space is that wide, and nothing lies on one."""
    someone.page.evaluate(FRAMES)
    # asked from here: the content security policy refuses to wait for an expression in the page
    end = monotonic() + PATIENCE / 1000
    # both, because a window that becomes smaller leaves a space wide enough until the map has followed
    while (width := hex_width(someone)) < least or (covered := someone.page.evaluate(COVERED)):
        assert monotonic() < end, f"a space is {width} wide, not {least}" if width < least else covered
        someone.page.wait_for_timeout(50)
    someone.page.evaluate(FRAMES)


@pytest.mark.parametrize("players", WINDOWS)
def test_the_whole_map_is_shown_as_large_as_the_window_allows(person: People, players: int) -> None:
    someone = sat_down(person, 1280, 720, players)
    for width, height, least in WINDOWS[players]:
        someone.page.set_viewport_size({"width": width, "height": height})
        someone.until(f"innerWidth === {width} && innerHeight === {height}")
        someone.page.evaluate("document.activeElement.blur()")
        expect(someone.page.locator(".note .look")).to_have_count(0)
        await_width(someone, least)
        check_map(someone, width)


def check_map(someone: Person, width: int) -> None:
    """Nothing covers the map, and everything can be read."""
    page = someone.page
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    token, letters = LARGE.get(width, (0, 0))
    assert page.locator(".hand .token").first.evaluate("each => each.offsetWidth") >= token
    assert min(page.locator(".slip p, .slip li, .slip button").evaluate_all(LETTERS)) >= letters
    someone.space("o14").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".note .look")).to_be_visible()
    assert page.evaluate(COVERED) == [], "what is told about Edo lies in the sea"
    figure, name = page.evaluate(SMALLEST, "svg.board")
    readable = figure >= 18 and name >= 9.95
    assert readable or width < 1366
    if not readable:
        figure, name = page.evaluate(SMALLEST, "svg.magnified")
        assert figure >= 18
        assert name >= 9.95


def test_the_ground_is_painted_once_whatever_is_chosen_and_laid(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table("me", "greedy"))
    host.await_turn()
    paints = host.paints(".ground")
    anywhere = ", ".join(f'.hand [data-token^="{kind}"]' for kind in "HBRS")
    host.page.locator(anywhere).first.click()
    expect(host.page.locator(".spot.lit").first).to_be_visible()
    host.page.evaluate("document.fonts.ready.then(() => {})")
    before = paints()
    while before != (before := paints()):
        pass  # a busy machine still paints what came before
    host.space(host.lit()[0]).click()
    expect(host.page.locator(".laid li")).to_have_count(1)
    assert paints() == before


def test_on_a_phone_a_tap_magnifies_a_settlement(person: People) -> None:
    someone = sat_down(person, 390, 844, 4, has_touch=True, is_mobile=True)
    someone.space("o14").tap()
    expect(someone.page.locator("svg.magnified")).to_be_visible()
    someone.page.get_by_role("button", name="Close").tap()
    expect(someone.page.locator("svg.magnified")).to_have_count(0)


def test_the_map_is_zoomed_by_buttons_keys_wheel_and_double_click_and_back(person: People) -> None:
    someone = sat_down(person, 1366, 768, 4)
    page, whole = someone.page, hex_width(someone)
    page.get_by_role("button", name="Zoom in").click()
    assert hex_width(someone) == pytest.approx(1.35 * whole, rel=0.01)
    page.get_by_role("button", name="Whole map").click()
    assert hex_width(someone) == pytest.approx(whole, rel=0.01)
    expect(page.get_by_role("button", name="Whole map")).to_be_disabled()
    someone.space("o14").focus()
    page.keyboard.press("+")
    assert hex_width(someone) > whole
    page.keyboard.press("0")
    page.mouse.move(700, 400)
    page.mouse.wheel(0, -400)
    expect(page.get_by_role("button", name="Whole map")).to_be_enabled()
    assert hex_width(someone) > 2 * whole


def test_a_zoomed_map_is_moved_by_dragging_and_the_drag_plays_nothing(person: People) -> None:
    someone = sat_down(person, 1366, 768, 2)
    page = someone.page
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    page.locator('.hand .token[aria-disabled="false"]').first.click()
    before = someone.space("o14").bounding_box()
    assert before is not None
    page.mouse.move(650, 400)
    page.mouse.down()
    page.mouse.move(600, 380, steps=5)
    page.mouse.move(560, 360, steps=5)
    page.mouse.up()
    after = someone.space("o14").bounding_box()
    assert after is not None
    assert after["x"] < before["x"] - 60
    expect(page.locator(".laid li")).to_have_count(0)


def test_on_a_phone_one_double_tap_makes_the_spaces_large_enough_to_touch(person: People) -> None:
    someone = sat_down(person, 390, 844, 4, has_touch=True, is_mobile=True)
    box = someone.space("l16").bounding_box()
    assert box is not None
    someone.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert hex_width(someone) >= 55


def test_a_window_that_is_turned_turns_the_map(person: People) -> None:
    someone = sat_down(person, 390, 844, 4)
    someone.page.set_viewport_size({"width": 844, "height": 390})
    expect(someone.page.locator("main.full-window")).to_be_visible()
    await_width(someone, 35)
    assert someone.page.evaluate(COVERED) == []


def test_a_zoomed_map_has_a_mini_map_that_leads_elsewhere(person: People) -> None:
    someone = sat_down(person, 390, 844, 4)
    page, mini = someone.page, someone.page.locator(".mini")
    expect(mini).to_have_count(0)
    page.get_by_role("button", name="Zoom in").click()
    assert hex_width(someone) >= 55, "one tap makes the spaces large enough to touch"
    before = mini.locator("rect").get_attribute("y")
    mini.click(position={"x": 20, "y": 100})
    expect(mini.locator("rect")).not_to_have_attribute("y", before or "")
    page.get_by_role("button", name="Whole map").click()
    expect(mini).to_have_count(0)


def test_a_laptop_at_zoom_400_percent_is_scrolled_down_and_never_sideways(person: People) -> None:
    page = sat_down(person, 342, 192, 4).page
    high, wide = page.evaluate("[document.body.scrollHeight, document.documentElement.scrollWidth]")
    assert high > 2 * 192
    assert wide <= 342
    page.get_by_role("button", name="End turn").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="End turn")).to_be_in_viewport()


def test_places_and_tokens_in_a_sentence_light_up_on_the_map(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.token("B3").click()
    host.space("o9").hover()
    expect(host.page.locator(".board .ghost")).to_be_visible()
    expect(host.guide).to_contain_text("surrounded, and yours, 3 to 2")
    host.space("o9").click()
    expect(host.page.locator(".laid li")).to_have_count(1)
    host.page.locator(".laid li span").get_by_text("Buddha 3").hover()
    expect(host.page.locator('[data-lit="o9"]')).to_be_visible()
    host.page.mouse.move(5, 5)
    place = host.page.locator(".news .space").first
    assert host.page.evaluate(COVERED) == []
    expect(host.page.locator("[data-lit]")).to_have_count(0)
    place.hover()
    expect(host.page.locator('[data-lit="o8"]')).to_be_visible()
    expect(place).to_have_attribute("title", "o8")
    host.page.mouse.move(5, 5)
    expect(host.page.locator("[data-lit]")).to_have_count(0)
    host.space("p8").hover()
    expect(host.page.locator(".board title")).to_have_text("p8")
