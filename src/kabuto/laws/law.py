"""What a law is: a check of random games that raises ``BrokenLaw``, whatever goes wrong in them."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

from kabuto.laws.trial import BrokenLaw, Case, Trial

HOUSE = str(Path(__file__).parents[1])
"""Where Kabuto's own code is."""


@dataclass(frozen=True)
class Law:
    """One of the eight laws."""

    number: int
    title: str
    check: Callable[[Trial], None]
    """Checks one game."""

    def __call__(self, case: Case) -> None:
        """Check every game of a case; ``BrokenLaw`` says what is wrong with the first bad one."""
        for number in range(case.games):
            self.check_game(case, number)

    def check_game(self, case: Case, number: int) -> None:
        """Check one game of a case; whatever the game raises is a broken law, too."""
        about = f"{self.number}, {self.title}"
        seed = random.Random(f"{case.seed} {about} {case} {number}").getrandbits(100)
        trial = Trial(about, case, seed, deals=0 if number else case.deals)
        try:
            self.check(trial)
        except BrokenLaw:
            raise
        except Exception as error:
            trial.fail(f"the game raises {type(error).__name__}: {error}{_where(error)}")

    def __str__(self) -> str:
        return f"law_{self.number}"


def law(number: int, title: str) -> Callable[[Callable[[Trial], None]], Law]:
    """Make a law of a check of one game."""
    return lambda check: Law(number, title, check)


def _where(error: Exception) -> str:
    """The last line of the game's own code that led to an error; empty if none did."""
    own = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(HOUSE)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
