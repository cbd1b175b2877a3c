"""Who can sit on a seat: programs that are given a view and answer with a move."""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from kabuto.table import BadOption, Catalogue, Game, Refused, View, manifests
from kabuto.table.errors import short

WORDS = Catalogue("kabuto.players")


class Player(Protocol):
    """Anything that chooses a move from what its seat may know.

    One that holds something besides, such as a running program, may also have ``end(outcome)``: it is
    called when the game is over, or given up (None).
    """

    def choose(self, view: Any) -> Any:
        """A legal move for the seat whose view this is."""
        ...


class Forfeit(Refused):
    """A player did not answer as it must: by rule it has lost this game."""


ANY_GAME = {
    "random": "kabuto.players.random:Random",
    "program:": "kabuto.players.outside:Outside",
    "python:": "kabuto.players.python:PythonClass",
}
"""Name → where the player is, for those that play every game; the others are in the manifest of their game.

A name with a colon takes an argument, as in ``program:./bot --fast``.
"""
_OFFERED: dict[str, str] = {}
"""Name → the player that a host offers by it, in every game."""
_OFFER = re.compile(r"[a-z][a-z0-9_-]{0,31}")
GREEDY = "greedy"
_PATH = ("./", "../", "/", "~/")
"""How a name begins that is the path of a program."""
_LIST = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')*""")


def names(game: str) -> list[str]:
    """The players that can play a game; those that have to be told something are left out."""
    return sorted(name for name in _known(game) if not name.endswith(":"))


def forms(game: str) -> list[str]:
    """The players that have to be told something, each up to its colon."""
    return sorted(name for name in _known(game) if name.endswith(":"))


def offer(name: str, player: str) -> None:
    """Let a class or a program sit by a name of its own: strangers may choose the name, and nothing else."""
    if not _OFFER.fullmatch(name) or any(name in names(game) for game in manifests.working()):
        raise BadOption(WORDS.say("offer_name", given=short(name)), "player")
    if _key(player) not in ANY_GAME or not _key(player).endswith(":"):
        raise BadOption(WORDS.say("offer_player", given=short(player)), "player")
    make(player, manifests.default(), random.Random(0))
    _OFFERED[name] = player


def take_over(programs: Mapping[str, str]) -> None:
    """Offer here what another process of this host has offered."""
    _OFFERED.update(programs)


def offered() -> dict[str, str]:
    """Name → the player that the host offers by it."""
    return dict(_OFFERED)


def usual(game: str) -> str:
    """The player that is meant where nobody names one."""
    return GREEDY if knows(GREEDY, game) else "random"


def split(text: str) -> list[str]:
    """The names of a list such as ``greedy,program:./bot``; a comma inside quotes belongs to a name."""
    found, start = [], 0
    while start <= len(text):
        part = _LIST.match(text, start)
        assert part  # it matches the empty text too
        if text[part.end() : part.end() + 1] not in ("", ","):
            raise BadOption(WORDS.say("quote_open", text=text[part.end() :][:40]), "player")
        found.append(part.group().strip())
        start = part.end() + 1
    return found


def knows(name: str, game: str) -> bool:
    """Whether there is a player with this name; its argument may still be wrong."""
    return _key(name) in _known(game)


def is_compiled(name: str, game: str) -> bool:
    """Whether a player needs the compiled engine."""
    return manifests.is_game(game) and _key(name) in manifests.manifest(game).compiled


def is_quicker(name: str, game: str) -> bool:
    """Whether a compiled engine makes a player quicker that can do without."""
    return manifests.is_game(game) and _key(name) in manifests.manifest(game).quicker


def make(name: str, game: str, rng: random.Random) -> Player:
    """A player by name, with its own random generator."""
    if not knows(name, game):
        known = ", ".join([*names(game), *(f"{form}…" for form in forms(game))])
        raise BadOption(WORDS.say("no_player", name=repr(name[:40]), game=game, known=known), "player")
    try:
        return _make(name, game, rng)
    except ModuleNotFoundError as error:
        if not is_compiled(name, game) or error.name not in ("numba", "numpy"):
            raise
        raise BadOption(WORDS.say("needs_engine", name=name[:40]), "player") from None


def _make(name: str, game: str, rng: random.Random) -> Player:
    player: Callable[..., Player] = manifests.find(_known(game)[_key(name)])
    if name.startswith(_PATH):
        return player(rng, name)
    _, colon, told = name.partition(":")
    return player(rng, told) if colon else player(rng)


def play_out(game: Game[Any, Any], players: Sequence[Player]) -> None:
    """Play a game to its end, each seat by its player."""
    try:
        while game.to_move is not None:
            game.play(players[game.to_move].choose(game.view(game.to_move)))
    finally:
        dismiss(players, game)


def dismiss(players: Iterable[Player], game: Game[Any, Any]) -> None:
    """Tell the players who want to know it that their game is over."""
    for player in players:
        end = getattr(player, "end", None)
        if end:
            outcome = game.outcome
            end(outcome and outcome.to_json())


def _known(game: str) -> dict[str, object]:
    hosted = {name: partial(_make, player, game) for name, player in _OFFERED.items()}
    return {**ANY_GAME, **(manifests.manifest(game).players if manifests.is_game(game) else {}), **hosted}


def _key(name: str) -> str:
    """The part of a name that the registry knows."""
    if name.startswith(_PATH):
        return "program:"
    kind, colon, _ = name.partition(":")
    return kind + colon


__all__ = [
    "Forfeit",
    "Player",
    "View",
    "dismiss",
    "forms",
    "is_compiled",
    "is_quicker",
    "knows",
    "make",
    "names",
    "offer",
    "offered",
    "play_out",
    "split",
    "take_over",
    "usual",
]
