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
    (Path(__file__).parents[2] / "web/src/lessons/lessons.json").read_text(encoding="utf-8")
)["lessons"]
SEATS = ("Red", "Blue", "Green", "Purple")
KINDS = {"H": "helmets", "B": "Buddhas", "R": "rice fields"}


def play(anna: Person, move: str) -> None:
    """Play a move of the notation by clicking what it names."""
    if move == "/":
        anna.page.locator("[data-action=end]").click()
        return
    if move[0] == "X":
        one, two = move[1:].split("-")
        parts = [one[:-1], two[:-1]]
    elif move[0] == "T":
        parts = move[1:].split("-")
    else:
        parts = [move[2:]]
    anna.token(move[0] if move[0] in "XT" else move[:2]).click()
    for part in parts:
        anna.space(part).click()


def solve(anna: Person, step: dict[str, Any]) -> None:
    """Do what the task asks for."""
    if "goal" in step:
        for number, move in enumerate(step["solution"], 1):
            expect(anna.page.locator(".turn.active")).to_be_visible()
            play(anna, move)
            if number < len(step["solution"]):
                expect(anna.page.locator("[data-action=undo]")).to_be_enabled()
    elif "point" in step:
        anna.space(step["point"][0]).click()
    else:
        answer = step["right"]
        name = KINDS[answer] if answer in KINDS else SEATS[int(answer)]
        anna.page.get_by_role("group", name="Your answer").get_by_role("button", name=name).click()


def praise(anna: Person) -> Locator:
    """Where the page says that a task is done."""
    return anna.page.locator(".reply").get_by_text("Well done.")


def test_every_lesson_is_walked_through_and_remembered(person: People) -> None:
    anna = person("Anna")
    anna.open("/learn")
    anna.page.get_by_role("link", name="Begin").click()
    for lesson in LESSONS:
        anna.page.wait_for_url(f"**/learn/{lesson['name']}")
        for number, step in enumerate(lesson["steps"], 1):
            expect(anna.page.locator(".count")).to_have_text(f"Task {number} of {len(lesson['steps'])}")
            solve(anna, step)
            expect(praise(anna), f"{lesson['name']}.{step['name']}").to_be_visible()
            anna.page.locator(".buttons .primary").last.click()
    anna.page.wait_for_url("**/")
    anna.open("/learn")
    expect(anna.page.locator(".progress")).to_contain_text("8 of 8 done")


def test_a_miss_is_explained_kindly_and_tried_again(person: People) -> None:
    anna = person("Anna")
    anna.open("/learn/fast")
    play(anna, "S2o9")
    reply = anna.page.locator(".reply")
    expect(reply).to_contain_text("Not quite.")
    expect(reply).to_contain_text("Buddha goes to Blue")
    expect(reply).to_contain_text("the ship has to lie before the circle closes")
    anna.page.get_by_role("button", name="Start again").click()
    expect(reply).not_to_contain_text("Not quite.")
    for move in ("V2n8", "S2o9"):
        play(anna, move)
        expect(anna.page.locator(f'[data-space="{move[2:]}"][aria-label*="of Red"]')).to_be_attached()
    expect(praise(anna)).to_be_visible()


def test_a_tip_and_the_solution_are_shown_on_demand(person: People) -> None:
    anna = person("Anna")
    anna.open("/learn/figures")
    anna.page.get_by_role("button", name="Tip").click()
    expect(anna.page.locator(".reply")).to_contain_text("Choose the figure exchange")
    anna.page.get_by_role("button", name="Show me").click()
    expect(praise(anna)).to_be_visible()


def test_wrong_answers_and_wrong_places_are_told(person: People) -> None:
    anna = person("Anna")
    anna.open("/learn/reading")
    anna.space("l16").click()
    expect(anna.page.locator(".reply")).to_contain_text("l16 is not the one.")
    anna.space("g17").click()
    anna.page.get_by_role("button", name="Next task").click()
    wrong = anna.page.get_by_role("button", name="rice fields")
    wrong.click()
    expect(anna.page.locator(".reply")).to_contain_text("No. Look again.")
    expect(wrong).to_be_disabled()


def test_a_lesson_is_done_by_keyboard_alone(person: People) -> None:
    anna = person("Anna")
    anna.open("/learn/capture")
    expect(anna.page.locator(".turn.active")).to_be_visible()
    anna.page.keyboard.press("2")  # the second token of the hand
    for _ in range(60):
        anna.page.keyboard.press("n")
        if anna.page.evaluate("document.activeElement.dataset.space") == "o9":
            break
    anna.page.keyboard.press("Enter")
    expect(praise(anna)).to_be_visible()


@pytest.mark.parametrize("edition", ["rgg", "ffg"])
def test_lessons_speak_the_words_of_the_edition_in_german(person: People, edition: str) -> None:
    anna = person("Anna", locale="de")
    anna.open("/rules")
    anna.page.locator(f"input[value={edition}]").check()
    anna.open("/learn/figures")
    figure = {"rgg": "Figur der Art „Helm“", "ffg": "Kastenfigur der Art „Burg“"}[edition]
    expect(anna.page.locator(".text").first).to_contain_text(figure)
