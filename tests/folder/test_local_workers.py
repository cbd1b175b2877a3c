"""Who thinks in a page: the tables' worker what is quick, another one the rest, or a lower level."""

import asyncio
import pickle
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

import kabuto
from kabuto.folder.local_workers import HINT, REST, TURN, LocalWorkers, Thinking
from kabuto.folder.rehearsal import steady
from kabuto.folder.surroundings import with_search
from kabuto.host.backend import Job, Unwell
from kabuto.players import make
from kabuto.table import BadOption, manifests


@pytest.fixture(autouse=True)
def in_a_page() -> Iterator[None]:
    """The games as a page with a search has them."""
    manifests.restrict(with_search)
    yield
    manifests.restrict(lambda whole: whole)


class Elsewhere(Thinking):
    """Answers as it is told."""

    def __init__(self, answer: Callable[[str], Any]) -> None:
        self.answer, self.asked = answer, list[tuple[int, str]]()

    async def ask(self, rank: int, question: bytes) -> bytes:
        what, _ = pickle.loads(question)
        self.asked.append((rank, what))
        found = self.answer(what)
        if isinstance(found, Awaitable):
            await found
        return pickle.dumps(found)


def job(program: str) -> Job:
    return Job("person", "table", ("samurai", program))


def workers(answer: Callable[[str], Any]) -> tuple[LocalWorkers, Elsewhere, list[str]]:
    thinking, lacks = Elsewhere(answer), list[str]()
    return LocalWorkers(steady(1)[1], thinking, lacks.append), thinking, lacks


def broken(_: str) -> Any:
    raise RuntimeError("RangeError: WebAssembly.Memory.grow(): out of memory")


def test_a_page_offers_all_levels_and_nothing_that_it_cannot_play() -> None:
    found = manifests.manifest("samurai")
    assert {f"level{n}" for n in range(1, 11)} <= set(found.players)
    assert not {"ismcts:", "search:", "learned"} & set(found.players)
    assert (set(found.compiled), found.warm) == ({f"level{n}" for n in range(6, 11)}, None)
    assert found.analysis
    other = manifests.manifest("yedo")
    assert {f"level{n}" for n in range(1, 10)} <= set(other.players)
    assert set(other.compiled) == {f"level{n}" for n in range(6, 10)}
    assert other.analysis


async def test_levels_that_search_think_elsewhere_and_others_at_the_table() -> None:
    game = kabuto.new("samurai", seed=1)
    here, thinking, lacks = workers(lambda what: (True, ["/"]))
    assert await here.turn(job("level10"), game, 0) == ["/"]
    assert await here.turn(job("level3"), game, 0)
    assert thinking.asked == [(TURN, "play")]
    assert not lacks


@pytest.mark.parametrize("answer", [broken, lambda what: (False, BadOption("cut", "network"))])
@pytest.mark.parametrize(("name", "level", "lower"), [("samurai", 10, "level5"), ("yedo", 9, "greedy")])
async def test_where_the_search_cannot_be_had_the_strongest_other_level_sits_in_and_it_is_told(
    answer: Any, name: str, level: int, lower: str
) -> None:
    game = kabuto.new(name, seed=1)
    seat = game.to_move or 0
    here, thinking, lacks = workers(answer)
    moves = await here.turn(Job("person", "table", (name, f"level{level}")), game, seat)
    seed = steady(1)[1].seed()
    assert moves[0] == str(make(lower, name, random.Random(seed)).choose(game.view(seat)))
    assert thinking.asked == [(TURN, "play")]
    assert [each for each in lacks if "memory" in each or "cut" in each]


async def test_a_hint_or_a_review_that_cannot_be_had_says_so() -> None:
    game = kabuto.new("samurai", seed=1)
    here, thinking, _ = workers(broken)
    for asked in (
        here.analyse(job("hint"), "samurai", game.view(0), "en"),
        here.look_back(job("review"), game.record(), [], "en"),
        here.puzzles(job("puzzles"), game.record(), range(3)),
    ):
        with pytest.raises(Unwell, match="out of memory"):
            await asked
    assert thinking.asked == [(HINT, "analyse"), (REST, "look_back"), (REST, "puzzles")]


async def test_what_nobody_waits_for_any_more_is_ended() -> None:
    ended = []

    begun = asyncio.Event()

    async def never() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    here, _, lacks = workers(lambda what: never())
    task = asyncio.ensure_future(here.turn(job("level10"), kabuto.new("samurai", seed=1), 0))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not lacks
    assert ended == [True]
