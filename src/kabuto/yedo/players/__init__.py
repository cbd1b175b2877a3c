"""Programs that play Yedo."""
