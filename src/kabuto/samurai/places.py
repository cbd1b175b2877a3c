"""What people call the spaces of the map: by cities, villages and the points of the compass.

A city has a name of its own. A village is called after the nearest city on its island, or else by where on
the island it is. A land space is between two settlements, a sea space off one. The phrases are in the section
``places`` of the words; what fills their gaps comes from the map alone, and is the same for every number of
players.
"""

from functools import cache
from itertools import groupby
from math import atan2, degrees, hypot, sqrt
from typing import NamedTuple

from kabuto.samurai.board import (
    CITY,
    EDO,
    LAND,
    NEIGHBOURS,
    SEA,
    SETTLEMENTS,
    SETTLEMENTS_BESIDE,
    SPACES,
)
from kabuto.table import Catalogue, Mark, Text, Word

PLACES = Catalogue("kabuto.samurai", "places")
VOCABULARY = "places"
"""The words for directions, sides and islands."""
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
ISLANDS = ("hokkaido", "honshu", "shikoku", "kyushu")
"""From north to south."""


class Place(NamedTuple):
    """What a space is called: a phrase, and the words that fill it."""

    phrase: str
    """Its key in the words: ``village`` is "the village north of Edo", ``village_at`` "in the village …"."""
    words: dict[str, str]
    """Gap → the key of a word, or a name that needs no translation."""

    def text(self, form: str = "") -> Text:
        """The phrase as a sentence; ``_at`` is the form that tells where something is."""
        known = PLACES.words("en", VOCABULARY)
        words = {gap: Word(word) if word in known else word for gap, word in self.words.items()}
        return Text(PLACES, self.phrase + form, VOCABULARY, **words)


@cache
def place_mark(space: int) -> Mark:
    """A space by its name, as a mark: "the village north of Edo"."""
    return Mark("space", SPACES[space].name, places()[space].text())


@cache
def where_mark(space: int) -> Mark:
    """Where something on a space is: "in the village north of Edo"."""
    return Mark("space", SPACES[space].name, places()[space].text("_at"))


@cache
def places() -> tuple[Place, ...]:
    """Space → what it is called."""
    settled = _settlements()
    named = {LAND: _land, SEA: _sea}
    return tuple(
        settled[number] if number in settled else named[space.terrain](number, settled)
        for number, space in enumerate(SPACES)
    )


Point = tuple[float, float]


def middle(space: int) -> Point:
    """The middle of a space: how far east and how far north of Edo, in sides of a hexagon."""
    return 1.5 * SPACES[space].q, -sqrt(3) * (SPACES[space].r + SPACES[space].q / 2)


def bearing(one: Point, two: Point) -> float:
    """The direction from one point to another, in degrees clockwise from north."""
    return degrees(atan2(two[0] - one[0], two[1] - one[1])) % 360


def _direction(one: Point, two: Point, points: int = 8) -> str:
    """The nearest of eight or four points of the compass."""
    step = 8 // points
    return COMPASS[round(bearing(one, two) / (45 * step)) % points * step]


def _distance(one: Point, two: Point) -> float:
    return round(hypot(two[0] - one[0], two[1] - one[1]), 6)


def _between(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _islands() -> dict[int, str]:
    """Settlement or land space → the island it is on."""
    found, seen = list[set[int]](), set[int]()
    for start in SETTLEMENTS:
        island, todo = set[int](), [start]
        while todo:
            space = todo.pop()
            if SPACES[space].terrain != SEA and space not in seen:
                seen.add(space)
                island.add(space)
                todo.extend(NEIGHBOURS[space])
        if island:
            found.append(island)
    found.sort(key=lambda island: _between([*map(middle, island)])[1], reverse=True)
    return {space: name for name, island in zip(ISLANDS, found, strict=True) for space in island}


def _settlements() -> dict[int, Place]:
    cities = [space for space in SETTLEMENTS if SPACES[space].terrain in (EDO, CITY)]
    cities.sort(key=lambda space: SPACES[space].terrain != EDO)
    named = {city: Place("city", {"city": SPACES[city].title}) for city in cities}
    villages, island = [space for space in SETTLEMENTS if space not in named], _islands()

    # One in each direction is called after the city, the nearest first.
    taken = set[tuple[int, str]]()
    pairs = [
        (min(cities, key=lambda city: _distance(middle(city), middle(space))), space) for space in villages
    ]
    for city, space in sorted(pairs, key=lambda pair: _distance(*map(middle, pair))):
        where = _direction(middle(city), middle(space))
        if island[city] == island[space] and (city, where) not in taken:
            taken.add((city, where))
            named[space] = Place("village", {"where": f"of_{where}", "anchor": SPACES[city].title})

    # The others by their island; of two in the same direction one is farther out.
    centre = {
        name: _between([middle(space) for space in SETTLEMENTS if island[space] == name]) for name in ISLANDS
    }
    rest = [
        (island[space], _direction(centre[island[space]], middle(space)), space)
        for space in villages
        if space not in named
    ]
    for (name, where), group in groupby(sorted(rest), key=lambda each: each[:2]):
        spaces = sorted((each[2] for each in group), key=lambda space: _distance(centre[name], middle(space)))
        for far, space in zip(("", "far_"), spaces, strict=False):
            named[space] = Place("village", {"where": f"in_{far}{where}", "anchor": name})
    return named


def _land(space: int, settled: dict[int, Place]) -> Place:
    """Between two settlements, and on which side where there are two such spaces."""
    ends = [SETTLEMENTS[each] for each in SETTLEMENTS_BESIDE[space]]
    one, two = sorted(ends, key=lambda end: (settled[end].phrase != "city", end))
    alike = [n for n, beside in enumerate(SETTLEMENTS_BESIDE) if beside == SETTLEMENTS_BESIDE[space]]
    twins = sum(SPACES[each].terrain == LAND for each in alike) > 1
    between = _between([middle(one), middle(two)])
    side = f"side_{_direction(between, middle(space), 4)}" if twins else "none"
    first, second = settled[one].words, settled[two].words
    if settled[one].phrase == "city":
        where = f"to_{_direction(middle(one), middle(two))}"
        return Place("land_city", {"city": first["city"], "where": where, "side": side})
    words = {"one": first["where"], "anchor": first["anchor"], "two": second["where"], "side": side}
    if first["anchor"] == second["anchor"]:
        return Place("land_same", words)
    return Place("land_other", {**words, "other": second["anchor"]})


def _sea(space: int, settled: dict[int, Place]) -> Place:
    """Off the nearest settlement that is on every map with this space; beside none it is the open sea."""
    beside = [SETTLEMENTS[each] for each in SETTLEMENTS_BESIDE[space]]
    inner = "honshu" in SPACES[space].regions
    always = [each for each in SETTLEMENTS if "honshu" in SPACES[each].regions or not inner]
    near = min(
        [each for each in beside if each in always] or always,
        key=lambda each: (_distance(middle(space), middle(each)), each),
    )
    direction = f"of_{_direction(middle(near), middle(space))}"
    kind = "sea" if beside else "open"
    return Place(f"{kind}_{settled[near].phrase}", {"direction": direction, **settled[near].words})
