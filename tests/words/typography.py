"""Finds slips of typography in a sentence: apostrophes, quotation marks, percent signs, capitals."""

import re
from collections.abc import Callable, Iterator

CODE = re.compile(r"pip install '[^']*'|\w+='\w+'|\{mark\}'|'[{}]'|https?://\S+")
"""What stands in a sentence as it is typed, with straight quotes."""

VERBS = (
    "baut|beginne|beginnt|brauchen|braucht|darf|dürfen|endet|entscheidet|fehlt|führt|geht|gib|gibt|gilt|haben|hat"
    "|hätte|hätten|heißen|heißt|kann|kennt|kommt|können|lass|liegt|muss|müssen|nennen|nennt|nimm|nimmt|sind|spiele"
    "|stimmt|wähle|werden|wird|würde|würden|zeigt|ist"
)
"""Finite verbs: where one of them follows a colon, so does a full sentence."""
SENTENCE = re.compile(rf": (?![a-z]+\()([a-zäöü][^.;:,]*?\b(?:{VERBS})\b[^.;:,]*)")


def _straight(text: str) -> Iterator[str]:
    if found := re.search(r"\S*['\"]\S*", CODE.sub("", text)):
        yield f"{found[0]} has a straight apostrophe or quotation mark: write ’, “…” or „…“"


def _english_quotes(text: str) -> Iterator[str]:
    if re.search("[„‚«»]", text) or text.count("“") != text.count("”"):
        yield "English quotation marks are “…”"


def _german_quotes(text: str) -> Iterator[str]:
    if re.search("[”«»]", text) or text.count("„") != text.count("“"):
        yield "German quotation marks are „…“"


def _english_percent(text: str) -> Iterator[str]:
    if re.search(r"[\d}]\s+%", text):
        yield "no space before the percent sign in English: 95%"


def _german_percent(text: str) -> Iterator[str]:
    if re.search(r"[\d}]%", text):
        yield "a space before the percent sign in German: 95 %"


def _german_colon(text: str) -> Iterator[str]:
    if found := SENTENCE.search(text):
        yield f"a full sentence after a colon begins with a capital: {found[1]}"


RULES: dict[str, tuple[Callable[[str], Iterator[str]], ...]] = {
    "en": (_straight, _english_quotes, _english_percent),
    "de": (_straight, _german_quotes, _german_percent, _german_colon),
}


def slips(text: str, language: str) -> Iterator[str]:
    """What is wrong with the typography of a sentence."""
    for rule in RULES.get(language, (_straight,)):
        yield from rule(text)
