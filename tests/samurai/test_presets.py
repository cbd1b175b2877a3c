"""R2: in every edition the set-up of a first game and the rules as printed, each as its book has them."""

from typing import Any

import pytest

import kabuto
from kabuto.host.catalogue import describe
from kabuto.samurai import EDITIONS, PRESETS, Samurai

from .rules_table import rule

FIRST = {
    "rgg": {"hands": "random", "figures": "draft", "captures": "token"},
    "hig": {"hands": "random", "figures": "draft", "captures": "turn"},
    "ffg": {"hands": "random", "figures": "random", "captures": "turn"},
}
"""1998 suggests random tokens alone for a first game; 2015 random figures, too."""
PRINTED = {
    edition: {**first, "hands": "choose", "figures": "draft", "null_exchange": True}
    for edition, first in FIRST.items()
}
SCREENS = {"rgg": {2: "open", 3: "hidden", 4: "hidden"}, "ffg": {2: "hidden", 3: "hidden", 4: "hidden"}}
SCREENS["hig"] = SCREENS["rgg"]


@rule("K20", "K26", "K27", "K29", "K47", "K84", "K85", "K86", "J8")
@pytest.mark.parametrize(("preset", "meant"), [("first_game", FIRST), ("as_printed", PRINTED)])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_a_preset_is_true_to_the_book_of_its_edition(
    preset: str, meant: dict[str, dict[str, Any]], edition: Any, players: int
) -> None:
    game = kabuto.new("samurai", players=players, edition=edition, preset=preset)
    assert meant[edition].items() <= game.options.items()
    assert game.options["captured_figures"] == SCREENS[edition][players]


def test_r2_the_older_preset_means_what_it_meant() -> None:
    assert PRESETS["beginner"] == {"hands": "random", "figures": "random"}
    assert kabuto.new("samurai", preset="beginner", captures="turn").options["captures"] == "turn"


def test_r2_a_record_keeps_the_options_and_no_preset() -> None:
    record = kabuto.new("samurai", edition="hig", preset="as_printed", seed=1).record()
    assert "preset" not in record
    assert "preset" not in record["options"]
    assert kabuto.load(record).options == kabuto.new("samurai", edition="hig", preset="as_printed").options


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"preset": "printed"}, "preset: there is no preset 'printed': there are first_game, as_printed"),
        ({"preset": 7}, "preset: there is no preset 7"),
        (
            {"preset": "as_printed", "hands": "random"},
            "hands: the preset as_printed means hands='choose', not",
        ),
        ({"preset": "as_printed", "edition": "first"}, "edition: edition is rgg, hig or ffg"),
        ({"preset": "first_game", "edition": "ffg", "figures": "draft"}, "figures: the preset first_game"),
    ],
)
def test_r2_what_no_preset_is_or_contradicts_it_is_refused(chosen: dict[str, Any], reason: str) -> None:
    with pytest.raises(kabuto.BadOption) as refusal:
        kabuto.new("samurai", **chosen)
    assert reason in str(refusal.value)


def test_r2_a_game_without_presets_says_so() -> None:
    with pytest.raises(kabuto.BadOption, match="has no presets, so there is no 'first_game'"):
        kabuto.new("yedo", preset="first_game")


@pytest.mark.parametrize("language", ["en", "de"])
def test_r2_the_page_is_offered_both_with_a_sentence_each(language: str) -> None:
    offered = describe("samurai", language).presets
    assert [preset.name for preset in offered] == ["first_game", "as_printed"] == [*Samurai.offered_presets()]
    assert all(preset.about.endswith(".") for preset in offered)
    told = {tuple(each.when.items()): each.value for each in offered[0].depending["figures"]}
    assert told == {(("edition", edition),): first["figures"] for edition, first in FIRST.items()}
