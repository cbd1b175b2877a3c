"""A game by ear: somebody who knows only what a screen reader speaks, and does nothing but press keys."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import cast

from playwright.sync_api import Page, expect

from .people import FRAMES, PATIENCE, Person

People = Callable[..., Person]
ROOT = Path(__file__).parents[2]
READER = (
    ROOT / "web" / "node_modules" / "@guidepup" / "virtual-screen-reader" / "lib" / "esm" / "index.browser.js"
)
LOG = """async () => {
    const log = await reader.spokenPhraseLog()
    await reader.clearSpokenPhraseLog()
    return log
}"""
"""What was spoken since the last time."""
POLL, SILENCE = 50, 5000
"""Milliseconds between two moments of listening; after how long a key is pressed once more."""


def said(game: str, part: str, *keys: str) -> list[str]:
    """Patterns of what the pages say in English, whatever is filled in."""
    folder = "web/src/shell" if game == "shell" else f"src/kabuto/{game}"
    words = tomllib.loads((ROOT / folder / "words" / "en.toml").read_text(encoding="utf-8"))
    for each in part.split("."):
        words = words[each]
    found = list[str]()
    for key in keys:
        choices = re.findall(r"(?:you|other) \{((?:[^{}]|\{\w+\})*)\}", words[key]) or [words[key]]
        found += [".+".join(map(re.escape, re.split(r"\{[^{}]*\}", each))) for each in choices]
    return found


CHOOSE = said("samurai", "page.table", "guide_first")
END = said("samurai", "page.table", "guide_more", "guide_fast", "guide_end", "guide_pass")
CAN = [rf"^button, .*{each}$" for each in said("samurai", "page.board", "choosable")]
OVER = said("shell", "table", "won_by", "won_shared")


class Mind:
    """What somebody makes of the things that they hear: a key to press, or nothing."""

    def __init__(self) -> None:
        self.is_over, self.tried, self.last = False, 0, ""
        self._placing = False

    def answer(self, heard: list[str]) -> str | None:
        """The key for what was heard."""
        key = None
        for phrase in heard:
            if self._is(phrase, OVER):
                self.is_over = True
            elif self._is(phrase, CHOOSE):
                self._placing, self.tried, key = False, 1, "1"
            elif self._is(phrase, END):
                self._placing, self.tried, key = False, 0, "e"
            elif self._is(phrase, CAN):
                self._placing, self.tried, key = True, 0, "Enter"
            elif self._placing and phrase.startswith("button, "):  # which of several figures
                key = "Enter"
            elif self.tried and key is None:  # a token that can't go anywhere: the next one
                self.tried += 1
                key = str(self.tried)
        self.last = key or self.last
        return None if self.is_over else key

    @staticmethod
    def _is(phrase: str, patterns: list[str]) -> bool:
        return any(re.search(pattern, phrase) for pattern in patterns)


class Reader:
    """A screen reader at a page: what it speaks, and the keys that it passes on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        code = READER.read_text(encoding="utf-8")
        exported = list(re.finditer(r"export\s*\{[^}]*?([\w$]+) as virtual\b[^}]*\}", code))[-1]
        # evaluated, not added as a script: the content security policy would rightly refuse that
        page.evaluate(f"() => {{ {code[: exported.start()]}; window.reader = {exported[1]} }}")
        page.evaluate("reader.start({ container: document.body })")

    def heard(self) -> list[str]:
        """What was spoken since the last time; the same sentence twice in a row is one."""
        log = cast("list[str]", self.page.evaluate(LOG))
        phrases = [re.sub(r"^(polite|assertive): ", "", phrase) for phrase in log]
        return [now for before, now in zip(["", *phrases], phrases, strict=False) if now != before]

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)


def play(reader: Reader, mind: Mind) -> list[str]:
    """Listen and press keys until the game is over; everything that was heard."""
    told, silent = list[str](), 0
    while not mind.is_over and silent < PATIENCE:
        heard = reader.heard()
        told += heard
        key = mind.answer(heard)
        silent = 0 if key else silent + POLL
        if key:
            reader.press(key)
        else:
            if mind.last and silent % SILENCE == 0:
                reader.press(mind.last)
            reader.page.wait_for_timeout(POLL)
    return told


def test_a_game_is_played_to_its_end_by_ear_and_keys_alone(person: People) -> None:
    host = person("Host", pace="instant")
    host.open("/")
    host.page.get_by_role("button", name="Play Samurai").wait_for()
    reader = Reader(host.page)
    while "button, Play Samurai" not in reader.heard():
        reader.press("Tab")
    reader.press("Enter")
    mind = Mind()
    told = "\n".join(play(reader, mind)[-20:])
    assert mind.is_over, told
    expect(host.page.locator(".after"), told).to_be_visible()  # told as it opens


def test_without_one_announcement_nobody_could_play_by_ear(person: People) -> None:
    host = person("Host", pace="instant")
    host.sit(host.set_table("me", "level1"))
    host.page.locator("section.turn [role=status]").evaluate(
        "each => each.setAttribute('aria-hidden', 'true')"
    )
    reader, mind = Reader(host.page), Mind()
    host.await_turn()
    host.page.evaluate(FRAMES)
    assert mind.answer(reader.heard()) is None
    assert mind.last == ""
