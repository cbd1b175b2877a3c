"""OpenSpiel's playthroughs, condensed: what a person would read, and the rest of each state as a number.

``python tests/envs/playthrough.py`` writes the files anew, from the actions that stand in them.
"""

import re
from pathlib import Path
from zlib import crc32

from open_spiel.python.algorithms import generate_playthrough

import kabuto.envs.openspiel  # noqa: F401 - registers the games

FOLDER = Path(__file__).parent / "playthroughs"
KEPT = re.compile(
    r"(game:|action:|# |GameType|Num|Max|Min|Utility|GetParameters|InformationStateTensorShape|CurrentPlayer"
    r"|InformationStateString|PrivateObservationString|ChanceOutcomes|StringLegalActions|Returns)"
)


def condensed(game: str, actions: list[int], seed: int = 1) -> str:
    """A playthrough with these actions and, after them, random ones."""
    found, rest = [], 0
    for line in generate_playthrough.playthrough_lines(game, action_sequence=actions, seed=seed):
        if KEPT.match(line):
            found.append(line)
        elif line:
            rest = crc32(line.encode(), rest)
        if rest and line.startswith("action:"):
            found.append(f"tensors and observations: {rest:08x}")
            rest = 0
    found.append(f"tensors and observations: {rest:08x}")
    return "\n".join(found) + "\n"


def played(text: str) -> tuple[str, list[int]]:
    """The game and the actions of a playthrough."""
    game = re.findall(r"^game: (.*)$", text, re.M)
    return game[0], [int(action) for action in re.findall(r"^action: ([0-9]+)$", text, re.M)]


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(condensed(*played(file.read_text("utf-8"))), "utf-8")
