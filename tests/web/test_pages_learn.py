"""The lessons, walked through in a real browser as a learner would."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .people import Person

People = Callable[..., Person]
LESSONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "web/src/games/samurai/lessons/lessons.json").read_text(encoding="utf-8")
)["lessons"]
SEATS = ("Red", "Blue", "Green", "Purple")
KINDS = {"H": "helmets", "B": "Buddhas", "R": "rice fields"}


def play(host: Person, move: str) -> None:
    """Play a move of the notation by clicking what it names."""
    if move == "/":
        host.page.locator("[data-action=end]").click()
        return
    if move[0] == "X":
        one, two = move[1:].split("-")
        parts = [one[:-1], two[:-1]]
    elif move[0] == "T":
        parts = move[1:].split("-")
    else:
        parts = [move[2:]]
    host.token(move[0] if move[0] in "XT" else move[:2]).click()
    for part in parts:
        host.space(part).click()


def solve(host: Person, step: dict[str, Any]) -> None:
    """Do what the task asks for."""
    if "goal" in step:
        for number, move in enumerate(step["solution"], 1):
            expect(host.page.locator(".turn.active")).to_be_visible()
            play(host, move)
            if number < len(step["solution"]):
                expect(host.page.locator("[data-action=undo]")).to_be_enabled()
    elif "point" in step:
        host.space(step["point"][0]).click()
    else:
        answer = step["right"]
        name = KINDS[answer] if answer in KINDS else SEATS[int(answer)]
        host.page.get_by_role("group", name="Your answer").get_by_role("button", name=name).click()


def praise(host: Person) -> Locator:
    """Where the page says that a task is done."""
    return host.page.locator(".reply").get_by_text("Well done.")


@pytest.mark.parametrize(
    "lessons", [LESSONS[-2:], pytest.param(LESSONS, marks=pytest.mark.prove)], ids=["last", "all"]
)
def test_lessons_are_walked_through_and_remembered(person: People, lessons: list[Any]) -> None:
    host = person("Host")
    host.open("/learn" if lessons == LESSONS else f"/learn/{lessons[0]['name']}")
    if lessons == LESSONS:
        host.page.get_by_role("link", name="Start").click()
    for lesson in lessons:
        host.page.wait_for_url(f"**/learn/{lesson['name']}")
        for number, step in enumerate(lesson["steps"], 1):
            expect(host.page.locator(".count")).to_have_text(f"Task {number} of {len(lesson['steps'])}")
            solve(host, step)
            expect(praise(host), f"{lesson['name']}.{step['name']}").to_be_visible()
            host.page.locator(".buttons .primary").last.click()
    host.page.wait_for_url("**/table/*")  # the last button starts a game against the weakest opponent
    expect(host.page.locator(".players")).to_contain_text("Jiro")
    expect(host.page.locator(".players")).to_contain_text("Level 1")
    host.open("/learn")
    expect(host.page.locator(".progress")).to_contain_text(f"{len(lessons)} of {len(LESSONS)} done")


def test_a_miss_is_explained_kindly_and_tried_again(person: People) -> None:
    host = person("Host")
    host.open("/learn/fast")
    play(host, "S2o9")
    reply = host.page.locator(".reply")
    expect(reply).to_contain_text("Not quite.")
    expect(reply).to_contain_text("Buddha in the village north of Akita goes to Blue")
    expect(reply).to_contain_text("play the ship next to the village first")
    host.page.get_by_role("button", name="Start again").click()
    expect(reply).not_to_contain_text("Not quite.")
    for move in ("V2n8", "S2o9"):
        play(host, move)
        expect(host.page.locator(f'[data-space="{move[2:]}"][aria-label*="of Red"]')).to_be_attached()
    expect(praise(host)).to_be_visible()


def test_a_dead_end_is_told_and_a_forbidden_space_explained(person: People) -> None:
    host = person("Host")
    host.open("/learn/figures")
    host.token("R2").click()
    host.space("n8").click()
    expect(host.page.locator(".reply")).not_to_be_empty()
    host.space("o9").click()
    expect(host.page.locator(".reply")).to_contain_text("Not quite.")


def test_lessons_are_played_by_the_rules_of_the_edition(person: People) -> None:
    host = person("Host")
    host.open("/rules")
    host.page.locator("input[value=ffg]").check()
    host.open("/learn/fast")
    for move in ("S2o9", "V2n8"):  # captures wait for the end of the turn, so the order is free
        play(host, move)
        expect(host.page.locator("[data-action=undo]")).to_be_enabled()
    expect(host.page.locator(".reply")).to_contain_text("when you end your turn")
    play(host, "/")
    expect(praise(host)).to_be_visible()


def test_a_tip_and_the_solution_are_shown_on_demand(person: People) -> None:
    host = person("Host")
    host.open("/learn/figures")
    host.page.get_by_role("button", name="Hint").click()
    expect(host.page.locator(".reply")).to_contain_text("Choose the figure exchange")
    host.page.get_by_role("button", name="Show me").click()
    expect(praise(host)).to_be_visible()


def test_wrong_answers_and_wrong_places_are_told(person: People) -> None:
    host = person("Host")
    host.open("/learn/reading")
    host.space("l16").click()
    expect(host.page.locator(".reply")).to_contain_text("Not there.")
    host.space("g17").click()
    host.page.get_by_role("button", name="Next task").click()
    wrong = host.page.get_by_role("button", name="rice fields")
    wrong.click()
    expect(host.page.locator(".reply")).to_contain_text("No, look again.")
    expect(wrong).to_be_disabled()


def test_a_lesson_is_done_by_keyboard_alone(person: People) -> None:
    host = person("Host")
    host.open("/learn/capture")
    expect(host.page.locator(".turn.active")).to_be_visible()
    host.page.keyboard.press("2")  # the second token of the hand
    for _ in range(60):
        host.page.keyboard.press("n")
        if host.page.evaluate("document.activeElement.dataset.space") == "o9":
            break
    host.page.keyboard.press("Enter")
    expect(praise(host)).to_be_visible()


@pytest.mark.parametrize("edition", ["rgg", "ffg"])
def test_lessons_speak_the_words_of_the_edition_in_german(person: People, edition: str) -> None:
    host = person("Host", locale="de")
    host.open("/rules")
    host.page.locator(f"input[value={edition}]").check()
    host.open("/learn/figures")
    figure = {"rgg": "Figur der Art „Helm“", "ffg": "Kastenfigur der Art „Burg“"}[edition]
    expect(host.page.locator(".text").first).to_contain_text(figure)
