"""Players of Samurai that search, compiled."""

from kabuto.samurai.players.search.search import PLANNER, STRONG, Desk, Search, Settings, Weighed, entrant

__all__ = ["PLANNER", "STRONG", "Desk", "Search", "Settings", "Weighed", "entrant"]
