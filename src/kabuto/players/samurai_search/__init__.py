"""Players of Samurai that search, compiled."""

from kabuto.players.samurai_search.search import STRONG, Desk, Search, Settings, Weighed, entrant

__all__ = ["STRONG", "Desk", "Search", "Settings", "Weighed", "entrant"]
