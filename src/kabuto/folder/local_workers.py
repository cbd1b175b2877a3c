"""Who thinks in a page: its worker itself what is done at once, a worker of its own what takes time."""

import asyncio
import pickle
from collections.abc import Callable
from random import Random
from time import monotonic, process_time
from typing import Any

from kabuto.host.backend import Job, NotInstalled, Unwell
from kabuto.host.clock import Chance
from kabuto.host.log import warn
from kabuto.host.thinking import HINT_SECONDS, REVIEW_ITERATIONS, Tasks, played
from kabuto.players import is_compiled, usual
from kabuto.table import Game, Refused, View, manifests

SOON = 0.3
"""What takes no more seconds than this is thought over where the tables are."""
QUICK_HINT = 0.8
"""Seconds for a hint in a page."""
TURN, HINT, REST = range(3)
"""What is thought over first, if several things wait."""


class Thinking:
    """A worker of its own, as the tables' worker calls it; here there is none."""

    async def ask(self, rank: int, question: bytes) -> bytes:
        """The answer to a question of this rank; raises if there is none."""
        raise NotImplementedError

    def progress(self) -> float | None:
        """How far it has got ready, from 0 to 1; None if it has or nobody has asked for it."""
        return None


class LocalWorkers:
    """Thinks where the tables are, or has it thought over elsewhere."""

    def __init__(
        self,
        chance: Chance,
        thinking: Thinking | None = None,
        lacks: Callable[[str], object] = lambda reason: None,
    ) -> None:
        """``lacks`` is told why the search cannot be had, whenever a lower level has to do."""
        self._tasks, self._chance, self._thinking, self._lacks = Tasks(), chance, thinking, lacks
        self._expected: dict[tuple[str, str], float] = {}

    async def turn(self, job: Job, game: Game[Any, Any], seat: int) -> list[str]:
        """The turn of a program: its moves; if it cannot think, those of a lower level; or any legal ones."""
        seed = self._chance.seed()
        try:
            return list(await self._ask(TURN, job, "play", job.kind[1], game.copy(), seat, seed))
        except (Refused, Unwell) as failure:
            if is_compiled(job.kind[1], game.name):
                self._lacks(str(failure))
        try:
            lower = strongest_without_search(game.name)
            return list(self._tasks.play(lower, game.copy(), seat, seed))
        except Exception:
            rng = Random(seed)
            return played(lambda game: rng.choice(game.legal_moves(seat)), game.copy(), seat)

    async def compute(self, job: Job, work: Callable[..., Any], *values: Any) -> Any:
        """What a function of a module finds out about some values."""
        return await self._here(job, work, *values)

    async def analyse(self, job: Job, game: str, view: View, language: str) -> dict[str, Any]:
        """What the analysis of a game finds in a position."""
        seconds = QUICK_HINT if self._thinking else HINT_SECONDS
        return dict(await self._ask(HINT, job, "analyse", game, view, seconds, language))

    async def advise(self, job: Job, game: str, program: str, view: View, language: str) -> dict[str, Any]:
        """What a program would play in a position, and why."""
        seed = self._chance.seed()
        return dict(await self._ask(HINT, job, "advise", game, program, view, seed, language))

    async def review(self, job: Job, record: dict[str, Any], language: str) -> dict[str, Any]:
        """What the analysis finds in a whole game."""
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return dict(await self._ask(REST, job, "review", record, iterations, language))

    async def look_back(
        self, job: Job, record: dict[str, Any], turns: list[int], language: str
    ) -> dict[str, Any]:
        """What the analysis finds in some turns of a game; without turns, how its chances went."""
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return dict(await self._ask(REST, job, "look_back", record, turns, iterations, language))

    async def puzzles(self, job: Job, record: dict[str, Any], plies: range) -> list[dict[str, Any]]:
        """The puzzles in a part of a game."""
        return list(await self._ask(REST, job, "puzzles", record, plies))

    async def jobs_of(self, person: str) -> int:
        """One person asks for as much as they like."""
        return 0

    def expected(self, kind: tuple[str, str]) -> float:
        """How many seconds of processor time a job of this kind is likely to need."""
        return self._expected.get(kind, 0.0)

    def progress(self, game: str) -> float | None:
        """How far the search has got ready; None if there is nothing to wait for."""
        return self._thinking.progress() if self._thinking else None

    async def _ask(self, rank: int, job: Job, what: str, *values: Any) -> Any:
        """Have a task done, here or elsewhere."""
        needs_search = rank != TURN or is_compiled(job.kind[1], job.kind[0])
        if self._thinking and (needs_search or self.expected(job.kind) > SOON):
            return await self._elsewhere(self._thinking, rank, job, what, *values)
        return await self._here(job, getattr(self._tasks, what), *values)

    async def _elsewhere(self, thinking: Thinking, rank: int, job: Job, what: str, *values: Any) -> Any:
        began = monotonic()
        try:
            is_well, found = pickle.loads(await thinking.ask(rank, pickle.dumps((what, values))))
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever keeps a browser from thinking
            reason = str(error)[-300:]
            warn("program_failed", program=job.kind[1], reason=reason)
            raise Unwell(reason) from error
        finally:
            self._expected[job.kind] = monotonic() - began
        if not is_well:
            raise found
        return found

    async def _here(self, job: Job, work: Callable[..., Any], *values: Any) -> Any:
        await asyncio.sleep(0)  # what was said before goes out first
        began = process_time()
        try:
            return work(*values)
        except Refused:
            raise
        except Exception as error:  # whatever a program or an analysis may do
            reason = f"{type(error).__name__}: {error}"
            warn("program_failed", program=job.kind[1], reason=reason[:200])
            raise (NotInstalled if isinstance(error, ModuleNotFoundError) else Unwell)(reason) from error
        finally:
            used = process_time() - began
            self._expected[job.kind] = used
            job.charge(used)


def strongest_without_search(game: str) -> str:
    """The strongest level that needs no search."""
    strength = manifests.component(game, "elo") or {}
    lower = [name for name in strength if not is_compiled(name, game)]
    return str(max(lower, key=lambda name: strength[name])) if lower else usual(game)
