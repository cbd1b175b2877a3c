"""Moves, prices and warnings in sentences, and why a move is good."""
