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


def _hinting(person: People) -> Person:
    """Somebody who may ask for a good turn."""
    host = person("Host")
    record = {"format": 1, "game": "samurai", "options": {"players": 2}, "start": START, "moves": []}
    kept = host.post("/api/records", {"record": record})
    host.sit(host.set_table("me", "random", hints=True, start={"table": kept["id"], "ply": 0}))
    return host


def _advised(person: People) -> Person:
    """Somebody who asked for a good turn and sees it."""
    host = _hinting(person)
    host.page.get_by_role("button", name="Hint").click()
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    return host


def test_a_hint_draws_its_whole_turn_and_is_played_with_one_button(person: People) -> None:
    host = _advised(person)
    page = host.page
    slip = page.get_by_role("region", name="A good turn")
    expect(slip).to_contain_text("% of games")
    assert page.get_by_role("dialog").count() == 0, "the map stays in sight"
    assert "/" not in slip.inner_text()
    assert host.faults() == []
    first = page.evaluate(GHOSTS)
    slip.get_by_role("button", name="Another").click()
    expect(slip).to_contain_text("2 of")
    assert page.evaluate(GHOSTS) != first
    chosen = page.evaluate(GHOSTS)
    parts = slip.get_by_role("listitem")
    expect(parts).to_have_count(len(set(chosen)))
    for part in parts.all_inner_texts():
        assert part.strip().endswith("."), "every part has a reason"
    slip.get_by_role("button", name="Place").click()
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.locator("[data-action=end]")).to_be_enabled()
    assert page.locator("main").get_attribute("data-ply") == "0", "to end the turn is the player's"
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


def test_a_connection_lost_in_the_middle_of_a_hint_is_told_and_the_hint_asked_again(person: People) -> None:
    host = _hinting(person)
    page = host.page
    page.route("**/hint*", lambda route: route.abort())
    page.get_by_role("button", name="Hint").click()
    expect(host.guide).to_contain_text("isn’t answering")
    page.unroute("**/hint*")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-ghost]").first).to_be_visible()
    host.complaints.clear()  # browsers report what was lost
