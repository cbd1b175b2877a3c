"""Samurai players that search, in compiled code."""

from kabuto.samurai.players.search.search import (
    PLANNER,
    STRONG,
    Search,
    Settings,
    Weighed,
    Workspace,
    entrant,
)

__all__ = ["PLANNER", "STRONG", "Search", "Settings", "Weighed", "Workspace", "entrant"]
