"""Commands that say what moves are worth, and find puzzles: they search."""
