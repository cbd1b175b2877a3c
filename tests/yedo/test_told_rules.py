"""What the rules page, the lessons and the cards say, held against the rules and the quick reference."""

import re
from pathlib import Path

import pytest

from kabuto.yedo.cards import CITY, card_set
from kabuto.yedo.cards.vocabulary import AIDS, REWARDS
from kabuto.yedo.wire import WIRE
from tests.words.check import read

from .helpers import act, bare, market, stand

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "src" / "kabuto" / "yedo" / "words"
AIDS_IN = {"en": dict(zip(AIDS, AIDS, strict=True))}
AIDS_IN["de"] = {"weapon": "Waffe", "geisha": "Geisha", "annex": "Ausbau", "disciple": "Diener"}
LANGUAGES = [*AIDS_IN]


def said(language: str, key: str) -> str:
    return read(WORDS, language)[key]


def losses(op: str) -> set[str]:
    """What the events of the city take by this effect."""
    events = card_set(CITY).events
    return {str(effect.args[0]) for event in events for effect in event.effects if effect.op == op}


def test_r3_an_annex_can_be_lost_to_an_event() -> None:
    assert "annex" in losses("lose")
    assert "for good" not in said("en", "page.rules.annexes_1")
    assert "unless an event takes it" in said("en", "page.rules.annexes_1")
    assert "bis ein Ereignis ihn nimmt" in said("de", "page.rules.annexes_1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_r4_the_lesson_names_the_losses_that_a_blessing_averts(language: str) -> None:
    assert losses("lose") - {*AIDS}, "there are losses that no blessing averts"
    told = said(language, "lessons.events_about")
    assert all(name in told for name in AIDS_IN[language].values())
    assert ("only where the event says so" in told) or ("nur, wenn es auf dem Ereignis steht" in told)


@pytest.mark.parametrize(
    ("weapons", "next_round"),
    [
        # What the market of the present round announces, field by field.
        (("katana", "nawa", "yumi", "doku", "shuko"), ["slides", "slides", "goes", "goes", "goes"]),
        ((None, None, "yumi", "doku", "shuko"), ["", "", "slides", "stays", "goes"]),
        ((None, None, "yumi", None, "shuko"), ["", "", "slides", "", "stays"]),
        ((None, None, None, "doku", "shuko"), ["", "", "", "stays", "stays"]),
    ],
)
def test_r11_only_a_weapon_that_gets_cheaper_is_said_to(
    weapons: tuple[str | None, ...], next_round: list[str]
) -> None:
    s = bare()
    market(s, *weapons)
    stand(s, 0, "market")
    position = WIRE.position(act(s, 0).view(None), "en")
    assert [stall.next for stall in position.market] == next_round


def test_r12_the_rules_list_every_reward_of_a_mission() -> None:
    facts = (ROOT / "web" / "src" / "games" / "yedo" / "rules" / "facts.ts").read_text("utf-8")
    listed = re.search(r"REWARDS = \[(.*?)\]", facts)
    assert listed
    # The Shogun's death is told with the end.
    of_missions = {name.replace("-", "_") for name, word in REWARDS.items() if "mission" in word.where}
    of_missions.remove("shogun")
    assert {*re.findall(r"'(\w+)'", listed[1])} == of_missions
    for language in LANGUAGES:
        assert of_missions <= {key.removeprefix("page.rules.reward_") for key in read(WORDS, language)}


def test_r12_the_rules_name_the_version_and_what_is_never_traded() -> None:
    for language, version, never in (
        ("en", "the Samurai version", "never fulfilled ones"),
        ("de", "Version „Samurai“", "nie erfüllte"),
    ):
        assert version in said(language, "page.rules.intro")
        assert version in said(language, "terminal.rules")
        assert never in said(language, "page.rules.trading_1")
    assert "fulfilled missions" in said("en", "terminal.trading_tavern")
    assert "erfüllten Missionen" in said("de", "terminal.trading_tavern")


@pytest.mark.parametrize(
    ("english", "german", "does"),
    [
        ("The Walls Have Ears", "Die Wände haben Ohren", "cancel"),
        ("Kill the Shogun", "Töte den Shogun", "shogun"),
    ],
)
def test_r16_the_names_of_the_quick_reference_are_on_the_cards_that_do_it(
    english: str, german: str, does: str
) -> None:
    cards = card_set(CITY)
    found = [card for card in (*cards.actions, *cards.missions) if card.name == english]
    assert [card.name.to("de") for card in found] == [german]
    assert does in repr(found[0])
