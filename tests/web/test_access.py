"""Keyboards, high contrast, paper, other devices: more ways to the table than a mouse and a screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .people import Person
from .test_table import START

People = Callable[..., Person]
CONTRAST = """all => all.map(each => {
    const bright = colour => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
        const [r, g, b] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    let behind = each
    const ground = element => getComputedStyle(element).backgroundColor
    while (behind.parentElement && /, 0\\)/.test(ground(behind))) behind = behind.parentElement
    const [one, two] = [getComputedStyle(each).color, ground(behind)].map(bright).sort()
    return [each.textContent.trim().slice(0, 30), (two + 0.05) / (one + 0.05)]
})"""
"""The contrast of texts with what is behind them."""


def await_focus(page: Page) -> None:
    """Wait until the keyboard is somewhere at the table."""
    expect(page.locator("main:focus-within")).to_be_attached()


def test_the_keyboard_stays_at_the_table_whatever_it_does(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    page = host.page
    host.await_turn()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_count(1)
    await_focus(page)
    page.keyboard.press("u")
    expect(page.locator(".laid li")).to_have_count(0)
    await_focus(page)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_count(1)
    page.keyboard.press("e")
    page.locator("main[data-ply]:not([data-ply='0'])").wait_for()
    await_focus(page)


def test_shortcuts_are_given_other_letters_and_switched_off(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    page = host.page
    host.lay("V1", "n8")
    page.get_by_role("button", name="Menu").click()
    page.locator("summary", has_text="Keys").click()
    page.get_by_label("Undo").fill("z")
    page.keyboard.press("Tab")
    expect(page.locator(".menu")).to_contain_text("z: undo")
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("u")
    page.keyboard.press("z")
    expect(page.locator(".laid li")).to_have_count(0)
    host.lay("V1", "n8")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("z")
    page.keyboard.press("e")
    page.keyboard.press("1")
    expect(page.locator(".hand .chosen")).to_have_count(0)
    expect(page.locator(".laid li")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_their_contrast(person: People, scheme: str) -> None:
    host = person("Host", forced_colors="active", color_scheme=scheme)
    host.open("/")
    texts = "h2, .lead, .about, main button, nav a, .box a"
    host.page.get_by_role("button", name="Play Samurai").wait_for()
    found = host.page.locator(texts).evaluate_all(CONTRAST)
    host.sit(host.set_position(START, "me", "random"))
    host.token("B3").click()
    assert host.lit()
    found += host.page.locator(".guide, .players .name, .head .what, button:enabled").evaluate_all(CONTRAST)
    assert len(found) > 20
    assert [each for each in found if each[1] < 4.5 and each[0]] == []
    assert host.faults() == []


def test_dark_pages_are_printed_dark_on_white(person: People) -> None:
    host = person("Host", color_scheme="dark")
    host.open("/rules")
    host.page.get_by_role("heading", level=1).wait_for()
    host.page.emulate_media(media="print")
    assert (
        host.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert min(contrast for _, contrast in host.page.locator("p, h1, h2").evaluate_all(CONTRAST)) > 4.5
    expect(host.page.get_by_role("navigation", name="Main navigation")).to_be_hidden()


def test_a_personal_link_made_at_a_table_leads_back_to_it(person: People) -> None:
    host, phone = person("Host"), person("Stranger")
    table = host.set_table("me", "greedy")
    host.sit(table)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Continue on another device").click()
    expect(host.page.get_by_role("button", name="Copy")).to_be_visible()
    phone.open(host.page.get_by_label("Continue on another device").input_value())
    phone.page.get_by_role("button", name="Sign in as Host").click()
    phone.page.wait_for_url(re.compile(f"/table/{table['id']}$"))
    phone.await_turn()


def test_browsers_find_their_icons_and_robots_their_rules(person: People) -> None:
    host = person("Host")
    for path, kind in (
        ("/favicon.ico", "image/"),
        ("/apple-touch-icon.png", "image/png"),
        ("/robots.txt", "text/plain"),
    ):
        answer = host.page.request.get(path)
        assert (answer.status, answer.headers["content-type"].startswith(kind)) == (200, True), path
