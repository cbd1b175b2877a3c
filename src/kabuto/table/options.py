"""Options of a game: what can be chosen, what is chosen by default, and a clear no to the rest."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from operator import index
from typing import Any

from kabuto.table.errors import BadOption, label, short
from kabuto.table.text import WORDS

Value = int | str | bool
Default = Value | Callable[[Mapping[str, Any]], Value]
Preset = Mapping[str, Default]
"""Options with their values; a function asks for options that the preset itself leaves open."""


@dataclass(frozen=True)
class Option:
    """One choice to make before a game begins."""

    name: str
    values: tuple[Value, ...]
    """Everything it can be."""
    default: Default
    """A value, or a function of the options that stand before it in the table."""
    help: str
    """What it decides, in one line."""
    lasting: Value | None = None
    """What is meant where a record or an environment leaves it out, if new games have another default."""
    quiet: bool = False
    """Screens do not offer it, and the options of a game leave it out where it has its default."""

    @property
    def offered(self) -> tuple[Value, ...]:
        """What a screen lets people choose from."""
        return self.values

    def check(self, value: object) -> Value:
        """The value if it is allowed; otherwise ``BadOption``."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        *others, last = self._shown()
        key = "values" if others else "one_value"
        raise BadOption(
            WORDS.say(key, name=self.name, others=others, last=last, given=short(value)), self.name
        )

    def parse(self, text: str) -> Value:
        """The value that a person wrote, as on a command line."""
        for allowed in self.values:
            if text.lower() == str(allowed).lower():
                return allowed
        return self.check(text)

    @property
    def allowed(self) -> str:
        """The values in words: ``2, 3 or 4``."""
        *most, last = self._shown()
        return f"{', '.join(most)} or {last}" if most else last

    def _shown(self) -> list[str]:
        return [str(value).lower() for value in self.values]


def resolve(
    table: Sequence[Option], given: Mapping[str, object], *, lasting: bool = False
) -> dict[str, Value]:
    """Every option of the table with its value: the given one, or its default (quiet ones left out then).

    ``lasting`` is for records and environments, which mean for ever what they meant at first.
    """
    names = [option.name for option in table]
    for name in given:
        if name not in names:
            near = get_close_matches(label(name), names, 1)
            key = "near_option" if near else "no_option"
            raise BadOption(WORDS.say(key, name=short(name), near=near, known=names), label(name))
    chosen: dict[str, Value] = {}
    for option in table:
        if option.name in given:
            chosen[option.name] = option.check(given[option.name])
        elif lasting and option.lasting is not None:
            chosen[option.name] = option.lasting
        else:
            chosen[option.name] = option.default(chosen) if callable(option.default) else option.default
        if option.quiet and chosen[option.name] == option.default:
            del chosen[option.name]
    return chosen


def preset_values(table: Sequence[Option], preset: Preset, given: Mapping[str, object]) -> dict[str, Value]:
    """What a preset sets, beside the options that were given."""
    chosen = resolve(table, given)
    return {name: value(chosen) if callable(value) else value for name, value in preset.items()}


def with_preset(
    table: Sequence[Option], presets: Mapping[str, Preset], name: object, given: Mapping[str, Any]
) -> dict[str, Any]:
    """The options given and those of a preset; ``BadOption`` where they contradict each other."""
    if not isinstance(name, str) or name not in presets:
        key = "no_preset" if presets else "no_presets"
        raise BadOption(WORDS.say(key, name=short(name), known=[*presets]), "preset")
    found = dict(given)
    for option, value in preset_values(table, presets[name], given).items():
        if found.setdefault(option, value) != value:
            sets = f"{option}={value!r}"
            reason = WORDS.say("preset_contradicted", preset=name, sets=sets, given=short(found[option]))
            raise BadOption(reason, option)
    return found


def preset_of(table: Sequence[Option], presets: Mapping[str, Preset], options: Mapping[str, Value]) -> str:
    """The name of the first preset that these options are, empty if they are none."""
    for name, preset in presets.items():
        if preset_values(table, preset, options).items() <= options.items():
            return name
    return ""


def depending(
    ask: Callable[[Mapping[str, Any]], Value], options: Sequence[Option]
) -> Iterator[tuple[dict[str, Value], Value]]:
    """A value that depends on some of these options: theirs, and what it is then."""
    known = {option.name: option for option in options}
    asked: list[str] = []
    ask(_Asked({name: option.values[0] for name, option in known.items()}, asked))
    for values in product(*(known[name].values for name in asked)):
        when = dict(zip(asked, values, strict=True))
        yield when, ask(when)


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


def check_number(value: object, end: int, name: str) -> int:
    """A whole number from 0 up to ``end``; otherwise ``BadOption``."""
    number = _whole(value)
    if number is None or not 0 <= number < end:
        raise BadOption(WORDS.say("number_range", name=name, most=end - 1, given=short(value)), name)
    return number


def check_seed(seed: object) -> int | None:
    """A seed is an integer, or None for one that nobody knows."""
    number = _whole(seed)
    if seed is None or (number is not None and number.bit_length() <= 256):
        return number
    raise BadOption(WORDS.say("seed", given=short(seed)), "seed")


def _whole(value: object) -> int | None:
    """An integer of any type that is one, NumPy's too."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
