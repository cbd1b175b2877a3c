"""The maps: Japan, and small parts of it for research, with fewer tokens and smaller hands.

A small map is the same for every number of players. It has all the land around its settlements, so that the
rules need no exception; what else is beside that land is out of play.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Map:
    """What a game is played on, and with what."""

    hand: int
    """The tokens of a full hand."""
    figures: Mapping[str, str]
    """Settlement → the figures that stand there from the beginning (ruling 36)."""
    spaces: str = ""
    """The spaces in play; none here: the regions of the number of players."""
    tokens: str = ""
    """The tokens of each player, in the order of their kinds; none here: all 20."""


JAPAN, MINI, SMALL = "japan", "mini", "small"
MAPS = {
    JAPAN: Map(5, {"o14": "HBR"}),
    MINI: Map(2, {"b20": "H", "c22": "B", "e23": "R"}, "b20 c20 c21 c22 d21 d22 e22 e23", "H3 S1 S2 S2"),
    SMALL: Map(
        3,
        {},
        "n8 n9 n10 n12 o8 o9 o10 o11 o12 o13 p8 p9 p10 p11 p12 q9 q10 q11",
        "H3 B3 R3 S1 S2 S3 N1 V1",
    ),
}
"""Name → map. A name keeps its meaning for ever: records name it."""
