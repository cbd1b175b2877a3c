"""What can be played here, described completely: a page keeps no list of editions, options or levels.

The words are those of a game, in the section ``game`` of its files (``Faces.words``): ``title``,
``about``, ``label_OPTION``, ``label_OPTION_VALUE``, ``option_OPTION``, ``preset_NAME``, ``program_NAME`` and
``about_NAME``. A thing without such words is shown by its name in the code.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from kabuto.players import ANY_GAME, GREEDY, is_compiled
from kabuto.server.logs import warn
from kabuto.server.messages import (
    Catalogue,
    CharacterInfo,
    DependentDefault,
    GameInfo,
    OptionInfo,
    PresetInfo,
    ProgramInfo,
    Value,
    ValueInfo,
)
from kabuto.server.speech import LANGUAGES, WORDS
from kabuto.server.wires import wires
from kabuto.table import Option, faces, game_class
from kabuto.table.text import Catalogue as Words
from kabuto.version import __version__

PLAYERS = "players"
"""The option that follows from the seats of a table."""
CHARACTERS = (
    "ferryman",
    "abbess",
    "diver",
    "merchant",
    "wanderer",
    "armourer",
    "lady",
    "general",
    "priestess",
    "sage",
)
"""As whom the programs of a game sit at its tables, the weakest first."""
APART = {GREEDY: "monk", "random": "fox"}
"""Programs that are no levels of strength, and as whom they sit."""


def catalogue(language: str) -> Catalogue:
    """Every game that can be played; one that cannot be described is left out, and the log says why."""
    games = []
    for name in faces.working():
        try:
            games.append(describe(name, language))
        except Exception as error:  # whatever a module of somebody else may do
            warn("game_not_described", game=name, reason=f"{type(error).__name__}: {error}"[:200])
    return Catalogue(__version__, LANGUAGES, faces.DEFAULT, games)


def describe(game: str, language: str) -> GameInfo:
    """A game, in a language."""
    kind, found, words = game_class(game), faces.faces(game), _Words(game, language)
    numbers = next(option for option in kind.option_table if option.name == PLAYERS)
    named = programs(game)
    return GameInfo(
        name=game,
        title=words.get("title") or _spaced(game),
        about=words.get("about"),
        players=[int(value) for value in numbers.values],
        options=[
            _option(option, kind.option_table, words) for option in kind.option_table if option is not numbers
        ],
        presets=[
            PresetInfo(name, words.get(f"preset_{name}") or _spaced(name), dict(options))
            for name, options in kind.presets.items()
        ],
        programs=[
            ProgramInfo(
                name=name,
                label=words.program(name),
                help=words.get(f"about_{name}") or words.any_game(f"about_{name}"),
                level=level,
                is_compiled=is_compiled(name, game),
                character=_character(name, named),
            )
            for level, name in enumerate(named)
        ],
        usual_program=_usual(named),
        characters=[
            CharacterInfo(name, words.any_game(f"character_{name}"), words.any_game(f"about_{name}"))
            for name in (*CHARACTERS, *APART.values())
        ],
        wires=wires(game),
        hints=has_hints(game),
        reviews=bool(found.analysis),
    )


def has_hints(game: str) -> bool:
    """Whether there are hints: from an analysis, or from a program whose moves the game gives reasons for."""
    found = faces.faces(game)
    return bool(found.analysis or found.reasons)


def programs(game: str) -> list[str]:
    """Who can take a seat of a game, the weakest first: the order in which the game lists them."""
    found = faces.faces(game)
    return [
        name for name in (*ANY_GAME, *found.players) if not name.endswith(":") and name not in found.unseated
    ]


def _levels(names: list[str]) -> list[str]:
    return [name for name in names if name not in APART]


def _character(program: str, names: list[str]) -> str:
    """As whom a program sits at a table; nobody, if a game has more programs than there are characters."""
    if program in APART:
        return APART[program]
    return dict(zip(_levels(names), CHARACTERS, strict=False)).get(program, "")


def _usual(names: list[str]) -> str:
    """A beatable opponent: of many levels one of the lower quarter, of few programs the last."""
    levels = _levels(names) or names
    return levels[len(levels) // 4 if len(levels) > 2 else len(levels) - 1]


def _option(option: Option, table: Any, words: "_Words") -> OptionInfo:
    name = option.name
    return OptionInfo(
        name=name,
        label=words.get(f"label_{name}") or _spaced(name),
        help=words.get(f"option_{name}") or option.help,
        values=[
            ValueInfo(value, words.get(f"label_{name}_{_key(value)}") or words.value(value))
            for value in option.offered
        ],
        default=None if callable(option.default) else option.default,
        defaults=list(_defaults(option, table)),
    )


def _defaults(option: Option, table: Any) -> Iterator[DependentDefault]:
    """The default for each combination of the options it depends on, as far as it asks for them."""
    if not callable(option.default):
        return
    before = {each.name: each for each in table[: table.index(option)]}
    asked: list[str] = []
    option.default(_Asked({name: each.values[0] for name, each in before.items()}, asked))
    for values in product(*(before[name].values for name in asked)):
        when = dict(zip(asked, values, strict=True))
        yield DependentDefault(when, option.default(when))


class _Asked(Mapping[str, Value]):
    """Options, and which of them somebody asked for."""

    def __init__(self, options: Mapping[str, Value], asked: list[str]) -> None:
        self._options, self._asked = options, asked

    def __getitem__(self, name: str) -> Value:
        if name not in self._asked:
            self._asked.append(name)
        return self._options[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)


class _Words:
    """What a game calls things in a language, as far as it says so."""

    def __init__(self, game: str, language: str) -> None:
        package = faces.faces(game).words
        self._words = Words(package, "game") if package else None
        self._language = language

    def get(self, key: str) -> str:
        """The words for a key, or nothing."""
        return _render(self._words, self._language, key, {}) if self._words else ""

    def any_game(self, key: str, **values: Any) -> str:
        """The words for a key that are the same for every game, or nothing."""
        return _render(WORDS, self._language, key, values)

    def program(self, name: str) -> str:
        """What a program is called."""
        level = re.fullmatch(r"level(\d+)", name)
        shown = self.any_game("level", number=level[1]) if level else _spaced(name)
        return self.get(f"program_{name}") or self.any_game(f"program_{name}") or shown

    def value(self, value: Value) -> str:
        """A value that the game has no words for."""
        if isinstance(value, bool):
            return self.any_game("yes" if value else "no")
        return _spaced(_key(value))


def _render(words: Words, language: str, key: str, values: dict[str, Any]) -> str:
    try:
        return words.render(language, key, "", values)
    except (KeyError, ValueError):  # nobody says it, or not in this language
        return ""


def _key(value: Value) -> str:
    return str(value).lower()


def _spaced(name: str) -> str:
    """A name of the code for people: ``level3`` is Level 3."""
    words = re.sub(r"(?<=[^\W\d])(?=\d+$)", " ", name.replace("_", " "))
    return words[:1].upper() + words[1:]
