"""What the command and agents share: games as text, on a screen, in a language; and all their sentences."""
