"""What can be played here, described completely: a page keeps no list of editions, options or levels.

The words are those of a game, in the section ``game`` of its files (``Faces.words``): ``title``,
``about``, ``label_OPTION``, ``label_OPTION_VALUE``, ``option_OPTION``, ``preset_NAME``, ``program_NAME`` and
``about_NAME``. A thing without such words is shown by its name in the code.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from kabuto.players import characters, is_compiled
from kabuto.players.characters import spaced
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
from kabuto.table import BadOption, Option, faces, game_class
from kabuto.table.options import resolve
from kabuto.table.text import Catalogue as Words
from kabuto.version import __version__

PLAYERS = "players"
"""The option that follows from the seats of a table."""


def catalogue(language: str) -> Catalogue:
    """Every game that can be played; one that cannot be described is left out, and the log says why."""
    games = []
    for name in faces.working():
        try:
            games.append(describe(name, language))
        except Exception as error:  # whatever a module of somebody else may do
            warn("game_not_described", game=name, reason=f"{type(error).__name__}: {error}"[:200])
    return Catalogue(__version__, LANGUAGES, faces.DEFAULT, games)


def game_of(name: str, language: str) -> GameInfo | None:
    """A game by its name, if it can be played here."""
    return next((game for game in catalogue(language).games if game.name == name), None)


def title_of(name: str, language: str) -> str:
    """What a game is called, whether or not it can still be played here."""
    game = game_of(name, language)
    return game.title if game else name.capitalize()


def options_of(game: str, chosen: Mapping[str, Value], players: int) -> dict[str, Value]:
    """Every option of a new game: what was chosen, or its default; refusals name the field of the request."""
    table = game_class(game).option_table
    try:
        return resolve(table, {**chosen, "players": players})
    except BadOption as refusal:
        place = "seats" if refusal.place == "players" else f"options.{refusal.place}"
        raise BadOption(refusal.reason, place) from None


def describe(game: str, language: str) -> GameInfo:
    """A game, in a language."""
    kind, found, words = game_class(game), faces.faces(game), _Words(game, language)
    numbers = next(option for option in kind.option_table if option.name == PLAYERS)
    return GameInfo(
        name=game,
        title=words.get("title") or spaced(game),
        about=words.get("about"),
        players=[int(value) for value in numbers.values],
        options=[
            _option(option, kind.option_table, words) for option in kind.option_table if option is not numbers
        ],
        presets=[
            PresetInfo(name, words.get(f"preset_{name}") or spaced(name), dict(options))
            for name, options in kind.presets.items()
        ],
        programs=[
            ProgramInfo(
                name=name,
                label=characters.label(name, game, language),
                help=words.get(f"about_{name}") or characters.about(name, language),
                level=level,
                is_compiled=is_compiled(name, game),
                character=characters.character(name, game),
            )
            for level, name in enumerate(characters.programs(game))
        ],
        usual_program=_usual(game),
        characters=[
            CharacterInfo(name, characters.called(name, language), characters.about(name, language))
            for name in characters.ALL
        ],
        wires=wires(game),
        hints=has_hints(game),
        reviews=bool(found.analysis),
        puzzles=has_puzzles(game),
    )


def has_hints(game: str) -> bool:
    """Whether there are hints: from an analysis, or from a program whose moves the game gives reasons for."""
    found = faces.faces(game)
    return bool(found.analysis or found.reasons)


def has_puzzles(game: str) -> bool:
    """Whether the game brings puzzles to solve."""
    return bool(faces.faces(game).puzzles and faces.face(game, "puzzles").has_shipped())


def _usual(game: str) -> str:
    """A beatable opponent: of many levels one of the lower quarter, of few programs the last."""
    found = characters.levels(game) or characters.programs(game)
    return found[len(found) // 4 if len(found) > 2 else len(found) - 1]


def _option(option: Option, table: Any, words: "_Words") -> OptionInfo:
    name = option.name
    return OptionInfo(
        name=name,
        label=words.get(f"label_{name}") or spaced(name),
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
        return _render(self._words, self._language, key) if self._words else ""

    def value(self, value: Value) -> str:
        """A value that the game has no words for."""
        if isinstance(value, bool):
            return _render(WORDS, self._language, "yes" if value else "no")
        return spaced(_key(value))


def _render(words: Words, language: str, key: str) -> str:
    try:
        return words.render(language, key, "", {})
    except (KeyError, ValueError):  # nobody says it, or not in this language
        return ""


def _key(value: Value) -> str:
    return str(value).lower()
