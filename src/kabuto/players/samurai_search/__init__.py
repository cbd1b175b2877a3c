"""Players of Samurai that search, compiled."""

from kabuto.players.samurai_search.search import PLANNER, STRONG, Desk, Search, Settings, Weighed, entrant

__all__ = ["PLANNER", "STRONG", "Desk", "Search", "Settings", "Weighed", "entrant"]
