"""The language of the interface: which one a person wants, and its sentences."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from kabuto.table import BadOption, Catalogue, Text, manifests
from kabuto.table.text import ENGLISH

WORDS = Catalogue("kabuto.text_ui")


def text_of(language: str, key: str, /, **values: Any) -> str:
    """A sentence of the interface."""
    return WORDS.render(language, key, "", values)


def game_text(game: str, language: str, key: str) -> str:
    """What a game says about itself, such as the help of an option; empty if it says nothing."""
    package = manifests.manifest(game).words
    try:
        return Catalogue(package, "game").render(language, key, "", {}) if package else ""
    except (KeyError, BadOption):  # it lacks the sentence, or the language
        return ""


def sentence(key: str, /, **values: Any) -> Text:
    """A sentence of the interface that is translated when it is shown, such as the reason for a refusal."""
    return WORDS.say(key, **values)


def printable(text: str) -> str:
    """Text without control characters, which could come from a file or a pipe."""
    return text.translate(_CONTROL)


_CONTROL = {code: "?" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}


def language_of(argv: Sequence[str]) -> str:
    """The language asked for on the command line, or the system's; English if there is no file for it."""
    asked = next(_languages_asked(argv), None)
    if asked is not None:
        if asked not in WORDS.languages():
            raise BadOption(sentence("one_of", known=WORDS.languages(), text=asked[:40]), "--language")
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            system = os.environ[variable].partition("_")[0].lower()
            return system if system in WORDS.languages() else ENGLISH
    system = _language_of_windows()
    return system if system in WORDS.languages() else ENGLISH


def _language_of_windows() -> str:
    """The language in which Windows speaks to this user, such as ``de``: it sets none of these variables."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return locale.windows_locale.get(number, "").partition("_")[0]


def _languages_asked(argv: Sequence[str]) -> Iterator[str]:
    for position, argument in enumerate(argv):
        if argument.startswith("--language="):
            yield argument.partition("=")[2]
        elif argument == "--language" and position + 1 < len(argv):
            yield argv[position + 1]
