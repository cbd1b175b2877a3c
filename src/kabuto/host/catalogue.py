"""What can be played here, described completely: a page keeps no list of editions, options or levels.

The words are those of a game, in the section ``game`` of its files (``words`` of its manifest): ``title``,
``about``, ``duration``, ``begins``, ``label_OPTION``, ``label_OPTION_VALUE``, ``option_OPTION``,
``preset_NAME``, ``about_preset_NAME``, ``program_NAME`` and ``about_NAME``. A thing without such words is
shown by its name in the code.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kabuto.host.log import warn
from kabuto.host.wires import wires
from kabuto.players import characters, is_compiled, offered
from kabuto.players.characters import spaced
from kabuto.protocol.errors import LANGUAGES, WORDS
from kabuto.protocol.http import (
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
from kabuto.table import BadOption, Option, Preset, game_class, manifests
from kabuto.table.options import depending, resolve
from kabuto.table.text import Catalogue as Words
from kabuto.version import __version__

PLAYERS = "players"
"""The option that follows from the seats of a table."""


def catalogue(language: str) -> Catalogue:
    """Every game that can be played; one that cannot be described is left out, and the log says why."""
    games = []
    for name in manifests.working():
        try:
            games.append(describe(name, language))
        except Exception as error:  # whatever a module of another person may do
            warn("game_not_described", game=name, reason=f"{type(error).__name__}: {error}"[:200])
    return Catalogue(__version__, LANGUAGES, manifests.default(), games)


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
        return check_shown(game, resolve(table, {**chosen, "players": players}))
    except BadOption as refusal:
        place = "seats" if refusal.place == "players" else f"options.{refusal.place}"
        raise BadOption(refusal.reason, place) from None


def check_shown(game: str, options: dict[str, Value]) -> dict[str, Value]:
    """The options of a game that pages can show; ``BadOption`` where one is for research alone."""
    for option in game_class(game).option_table:
        if option.quiet and option.name in options:
            raise BadOption(WORDS.say("not_shown", name=option.name), option.name)
    return options


def describe(game: str, language: str) -> GameInfo:
    """A game, in a language."""
    kind, found, words = game_class(game), manifests.manifest(game), _Words(game, language)
    numbers = next(option for option in kind.option_table if option.name == PLAYERS)
    return GameInfo(
        name=game,
        title=words.get("title") or spaced(game),
        about=words.get("about"),
        duration=words.get("duration"),
        begins=words.get("begins"),
        players=[int(value) for value in numbers.values],
        options=[
            _option(option, kind.option_table, words)
            for option in kind.option_table
            if option is not numbers and not option.quiet
        ],
        presets=[
            _preset(name, preset, kind.option_table, words) for name, preset in kind.offered_presets().items()
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
            for level, name in enumerate([*characters.programs(game), *offered()])
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
    found = manifests.manifest(game)
    return bool(found.analysis or found.reasons)


def has_puzzles(game: str) -> bool:
    """Whether the game brings puzzles to solve."""
    return bool(manifests.manifest(game).puzzles and manifests.component(game, "puzzles").has_shipped())


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
    for when, value in depending(option.default, table[: table.index(option)]):
        yield DependentDefault(when, value)


def _preset(name: str, preset: Preset, table: Any, words: "_Words") -> PresetInfo:
    open_to_it = [option for option in table if option.name not in preset]
    return PresetInfo(
        name=name,
        label=words.get(f"preset_{name}") or spaced(name),
        about=words.get(f"about_preset_{name}"),
        options={key: value for key, value in preset.items() if not callable(value)},
        depending={
            key: [DependentDefault(*each) for each in depending(value, open_to_it)]
            for key, value in preset.items()
            if callable(value)
        },
    )


class _Words:
    """What a game calls things in a language, as far as it says so."""

    def __init__(self, game: str, language: str) -> None:
        package = manifests.manifest(game).words
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
    except (KeyError, ValueError):  # no one says it, or not in this language
        return ""


def _key(value: Value) -> str:
    return str(value).lower()
