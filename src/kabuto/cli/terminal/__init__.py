"""The table at a terminal, and looking through a game there."""
