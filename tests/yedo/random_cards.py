"""Card sets at random, over the whole vocabulary: what people may write, and what no set of ours has."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, WEAPONS
from kabuto.yedo.cards import CardSet
from kabuto.yedo.cards.loader import read_folder
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, REWARDS, TIMINGS, Word

NUMBERS = {"missions": 30, "actions": 28, "bonuses": 14, "events": 16, "favours": 5}
"""File → how many cards it has: hardly more than the fewest, so that the same cards come often."""


class Author:
    """Writes cards that the reader accepts."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def cards(self, kind: str) -> list[dict[str, Any]]:
        """The cards of a file."""
        write = getattr(self, f"_{kind}")
        text = {"en": "x"}
        letter = kind[0].upper()
        return [
            {"code": f"{letter}{n + 1}", "name": text, "text": text, **write(n)} for n in range(NUMBERS[kind])
        ]

    def _likely(self, part: float) -> bool:
        return self.rng.random() < part

    def _said(self, name: str, word: Word) -> str:
        choices: dict[str, Any] = {"n": range(1, 5), "z": (-3, -2, -1, 1, 2, 3)}
        args = (choices[arg] if isinstance(arg, str) else arg for arg in word.args)
        return " ".join([name, *(str(self.rng.choice(arg)) for arg in args)])

    def _some(self, table: Mapping[str, Word], where: str, least: int, most: int) -> list[str]:
        names = [name for name, word in table.items() if where in word.where]
        chosen = self.rng.choices(names, k=self.rng.randint(least, most))
        return [self._said(name, table[name]) for name in chosen]

    def _part(self, least: int, most: int) -> dict[str, Any]:
        part: dict[str, Any] = {"districts": self.rng.choices(DISTRICTS, k=self.rng.randint(least, most))}
        if self._likely(0.3):
            part["weapons"] = self.rng.choices(WEAPONS, k=self.rng.randint(1, 2))
        if self._likely(0.1):
            part["annexes"] = [self.rng.choice(ANNEXES)]
        if self._likely(0.2):
            part["geishas"] = self.rng.randint(1, 2)
        if self._likely(0.2):
            part["special"] = self._some(CONDITIONS, "mission", 1, 2)
        if self._likely(0.2):
            part["blessing"] = 1
        if self._likely(0.2):
            part["pay"] = self.rng.randint(1, 5)
        return {**part, "reward": self._some(REWARDS, "mission", 1, 4)}

    def _missions(self, n: int) -> dict[str, Any]:
        card = {"colour": COLOURS[0 if n < 6 else 1 if n < 12 else 2 + n % 2], **self._part(1, 2)}
        return {**card, "bonus": self._part(0, 2)} if self._likely(0.8) else card

    def _actions(self, n: int) -> dict[str, Any]:
        timing = TIMINGS[n % len(TIMINGS)]
        names = [name for name, word in EFFECTS.items() if "action" in word.where and timing in word.timings]
        effects: list[str] = []
        for _ in range(self.rng.randint(1, 4)):
            aimed = any(EFFECTS[text.split(" ")[0]].targeted for text in effects)
            name = self.rng.choice([each for each in names if not (aimed and EFFECTS[each].targeted)])
            effects.append(self._said(name, EFFECTS[name]))
        card = {"copies": self.rng.randint(1, 3), "timing": timing, "effects": effects}
        return {**card, "conditions": self._some(CONDITIONS, "action", 1, 1)} if self._likely(0.2) else card

    def _bonuses(self, n: int) -> dict[str, Any]:
        alone, shared = self.rng.randint(2, 6), self.rng.randint(0, 2)
        return {"condition": self._some(CONDITIONS, "bonus", 1, 1)[0], "alone": alone, "shared": shared}

    def _events(self, n: int) -> dict[str, Any]:
        effects = self._some(EFFECTS, "event", 1, 4)
        closing = [n for n, text in enumerate(effects) if text.startswith("close ")]
        return {"effects": [text for n, text in enumerate(effects) if n not in closing[1:]]}

    def _favours(self, n: int) -> dict[str, Any]:
        return {"reward": list(dict.fromkeys(self._some(REWARDS, "favour", 1, 3)))}


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


def random_cards(folder: Path, seed: int) -> CardSet:
    """A card set, written to this folder and read from there."""
    author = Author(seed)
    for kind in NUMBERS:
        cards = (
            "\n".join(["[[card]]", *(f"{key} = {_toml(value)}" for key, value in card.items())])
            for card in author.cards(kind)
        )
        (folder / f"{kind}.toml").write_text("\n\n".join(cards) + "\n", "utf-8")
    return read_folder(folder, folder.name)
