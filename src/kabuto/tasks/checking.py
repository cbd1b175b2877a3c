"""Whether a result is what its games show: every game is replayed from its seed, some are decided again.

Replaying finds what breaks the rules, another deal, and another end. In a sample of games every move of the
opponents, and of the player if it belongs to this package, has to be the one that is chosen here too.
"""

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from random import Random
from typing import Any

from kabuto.arena.playing import seeds_of
from kabuto.parallel.pools import Pool
from kabuto.players import dismiss, make
from kabuto.table import BadRecord, IllegalMove, Refused, Seat, new
from kabuto.table.errors import short
from kabuto.table.record import expect
from kabuto.tasks.frozen import files_of, verify
from kabuto.tasks.result import Result, checksum, differences, read
from kabuto.tasks.task import WORDS, Task, task

_BY_THE_CLOCK = re.compile(r"\d(\.\d*)?s\b")
Fault = tuple[str, str]
"""Where something is wrong, and what."""


def check(
    path: Path,
    chosen: Callable[[Result], Collection[int]],
    workers: AbstractContextManager[Pool],
    advance: Callable[[int], object],
) -> Result:
    """The result in a file, checked; ``BadRecord`` names the first thing that is not as it has to be.

    ``chosen`` says which of its games are decided again.
    """
    result, told = read(path)
    try:
        known = task(result.task["name"])
        _same(_by_moves(result.task), _by_moves(known.to_json()), "task", "other_task", result.versions)
        verify(known)
        if len(result.games) > known.games:
            raise BadRecord(WORDS.say("too_many", games=known.games), "games")
        again = chosen(result)
        decides = _decides(result, known)
        calls = (
            (known, result.player["name"], number, game, number in again, decides)
            for number, game in enumerate(result.games)
        )
        with workers as pool, closing(pool.in_order(fault_in, calls)) as found:
            for fault in found:
                if fault:
                    raise BadRecord(fault[1], fault[0])
                advance(1)
        now = result.to_json()
        _same(told["score"], now["score"], "score", "other_score", {})
        if told["checksum"] != checksum(told):
            raise BadRecord(WORDS.say("other_checksum"), "checksum")
    except Refused as fault:
        raise BadRecord(fault.reason, f"{path}: {fault.place}" if fault.place else str(path)) from None
    return result


def _by_moves(told: Mapping[str, Any]) -> dict[str, Any]:
    """A task with its opponents by their moves alone: another version may say the same in other files."""
    frozen = expect(told.get("frozen"), Mapping, "task.frozen")
    return {
        **told,
        "frozen": {name: expect(kept, Mapping, "task.frozen").get("moves") for name, kept in frozen.items()},
    }


def decides_again(result: Result) -> bool:
    """Whether the player of a result can be asked again here."""
    return _decides(result, task(result.task["name"]))


def _decides(result: Result, known: Task) -> bool:
    """Whether the player is here as it was: a program is not, and a clock ticks otherwise."""
    name = result.player["name"]
    files = result.player["files"]
    return bool(files) and files == files_of(name, known.game) and not _BY_THE_CLOCK.search(name)


def _same(found: Any, wanted: Any, place: str, key: str, versions: Mapping[str, Any]) -> None:
    for where, one, other in differences(found, wanted, place):
        told = {"version": short(versions.get("kabuto"))} if versions else {}
        raise BadRecord(WORDS.say(key, found=one, wanted=other, **told), where)


def fault_in(
    known: Task, player: str, number: int, stored: Mapping[str, Any], again: bool, decides: bool
) -> Fault | None:
    """What is wrong with one game, if anything."""
    place = f"games[{number}]"
    match, fixture, seat = known.match(player), known.fixture(number, player), known.seat(number)
    if (stored["deal"], stored["seat"]) != (fixture.deal, seat):
        return place, WORDS.say("other_game", deal=fixture.deal, seat=Seat(seat))
    seeds = seeds_of(match, fixture)
    game = new(match.game, seed=seeds["deal"], **match.options)
    asked = {other for other in range(known.players) if other != seat or decides} if again else set[int]()
    players = {
        other: make(fixture.seats[other], match.game, Random(seeds["players"][other])) for other in asked
    }
    try:
        for ply, text in enumerate(stored["moves"]):
            where = f"{place}.moves[{ply}]"
            try:
                move = game.move_type.parse(text)
                if game.to_move in players:
                    wanted = players[game.to_move].choose(game.view(game.to_move))
                    if wanted != move:
                        told = {"who": fixture.seats[game.to_move], "wanted": str(wanted)}
                        return where, WORDS.say("other_move", **told, found=text)
                game.play(move)
            except IllegalMove as refusal:
                return where, refusal.reason
    finally:
        dismiss(players.values(), game)
    return _fault_at_the_end(game, known, stored, place, seat)


def _fault_at_the_end(
    game: Any, known: Task, stored: Mapping[str, Any], place: str, seat: int
) -> Fault | None:
    forfeit, limit = stored["forfeit"], known.seconds
    if len(stored["seconds"]) != known.players:
        return f"{place}.seconds", WORDS.say("seconds_kind")
    if forfeit is None:
        if game.outcome is None:
            return f"{place}.moves", WORDS.say("unfinished")
        if limit is not None and stored["seconds"][seat] > limit:
            return f"{place}.seconds[{seat}]", WORDS.say("over_budget", seconds=limit)
        ranking = [list(group) for group in game.outcome.ranking]
    else:
        if forfeit["seat"] != seat or game.to_move != seat:
            return f"{place}.forfeit", WORDS.say("no_forfeit", seat=Seat(seat))
        ranking = [[other for other in range(known.players) if other != seat], [seat]]
    if stored["ranking"] != ranking:
        return f"{place}.ranking", WORDS.say("other_ranking", found=stored["ranking"], wanted=ranking)
    return None
