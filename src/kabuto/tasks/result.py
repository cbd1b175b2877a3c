"""The result of a task as one JSON file: the task, who played, every game with its moves, and the score.

Whatever follows from the games can be computed again; what does not, such as how long a player thought, is
held together by a checksum over the whole file. That finds slips and careless edits; it is no signature.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from platform import python_version
from typing import Any

from kabuto.arena.playing import Played
from kabuto.arena.ratings import share
from kabuto.folders import whole
from kabuto.table import BadRecord
from kabuto.table.errors import label, short
from kabuto.table.record import dumps, expect, loads
from kabuto.tasks.frozen import files_of
from kabuto.tasks.task import WORDS, Task
from kabuto.version import __version__

FORMAT = 1
KEYS = ("format", "task", "player", "versions", "games", "score", "checksum")
PLAYER_KEYS = ("name", "steps", "files")
GAME_KEYS = ("deal", "seat", "moves", "ranking", "seconds", "forfeit")


@dataclass
class Result:
    """What a player has played of a task so far."""

    task: Mapping[str, Any]
    """The task as it was when the games were played."""
    player: Mapping[str, Any]
    """Its name, how many steps it learned from, and the files that decide its moves."""
    versions: Mapping[str, Any]
    games: list[Mapping[str, Any]] = field(default_factory=list)

    def add(self, played: Played, seat: int) -> None:
        """Add a game."""
        forfeit = played.forfeit and {"seat": played.forfeit[0], "reason": played.forfeit[1]}
        moves = loads(played.record)["moves"]
        found = (played.fixture.deal, seat, moves, played.outcome["ranking"], list(played.seconds), forfeit)
        self.games.append(dict(zip(GAME_KEYS, found, strict=True)))

    def write(self, path: Path) -> None:
        """Write the file anew: it is whole, or what it was."""
        with whole(path) as fresh:
            fresh.write_text(self.text(), encoding="utf-8")

    def text(self) -> str:
        """The file: a line for each game."""
        top = {key: value for key, value in self.to_json().items() if key != "games"}
        head = json.dumps(top, ensure_ascii=False, indent=1).removesuffix("\n}")
        games = ",\n".join(f"  {dumps(game)}" for game in self.games)
        return f'{head},\n "games": [\n{games}\n ]\n}}\n'

    def to_json(self) -> dict[str, Any]:
        """Everything, the score and the checksum included."""
        told = {
            "format": FORMAT,
            "task": self.task,
            "player": self.player,
            "versions": self.versions,
            "score": score(self.games, len(self.task["opponents"]) + 1),
            "games": self.games,
        }
        return {**told, "checksum": checksum(told)}


def begin(task: Task, player: str, steps: int | None, path: Path) -> Result:
    """A result without games, or the one in a file that goes on; refused if that is another one."""
    found = read(path)[0] if path.exists() else None
    if found and steps is None:
        steps = found.player["steps"]
    who = dict(zip(PLAYER_KEYS, (player, steps, files_of(player, task.game)), strict=True))
    versions = {"kabuto": __version__, "python": python_version()}
    wanted = Result(task.to_json(), who, versions if found is None else {**versions, **found.versions})
    if found:
        for name, own in (("task", wanted.task), ("player", who), ("versions", {"kabuto": __version__})):
            theirs = getattr(found, name)
            for place, one, other in differences({key: theirs.get(key) for key in own}, own, name):
                raise BadRecord(WORDS.say("other_result", found=one, wanted=other), f"{path}: {place}")
        wanted.games = found.games
    return wanted


def read(path: Path) -> tuple[Result, Mapping[str, Any]]:
    """A result and all that its file says, of the right kinds; whether it is true is not checked here."""
    try:
        top = expect(loads(path.read_bytes()), Mapping, "result")
        if top.get("format") != FORMAT or {*top} != {*KEYS}:
            raise BadRecord(WORDS.say("no_result", keys=KEYS))
        for key in ("task", "player", "versions", "score"):
            expect(top[key], Mapping, key)
        if {*top["player"]} != {*PLAYER_KEYS}:
            raise BadRecord(WORDS.say("keys", keys=PLAYER_KEYS), "player")
        for name in ("name", "game"):
            expect(top["task"].get(name), str, f"task.{name}")
        expect(top["player"]["name"], str, "player.name")
        for number, game in enumerate(expect(top["games"], list, "games")):
            _check_kinds(game, f"games[{number}]")
    except BadRecord as fault:
        raise BadRecord(fault.reason, f"{path}: {fault.place}" if fault.place else str(path)) from None
    return Result(top["task"], top["player"], top["versions"], list(top["games"])), top


def _check_kinds(game: Any, place: str) -> None:
    if {*expect(game, Mapping, place)} != {*GAME_KEYS}:
        raise BadRecord(WORDS.say("keys", keys=GAME_KEYS), place)
    for key, kind in (("deal", int), ("seat", int), ("moves", list), ("ranking", list), ("seconds", list)):
        expect(game[key], kind, f"{place}.{key}")
    for number, move in enumerate(game["moves"]):
        expect(move, str, f"{place}.moves[{number}]")
    if not all(isinstance(time, int | float) and time >= 0 for time in game["seconds"]):
        raise BadRecord(WORDS.say("seconds_kind"), f"{place}.seconds")
    for number, group in enumerate(game["ranking"] or [0]):
        for seat in expect(group, list, f"{place}.ranking[{number}]") or [None]:
            expect(seat, int, f"{place}.ranking[{number}]")
    if game["forfeit"] is not None:
        forfeit = expect(game["forfeit"], Mapping, f"{place}.forfeit")
        expect(forfeit.get("seat"), int, f"{place}.forfeit.seat")
        expect(forfeit.get("reason"), str, f"{place}.forfeit.reason")


def differences(found: Any, wanted: Any, place: str) -> Iterator[tuple[str, str, str]]:
    """Where two values differ: the place, and what is found and wanted there."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        for key in {**wanted, **found}:
            yield from differences(found.get(key), wanted.get(key), f"{place}.{label(key)}")
    elif found != wanted:
        yield place, short(found), short(wanted)


def score(games: Sequence[Mapping[str, Any]], players: int) -> dict[str, Any]:
    """The share of victories with its 95 % interval; only deals count that were played from every seat."""
    deals = len(games) // players
    counted = games[: deals * players]
    told = {"games": len(counted), "deals": deals, "chance": round(1 / players, 6)}
    if not deals:
        return {**told, "share": None, "low": None, "high": None}
    won = [sum(_won(game) for game in counted[deal * players :][:players]) for deal in range(deals)]
    found = share(won, [players] * deals)
    return {**told, "share": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6)}


def _won(game: Mapping[str, Any]) -> float:
    best = game["ranking"][0]
    return 1 / len(best) if game["seat"] in best else 0.0


def checksum(told: Mapping[str, Any]) -> str:
    """Over everything in the file but itself."""
    plain = {key: value for key, value in told.items() if key != "checksum"}
    return sha256(json.dumps(plain, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
