"""Opponents that stay the same: a hash of every file that decides their moves, and one of moves they play.

The files are the modules of a game's players that an opponent is made of, and the weights they name. What
lies below, rules and kernel, is told by the moves alone: an opponent plays games against itself, and the
hash of these has to stay. So a changed file is named, and a change elsewhere is noticed.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kabuto.arena import play
from kabuto.arena.match import FIRST, Fixture, Match
from kabuto.players import ANY_GAME
from kabuto.table import Refused, game_class, manifests
from kabuto.table.options import resolve
from kabuto.table.record import loads
from kabuto.tasks.task import WORDS, Task

PACKAGE = "kabuto"
GAMES, SEED = 4, 1
"""The games that an opponent plays against itself, and their seed."""


@dataclass(frozen=True)
class Frozen:
    """What the moves of a player follow from."""

    files: Mapping[str, str]
    """File → the SHA-256 of its text."""
    moves: str
    """The SHA-256 of the moves of some games."""

    def to_json(self) -> dict[str, Any]:
        """As a task has it."""
        return {"files": dict(self.files), "moves": self.moves}


def freeze(player: str, task: Task) -> Frozen:
    """What an opponent of a task is now."""
    return Frozen(files_of(player, task.game), _moves(player, task))


def verify(task: Task) -> None:
    """Refuse a task whose opponents are no longer those that it froze; the refusal names what changed."""
    for opponent in dict.fromkeys(task.opponents):
        kept = task.frozen[opponent]
        now = files_of(opponent, task.game)
        changed = sorted(file for file in {*kept["files"], *now} if kept["files"].get(file) != now.get(file))
        if changed:
            told = {"opponent": opponent, "files": changed, "task": task.name}
            raise Refused(WORDS.say("opponent_file", **told), task.name)
        if _moves(opponent, task) != kept["moves"]:
            raise Refused(WORDS.say("opponent_moves", opponent=opponent, task=task.name), task.name)


def files_of(player: str, game: str) -> dict[str, str]:
    """File → the hash of its text, for what a player of this package is made of; nothing for programs.

    ``learned:best.bin`` also has the file that it is told.
    """
    kind, colon, told = player.partition(":")
    found = manifests.manifest(game).players.get(kind + colon, ANY_GAME.get(kind + colon))
    if not isinstance(found, str) or kind in ("program", "python"):
        return {}
    module = found.partition(":")[0]
    game_package, players, _ = module.rpartition(".players.")
    inside = f"{game_package}.players" if players else module
    files = dict(found for each in _modules(module, inside) for found in _with_weights(each))
    hashes = {name: _hash(files[name]) for name in sorted(files)}
    if told and Path(told).is_file():
        hashes[told] = _hash(Path(told))
    return hashes


def _modules(first: str, inside: str) -> list[str]:
    """A module and all that it imports from a package, however far away."""
    found, left = dict[str, None](), [first]
    while left:
        module = left.pop()
        if module not in found:
            found[module] = None
            left += [each for each in _imported(module) if f"{each}.".startswith(f"{inside}.")]
    return list(found)


def _imported(module: str) -> Iterator[str]:
    """What a module imports, inside functions too; of ``from a import b`` also ``a.b`` if it is a module."""
    for node in ast.walk(ast.parse(_path(module).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module.startswith(f"{PACKAGE}."):
                names = (f"{node.module}.{alias.name}" for alias in node.names)
                yield from (name for name in names if _is_module(name))


def _is_module(name: str) -> bool:
    parent = _path(name.rpartition(".")[0])
    part = parent.parent / name.rpartition(".")[2]
    return parent.name == "__init__.py" and (part.with_suffix(".py").exists() or part.is_dir())


def _path(module: str) -> Path:
    spec = find_spec(module)
    assert spec
    assert spec.origin
    return Path(spec.origin)


def _with_weights(module: str) -> Iterator[tuple[str, Path]]:
    """The file of a module, and files beside it that it names; each with its name in the package."""
    path = _path(module)
    folder = module if path.name == "__init__.py" else module.rpartition(".")[0]
    text = path.read_text(encoding="utf-8")
    for other in path.parent.iterdir():
        is_named = other.suffix not in (".py", ".pyc") and f'"{other.name}"' in text and other.is_file()
        if other == path or is_named:
            yield f"{folder.replace('.', '/')}/{other.name}".removeprefix(f"{PACKAGE}/"), other


def _hash(path: Path) -> str:
    return sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _moves(player: str, task: Task) -> str:
    """The hash of games in which a player has all seats."""
    options = resolve(game_class(task.game).option_table, task.options, lasting=True)
    match = Match(task.game, options, (player,) * task.players, FIRST, SEED)
    played = (play(match, Fixture(deal, match.entrants)) for deal in range(GAMES))
    return sha256("\n".join(" ".join(loads(game.record)["moves"]) for game in played).encode()).hexdigest()
