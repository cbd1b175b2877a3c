"""The table in a real browser: whole games, turns, exchanges, and what a person is told."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import pytest
from playwright.sync_api import Error, expect

from tests.samurai.helpers import place, where

from .people import Person
from .test_pages import finished_record

People = Callable[..., Person]
START = {
    "figures": {"o14": "HBR", "o10": "HB", "o8": "B", "q9": "H", "q11": "R", "l16": "HR"},
    "tokens": {"p8": [1, "B2"]},
    "hands": [["X", "T", "B3", "N1", "V1"], ["S1", "S2", "R2"]],
}


def capital(name: str) -> str:
    """A name at the beginning of a sentence."""
    return name[0].upper() + name[1:]


def test_two_people_play_a_game_to_its_end_and_a_rematch(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    record = finished_record()
    ends = [ply for ply, move in enumerate(cast("list[str]", record["moves"]), 1) if move == "/"]
    late = ends[(len(ends) - 6) // 2 * 2 - 1]  # few turns are left, and the first seat begins
    table = host.set_table(
        "me", "open", start={"table": host.post("/api/records", {"record": record})["id"], "ply": late}
    )
    host.sit(table)
    expect(host.page.get_by_role("heading", name="The table is ready")).to_be_visible()
    friend.sit(table, invite=0)
    for turn in range(200):
        mover = (host, friend)[turn % 2]
        mover.await_turn()
        if mover.is_over:
            break
        mover.play_turn()
    told = set[str]()
    for each in (host, friend):
        end = each.page.locator(".after")
        expect(end.get_by_role("heading")).to_be_visible()
        expect(each.page.get_by_role("dialog")).to_have_count(0)
        expect(each.page.locator(".what")).to_have_text(re.compile("Game over: .*(left the map|set aside)"))
        expect(each.page.locator(".count .kind")).to_have_count(3)
        expect(each.page.locator(".players .winner").first).to_be_visible()
        assert each.page.locator("[data-seal]").count() > 0, "who took what is sealed on the map"
        told.add(end.get_by_role("heading").inner_text())
        assert each.faults() == []
    assert told <= {"You won.", "Host won.", "Friend won.", "Host and Friend share the victory."}
    assert "You won." in told or len(told) == 1
    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Agree").click()
    for each, name in ((host, "Friend"), (friend, "You")):
        each.page.wait_for_url(lambda address: table["id"] not in address)
        expect(each.page.locator(".players .name").first).to_have_text(name)


def test_a_first_game_to_its_end_by_keyboard_alone(person: People) -> None:
    host = person()
    host.open("/")
    page, press = host.page, host.page.keyboard.press
    play = page.get_by_role("button", name="Play Samurai")
    play.wait_for()
    for _ in range(20):
        press("Tab")
        if play.evaluate("each => each === document.activeElement"):
            break
    press("Enter")
    here = page.locator("main:focus-within")
    for _ in range(40):
        host.await_turn()
        if host.is_over:
            break
        expect(here).to_be_attached()
        playable = page.locator('.hand .token[aria-disabled="false"]')
        if playable.count():
            stage = page.locator(".spot.lit:focus, .asking button:focus, [data-action=end]:focus")
            for _ in range(4):  # a key that comes while a busy machine still draws the hand is pressed again
                index = "each => [...document.querySelectorAll('.hand .token')].indexOf(each)"
                press(str(1 + playable.first.evaluate(index)))
                with suppress(Error):
                    stage.wait_for(timeout=20_000)
                    break
            while "End turn" not in (now := stage.text_content() or stage.get_attribute("data-space") or ""):
                press("Enter")
                host.until(f"(e => e.textContent || e.dataset.space)(document.activeElement) !== {now!r}")
        ply = page.locator("main[data-ply]").get_attribute("data-ply")
        press("e")
        page.locator(f"main[data-ply]:not([data-ply='{ply}'])").wait_for()
    expect(page.get_by_role("heading", name="The count")).to_be_visible()
    assert host.faults() == []
    for _ in range(40):
        press("Tab")
        if page.locator("a:focus", has_text="Analyse this game").count():
            break
    press("Enter")
    page.wait_for_url(re.compile("/replay/"))


def test_opening_hands_are_chosen_and_figures_drafted(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table("me", "greedy", options={"hands": "choose", "figures": "draft"}))
    page = host.page
    confirm = page.locator("[data-action=end]")
    for code in ("S3", "X", "T", "N1", "V2"):
        expect(confirm).to_be_disabled()
        page.locator(f'.opening [data-token="{code}"]').click()
    page.locator("[data-action=undo]").click()
    expect(page.locator(".opening [role=status]")).to_have_text("Choose one more token")
    page.locator('.opening [data-token="B4"]').click()
    confirm.click()
    expect(page.locator(".opening")).to_be_hidden()
    for _ in range(9):  # nine figures each: Edo has its own
        expect(host.guide).to_have_text("Choose a figure, then a city or village for it.")
        page.locator(".figures [data-token]:not([disabled])").first.click()
        host.space(host.lit()[0]).click()
        expect(page.locator('.figures [aria-pressed="true"]')).to_have_count(0)
    expect(host.guide).to_have_text("Your turn: choose a token.")
    hand = page.locator(".hand [data-token]").evaluate_all(
        "all => all.map(each => each.dataset.token).sort()"
    )
    assert hand == ["B4", "N1", "S3", "T", "X"]


def test_a_turn_is_assembled_taken_back_and_ended(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.lay("V1", "n8")
    host.lay("N1", "o9")
    expect(host.page.locator(".laid li")).to_have_text([f"ship 1 {where('n8')}", f"ronin 1 {where('o9')}"])
    expect(host.space("o9")).to_have_accessible_name(re.compile(r"\. your ronin 1\."))
    host.page.get_by_role("button", name="Undo").click()
    host.page.get_by_role("button", name="Undo").click()
    expect(host.page.locator(".laid li")).to_have_count(0)
    expect(host.space("o9")).to_have_accessible_name(
        re.compile(rf"^{capital(place('o9'))}\. empty\. next to ")
    )
    expect(host.page.locator("[data-action=end]")).to_be_disabled()


def test_a_capture_is_explained_with_the_influence_that_decided_it(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.lay("B3", "o9")
    news = host.page.get_by_role("region", name="Captured")
    expect(news.get_by_role("heading")).to_have_text("The village north of Akita is surrounded")
    expect(news).to_contain_text("you get it")
    expect(news).to_contain_text(f"3 for you (Buddha 3 {where('o9')})")
    expect(host.page.locator(".players [data-seat='0'] .figures b")).to_have_text(["0", "1", "0"])
    expect(host.space("o8")).to_have_accessible_name("The village north of Akita. empty, captured")


def test_a_figure_exchange_is_guided_step_by_step(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.token("X").click()
    expect(host.guide).to_have_text("Figure exchange: choose the first settlement.")
    host.space("o8").click()
    expect(host.guide).to_have_text("Buddha in the village north of Akita: choose the other settlement.")
    assert set(host.lit()) == {"q9", "q11", "l16"}  # not o10 and Edo, which hold a Buddha
    host.space("l16").click()
    expect(host.guide).to_have_text("Choose a figure in Kyoto.")
    host.page.get_by_role("button", name="rice field", exact=True).click()
    expect(host.page.locator(".laid li")).to_have_text(
        [f"figure exchange: rice field in Kyoto and Buddha {where('o8')} change places"]
    )
    expect(host.space("o8")).to_have_accessible_name(
        re.compile(f"rice field. still empty around it: {where('o9')}")
    )
    host.page.get_by_role("button", name="Undo").click()
    host.token("X").click()
    host.space("o10").click()
    expect(host.guide).to_have_text("Choose a figure in Akita.")
    host.page.get_by_role("button", name="helmet", exact=True).click()
    assert host.lit() == ["q11"]  # elsewhere it would make a pair, or change nothing
    host.page.keyboard.press("Escape")
    assert host.lit() == []


def test_a_token_exchange_is_guided_step_by_step(person: People) -> None:
    host = person("Host")
    start = {**START, "tokens": {"p8": [1, "B2"], "n13": [0, "S3"], "k16": [0, "R2"]}}
    host.sit(host.set_position(start, "me", "random"))
    host.token("T").click()
    expect(host.guide).to_have_text("Token exchange: choose one of your own tokens on the map.")
    assert set(host.lit()) == {"n13", "k16"}
    host.space("n13").click()
    expect(host.guide).to_have_text(f"Choose a space for the token {where('n13')}.")
    host.space("o13").click()
    expect(host.space("o13")).to_have_accessible_name(re.compile("your samurai 3"))
    expect(host.space("n13")).to_have_accessible_name(re.compile("your token exchange"))


def test_fast_tokens_that_can_still_be_played_are_marked(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.lay("B3", "p9")
    marked = host.page.locator(".hand .still").evaluate_all("all => all.map(each => each.dataset.token)")
    assert sorted(marked) == ["N1", "V1", "X"]
    expect(host.token("T")).to_have_attribute("aria-disabled", "true")
    expect(host.guide).to_have_text("End your turn, or play more fast tokens.")


def test_a_space_that_is_not_legal_says_why(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.token("V1").click()
    host.space("o9").click()
    expect(host.guide).to_have_text(f"{capital(place('o9'))} is on land: ship 1 has to go to sea.")
    host.page.keyboard.press("Escape")
    host.token("N1").click()
    host.space("p8").click()
    expect(host.guide).to_have_text(f"{capital(place('p8'))} is taken: Buddha 2 of Kon is there.")


def test_looking_at_a_settlement_shows_influence_and_missing_spaces(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.space("o8").hover()
    look = host.page.get_by_role("region", name="Influence: The village north of Akita")
    expect(look).to_contain_text("Kon would capture it")
    expect(look).to_contain_text("Still empty around it: between Akita and the village to the north")
    expect(host.page.locator(".board .missing")).to_have_count(1)


@pytest.mark.parametrize("start", ["middle", "corner"])
def test_a_token_is_dragged_from_the_hand_to_the_map(person: People, start: str) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    at, to = host.token("B3").bounding_box(), host.space("o9").bounding_box()
    assert at is not None
    assert to is not None
    part = {"middle": 0.5, "corner": 0.25}[start]
    mouse = host.page.mouse
    mouse.move(at["x"] + at["width"] * part, at["y"] + at["height"] * part)
    mouse.down()
    mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    expect(host.page.locator(".board .ghost")).to_have_count(1)
    mouse.up()
    expect(host.page.locator(".laid li")).to_have_text([f"Buddha 3 {where('o9')}"])


def test_the_last_turn_of_an_opponent_is_marked_and_shown_again(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "greedy"))
    host.lay("B3", "p9")
    host.end_turn()
    host.await_turn()
    assert host.page.locator(".board .recent").count() > 0
    before = host.page.locator(".board .laid").count()
    host.page.get_by_role("button", name="Show Genta’s last turn again").click()
    expect(host.page.locator(".playing")).to_be_visible()
    assert host.page.locator(".board .laid").count() < before
    host.page.get_by_role("button", name="Back to the game").click()
    expect(host.page.locator(".board .laid")).to_have_count(before)
