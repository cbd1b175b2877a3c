"""What games in numbers are made of: the base classes of their environments, trees and tables.

- ``single``: one game by action ids and observations
- ``tree``: one game as a tree with explicit chance
- ``plain``, ``plain_tree``: the same for any game, from its contract alone
- ``vectors``: what vector environments have in common
- ``columns``: the columns of exported tables
- ``canvas``: a sheet to paint on
"""

from collections.abc import Callable, Sequence

from kabuto.table.text import WORDS

EXTRAS = {"pettingzoo": "pettingzoo", "open_spiel": "openspiel", "pyspiel": "openspiel", "pillow": "envs"}
"""Library → the smallest extra that brings it, if not ``gym``."""


def missing(library: str, extra: str = "") -> ImportError:
    """The error of an environment whose library is not installed: it names the extra to install."""
    library = library.partition(".")[0]
    extra = extra or EXTRAS.get(library, "gym")
    return ImportError(f"this needs {library}: pip install 'kabuto[{extra}]'", name=library)


def returns(ranking: Sequence[Sequence[int]]) -> list[float]:
    """What a finished game is worth to each seat: 1 to the winner, and the others share -1.

    A shared win is split. The sum is 0. With two players a win is 1, a loss -1 and a shared win 0.
    """
    players, winners = sum(map(len, ranking)), ranking[0]
    won = (players / len(winners) - 1) / (players - 1)
    return [won if seat in winners else -1 / (players - 1) for seat in range(players)]


def listed(legal: Sequence[int], name: Callable[[int], str], most: int = 8) -> str:
    """Some legal actions with their names, and how many more there are: what an error ends with."""
    some = ", ".join(f"{action} ({name(action)})" for action in legal[:most])
    return WORDS.say("and_more", some=some, more=len(legal) - most) if len(legal) > most else some


def finished(sentence: str) -> str:
    """A sentence with its full stop."""
    return sentence if sentence.endswith(".") else WORDS.say("finished", sentence=sentence)
