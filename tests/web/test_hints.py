"""Good moves on the map: drawn as a whole turn, played with one button, gone when they are overtaken."""

from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

People = Callable[..., Person]
START = {
    "figures": {"o14": "HBR", "o10": "HB", "o8": "B", "q9": "H", "l16": "HR", "q11": "R"},
    "tokens": {"p8": [1, "B2"]},
    "hands": [["S1", "B3", "N1", "V1"], ["S2", "R2"]],
}
GHOSTS = "[...document.querySelectorAll('[data-ghost]')].map(each => each.dataset.ghost)"


def _advised(person: People) -> Person:
    """Somebody who asked for a good turn and sees it."""
    host = person("Host")
    record = {"format": 1, "game": "samurai", "options": {"players": 2}, "start": START, "moves": []}
    kept = host.post("/api/records", {"record": record})
    host.sit(host.set_table("me", "random", hints=True, start={"table": kept["id"], "ply": 0}))
    host.page.get_by_role("button", name="Hint").click()
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    return host


def test_a_hint_draws_its_whole_turn_and_is_played_with_one_button(person: People) -> None:
    host = _advised(person)
    page = host.page
    slip = page.get_by_role("region", name="A good turn")
    expect(slip).to_contain_text("games in 100")
    assert page.get_by_role("dialog").count() == 0, "the map stays in sight"
    assert "/" not in slip.inner_text()
    assert host.faults() == []
    first = page.evaluate(GHOSTS)
    slip.get_by_role("button", name="Another").click()
    expect(slip).to_contain_text("2 of")
    assert page.evaluate(GHOSTS) != first
    chosen = page.evaluate(GHOSTS)
    slip.get_by_role("button", name="Play this").click()
    expect(page.locator("[data-ghost]")).to_have_count(0)
    host.await_turn()
    for ghost in chosen:
        expect(page.locator(f"[data-laid='{ghost[2:]}']")).to_have_count(1)


def test_a_hint_that_is_overtaken_by_a_move_disappears(person: People) -> None:
    host = _advised(person)
    other = host.context.new_page()  # the same person at another window
    other.goto(host.page.url)
    other.locator('.hand [data-token="S1"]').click()
    other.locator('[data-space="n13"]').click()
    expect(host.page.locator("[data-ghost]")).to_have_count(0)
    expect(host.page.locator(".laid li")).to_have_count(1)
    host.page.keyboard.press("Escape")
    expect(host.guide).to_have_text("End your turn, or play more fast tokens.")
