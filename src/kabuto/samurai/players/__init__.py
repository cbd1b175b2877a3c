"""Programs that play Samurai."""
