"""What the worker of a page has around it: the time, chance, limits, and games without compiled engines."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import randbits, token_hex, token_urlsafe
from time import monotonic, time

from kabuto.host.clock import Chance, Clock
from kabuto.host.rate_limits import Limits
from kabuto.table.manifests import GameManifest

FOR_EVER = 100_000
"""Days for which tables are kept: a person clears up, never the page."""


def new_secret() -> str:
    """A random token; never starts with a dash."""
    while (word := token_urlsafe(16)).startswith("-"):
        pass
    return word


@dataclass(frozen=True, kw_only=True)
class PageClock(Clock):
    """The time as the browser has it."""

    time: Callable[[], float] = time
    monotonic: Callable[[], float] = monotonic


@dataclass(frozen=True, kw_only=True)
class PageChance(Chance):
    """What the browser can make. Nobody else watches, so no pass has to look like another one."""

    secret: Callable[[], str] = new_secret
    seed: Callable[[], int] = lambda: randbits(128)
    part: Callable[[], str] = lambda: token_hex(32)
    delay: Callable[[], float] = lambda: 0.0


def limits() -> Limits:
    """One person asks for as much as they like, and what they play is kept."""
    return replace(Limits.load_test(), keep_waiting=FOR_EVER, keep_abandoned=FOR_EVER, keep_finished=FOR_EVER)


def without_engine(manifest: GameManifest) -> GameManifest:
    """What a game has that needs no compiled engine."""
    away = {*manifest.compiled, *manifest.in_pages}
    players = {name: player for name, player in manifest.players.items() if name not in away}
    analysis = None if manifest.warm else manifest.analysis
    return replace(manifest, players=players, compiled=(), analysis=analysis, warm=None)


def with_search(manifest: GameManifest) -> GameManifest:
    """What a game has in a page whose folder has the search as WebAssembly."""
    if not manifest.in_pages:
        return without_engine(manifest)
    away = {*manifest.compiled} - {*manifest.in_pages}
    players = {name: player for name, player in manifest.players.items() if name not in away}
    return replace(manifest, players=players, compiled=manifest.in_pages, warm=None)
