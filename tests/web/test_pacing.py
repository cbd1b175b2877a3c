"""The turns of others, shown one after the other: order, skipping, what is told, and the end of a game."""

import random
from collections.abc import Callable

from playwright.sync_api import ViewportSize, expect

import kabuto

from .people import Person

People = Callable[..., Person]
LAID = "[...document.querySelectorAll('.board [data-laid]')].map(each => each.dataset.laid)"
PAGE = 24
"""Turns of the log that are drawn at first."""
START = {
    "figures": {"o14": "HBR", "o10": "HB", "o8": "B", "q9": "H", "l16": "HR", "q11": "R"},
    "hands": [["S1", "B3", "S2", "H2"], ["S2", "R2", "H3", "B4"], ["S3", "B2", "R3", "H4"]],
}


def _others_play(person: People) -> Person:
    """Somebody whose turn has just ended, at a table with two programs."""
    host = person("Host", pace="slow")  # slow enough that a busy machine sees every step
    host.sit(host.set_position(START, "me", "greedy", "greedy"))
    host.lay("S1", "n13")
    host.end_turn()
    return host


def test_turns_of_others_are_shown_in_their_order_and_told_once(person: People) -> None:
    host = _others_play(person)
    page = host.page
    playing, turns = page.locator(".playing"), page.locator(".log .who")
    _, blue, green = page.locator(".players .name").all_inner_texts()
    whole = page.locator(".board .spot").first.bounding_box()
    expect(playing).to_contain_text(blue)
    expect(turns).to_have_count(2)
    laid = set(page.evaluate(LAID))
    expect(playing).to_contain_text(green)
    assert laid < set(page.evaluate(LAID))
    expect(turns).to_have_count(3)
    expect(playing).to_have_count(0)
    assert page.locator(".board .spot").first.bounding_box() == whole, "the map stays where it is"
    expect(host.guide).to_have_text("Your turn: choose a token.")
    told = page.locator("[role=log] p").all_inner_texts()
    assert [line.partition(":")[0] for line in told] == ["Your turn is over.", blue, green]
    marked = page.locator(".board .recent")
    assert marked.count() >= 2, "what was just played stays marked"
    host.lay("B3", "p9")
    assert marked.count() >= 2
    assert host.faults() == []


def test_turns_of_others_are_skipped_by_key_by_button_and_by_ones_own_move(person: People) -> None:
    host = _others_play(person)
    page, playing = host.page, host.page.locator(".playing")
    ways: list[Callable[[], object]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Skip").click(),
        lambda: page.locator(".hand [data-token]").first.click(),
    ]
    for turn, skip in enumerate(ways, 1):
        expect(playing).to_be_visible()
        page.locator(f"main[data-ply='{6 * turn}']").wait_for()  # everything is played, but not shown
        skip()
        expect(playing).to_have_count(0)
        expect(page.locator(".board [data-laid]")).to_have_count(3 * turn)
        if turn < len(ways):
            host.play_turn()
    assert host.lit(), "the token that was clicked is chosen"


def test_a_long_log_shows_its_last_turns_and_earlier_ones_when_somebody_goes_back(person: People) -> None:
    game, rng = kabuto.new("yedo", players=5, seed=5), random.Random(5)
    while game.ply < 100 or game.to_move != 0:
        game.play(rng.choice(game.legal_moves()))
    host = person("Host")
    kept = host.post("/api/records", {"record": game.record()})
    host.sit(host.set_table("me", *["random"] * 4, game="yedo", start={"table": kept["id"], "ply": game.ply}))
    host.await_turn()
    page = host.page
    log, turns = page.locator(".log"), page.locator(".log li:not(:has(> button))")
    earlier = log.get_by_role("button", name="Earlier turns")
    expect(turns).to_have_count(PAGE)
    expect(turns.last).to_be_in_viewport()
    before = turns.first.inner_text()
    log.evaluate("log => (log.scrollTop = 0)")
    expect(turns).to_have_count(2 * PAGE)
    assert turns.nth(PAGE).inner_text() == before
    expect(turns.nth(PAGE)).to_be_in_viewport()  # what was read has not moved
    earlier.dispatch_event("click")  # a real one would scroll, and that alone brings them
    expect(turns).to_have_count(3 * PAGE)


def test_a_phone_that_is_turned_while_pieces_move_shows_the_rest_of_the_turns(person: People) -> None:
    upright: ViewportSize = {"width": 390, "height": 844}
    across: ViewportSize = {"width": 844, "height": 390}
    host = person("Host", pace="slow", reduced_motion="no-preference", viewport=upright)
    host.sit(host.set_position({**START, "tokens": {"p8": [1, "B2"]}}, "me", "greedy", "greedy"))
    host.token("B3").click()
    host.space("o9").click()  # the last space around a village
    page = host.page
    expect(page.locator(".flight")).to_have_count(1)
    page.set_viewport_size(across)
    expect(page.locator(".flight")).to_have_count(0)
    expect(page.locator("main.full-window")).to_be_visible()
    host.end_turn()
    expect(page.locator(".playing")).to_be_visible()
    page.set_viewport_size(upright)
    expect(page.locator("main.narrow")).to_be_visible()
    page.locator("main[data-ply='6']").wait_for()
    expect(page.locator(".playing")).to_have_count(0)
    expect(page.locator(".board [data-laid]")).to_have_count(4)
    expect(page.locator(".flight")).to_have_count(0)
    host.await_turn()
