"""Options: what is allowed is taken, everything else is refused by name."""

import enum
from typing import Any

import pytest

import kabuto
from kabuto.samurai import OPTIONS
from kabuto.table.options import Option, check_number, check_seed, resolve

PLAYERS = Option("players", (2, 3, 4), 2, "how many")
EDITION = Option("edition", ("old", "new"), "old", "which")
SCREENS = Option("screens", (True, False), lambda chosen: chosen["edition"] == "new", "hide?")
TABLE = (PLAYERS, EDITION, SCREENS)


class Loud(enum.StrEnum):
    OLD = "old"


def kind(value: Any) -> str:
    """How a test names a value that has no short text."""
    return type(value).__name__


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


ABSURD: list[Any] = [
    None,
    True,
    1,
    5,
    -2,
    2.0,
    float("nan"),
    float("inf"),
    "2",
    "",
    "new ",
    "NEW",
    "\ud800",
    "\x00\x1b[31m",
    "٢",
    "x" * 1_000_000,
    10**5000,
    -(10**5000),
    b"old",
    [2],
    (2,),
    {"players": 2},
    {10**5000},
    nested(100_000),
    object(),
    int,
    ...,
]


def assert_speaks(error: kabuto.BadOption, *words: str) -> None:
    """The message is one short printable line that says these words."""
    text = str(error)
    assert text.isprintable(), ascii(text)
    assert len(text) < 300, text
    text.encode()
    for word in words:
        assert word in text


@pytest.mark.parametrize("value", ABSURD, ids=kind)
def test_an_absurd_value_is_refused_with_the_option_and_what_it_can_be(value: Any) -> None:
    for option, allowed in ((PLAYERS, "2, 3 or 4"), (EDITION, "old or new")):
        with pytest.raises(kabuto.BadOption) as refused:
            resolve(TABLE, {option.name: value})
        assert refused.value.place == option.name
        assert_speaks(refused.value, option.name, allowed)


@pytest.mark.parametrize("value", [0, 1, 1.0, "true", None])
def test_only_true_and_false_are_true_and_false(value: Any) -> None:
    with pytest.raises(kabuto.BadOption, match="screens is true or false"):
        resolve(TABLE, {"screens": value})


def test_an_equal_value_of_another_type_is_refused() -> None:
    for option, value in ((PLAYERS, 2.0), (EDITION, Loud.OLD)):
        with pytest.raises(kabuto.BadOption):
            option.check(value)


def test_a_default_may_follow_from_options_that_stand_before_it() -> None:
    assert resolve(TABLE, {}) == {"players": 2, "edition": "old", "screens": False}
    assert resolve(TABLE, {"edition": "new"}) == {"players": 2, "edition": "new", "screens": True}
    assert resolve(TABLE, {"edition": "new", "screens": False})["screens"] is False


def test_options_come_in_the_order_of_the_table() -> None:
    assert list(resolve(TABLE, {"screens": True, "players": 3})) == ["players", "edition", "screens"]


def test_an_unknown_option_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(kabuto.BadOption, match="no option 'player': did you mean players"):
        resolve(TABLE, {"player": 2})


def test_an_unknown_option_far_from_any_is_refused_with_all_names() -> None:
    with pytest.raises(kabuto.BadOption, match="no option 'zzz': there are players, edition, screens"):
        resolve(TABLE, {"zzz": 2})


@pytest.mark.parametrize(
    "name", [None, 1, 10**5000, (10**5000,), "", "\ud800", "\x1b", "x" * 10_000_000, b"players"], ids=kind
)
def test_a_name_that_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(kabuto.BadOption) as refused:
        resolve(TABLE, {name: 2})
    assert_speaks(refused.value, "there is no option")


def test_a_value_is_read_from_text_whatever_its_case() -> None:
    assert PLAYERS.parse("3") == 3
    assert EDITION.parse("NEW") == "new"
    assert SCREENS.parse("True") is SCREENS.parse("true") is True


@pytest.mark.parametrize("text", ["", "5", "2.0", "two", " 2", "٢", "\ud800"])
def test_text_that_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(kabuto.BadOption) as refused:
        PLAYERS.parse(text)
    assert_speaks(refused.value, "players is 2, 3 or 4")


def test_an_option_with_one_value_names_it() -> None:
    assert Option("only", ("one",), "one", "").allowed == "one"


@pytest.mark.parametrize("seed", [None, 0, -1, 2**256 - 1])
def test_a_seed_is_an_integer_or_nothing(seed: int | None) -> None:
    assert check_seed(seed) == seed


def test_numbers_of_other_types_are_numbers_too() -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    assert check_seed(Five()) == 5
    assert check_number(Five(), 6, "seat") == 5


@pytest.mark.parametrize("value", [-1, 3, True, 1.0, "1", None, 10**5000, nested(100_000)], ids=kind)
def test_a_number_outside_its_range_is_refused(value: Any) -> None:
    with pytest.raises(kabuto.BadOption) as refused:
        check_number(value, 3, "seat")
    assert refused.value.place == "seat"
    assert_speaks(refused.value, "seat is a whole number from 0 to 2, not ")


@pytest.mark.parametrize("seed", [True, 1.0, "7", 2**256, 10**5000, nested(100_000)], ids=kind)
def test_any_other_seed_is_refused(seed: Any) -> None:
    with pytest.raises(kabuto.BadOption) as refused:
        check_seed(seed)
    assert refused.value.place == "seed"
    assert_speaks(refused.value, "seed is an integer of at most 256 bits")


# The options of Samurai: the table of its notation.

SAMURAI: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "edition": ["rgg", "hig", "ffg"],
    "hands": ["random", "choose"],
    "figures": ["random", "draft"],
    "captures": ["token", "turn"],
    "captured_figures": ["open", "hidden"],
    "null_exchange": [True, False],
    "map": ["japan", "mini", "small"],
}
DEFAULTS = {"players": 2, "edition": "rgg", "hands": "random", "figures": "random", "null_exchange": False}
BY_EDITION = {
    ("rgg", 2): ("token", "open"),
    ("rgg", 3): ("token", "hidden"),
    ("rgg", 4): ("token", "hidden"),
    ("hig", 2): ("turn", "open"),
    ("hig", 3): ("turn", "hidden"),
    ("hig", 4): ("turn", "hidden"),
    ("ffg", 2): ("turn", "hidden"),
    ("ffg", 3): ("turn", "hidden"),
    ("ffg", 4): ("turn", "hidden"),
}


def test_samurai_has_exactly_the_options_of_the_notation() -> None:
    assert {option.name: list(option.values) for option in OPTIONS} == SAMURAI
    assert [*kabuto.new("samurai").options, "map"] == list(SAMURAI), "a quiet option is left out"


def test_samurai_options_have_the_defaults_of_the_notation() -> None:
    assert kabuto.new("samurai").options == {**DEFAULTS, "captures": "token", "captured_figures": "open"}


@pytest.mark.parametrize(("edition", "players"), BY_EDITION)
def test_captures_and_captured_figures_follow_the_edition(edition: Any, players: int) -> None:
    captures, captured_figures = BY_EDITION[edition, players]
    options = kabuto.new("samurai", edition=edition, players=players).options
    assert (options["captures"], options["captured_figures"]) == (captures, captured_figures)


@pytest.mark.parametrize(("edition", "players"), BY_EDITION)
@pytest.mark.parametrize("name", ["captures", "captured_figures"])
def test_a_single_option_overrides_the_edition(edition: Any, players: int, name: str) -> None:
    for value in SAMURAI[name]:
        options = kabuto.new("samurai", edition=edition, players=players, **{name: value}).options
        other = "captures" if name == "captured_figures" else "captured_figures"
        assert options[name] == value
        assert options[other] == BY_EDITION[edition, players][("captures", "captured_figures").index(other)]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in SAMURAI.items() for value in values]
)
def test_every_value_of_every_option_begins_a_game(name: str, value: Any) -> None:
    assert kabuto.new("samurai", **{name: value}).options.get(name, "japan") == value


@pytest.mark.parametrize("name", SAMURAI)
def test_samurai_refuses_absurd_values(name: str) -> None:
    for value in ABSURD:
        if type(value) is bool and name == "null_exchange":
            continue
        with pytest.raises(kabuto.BadOption) as refused:
            kabuto.new("samurai", **{name: value})
        assert refused.value.place == name
        assert_speaks(refused.value, f"{name} is ")


@pytest.mark.parametrize("name", ["seat", "name", "options", "start", "moves", "self", "cls", "record"])
def test_an_option_that_samurai_does_not_have_is_refused_by_name(name: str) -> None:
    with pytest.raises(kabuto.BadOption, match=f"there is no option '{name}'"):
        kabuto.new("samurai", **{name: 1})
