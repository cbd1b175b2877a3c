"""Which games there are, and how to start or load one by name."""

from collections.abc import Mapping
from typing import Any

from kabuto.table import manifests
from kabuto.table.errors import BadOption, BadRecord, Changed, Unavailable, short
from kabuto.table.game import Game
from kabuto.table.options import Value, check_seed, resolve, with_preset
from kabuto.table.record import Fields, read
from kabuto.table.text import WORDS


def games() -> list[str]:
    """The names of all games."""
    return manifests.names()


def register(game: type[Game[Any, Any]]) -> type[Game[Any, Any]]:
    """Add a game to the table (usable as a decorator)."""
    manifests.add(game)
    return game


def game_class(name: object) -> type[Game[Any, Any]]:
    """The class of a game."""
    found: type[Game[Any, Any]] = manifests.find(manifests.manifest(name).game)
    return found


def new(
    name: str, /, *, seed: int | None = None, preset: Value | None = None, **options: Value
) -> Game[Any, Any]:
    """Start a game: ``new("kites", players=3, preset="short", seed=7)``."""
    game = game_class(name)
    if preset is not None:
        options = with_preset(game.option_table, game.presets, preset, options)
    return game(resolve(game.option_table, options), seed=check_seed(seed))


Record = Mapping[str, Any]


def load(record: Record, name: str | None = None, /, *, seed: int | None = None) -> Game[Any, Any]:
    """Replay a record through the rules; the seed decides chance that is still to come.

    With a name, the record of any other game is refused.
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
    loaded = _replayed(game, fields, options, check_seed(seed))
    if fields.has_outcome and not _same(fields.outcome, loaded.outcome and loaded.outcome.to_json()):
        raise BadRecord(WORDS.say("other_outcome"), "outcome")
    return loaded


def _replayed(
    game: type[Game[Any, Any]], fields: Fields, options: Mapping[str, Value], seed: int | None
) -> Game[Any, Any]:
    """The game of a record, by the version of the rules that it was played by."""
    newest = game.rules_version
    if fields.rules > newest:
        told = {"name": game.name, "newest": newest, "given": short(fields.rules)}
        raise Changed(WORDS.say("newer_rules", **told), "rules")
    older = {} if fields.rules == newest else {"rules": fields.rules}
    return game(options, seed=seed, start=fields.start, moves=fields.moves, **older)


def _same(one: object, two: object) -> bool:
    """Equality that tells 1 from 1.0 and from true."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in two)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    return type(one) is type(two) and one == two
