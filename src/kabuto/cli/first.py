"""What ``kabuto`` alone does: it asks once, browser or terminal, and then goes there."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kabuto.folders import data_folder
from kabuto.text_ui.screen import Screen

PLACES = {"browser": "browser", "terminal": "play"}
"""Where people play → the command that leads there."""
ALONE = ("--ascii", "--no-color")
"""Options that choose nothing but how things look."""


def parted(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options in front that say only how things look, and the rest of the line, with its command."""
    end = 0
    while end < len(argv) and (argv[end] in ALONE or argv[end].startswith("--language")):
        end += 2 if argv[end] == "--language" else 1
    return [*argv[:end]], [*argv[end:]]


def command(screen: Screen) -> str:
    """The command that the person wants; where nobody can be asked, a game at this terminal."""
    if not screen.is_asked:
        return "play"
    if (known := _remembered()) is not None:
        screen.say("first_again", place=screen.text(f"first_{known}"))
        return PLACES[known]
    screen.say("first_question")
    place = _answer(screen)
    _remember(place, screen)
    return PLACES[place]


def _answer(screen: Screen) -> str:
    """What the person answers, by number or by as much of a word as says it; nothing means the first."""
    names = {place: screen.text(f"first_{place}").lower() for place in PLACES}
    while True:
        said = screen.ask("> ").lower()
        for number, (place, name) in enumerate(names.items(), 1):
            if said in ("", str(number)) or name.startswith(said) or place.startswith(said):
                return place
        screen.say("first_unclear")


def _file() -> Path:
    return data_folder() / "start"


def _remembered() -> str | None:
    with suppress(OSError, UnicodeDecodeError, RuntimeError):
        found = _file().read_text("utf-8").strip()
        return found if found in PLACES else None
    return None


def _remember(place: str, screen: Screen) -> None:
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        _file().write_text(f"{place}\n", "utf-8")
    except (OSError, RuntimeError) as error:  # a read-only home, or none at all
        reason = getattr(error, "strerror", None) or str(error)
        screen.say("first_forgets", reason=reason)
