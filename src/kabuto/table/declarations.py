"""What the class of a game declares, checked: whoever reads it later may rely on it."""

from collections.abc import Iterator, Mapping
from typing import Any

from kabuto.table.errors import BadOption, short
from kabuto.table.game import NO_CHANCE, SAMPLED, Game
from kabuto.table.options import Option, depending
from kabuto.table.record import FIRST_RULES


def faults(game: type[Game[Any, Any]]) -> list[str]:
    """What is wrong with the declarations of a game, each in a few words."""
    return [*_option_faults(game), *_preset_faults(game), *_other_faults(game)]


def _option_faults(game: Any) -> Iterator[str]:
    names: set[str] = set()
    for option in game.option_table:
        if not isinstance(option, Option):
            yield f"option_table has {short(option)} instead of an Option"
            continue
        if not str(option.name).isidentifier() or option.name in names:
            yield f"option_table has an option called {short(option.name)}: each needs a name of its own"
        names.add(option.name)
        values: Any = option.values
        kinds = {type(value) for value in values} if isinstance(values, tuple) else set()
        if len(kinds) != 1 or kinds - {int, str, bool}:
            yield f"the values of the option {option.name} should be a tuple of int, of str or of bool"
        elif not callable(option.default) and not _allows(option, option.default):
            yield f"the default of the option {option.name}, {short(option.default)}, is none of its values"
        elif option.name == "players" and (kinds != {int} or min(values) < 2):
            yield "the values of the option players should be numbers from 2"
    if "players" not in names:
        yield "option_table has no option called players"


def _preset_faults(game: Any) -> Iterator[str]:
    options = {option.name: option for option in game.option_table if isinstance(option, Option)}
    presets = game.presets if isinstance(game.presets, Mapping) else {"presets": None}
    for preset, values in presets.items():
        chosen: Mapping[str, Any] = values if isinstance(values, Mapping) else {preset: None}
        open_to_it = [option for name, option in options.items() if name not in chosen]
        for name, value in chosen.items():
            for each in _values(value, open_to_it):
                if name not in options or not _allows(options[name], each):
                    yield f"the preset {preset} sets {name} to {short(each)}"
    for preset in game.former_presets:
        if preset not in presets:
            yield f"former_presets names {short(preset)}, which is no preset"


def _values(value: Any, options: list[Option]) -> Iterator[Any]:
    """What a preset may set an option to."""
    try:
        found = {each for _, each in depending(value, options)} if callable(value) else {value}
    except Exception as error:  # whatever somebody's function may do
        found = {error}
    yield from found


def _other_faults(game: Any) -> Iterator[str]:
    kind = game.move_type
    if not callable(getattr(kind, "parse", None)):
        yield f"move_type, {short(kind)}, has no method parse"
    elif kind.__str__ is object.__str__ or kind.__hash__ is None:
        yield f"moves, {kind.__name__}, need __str__ and __hash__: a frozen dataclass with a notation"
    if type(game.rules_version) is not int or game.rules_version < FIRST_RULES:
        yield f"rules_version is {short(game.rules_version)}: it should be a number from {FIRST_RULES}"
    for name in ("most_plies", "most_legal_moves"):
        value = getattr(game, name)
        if value is not None and (type(value) is not int or value < 1):
            yield f"{name} is {short(value)}: it should be a number from 1, or None"
    if game.chance not in (SAMPLED, NO_CHANCE):
        yield f"chance is {short(game.chance)}: it should be {SAMPLED!r} or {NO_CHANCE!r}"
    if not isinstance(game.hidden, bool):
        yield f"hidden is {short(game.hidden)}: it should be True or False"


def _allows(option: Option, value: Any) -> bool:
    try:
        option.check(value)
    except BadOption:
        return False
    return True
