"""Which games there are, and how to start or load one by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from kabuto.table import faces
from kabuto.table.errors import BadOption, BadRecord, Changed, Unavailable, short
from kabuto.table.game import Game
from kabuto.table.options import check_seed, resolve
from kabuto.table.record import read
from kabuto.table.text import WORDS

if TYPE_CHECKING:
    from kabuto.samurai.game import Samurai
    from kabuto.yedo.game import Yedo


def games() -> list[str]:
    """The names of all games."""
    return faces.names()


def register(game: type[Game[Any, Any]]) -> type[Game[Any, Any]]:
    """Add a game to the table (usable as a decorator)."""
    faces.add(game)
    return game


def game_class(name: object) -> type[Game[Any, Any]]:
    """The class of a game."""
    found: type[Game[Any, Any]] = faces.find(faces.faces(name).game)
    return found


@overload
def new(name: Literal["samurai"], /, *, seed: int | None = None, **options: Any) -> "Samurai": ...
@overload
def new(name: Literal["yedo"], /, *, seed: int | None = None, **options: Any) -> "Yedo": ...
@overload
def new(name: str, /, *, seed: int | None = None, **options: Any) -> Game[Any, Any]: ...
def new(name: str, /, *, seed: int | None = None, **options: Any) -> Game[Any, Any]:
    """Start a game: ``new("samurai", players=3, edition="rgg", seed=7)``."""
    game = game_class(name)
    return game(resolve(game.option_table, options), seed=check_seed(seed))


Record = Mapping[str, Any]


@overload
def load(record: Record, name: Literal["samurai"], /, *, seed: int | None = None) -> "Samurai": ...
@overload
def load(record: Record, name: Literal["yedo"], /, *, seed: int | None = None) -> "Yedo": ...
@overload
def load(record: Record, name: str | None = None, /, *, seed: int | None = None) -> Game[Any, Any]: ...
def load(record: Record, name: str | None = None, /, *, seed: int | None = None) -> Game[Any, Any]:
    """Replay a record through the rules; the seed decides chance that is still to come.

    With a name, the record of any other game is refused: ``load(record, "samurai")`` is a ``Samurai``.
    """
    fields = read(record)
    if name is not None and fields.game != name:
        raise BadRecord(WORDS.say("other_game", name=short(name), given=short(fields.game)), "game")
    try:
        game = game_class(fields.game)
        options = resolve(game.option_table, fields.options, lasting=True)
    except BadOption as error:
        place = "game" if error.place == "game" else f"options.{error.place}"
        kind = Changed if isinstance(error, Unavailable) else BadRecord
        raise kind(error.reason, place) from None
    loaded = game(options, seed=check_seed(seed), start=fields.start, moves=fields.moves)
    if fields.has_outcome and not _same(fields.outcome, loaded.outcome and loaded.outcome.to_json()):
        raise BadRecord(WORDS.say("other_outcome"), "outcome")
    return loaded


def _same(one: object, two: object) -> bool:
    """Equality that tells 1 from 1.0 and from true."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in two)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    return type(one) is type(two) and one == two
