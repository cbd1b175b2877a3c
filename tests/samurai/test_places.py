"""What the spaces of the map are called: each by a name of its own that agrees with the map."""

import re

import pytest

from kabuto.samurai.board import LAND, SEA, SETTLEMENTS, SETTLEMENTS_BESIDE, SPACE, SPACES, board
from kabuto.samurai.places import COMPASS, VOCABULARY, bearing, middle, place_mark, places, where_mark
from kabuto.samurai.sentences import WORDS
from kabuto.table.text import translate

pytestmark = pytest.mark.counted

LANGUAGES = ["en", "de"]
EVERYWHERE = range(len(SPACES))
NAMED = {str(place_mark(space).text): space for space in SETTLEMENTS}
"""English name → settlement."""


def name(space: int, language: str) -> str:
    return translate(place_mark(space).text, language)


def where(space: int, language: str) -> str:
    return translate(where_mark(space).text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_has_a_name_of_its_own(language: str) -> None:
    for tell in (name, where):
        assert len({tell(space, language) for space in EVERYWHERE}) == len(SPACES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_short_enough_for_a_log(language: str) -> None:
    assert max(len(where(space, language)) for space in EVERYWHERE) <= 95
    land = [len(where(space, language)) for space in board(4).land]
    assert sum(land) / len(land) < 62


def test_names_on_the_two_player_map_speak_of_nothing_beyond_it() -> None:
    for space in board(2).spaces:
        assert not re.search("Sapporo|Hokkaido|Kyushu|Shikoku", name(space, "en")), SPACES[space].name
    for space in board(3).spaces:
        assert not re.search("Sapporo|Hokkaido", name(space, "en")), SPACES[space].name


NOUN = {
    "en": r"(the (village|space|sea|open sea) .+|Edo|Kyoto|Akita|Sapporo)",
    "de": r"(das (Dorf|Feld|Meer|offene Meer) .+|Edo|Kyoto|Akita|Sapporo)",
}
"""A noun that can be the subject of a sentence and the object of "around"; in German all are neuter."""
LOCATIVE = {
    "en": r"(in (Edo|Kyoto|Akita|Sapporo)|in the village .+|between .+ and .+|at sea .+|on the open sea .+)",
    "de": r"(in (Edo|Kyoto|Akita|Sapporo)|im Dorf .+|zwischen .+ und .+|auf dem (offenen )?Meer .+)",
}
"""What can follow "samurai 3", and begin a sentence before a verb."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_its_slots(language: str) -> None:
    for space in EVERYWHERE:
        assert re.fullmatch(NOUN[language], name(space, language))
        assert re.fullmatch(LOCATIVE[language], where(space, language))
        assert not re.search(r"[{}]|  |\b(to|in|of)_", name(space, language) + where(space, language))


def is_towards(word: str, one: int, two: int, tolerance: float) -> bool:
    """Whether the second space lies in the direction of a word, seen from the first."""
    wanted = COMPASS.index(word.rpartition("_")[2]) * 45
    return abs((bearing(middle(one), middle(two)) - wanted + 180) % 360 - 180) <= tolerance


def test_directions_agree_with_the_map() -> None:
    north_of_edo, south_of_akita = SPACE["o12"], SPACE["o12"]
    assert is_towards("of_n", SPACE["o14"], north_of_edo, 1)
    assert is_towards("of_s", SPACE["o10"], south_of_akita, 1)
    cities = {SPACES[space].title: space for space in SETTLEMENTS if SPACES[space].title}
    for space, place in enumerate(places()):
        words = place.words
        if words.get("anchor") in cities and place.phrase == "village":
            assert is_towards(words["where"], cities[words["anchor"]], space, 23)
        if place.phrase == "land_city":
            city = cities[words["city"]]
            (other,) = {SETTLEMENTS[each] for each in SETTLEMENTS_BESIDE[space]} - {city}
            assert is_towards(words["where"], city, other, 30)
        if SPACES[space].terrain == SEA:
            off = cities[words["city"]] if "city" in words else NAMED[_village(words)]
            assert is_towards(words["direction"], off, space, 30)


def _village(words: dict[str, str]) -> str:
    spoken = WORDS.words("en", VOCABULARY)
    return f"the village {spoken[words['where']]} of {spoken.get(words['anchor'], words['anchor'])}"


def test_a_land_space_is_called_after_the_two_settlements_beside_it() -> None:
    for space in board(4).land:
        place = places()[space]
        ends = {SETTLEMENTS[each] for each in SETTLEMENTS_BESIDE[space]}
        if place.phrase == "land_city":
            assert place.words["city"] in {SPACES[end].title for end in ends}
        else:
            one, two = place.words["one"], place.words["two"]
            anchor = place.words["anchor"]
            other = place.words.get("other", anchor)
            named = {_village({"where": one, "anchor": anchor}), _village({"where": two, "anchor": other})}
            assert {NAMED[each] for each in named} == ends


def test_two_spaces_between_the_same_settlements_are_told_apart_by_their_side() -> None:
    assert str(where_mark(SPACE["n14"])) == "between Edo and the village to the southwest (west side)"
    assert str(where_mark(SPACE["o15"])) == "between Edo and the village to the southwest (east side)"
    for space in board(4).land:
        twins = [
            other
            for other in board(4).land
            if other != space and SETTLEMENTS_BESIDE[other] == SETTLEMENTS_BESIDE[space]
        ]
        assert (places()[space].words["side"] != "none") == bool(twins)
        for twin in twins:
            assert is_towards(places()[space].words["side"], twin, space, 61)


def test_the_open_sea_is_beside_no_settlement() -> None:
    for space, place in enumerate(places()):
        assert place.phrase.startswith("open") == (
            SPACES[space].terrain == SEA and not SETTLEMENTS_BESIDE[space]
        )
        assert place.phrase.startswith("land") == (SPACES[space].terrain == LAND)
