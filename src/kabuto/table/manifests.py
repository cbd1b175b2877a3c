"""What a game offers in addition to its rules, and where to find it.

A game lists its components in one manifest, such as the ``manifest.py`` of its folder. Everything else asks
here by the name of the game, and nothing is imported before it is needed.

A game of another package is found by an entry point of the group ``kabuto.games``. The entry point is called
like the game; it points to a ``GameManifest``, or to the class of the game if that is all there is.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kabuto.table.declarations import faults
from kabuto.table.errors import BadOption, short
from kabuto.table.game import Game
from kabuto.table.text import WORDS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

AnyGame = type[Game[Any, Any]]
Component = object
"""The thing itself, or where it is: ``"package.module:attribute"``, imported when it is first needed."""


@dataclass(frozen=True, kw_only=True)
class GameManifest:
    """One game: its class, and whatever else it has. Only the class is required."""

    game: str | AnyGame
    """The class of the game."""
    players: Mapping[str, Component] = field(default_factory=dict)
    """Name → a player's factory, ``factory(rng)``. After a name that ends in a colon follows a text that the
    player is given, as in ``search:2000``: ``factory(rng, "2000")``."""
    compiled: Collection[str] = ()
    """The names of those players that need a compiled engine."""
    in_pages: Collection[str] = ()
    """The names of players that a page without a server has with its analysis because their search is built
    as WebAssembly."""
    quicker: Collection[str] = ()
    """The names of players that a compiled engine makes quicker; until it is ready they play without."""
    unseated: Collection[str] = ()
    """The names of those players that commands take but no table at the server: a level plays as well."""
    warm: Component = None
    """Gets the compiled engine ready: ``warm(report)``."""
    words: str = ""
    """The package whose ``words`` folder has the game's sentences. The command looks into the section
    ``[game]`` of its files: ``option_NAME`` is the help of an option in another language, ``player_NAME``
    says how to write a player that takes an argument, ``bench_NAME`` names something that is measured."""
    terminal: Component = None
    """Shows the game at a terminal: a class like ``kabuto.table.terminal.Table``; by default a plain one."""
    analysis: Component = None
    """A module with ``analyse(view, …)``, ``review(record, …)`` and their pictures. What the two find has
    ``to_json(language, say)``; ``say(text, language)`` puts a sentence into a language, also in pieces.
    With a ``SLOWNESS`` of 4 the server asks for a quarter of the usual iterations in a review."""
    reasons: Component = None
    """What a legal move changes, in sentences: ``reasons(view, move)``."""
    telling: Component = None
    """A move in words: ``telling(view, move, past)``, with ``past`` for one that was played. By default its
    notation."""
    story: Component = None
    """What came of a move that was played, in sentences: ``story(view, entry)``; by default nothing."""
    group: Component = None
    """What a legal move is about, in a word or two, for screens that show moves in groups:
    ``group(view, move)``. By default the first word of its notation."""
    elo: Component = None
    """Player → how strong it is, on one scale: 400 points more are odds of 10 to 1."""
    bench: Component = None
    """What ``kabuto bench`` measures: ``bench()`` lists it."""
    learning: Component = None
    """What ``kabuto learn`` needs: a module, as ``kabuto.learn`` describes it."""
    puzzles: Component = None
    """What ``kabuto puzzles`` needs: a module with ``find(record, seed, plies)``, which yields puzzles, of
    those plies alone if there are any. ``Puzzle(**data)`` makes one of its ``to_json()`` again. Those that
    come with the game are ``shipped()``, if it ``has_shipped()`` any; ``is_solution(puzzle, moves)`` judges
    a turn, ``why(puzzle, moves)`` explains it, and ``lines(puzzle)`` are turns that a solver will see: the
    solution to its end, and others."""
    tasks: str = ""
    """The package whose file ``tasks.json`` has the standard tasks of the game."""
    numbers: Component = None
    """The game by action ids and observations: a subclass of ``Single``."""
    seat_numbers: Component = None
    """The same for one seat among players, which answer with moves; by default ``numbers``."""
    seat_games: Component = None
    """Many games at once for one seat in each, with compiled opponents: a subclass of ``SeatGames``."""
    tree: Component = None
    """The game as a tree with explicit chance, for OpenSpiel: ``tree(options)``."""
    columns: Component = None
    """A module with the game's own ``COLUMNS`` and ``RESULTS`` in exported tables, and ``action_ids``."""
    wire: Component = None
    """What a browser is sent about the game: a ``kabuto.table.wire.Wire``; by default its text."""
    lines: Component = None
    """A view as lines of styled text: ``lines(view, language)``."""
    painting: Component = None
    """Draws a view on a sheet, which has pixels or is SVG: ``painting(view, kind, language)``, where ``kind``
    is a class like ``kabuto.table.drawing.sheet.Svg``."""
    permute: Component = None
    """``permute(game, seat, rng)``: a game that differs from this one only in what the seat cannot see, made
    without ``view.sample``. With it, the laws find a secret that view and sample both give away."""
    card_folder: Component = None
    """Makes the card set of a folder known to the records that name it: ``card_folder(path)``."""
    offers: Mapping[str, Component] = field(default_factory=dict)
    """Name → what ``kabuto.envs`` offers by that name."""


BUILT_IN: dict[str, str] = {}
"""The games of this package, which ``kabuto`` itself names."""
GROUP = "kabuto.games"
"""The entry points of the games of other packages."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_restricted: Callable[[GameManifest], GameManifest] = lambda whole: whole  # noqa: E731
_NEEDED = ("name", "option_table", "move_type")
"""What the class of a game has in addition to its methods."""
_GAMES: dict[str, str | GameManifest] = {}
"""Name → manifest, or where it is; those of other packages join when they are first asked for."""


def names() -> list[str]:
    """The names of all games; whether those of other packages work is not known before one is asked for."""
    return sorted({*_GAMES, *_outside()})


def build_in(games: Mapping[str, str]) -> None:
    """Take the games of this package: name → where its manifest is."""
    BUILT_IN.update(games)
    _GAMES.update(games)


def default() -> str:
    """The game that is meant where nobody names one: the first of this package."""
    return next(iter(BUILT_IN))


def is_game(name: object) -> bool:
    """Whether there is a game with this name."""
    return isinstance(name, str) and (name in _GAMES or name in _outside())


def is_packaged(name: str) -> bool:
    """Whether another package offers this game: not this one, nor a script."""
    return name in _outside()


def manifest(name: object) -> GameManifest:
    """The manifest of a game; ``BadOption`` says why there are none."""
    if not isinstance(name, str) or not is_game(name):
        raise BadOption(WORDS.say("no_game", name=short(name), known=names()), "game")
    if name not in _GAMES:
        _GAMES[name] = _load(name)
    found = _GAMES[name]
    if isinstance(found, str):
        found = _GAMES[name] = _restricted(find(found))
    return found


def component(game: str, kind: str) -> Any:
    """One component of a game, imported if need be; None if the game does not have it."""
    return find(getattr(manifest(game), kind))


def need(game: str, kind: str) -> Any:
    """One component of a game; ``BadOption`` says that the game does not have it, and which games do."""
    found = component(game, kind)
    if found is None:
        raise BadOption(WORDS.say("no_component", name=game, component=kind, known=having(kind)), "game")
    return found


def find(place: Component) -> Any:
    """What a component names."""
    if not isinstance(place, str):
        return place
    module, _, attribute = place.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


def having(kind: str) -> list[str]:
    """The games that have a component."""
    return [name for name in working() if getattr(manifest(name), kind)]


def working() -> list[str]:
    """The games that can be loaded."""
    broken = problems()
    return [name for name in names() if name in BUILT_IN or name not in broken]


def foreign() -> list[str]:
    """The games of others that have been loaded."""
    return [name for name in _GAMES if name not in BUILT_IN]


def problems() -> dict[str, str]:
    """Games of other packages that cannot be played, each with the reason."""
    found: dict[str, str] = {}
    for name, points in _outside().items():
        if name in BUILT_IN:
            found[name] = WORDS.say("game_taken", name=name, package=_packages(points))
            continue
        try:
            manifest(name)
        except BadOption as refusal:
            found[name] = refusal.reason
    return found


def add(added: AnyGame | GameManifest) -> None:
    """Make a game known that no package offers, such as one of a script or a test."""
    kind: AnyGame = find(added.game) if isinstance(added, GameManifest) else added
    if is_game(kind.name) and find(manifest(kind.name).game) is not kind:
        raise BadOption(WORDS.say("game_exists", name=kind.name), "game")
    if isinstance(added, GameManifest) or kind.name not in _GAMES:
        _GAMES[kind.name] = added if isinstance(added, GameManifest) else GameManifest(game=added)


def restrict(how: Callable[[GameManifest], GameManifest]) -> None:
    """Offer less of the games of this package than they have, where this process runs."""
    global _restricted
    _restricted = how
    _GAMES.update(BUILT_IN)


def whole(game: str) -> GameManifest:
    """The manifest of a game of this package, with everything that it has anywhere."""
    found: GameManifest = find(BUILT_IN[game])
    return found


@cache
def _outside() -> dict[str, list["EntryPoint"]]:
    """Name → the entry points of other packages that offer a game by that name."""
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return found


def _packages(points: Iterable["EntryPoint"]) -> str:
    return ", ".join(sorted(point.dist.name if point.dist else point.value for point in points))


def _load(name: str) -> GameManifest:
    """The manifest of a game of another package, checked."""
    points = _outside()[name]
    about = {"name": short(name), "package": _packages(points)}
    if len(points) > 1:
        raise BadOption(WORDS.say("game_twice", **about), "game")
    try:
        offered = points[0].load()
        found = offered if isinstance(offered, GameManifest) else GameManifest(game=offered)
        kind = find(found.game)
    except (Exception, SystemExit) as error:  # whatever a module of somebody else may do
        fault = f"{type(error).__name__}: {error}"[:200]
        raise BadOption(WORDS.say("game_broken", **about, fault=fault), "game") from error
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise BadOption(WORDS.say("game_no_class", **about, given=short(kind)), "game")
    missing = [each for each in _NEEDED if not hasattr(kind, each)]
    if missing := [*missing, *sorted(kind.__abstractmethods__)]:
        raise BadOption(WORDS.say("game_lacks", **about, missing=missing), "game")
    if kind.name != name or not _NAME.fullmatch(name):
        raise BadOption(WORDS.say("game_misnamed", **about, own=short(kind.name)), "game")
    try:
        wrong = faults(kind)
    except Exception as error:  # declared as something that cannot even be read
        wrong = [f"{type(error).__name__}: {error}"[:200]]
    if wrong:
        raise BadOption(WORDS.say("game_nonsense", **about, faults="; ".join(wrong)), "game")
    return found
