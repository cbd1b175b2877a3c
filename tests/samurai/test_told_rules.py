"""What the rules page of Samurai, its legend and the new-table page say, in both languages."""

import re
from pathlib import Path

import pytest

from kabuto.host.catalogue import describe
from tests.words.check import read

WORDS = Path(__file__).parents[2] / "src" / "kabuto" / "samurai" / "words"
LANGUAGES = ["en", "de"]
SMALL = re.compile(r"(?:^|[.?!] )\{(?:tokens?|figures?|helmets?|rices?)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_r7_it_is_said_who_begins_and_why(language: str) -> None:
    youngest = {"en": "youngest", "de": "jüngste"}[language]
    assert youngest in describe("samurai", language).begins
    assert youngest in read(WORDS, language)["rulings.ours_35"]
    assert describe("yedo", language).begins


@pytest.mark.parametrize(("language", "same"), [("en", "makes no difference"), ("de", "Das ist gleich")])
def test_r8_the_order_of_captures_is_said_to_make_no_difference(language: str, same: str) -> None:
    told = read(WORDS, language)["page_teaching.rules.fine_order_a"]
    assert same in told
    assert "2015" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_r9_the_legend_gives_the_token_exchange_strength_0(language: str) -> None:
    assert "{Token_exchange} 0" in read(WORDS, language)["page.legend.token_T"]


@pytest.mark.parametrize(("language", "fewer"), [("en", "play on with fewer"), ("de", "mit weniger weiter")])
def test_r10_sentences_begin_with_a_capital_and_tell_of_fewer_tokens(language: str, fewer: str) -> None:
    rules = {key: text for key, text in read(WORDS, language).items() if "page_teaching.rules" in key}
    assert fewer in rules["page_teaching.rules.turn_1"]
    small = [key for key, text in rules.items() if language == "en" and SMALL.search(text)]
    assert not small, "German nouns are capital anyway"
